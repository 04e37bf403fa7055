/** English words in the readings that Kokoro's voices were trained on. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Cmudict } from '../suggest/cmudict.ts';
import { type Accent, VOWELS } from './symbols.ts';
import { type Entry, WordTable } from './word-table.ts';

/** Readings of a word by name: DEFAULT, and parts of speech such as NOUN, VERB, ADJ, VBD. */
export type Variants = Readonly<Record<string, string>>;

/** Chooses the reading of a word that has several. */
export type ChooseVariant = (variants: Variants) => string;

/** The context of a word: the sound that follows it. */
export type Following = 'vowel' | 'consonant' | 'pause';

/** Letters after which American English flaps a t. */
const BEFORE_FLAP = /[AIOWYiuæɑəɛɪɹʊʌ]$/u;
/** Longest text that is looked up, in characters. */
const MAX_LENGTH = 60;
const MARKS = /[ˈˌ]/u;
const FIRST_VOWEL = new RegExp(`[${VOWELS}]`, 'u');

export class EnglishDictionary {
  readonly accent: Accent;
  /** The dictionary for words that the first one lacks. */
  readonly cmudict: Cmudict | null;
  readonly #tables: readonly WordTable[];

  /**
   * @param tables in order of preference
   * @param cmudict for words that no table contains
   */
  constructor(tables: readonly WordTable[], accent: Accent, cmudict: Cmudict | null = null) {
    this.accent = accent;
    this.cmudict = cmudict;
    this.#tables = tables;
  }

  /**
   * @param files compressed JSON, in order of preference
   * @throws Error for files that cannot be read
   */
  static async load(
    files: readonly string[],
    accent: Accent,
    cmudict: Cmudict | null = null,
  ): Promise<EnglishDictionary> {
    const unpack = promisify(gunzip);
    const tables = files.map(async (file) => new WordTable(await unpack(await readFile(file))));
    return new EnglishDictionary(await Promise.all(tables), accent, cmudict);
  }

  /**
   * The reading of a word in the dictionary's symbols; null if the dictionary neither contains nor derives it. It
   * derives plurals, genitives, past tenses, participles in -ing and hyphenated compounds.
   * @param word with straight apostrophes
   */
  read(word: string, following: Following, choose: ChooseVariant): string | null {
    if (word.length > MAX_LENGTH) return null;
    const small = smallWord(word, following);
    if (small !== null) return small;
    const find = (name: string): string | null => this.#find(name, following, choose);
    const reading = this.#inflected(word, find) ?? this.#compound(word, find);
    return reading === null || word === word.toLowerCase() ? reading : withStress(reading);
  }

  /** All readings of a word in isolation, in no particular order. */
  all(word: string): string[] {
    let names: readonly string[] = [];
    const first = this.read(word, 'consonant', (variants) => {
      names = Object.keys(variants);
      return Object.values(variants)[0] ?? '';
    });
    if (first === null) return [];
    const others = names
      .slice(1)
      .flatMap((name) => this.read(word, 'consonant', (all) => all[name] ?? '') ?? []);
    return [...new Set([first, ...others])];
  }

  #find(word: string, following: Following, choose: ChooseVariant): string | null {
    const entry = this.#entry(word);
    if (entry === undefined) return null;
    if (typeof entry === 'string') return entry;
    const { None: final, ...others } = entry;
    if (following === 'pause' && typeof final === 'string') return final;
    const variants: Record<string, string> = {};
    for (const [name, reading] of Object.entries(others)) {
      // "US" and "ACT" may be words or initialisms. The dictionary decides that by the part of speech.
      if (reading === null || reading === undefined) return null;
      variants[name] = reading;
    }
    return choose(variants);
  }

  /** An entry covers its word with and without a capital, unless the other form has an entry. */
  #entry(word: string): Entry | undefined {
    const lower = word.toLowerCase();
    const capital = word.charAt(0).toUpperCase() + lower.slice(1);
    const other = word === lower ? capital : word === capital ? lower : word;
    for (const table of this.#tables) {
      const entry = table.get(word) ?? (word.length > 1 && other !== word ? table.get(other) : undefined);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  #inflected(word: string, find: (name: string) => string | null): string | null {
    const own = find(word);
    if (own !== null) return own;
    if (word.endsWith("'")) return this.#inflected(word.slice(0, -1), find);
    for (const { ending, stems, add } of INFLECTIONS) {
      if (!ending.test(word)) continue;
      for (const stem of stems(word)) {
        const reading = stem.length > 1 ? find(stem) : null;
        if (reading !== null) return add(reading, this.accent);
      }
    }
    return null;
  }

  #compound(word: string, find: (name: string) => string | null): string | null {
    if (!/^[\p{L}']+(?:-[\p{L}']+)+$/u.test(word)) return null;
    const parts = word.split('-').map((part) => this.#inflected(part, find));
    return parts.every((part) => part !== null) ? joined(parts) : null;
  }
}

