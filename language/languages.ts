/**
 * The languages with full support: their numbers and dates are read out, words may be spelled in their IPA, and agents
 * converse in them. Each part has a `Record<Language, ...>` with one file per language, so that anything missing for a
 * language listed here is a type error. Other languages (espeak-ng speaks a hundred) do without.
 */
export const LANGUAGES = ['en', 'de', 'nl', 'fr', 'it', 'es', 'pt', 'ru', 'hi', 'ko'] as const;

/** ISO 639-1 code of one of these languages. */
export type Language = (typeof LANGUAGES)[number];

/** ISO 3166-1 alpha-2 codes, which language tags use, by alpha-3 code: regions whose varieties are distinguished. */
const REGIONS: Readonly<Record<string, string>> = {
  arg: 'ar',
  aus: 'au',
  aut: 'at',
  bel: 'be',
  bra: 'br',
  can: 'ca',
  che: 'ch',
  chl: 'cl',
  chn: 'cn',
  col: 'co',
  deu: 'de',
  esp: 'es',
  fra: 'fr',
  gbr: 'gb',
  hkg: 'hk',
  ind: 'in',
  irl: 'ie',
  ita: 'it',
  jpn: 'jp',
  kor: 'kr',
  mex: 'mx',
  nld: 'nl',
  nzl: 'nz',
  per: 'pe',
  prt: 'pt',
  rus: 'ru',
  twn: 'tw',
  usa: 'us',
  zaf: 'za',
};

/** Macrolanguages whose members are also written after them (RFC 5646 section 2.2.2): "zh-yue". */
const MACROLANGUAGES = ['zh', 'ar', 'ms'];

/** Cache of tags by the text sent: speech requests look up the same ones for every voice. */
const tags = new Map<string, string>();
const MAX_TAGS = 1000;
/** Codes by English name. */
let byName: ReadonlyMap<string, string> | null = null;

/**
 * The language tag (RFC 5646, in lower case) for a language as clients write it: "en-us" for "eng-us", "en_US",
 * "en_US.UTF-8" and "ENG-usa", "de" for "ger", "deu" and "German", "yue" for "zh-yue". Codes of ISO 639-2/B, 639-2/T
 * and 639-3 become those of 639-1 if there is one. Scripts, regions and variants stay. Unknown text is returned in
 * lower case.
 */
export function languageTag(sent: string): string {
  const known = tags.get(sent);
  if (known !== undefined) return known;
  const tag = readTag(sent);
  if (tags.size >= MAX_TAGS) tags.clear();
  tags.set(sent, tag);
  return tag;
}

function readTag(sent: string): string {
  const text = sent.trim().toLowerCase();
  const name = codeOfName(text);
  if (name !== undefined) return name;
  // In a POSIX locale, an encoding follows a full stop, and a modifier follows an at sign.
  const [language = '', ...rest] = text.replace(/[.@].*$/, '').split(/[-_]/);
  const primary = shortestCode(language);
  const [second = ''] = rest;
  if (MACROLANGUAGES.includes(primary) && /^[a-z]{3}$/.test(second) && !Object.hasOwn(REGIONS, second)) {
    return readTag(rest.join('-'));
  }
  if (rest.length === 0) return primary;
  const subtags = rest.map((subtag) => (Object.hasOwn(REGIONS, subtag) ? REGIONS[subtag] : subtag));
  return [primary.split('-')[0], ...subtags].join('-');
}

/** The code that replaces another (Unicode's aliases, which ICU knows): "en" for "eng", "sr-latn" for "sh". */
function shortestCode(code: string): string {
  if (!/^[a-z]{2,3}$/.test(code)) return code;
  return (Intl.getCanonicalLocales(code)[0] ?? code).toLowerCase();
}

function codeOfName(text: string): string | undefined {
  if (!/^[a-z]{4}/.test(text)) return undefined;
  if (byName === null) {
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const codes = letters.flatMap((a) => letters.map((b) => a + b));
    byName = new Map(
      codes.flatMap((code) => {
        const name = names.of(code);
        return name === undefined ? [] : [[name.toLowerCase(), shortestCode(code)] as const];
      }),
    );
  }
  return byName.get(text);
}

/** Whether text looks like a language at all, spoken here or not. */
export function isLanguageTag(text: string): boolean {
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(languageTag(text));
}

/** The language of a tag, without its region (RFC 5646 section 2.1): "pt" for "pt-BR", "por_br" and "pt". */
export function primaryLanguage(lang: string): string {
  return languageTag(lang).split('-')[0] ?? '';
}

/** Which of `LANGUAGES` a tag belongs to ("pt" for "pt-BR"); null for none of them. */
export function languageOf(lang: string): Language | null {
  const primary = primaryLanguage(lang);
  return LANGUAGES.find((code) => code === primary) ?? null;
}

/** Values that clients send if they do not know the spoken language. */
const FIND_OUT: ReadonlySet<string> = new Set(['', 'auto', 'null']);

/** The language that a client names for recognition; null if the recogniser has to detect it. */
export function spokenLanguage(named: string | null | undefined): string | null {
  const name = named?.trim() ?? '';
  return FIND_OUT.has(name.toLowerCase()) ? null : name;
}
