import { straightApostrophes } from '../../apostrophes.ts';
import { Dictionaries } from '../dictionary/dictionaries.ts';
import { phonemesOf } from '../dictionary/symbols.ts';
import type { Phoneme } from '../espeak.ts';
import { type InventoryKey, inventory } from '../inventory/index.ts';
import { parseIpa } from '../ipa.ts';
import { hasOddHangul, spokenHangul, spokenKoreanIpa } from '../korean.ts';
import { PRONOUNCED_LANGUAGES } from '../languages/index.ts';
import { ipaIn } from '../lexicon.ts';
import { loansOf } from '../loans/index.ts';
import { validateIpa } from '../validate.ts';
import { Cmudict } from './cmudict.ts';
import { cmudictIpa } from './cmudict-ipa.ts';
import { transcribe } from './espeak-ipa.ts';
import { chooseReading } from './heteronyms/choose.ts';
import { contextOf } from './heteronyms/context.ts';
import { heteronymsOf } from './heteronyms/index.ts';
import { findOccurrence, type Occurrence } from './occurrence.ts';

/**
 * Where a suggestion comes from: the owner's own dictionary, our names and loans, our heteronyms, the CMU dictionary,
 * the dictionary of Kokoro's voices, or espeak-ng's rules.
 */
export const SOURCES = ['dictionary', 'loan', 'heteronym', 'cmudict', 'misaki', 'espeak'] as const;
export type Source = (typeof SOURCES)[number];

export interface SuggestRequest {
  readonly word: string;
  /** The text that contains the word; "" for the word alone. Only the text near the word is read. */
  readonly text: string;
  /** The occurrence of the word: the one at this offset or nearest to it. Null for the first. */
  readonly offset: number | null;
  readonly key: InventoryKey;
  readonly limit: number;
  /** The pronunciation in the owner's dictionary. */
  readonly own: string | null;
}

export interface Suggestion {
  /** Canonical and valid in the inventory of the key. */
  readonly ipa: string;
  readonly tokens: readonly string[];
  readonly source: Source;
  readonly note: string | null;
}

/** A pronunciation that cannot be written with the sounds of the language. */
export interface Dropped {
  readonly ipa: string;
  readonly reason: string;
}

export interface Suggestions {
  /** The best first, without duplicates. */
  readonly suggestions: readonly Suggestion[];
  readonly dropped: readonly Dropped[];
}

/** A word in a text, to be pronounced by espeak-ng. */
export interface EspeakReading {
  /** espeak-ng's name of the voice. */
  readonly voice: string;
  readonly text: string;
  /** Span of the word in it. */
  readonly span: { readonly start: number; readonly end: number };
}

/** Lets espeak-ng pronounce words of the language `lang`; resolves in the same order. */
export type ReadWithEspeak = (
  readings: readonly EspeakReading[],
  lang: string,
) => Promise<readonly (readonly Phoneme[])[]>;

/** espeak-ng links words, and reduces function words; it does not analyse the sentence. */
const BY_NEIGHBOURS = 'beside these words';

interface Candidate {
  readonly ipa: string;
  readonly source: Source;
  readonly note: string | null;
}

/**
 * Suggests pronunciations of a word. One instance for the process: the dictionary is read from disk at first use and
 * kept.
 */
export class Suggester {
  readonly #read: ReadWithEspeak;
  readonly #installed: Dictionaries;
  #cmudict: Promise<Cmudict> | null = null;

  /** @param dictionaryFolder null for none */
  constructor(read: ReadWithEspeak, dictionaryFolder: string | null = null) {
    this.#read = read;
    this.#installed = new Dictionaries(dictionaryFolder);
  }