/** Words whose reading depends on the next word, and the article, which is written like a letter. */
function smallWord(word: string, following: Following): string | null {
  switch (word.toLowerCase()) {
    case 'a':
      return word === 'a' && following !== 'pause' ? 'ɐ' : null;
    case 'an':
      return 'ɐn';
    case 'the':
      return following === 'vowel' ? 'ði' : 'ðə';
    case 'to':
      return following === 'pause' ? null : following === 'vowel' ? 'tʊ' : 'tə';
    case 'in':
      return following === 'pause' ? 'ˈɪn' : 'ɪn';
    case 'am':
      return word === 'am' && following !== 'pause' ? 'ɐm' : null;
    case 'i':
      return word === 'I' ? 'ˌI' : null;
    default:
      return null;
  }
}

interface Inflection {
  readonly ending: RegExp;
  /** Stems and endings that the word may consist of, the likeliest first. */
  readonly stems: (word: string) => readonly string[];
  readonly add: (stem: string, accent: Accent) => string | null;
}

const shortI = (accent: Accent): string => (accent === 'american' ? 'ᵻ' : 'ɪ');

function withS(stem: string, accent: Accent): string {
  if (/[ptkfθ]$/u.test(stem)) return `${stem}s`;
  return /[szʃʒʧʤ]$/u.test(stem) ? `${stem}${shortI(accent)}z` : `${stem}z`;
}

const INFLECTIONS: readonly Inflection[] = [
  { ending: /'s$/iu, stems: (word) => [word.slice(0, -2)], add: withS },
  {
    ending: /[^s']s$/iu,
    stems: (word) => [
      word.slice(0, -1),
      ...(/[^i]es$/iu.test(word) ? [word.slice(0, -2)] : []),
      ...(/ies$/iu.test(word) ? [`${word.slice(0, -3)}y`] : []),
    ],
    add: withS,
  },
  {
    ending: /[^d]d$/iu,
    stems: (word) => [
      ...(/e.$/iu.test(word) ? [word.slice(0, -1)] : []),
      ...(/[^e]ed$/iu.test(word) ? [word.slice(0, -2)] : []),
      ...(/ied$/iu.test(word) ? [`${word.slice(0, -3)}y`] : []),
    ],
    add: (stem, accent) => {
      if (/[pkfθʃsʧ]$/u.test(stem)) return `${stem}t`;
      if (!/[td]$/u.test(stem)) return `${stem}d`;
      if (accent === 'american' && /t$/u.test(stem) && BEFORE_FLAP.test(stem.slice(0, -1)))
        return `${stem.slice(0, -1)}ɾᵻd`;
      return `${stem}${shortI(accent)}d`;
    },
  },
  {
    ending: /...ing$/iu,
    stems: (word) => [
      word.slice(0, -3),
      `${word.slice(0, -3)}e`,
      ...(/([bcdgklmnprstvxz])\1ing$|cking$/iu.test(word) ? [word.slice(0, -4)] : []),
    ],
    add: (stem, accent) => {
      // The linking r before a vowel is not in the reading of the stem.
      if (accent === 'british' && /[əː]$/u.test(stem)) return null;
      const isFlapped = accent === 'american' && /t$/u.test(stem) && BEFORE_FLAP.test(stem.slice(0, -1));
      return isFlapped ? `${stem.slice(0, -1)}ɾɪŋ` : `${stem}ɪŋ`;
    },
  },
];

/** A capital adds some stress to a function word, at the beginning of a sentence or in a name. */
function withStress(reading: string): string {
  return MARKS.test(reading) ? reading : reading.replace(FIRST_VOWEL, 'ˌ$&');
}

/** If more than half of the parts have a primary stress, the lighter half loses it. */
function joined(parts: readonly string[]): string {
  const ranked = parts
    .map((part, index) => ({ index, isStressed: part.includes('ˈ'), weight: weightOf(part) }))
    .toSorted(
      (a, b) => Number(a.isStressed) - Number(b.isStressed) || a.weight - b.weight || a.index - b.index,
    );
  const stressed = ranked.filter(({ isStressed }) => isStressed).length;
  if (stressed <= Math.floor((parts.length + 1) / 2)) return parts.join('');
  const light = new Set(ranked.slice(0, Math.floor(parts.length / 2)).map(({ index }) => index));
  return parts
    .map((part, index) => (light.has(index) ? part.replaceAll('ˌ', '').replaceAll('ˈ', 'ˌ') : part))
    .join('');
}

/** A diphthong counts as two letters. */
const weightOf = (reading: string): number =>
  [...reading].reduce((sum, letter) => sum + (/[AIOQWYʤʧ]/u.test(letter) ? 2 : 1), 0);
