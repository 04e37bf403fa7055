/** Words by which callers dictate numbers, letters and addresses, in English and German. */

const listed = (list: string): readonly string[] => list.trim().split(/\s+/u);

/** Words that stand for their first letter: the NATO alphabet and the German spelling alphabets. */
export const LETTER_NAMES: ReadonlySet<string> = new Set(
  listed(`
    alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett juliette kilo lima mike november oscar
    papa quebec romeo sierra tango uniform victor whiskey whisky x-ray xray yankee zulu
    anton ärger berta cäsar dora emil friedrich gustav heinrich ida julius kaufmann konrad ludwig martha nordpol otto
    ökonom paula quelle richard samuel siegfried theodor ulrich übermut viktor wilhelm xanthippe ypsilon zacharias
    zeppelin`),
);

/** Between a letter and a word that names it, ... */
export const NAMED_BY = 'as in|for|like|wie';
/** ... and what recognisers write for that. */
export const NAMED_BY_SOUNDS = "(?:as|is|it's) (?:in|en|an?|and)|asin|and|an";

/** Letters that are taken for each other over a telephone. */
export const ALIKE: readonly string[] = ['bcdegptvz', 'mn', 'fsx', 'ahjk', 'iy', 'quw', 'lo'];

/** Words that recognisers write for letters, ... */
export const LETTER_SOUNDS: Readonly<Record<string, string>> = {
  ay: 'a',
  be: 'b',
  bee: 'b',
  see: 'c',
  sea: 'c',
  dee: 'd',
  eff: 'f',
  gee: 'g',
  aitch: 'h',
  eye: 'i',
  jay: 'j',
  kay: 'k',
  el: 'l',
  ell: 'l',
  em: 'm',
  en: 'n',
  oh: 'o',
  pea: 'p',
  pee: 'p',
  queue: 'q',
  cue: 'q',
  are: 'r',
  ess: 's',
  tea: 't',
  tee: 't',
  you: 'u',
  vee: 'v',
  ex: 'x',
  why: 'y',
  zee: 'z',
  zed: 'z',
};
/** ... and, where a name follows, words that are said between letters, too. */
export const NAMED_SOUNDS: Readonly<Record<string, string>> = {
  ...LETTER_SOUNDS,
  hey: 'a',
  he: 'e',
  if: 'f',
  age: 'h',
  ages: 'h',
  okay: 'k',
  and: 'n',
  our: 'r',
  as: 's',
  we: 'v',
};

/** Signs of addresses, as they are said. */
export const ADDRESS_SIGNS: Readonly<Record<string, string>> = {
  dot: '.',
  point: '.',
  punkt: '.',
  dash: '-',
  hyphen: '-',
  minus: '-',
  bindestrich: '-',
  underscore: '_',
  unterstrich: '_',
};
export const AT_WORDS = 'at|ätt|ät|et|klammeraffe';

/** Words that are said before an address and are no part of one. */
export const NOT_A_NAME: ReadonlySet<string> = new Set(
  listed(
    'is are am it me us him her them here there look find only at mail email e-mail address ist lautet unter an mich uns',
  ),
);