  /**
   * The pronunciations of a word, those that fit its sentence first. Without a text, or if the text lacks the word, the
   * most usual first.
   */
  async suggest({ word, text, offset, key, limit, own }: SuggestRequest): Promise<Suggestions> {
    const written = straightApostrophes(word.normalize('NFC')).trim();
    const occurrence = findOccurrence(word, text, offset);
    const readings = heteronyms(written, occurrence, key);
    // espeak-ng knows at most one reading of a listed word, and sometimes stresses it differently.
    const isListed = readings.length > 0 && key !== 'en';
    const said = isListed ? { candidates: [], dropped: [] } : this.#espeak(written, occurrence, key);
    const candidates: Candidate[] = [
      ...(own === null ? [] : [{ ipa: own, source: 'dictionary' as const, note: 'your dictionary' }]),
      ...(await this.#loans(written, key)),
      ...readings,
      ...(key === 'en' ? await this.#english(written) : []),
    ];
    const { candidates: espeak, dropped } = await said;
    return { suggestions: chosen([...candidates, ...espeak], key, limit), dropped: distinct(dropped) };
  }

  /** A name or loan word, which speech uses unless the owner has another pronunciation. */
  async #loans(word: string, key: InventoryKey): Promise<Candidate[]> {
    const dictionary = key === 'en' ? await this.#installed.for(inventory('en').espeakVoice) : null;
    const ipa = ipaIn(loansOf(key, dictionary), word, key);
    return ipa === null ? [] : [{ ipa, source: 'loan', note: 'a name or loan word' }];
  }

  /** Kokoro's dictionary is asked only for words that the other one lacks: they differ in vowel detail. */
  async #english(word: string): Promise<Candidate[]> {
    const found = await this.#cmudictReadings(word.toLowerCase());
    return found.length > 0 ? found : this.#misakiReadings(word);
  }

  async #cmudictReadings(word: string): Promise<Candidate[]> {
    this.#cmudict ??= Cmudict.load();
    const cmudict = await this.#cmudict.catch((error: unknown) => {
      this.#cmudict = null;
      throw error;
    });
    return cmudictIpa(cmudict, word).map(({ ipa, stem }) => ({
      ipa,
      source: 'cmudict' as const,
      note: stem === null ? null : `from "${stem}"`,
    }));
  }

  async #misakiReadings(word: string): Promise<Candidate[]> {
    const dictionary = await this.#installed.for(inventory('en').espeakVoice);
    const readings = dictionary?.all(word) ?? [];
    return readings.flatMap((reading) => {
      const transcribed = transcribe(phonemesOf(reading, 'american'), 'en');
      return transcribed?.ok ? { ipa: transcribed.ipa, source: 'misaki' as const, note: null } : [];
    });
  }

  async #espeak(
    word: string,
    occurrence: Occurrence | null,
    key: InventoryKey,
  ): Promise<{ candidates: Candidate[]; dropped: Dropped[] }> {
    const { espeakVoice } = inventory(key);
    // espeak-ng knows only some rules of Korean, and in that language neighbours do not change words.
    const isKorean = key === 'ko';
    const said = isKorean ? spokenHangul(word) : word;
    const alone = { text: said, span: { start: 0, end: said.length } };
    const variants = PRONOUNCED_LANGUAGES[key].accents;
    const inSentence = isKorean ? null : occurrence && { text: occurrence.sentence, span: occurrence };
    const bySpelling = said === word.normalize('NFC') ? null : `said as "${said}"`;
    const asked: (EspeakReading & { readonly note: string | null })[] = [
      ...(inSentence ? [{ voice: espeakVoice, ...inSentence, note: BY_NEIGHBOURS }] : []),
      { voice: espeakVoice, ...alone, note: bySpelling },
      ...variants.map(([voice, note]) => ({ voice, ...alone, note })),
    ];
    const readings = asked.map(({ voice, text, span: { start, end } }) => ({
      voice,
      text,
      span: { start, end },
    }));
    const heard = await this.#read(readings, key.split('-')[0] ?? key);
    const candidates: Candidate[] = [];
    const dropped: Dropped[] = [];
    // If the word alone has the same reading, the sentence did not decide.
    const isSame = inSentence !== null && sameSounds(heard[0] ?? [], heard[1] ?? [], key);
    for (const [index, { note }] of asked.entries()) {
      if (isSame && index === 0) continue;
      const transcribed = transcribe(heard[index] ?? [], key);
      if (transcribed === null) continue;
      if (!hasVowel(transcribed.ipa, key)) {
        dropped.push({ ipa: transcribed.ipa, reason: 'it has no vowel, so it cannot be said as a word' });
        continue;
      }
      if (!transcribed.ok) {
        const { ipa, reason, adapted } = transcribed;
        dropped.push({ ipa, reason: note === null ? reason : `${note}: ${reason}` });
        if (note === null && adapted !== null) {
          const name = `with the nearest sounds of ${inventory(key).name}`;
          candidates.push({ ipa: adapted, source: 'espeak', note: name });
        }
      } else candidates.push({ ipa: transcribed.ipa, source: 'espeak', note });
    }
    const doubt = await this.#doubt(word, key, heard[inSentence === null ? 0 : 1] ?? []);
    const guess = (note: string | null): string =>
      note === null ? `a guess: ${doubt}` : `${note}; a guess: ${doubt}`;
    const marked =
      doubt === null ? candidates : candidates.map((each) => ({ ...each, note: guess(each.note) }));
    const asSaid = (ipa: string): string => (isKorean ? spokenKoreanIpa(ipa) : ipa);
    return { candidates: marked.map((each) => ({ ...each, ipa: asSaid(each.ipa) })), dropped };
  }

  /** The reason why espeak-ng's pronunciation of this word is a guess; null for most words. */
  async #doubt(word: string, key: InventoryKey, heard: readonly Phoneme[]): Promise<string | null> {
    const letters = word.match(/\p{L}/gu) ?? [];
    if (/(\p{L})\1\1/iu.test(word)) return 'the same letter three times';
    if (key === 'ko' && hasOddHangul(word)) return 'Korean words have no such syllable';
    const isAlphabetic = /^(?:\p{Script=Latin}|\p{Script=Cyrillic}|\P{L})+$/u.test(word);
    // An acronym in capitals is spelled, and names of letters are longer than sounds.
    if (!isAlphabetic || letters.length < 2 || letters.length > MAX_SPELLED || word === word.toUpperCase())
      return null;
    const vowels = heard.filter(({ ipa }) => VOWEL.test(ipa)).length;
    if (vowels < letters.length) return null;
    const readings = letters.map((letter) => ({
      voice: inventory(key).espeakVoice,
      text: letter,
      span: { start: 0, end: letter.length },
    }));
    const names = await this.#read(readings, key.split('-')[0] ?? key);
    return soundsOf(names.flat()) === soundsOf(heard) ? 'spelled letter by letter' : null;
  }
}

