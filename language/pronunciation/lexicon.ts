/** Custom pronunciations, which replace the synthesizer's own. */
import { APOSTROPHES, straightApostrophes } from '../apostrophes.ts';
import { analyse } from '../text/analyse.ts';
import type { Token, Word } from '../text/types.ts';

/** IPA by the key of a word. All entries are valid in the inventory of the stream's language. */
export type LexiconEntries = Readonly<Record<string, string>>;

/** Read for each spoken piece, so that a change takes effect in open streams. */
export interface Lexicon {
  /**
   * The pronunciations of the words of a text; null for none. Never rejects, and is synchronous if the words were
   * requested recently.
   */
  entriesIn(text: string): Promise<LexiconEntries | null>;
}

/** Invisible characters that are part of a spelling but not of the word: soft hyphens, joiners. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
/** White space separates words. Text between spaces may still be a word in brackets, or several words. */
const CHUNK = /\S+/gu;
const MARK_BEFORE = /[.,;:!?…"'“”„‘’«»()[\]{}¿¡—–।]/u;
const MARK_BEHIND = /[.,;:!?…"'“”„‘’«»()[\]{}—–।]/u;
const OUTSIDE_BEFORE = /[^\p{L}\p{N}]/u;
const OUTSIDE_BEHIND = /[^\p{L}\p{N}\p{M}]/u;
const INNER = new RegExp(`[^\\p{L}\\p{N}\\p{M}${APOSTROPHES}·_-]+`, 'u');
/** The genitive, whose pronunciation follows a rule in English. */
const GENITIVE = new RegExp(`[${APOSTROPHES}]s$`, 'iu');

/** Maps all spellings of a word to one key: any case, any apostrophe, composed or not. */
export function lexiconKey(word: string): string {
  return straightApostrophes(word.normalize('NFC').replace(INVISIBLE, '')).toLowerCase();
}

/**
 * Whether a word can have a custom pronunciation, because it is read as one word. "Node.js" and "C++" can; "New York",
 * "A/B" and "!" cannot.
 */
export function isOneWord(word: string, lang: string): boolean {
  const segment = { kind: 'text', text: word, span: { start: 0, end: word.length } } as const;
  const words = analyse([segment], lang, word).filter((token) => token.kind === 'word');
  return words.length === 1 && lexiconKey(words[0]?.unit ?? '') === lexiconKey(word);
}

/** Removes such characters at both ends. A pattern with `+$` would take quadratic time. */
function trimmed(text: string, before: RegExp, behind: RegExp): string {
  const characters = [...text];
  let start = 0;
  let end = characters.length;
  while (start < end && before.test(characters[start] ?? '')) start++;
  while (end > start && behind.test(characters[end - 1] ?? '')) end--;
  return characters.slice(start, end).join('');
}

/** Keys of every part of a text that may turn out to be a word. */
export function keysIn(text: string): Set<string> {
  const keys = new Set<string>();
  const add = (word: string): void => {
    if (word === '') return;
    keys.add(lexiconKey(word));
    if (GENITIVE.test(word)) keys.add(lexiconKey(word.replace(GENITIVE, '')));
  };
  for (const [chunk] of text.matchAll(CHUNK)) {
    const bare = trimmed(chunk, MARK_BEFORE, MARK_BEHIND);
    add(chunk);
    add(bare);
    if (chunk !== bare) add(`${bare}.`);
    for (const part of bare.split(INNER)) add(trimmed(part, OUTSIDE_BEFORE, OUTSIDE_BEHIND));
  }
  return keys;
}

/** Applies pronunciations to words of the text's language. Tags in the text take precedence. */
export function applyLexicon(tokens: readonly Token[], entries: LexiconEntries, lang: string): Token[] {
  return tokens.map((token) => {
    const isOwn = token.kind === 'word' && token.ipa === null && token.lang === undefined;
    const ipa = isOwn ? ipaIn(entries, token.unit, lang) : null;
    return ipa === null ? token : ({ ...token, ipa } as Word);
  });
}

/** The pronunciation of a word as written, also of its genitive in English; null for none. */
export function ipaIn(entries: LexiconEntries, unit: string, lang: string): string | null {
  const entry = (word: string): string | null =>
    Object.hasOwn(entries, word) ? (entries[word] ?? null) : null;
  const key = lexiconKey(unit);
  const own = entry(key) ?? entry(key.replace(/\.$/, ''));
  if (own !== null || !/^en\b/i.test(lang) || !GENITIVE.test(key)) return own;
  const stem = entry(key.replace(GENITIVE, ''));
  return stem === null ? null : stem + sibilantEnding(stem);
}

/** The English -s: a separate syllable after sibilants, voiceless after voiceless sounds. */
export function sibilantEnding(ipa: string): string {
  if (/[szʃʒ]$/u.test(ipa)) return 'ᵻz';
  return /[ptkfθ]$/u.test(ipa) ? 's' : 'z';
}
