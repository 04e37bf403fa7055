import { hasWords } from '../../engine/index.ts';
import { SpeakableText } from './speakable-text.ts';

/** Nothing in it is a mark. */
const PLAIN = /^[\p{L}\p{M}\s.,!?;'"’“”…]*$/u;

/**
 * Whether any of a model's text is audible when spoken: dots, emoji, empty code blocks or marks alone are not.
 * @param isComplete whether the text has ended; otherwise an incomplete tag or entity at its end is ignored
 */
export function canBeHeard(text: string, lang: string, isComplete: boolean): boolean {
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) return false;
  if (PLAIN.test(text) && /\p{L}/u.test(text)) return true;
  const speakable = new SpeakableText();
  const spoken = speakable.push(text) + (isComplete ? speakable.flush() : '');
  return hasWords(isComplete ? spoken : spoken.replace(/&#?\w*$/, ''), lang);
}