/** Words of more letters are not read letter by letter. */
const MAX_SPELLED = 12;
const VOWEL = /[aeiouyøœɶæɑɒɐɔəɘɚɜɝɞɛɤɨɪɯɵʉʊʌʏᵻ]/u;

/** A sound that can be the nucleus of a syllable, including the syllabic consonants of some languages. */
function hasVowel(ipa: string, key: InventoryKey): boolean {
  const parsed = parseIpa(ipa, key);
  const { symbols } = inventory(key);
  return parsed.phonemes.some(
    ({ symbol }) => symbols.find((each) => each.ipa === symbol)?.class !== 'consonant',
  );
}

/** Sounds without stress, by which a spelled word is compared with the names of its letters. */
function soundsOf(phonemes: readonly Phoneme[]): string {
  return phonemes.map(({ ipa }) => ipa.replace(/[ˈˌː]/gu, '')).join('');
}

function heteronyms(word: string, occurrence: Occurrence | null, key: InventoryKey): Candidate[] {
  const table = heteronymsOf(key);
  const heteronym = table?.words.get(word.toLowerCase());
  if (!table || !heteronym) return [];
  const { readings, isDecided } =
    occurrence === null
      ? { readings: heteronym, isDecided: false }
      : chooseReading(heteronym, contextOf(occurrence), table.classes);
  return readings.map(({ ipa, note }, index) => ({
    ipa,
    source: 'heteronym',
    note: isDecided && index === 0 ? `${note} (by the sentence)` : note,
  }));
}

function sameSounds(some: readonly Phoneme[], others: readonly Phoneme[], key: InventoryKey): boolean {
  const [one, other] = [transcribe(some, key), transcribe(others, key)];
  return one !== null && other?.ok === one.ok && sounds(one.ipa) === sounds(other.ipa);
}

function chosen(candidates: readonly Candidate[], key: InventoryKey, limit: number): Suggestion[] {
  const suggestions = new Map<string, Suggestion>();
  for (const { ipa, source, note } of candidates) {
    const { valid, ipa: canonical, tokens } = validateIpa(ipa, key);
    if (!valid || suggestions.has(sounds(canonical))) continue;
    suggestions.set(sounds(canonical), { ipa: canonical, tokens, source, note });
    if (suggestions.size === limit) break;
  }
  return [...suggestions.values()];
}

/** Transcriptions that differ only in fine detail (which schwa, a flapped t, a secondary stress) count as equal. */
const sounds = (ipa: string): string =>
  ipa
    .replace(/[ˌ.]/gu, '')
    .replace(/ᵻ/gu, 'ɪ')
    .replace(/ɐ/gu, 'ə')
    .replace(/i(?!ː)/gu, 'iː')
    .replace(/ɾ/gu, 't')
    .replace(/ɒ/gu, 'ɑː')
    .replace(/([nlm])\u0329/gu, 'ə$1');

function distinct(dropped: readonly Dropped[]): Dropped[] {
  return dropped.filter((each, index) => dropped.findIndex(({ ipa }) => ipa === each.ipa) === index);
}
