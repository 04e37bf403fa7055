/** Whether two readings are equal, and if not, whether the difference is a matter of taste. */
import type { Language } from '../../engine/index.ts';

export type Verdict = 'same' | 'other' | (string & {});

interface Taste {
  readonly name: string;
  readonly langs?: readonly Language[];
  /** Rewrites both readings so that the difference disappears. */
  readonly hide: (words: string) => string;
}

/** Hindi words that are spelled in two ways: in numbers, rupees and ounces. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['नवे', 'नबे'],
  ['पचान', 'पंचान'],
  ['सतासी', 'सत्तासी'],
  ['रुपये', 'रुपए'],
  ['औंस', 'आउन्स'],
];

/** The first is also tried together with each of the others. */
export const TASTES: readonly Taste[] = [
  { name: 'words written together or apart', hide: (words) => words.replaceAll(' ', '') },
  {
    name: 'accents and other spellings',
    hide: (words) =>
      SPELLINGS.reduce((text, [own, other]) => text.replaceAll(own, other), words)
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/ß/g, 'ss'),
  },
  {
    name: 'the names of letters',
    hide: (words) => words.replace(/\b(?:eh|ay)\b/g, 'a').replace(/(\p{L})'s\b/gu, '$1s'),
  },
  { name: '"and" in numbers', langs: ['en'], hide: (words) => words.replace(/\band\b/g, '') },
  {
    name: 'the name of zero, and of the dot in addresses',
    langs: ['ko'],
    hide: (words) => words.replaceAll('영', '공').replaceAll('닷', '점'),
  },
  { name: 'zero or "oh"', langs: ['en'], hide: (words) => words.replace(/\b(?:oh|o)\b/g, 'zero') },
  { name: '"minus" or "negative"', hide: (words) => words.replace(/\bnegative\b/g, 'minus') },
  {
    name: 'the day before the month, or behind it',
    langs: ['en'],
    hide: (words) => words.replace(/\b(?:the|of)\b/g, ''),
  },
  {
    name: '"one" left out, or said as "a"',
    hide: (words) =>
      words
        .replace(/(?<!\p{L})(?:eins|eine?[mnrs]?|une?|uno|una|одн[аоу]й?|один|one|an?)(?!\p{L})/gu, '')
        .replace(/(?<!\p{L})ein(?=hundert|tausend)/gu, ''),
  },
  {
    name: 'figures behind the decimal mark as a number, or one by one',
    hide: (words) =>
      words.replace(/(?<!\p{L})(?:virgule|virgola|coma|punto|vírgula|komma|point) .*$/u, 'point'),
  },
  {
    name: 'European or Brazilian Portuguese',
    langs: ['pt'],
    hide: (words) =>
      words
        .replace(/dez([ae])(?=ss|no)/g, 'dez')
        .replace(/ilião/g, 'ilhão')
        .replace(/iliões/g, 'ilhões'),
  },
  {
    name: 'the word for cents, or none said of none',
    hide: (words) =>
      words
        .replace(/ (?:und null cents?|et zéro centimes?|e zero centesimi|con cero céntimos)(?!\p{L})/gu, '')
        .replace(/(?<!\p{L})(?:cents?|centimes?|centesimi|centesimo|céntimos?)(?!\p{L})/gu, ''),
  },
  {
    name: 'the word between units and cents',
    hide: (words) => words.replace(/(?<!\p{L})(?:et|und|en|y|e|con|и|और)(?!\p{L})/gu, ''),
  },
];

/** Lower case, without marks, hyphens and double spaces. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u2019`]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .replace(/(?<!\p{L})'|'(?!\p{L})/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** "same", "other", or the name of the matter of taste in which the readings differ. */
export function verdictOf(said: string, expected: readonly string[], lang: Language): Verdict {
  const [own, ...others] = [said, ...expected].map(plain);
  if (own === undefined) return 'other';
  if (others.includes(own)) return 'same';
  const tastes = TASTES.filter(({ langs }) => langs === undefined || langs.includes(lang));
  const [spacing, ...rest] = tastes;
  const isHiddenBy = (some: readonly (Taste | undefined)[]): boolean => {
    const hide = (words: string): string =>
      some.reduce((hidden, taste) => taste?.hide(hidden).replace(/\s+/g, ' ').trim() ?? hidden, words);
    const mine = hide(own);
    return others.some((other) => hide(other) === mine);
  };
  const alone =
    tastes.find((taste) => isHiddenBy([taste])) ?? rest.find((taste) => isHiddenBy([taste, spacing]));
  if (alone) return alone.name;
  return isHiddenBy([...rest, spacing]) ? SEVERAL : 'other';
}

/** Several presets at once. */
export const SEVERAL = 'several of these';
