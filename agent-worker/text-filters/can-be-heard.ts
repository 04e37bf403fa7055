import { hasWords } from '../../engine/index.ts';
import { SpeakableText } from './speakable-text.ts';

/** Nothing in it is a mark. */
const PLAIN = /^[\p{L}\p{M}\s.,!?;'"’“”…]*$/u;

/**
 * Whether a listener would hear anything of a model's text: not of dots, emoji, empty code blocks or marks alone.
 * @param isComplete whether no more of it will come; otherwise a tag or an entity that has begun counts for nothing
 */
export function canBeHeard(text: string, lang: string, isComplete: boolean): boolean {
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) return false;
  if (PLAIN.test(text) && /\p{L}/u.test(text)) return true;
  const speakable = new SpeakableText();
  const spoken = speakable.push(text) + (isComplete ? speakable.flush() : '');
  return hasWords(isComplete ? spoken : spoken.replace(/&#?\w*$/, ''), lang);
}
