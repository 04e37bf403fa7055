import { primaryLanguage } from '../languages.ts';

/** Words in scripts that are written without spaces. */

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** Scripts whose words a dictionary-based segmenter finds, with the language it is asked for. */
const SEGMENTED: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Lao}/u, 'lo'],
  [/\p{Script=Khmer}/u, 'km'],
  [/\p{Script=Myanmar}/u, 'my'],
];

/** Any character of a script written without spaces. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const RUN =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*)+/uy;
/** Text that Korean joins to a number that counts nothing: case particles and the copula. */
export const KOREAN_PARTICLE =
  /^(?:[은는이가을를의에로과와도만]|에서|에게|에는|에도|으로|부터|까지|보다|처럼|이나|이고|이며|이다|인데|입니다|이에요|예요|이야|라는|이라는|씩|대)$/;

/** Particles that differ after a vowel and after a consonant. */
const PARTICLE_PAIRS: readonly (readonly [vowel: string, consonant: string])[] = [
  ['는', '은'],
  ['가', '이'],
  ['를', '을'],
  ['와', '과'],
];

/** The form of a Korean particle that fits the word before it. Writers use the form for the figure, or any form. */
export function particleAfter(word: string, particle: string): string {
  const last = word.at(-1) ?? '';
  const pair = PARTICLE_PAIRS.find((forms) => forms.includes(particle));
  if (pair === undefined || !/[가-힣]/.test(last)) return particle;
  // Syllables are encoded in order of their final consonant, none first.
  return pair[(last.charCodeAt(0) - 0xac00) % 28 === 0 ? 0 : 1];
}

const LETTER = /[\p{L}\p{N}]/u;

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(locale: string): Intl.Segmenter {
  let found = segmenters.get(locale);
  if (found === undefined) {
    found = new Intl.Segmenter(locale, { granularity: 'word' });
    segmenters.set(locale, found);
  }
  return found;
}

/** The run of unspaced script at an offset, or null. */
export function unspacedRun(text: string, at: number): string | null {
  RUN.lastIndex = at;
  return RUN.exec(text)?.[0] ?? null;
}

/**
 * The words of such a run, in order; joined they are the run. Chinese has one per character; Japanese and the scripts
 * of Southeast Asia are divided by the segmenter. A piece without a letter joins the word before it.
 */
export function unspacedWords(run: string, lang: string): string[] {
  const primary = primaryLanguage(lang);
  const locale =
    SEGMENTED.find(([script]) => script.test(run))?.[1] ?? (primary === 'ja' || KANA.test(run) ? 'ja' : null);
  const pieces =
    locale === null && HAN.test(run)
      ? (run.match(/\P{M}\p{M}*/gu) ?? [run])
      : Array.from(segmenter(locale ?? 'zh').segment(run), (piece) => piece.segment);
  const words: string[] = [];
  for (const piece of pieces) {
    if (LETTER.test(piece) || words.length === 0) words.push(piece);
    else words[words.length - 1] += piece;
  }
  return words;
}
