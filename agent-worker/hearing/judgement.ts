import { isBackchannel, wordsOf } from './backchannels.ts';
import type { SpeechFacts } from './utterance.ts';

export type Verdict = 'turn' | 'noise' | 'backchannel';

/** Nobody says more words in a second of voiced sound. */
const MAX_WORDS_PER_SECOND = 9;
/** Below that it may be a cough, and what recognisers make of coughs is no turn. */
const SHORT_MS = 450;
/** Texts that recognisers are known to give for sounds without words. */
const HALLUCINATIONS: ReadonlySet<string> = new Set([
  'you',
  'thank you',
  'thanks',
  'thank you very much',
  'thank you so much',
  'thanks for watching',
  'thank you for watching',
  'bye',
  'bye bye',
  'the',
  'so',
  'i',
  'a',
  'and',
  'it',
  'but',
  'vielen dank',
  'tschüss',
  'untertitel',
  'bedankt',
  'merci',
  'sous titres',
  'grazie',
  'gracias',
  'obrigado',
  'спасибо',
  'धन्यवाद',
  '감사합니다',
]);

/** Whether a recognised text is a turn of the caller, given how it sounded. */
export function judge(text: string, facts: SpeechFacts, lang: string): Verdict {
  const words = wordsOf(text);
  if (words.length === 0) return 'noise';
  if (facts.overAgent && isBackchannel(text, lang)) return 'backchannel';
  if ((words.length * 1000) / Math.max(facts.voicedMs, 1) > MAX_WORDS_PER_SECOND && words.length > 1)
    return 'noise';
  if (facts.voicedMs < SHORT_MS && HALLUCINATIONS.has(words.join(' '))) return 'noise';
  return 'turn';
}
