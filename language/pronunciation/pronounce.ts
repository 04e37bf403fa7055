import type { ClauseMark, Token, Word } from '../text/types.ts';
import { type Espeak, type Phoneme, plainText } from './espeak.ts';
import { espeakVoiceFor } from './espeak-languages.ts';
import { withWrittenAccents } from './stress/written-accents.ts';
import { cutAtWords } from './word-borders.ts';

/** A token with its pronunciation. A silent word has no phonemes. */
export type Pronounced =
  | { readonly kind: 'word'; readonly word: Word; readonly phonemes: readonly Phoneme[] }
  | { readonly kind: 'punctuation'; readonly mark: ClauseMark };

/** Limit of words phonemized at once. More context changes nothing, and the alignment is quadratic. */
const MAX_RUN_WORDS = 60;

/** Characters that espeak takes as the end of a clause or as a pause. Clause marks are tokens of their own. */
const CLAUSE_MARKS = /[.,;:!?…"“”„«»()¿¡。、，！？；：।॥؟،؛—–]/gu;

/** Characters of words that espeak never splits into several groups. */
const WHOLE =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Devanagari}\p{Script=Arabic}\p{Script=Hangul}\p{M}]+$/u;

interface Entry {
  readonly word: Word;
  /** espeak's input for it, word by word. */
  readonly parts: readonly string[];
}

/**
 * Pronounces a sentence. espeak reads each clause as a whole, so that neighbours influence each other ("the apple",
 * "les amis"). The phonemes are then divided among the words of the text. Joined over the words of a clause, they are
 * exactly those of the clause, except for tagged words and written accents. Words of another language are pronounced by
 * a voice of that language.
 * @param tokens words and punctuation of one sentence; a pause ends a clause and is left out of the result
 * @param voice an espeak voice ("en-us"); variants make no difference
 * @param tag the validated phonemes of a word whose `ipa` is set
 * @throws UnknownEspeakVoiceError
 */
export function pronounce(
  tokens: readonly Token[],
  voice: string,
  espeak: Espeak,
  tag: (word: Word) => readonly Phoneme[],
): Pronounced[] {
  const pronounced: Pronounced[] = [];
  let run: Word[] = [];
  const endRun = (): void => {
    const lang = run[0]?.lang;
    const own = lang === undefined ? null : espeakVoiceFor(lang);
    for (const { word, phonemes } of pronounceRun(run, own ?? voice, espeak)) {
      pronounced.push({ kind: 'word', word, phonemes: word.ipa === null ? phonemes : tag(word) });
    }
    run = [];
  };
  for (const token of tokens) {
    if (token.kind === 'word') {
      if (run.length > 0 && run[0]?.lang !== token.lang) endRun();
      run.push(token);
      if (run.length === MAX_RUN_WORDS) {
        endRun();
      }
    } else {
      endRun();
      if (token.kind === 'punctuation') {
        pronounced.push(token);
      }
    }
  }
  endRun();
  return pronounced;
}

function pronounceRun(
  words: readonly Word[],
  voice: string,
  espeak: Espeak,
): { word: Word; phonemes: readonly Phoneme[] }[] {
  const standIn = standInFor(words);
  const entries = words.map((word): Entry => {
    const spoken = standsAlone(word) ? standIn : spokenText(word);
    return { word, parts: spoken === '' ? [] : spoken.split(' ') };
  });
  const heard = entries.filter((entry) => entry.parts.length > 0);
  // espeak is not needed when every word has given phonemes.
  const phonemes = heard.every((entry) => entry.word.ipa !== null) ? [] : divide(heard, voice, espeak);
  const byEntry = new Map(heard.map((entry, index) => [entry, phonemes[index] ?? []]));
  return entries.map((entry) => ({
    word: entry.word,
    phonemes: withWrittenAccents(entry.word.spoken, byEntry.get(entry) ?? [], voice),
  }));
}

/** Phonemes of each entry, spoken in context. */
function divide(entries: readonly Entry[], voice: string, espeak: Espeak): (readonly Phoneme[])[] {
  const parts = entries.flatMap((entry) => entry.parts);
  const groups = espeak.phonemize(parts.join(' '), voice);
  if (entries.length === 1) {
    return [groups.flat()];
  }
  // Equal counts prove nothing: one word may have been split and two others joined.
  if (groups.length === parts.length && parts.every((part) => WHOLE.test(part))) {
    let next = 0;
    return entries.map((entry) => {
      const start = next;
      next += entry.parts.length;
      return groups.slice(start, next).flat();
    });
  }
  const alone = entries.map((entry) => entry.parts.flatMap((part) => espeak.phonemizeWord(part, voice)));
  return cutAtWords(groups, alone) ?? alone;
}

/** espeak's input for a word: its text without anything that espeak would take as markup or the end of a clause. */
export function spokenText(word: Word): string {
  return plainText(word.spoken.replace(CLAUSE_MARKS, ' '));
}

/** A tag without a word of its own in the text. */
function standsAlone(word: Word): boolean {
  return word.ipa !== null && word.unit.startsWith('<');
}

/**
 * A placeholder word for a tag without a word, so that its neighbours are pronounced as next to a word. In the script
 * of the clause if that is known, otherwise left out.
 */
function standInFor(words: readonly Word[]): string {
  const spoken = words.find((word) => !standsAlone(word))?.spoken ?? '';
  if (/\p{Script=Latin}/u.test(spoken)) {
    return 'ba';
  }
  return /\p{Script=Cyrillic}/u.test(spoken) ? 'ба' : '';
}
