import { languageTag } from '../languages.ts';

/**
 * Languages that espeak speaks: BCP 47 tags as callers write them, with the codes of espeak's voices. Constructed
 * languages from fiction and test voices are left out.
 */
const VOICES: Readonly<Record<string, string>> = {
  af: 'af',
  am: 'am',
  an: 'an',
  ar: 'ar',
  as: 'as',
  az: 'az',
  ba: 'ba',
  be: 'be',
  bg: 'bg',
  bn: 'bn',
  bpy: 'bpy',
  bs: 'bs',
  ca: 'ca',
  'ca-valencia': 'ca-va',
  chr: 'chr-us-qaaa-x-west',
  cs: 'cs',
  cv: 'cv',
  cy: 'cy',
  da: 'da',
  de: 'de',
  el: 'el',
  en: 'en-us',
  'en-029': 'en-029',
  'en-gb': 'en-gb',
  'en-gb-scotland': 'en-gb-scotland',
  'en-gb-x-gbclan': 'en-gb-x-gbclan',
  'en-gb-x-gbcwmd': 'en-gb-x-gbcwmd',
  'en-gb-x-rp': 'en-gb-x-rp',
  'en-us': 'en-us',
  eo: 'eo',
  es: 'es-419',
  'es-419': 'es-419',
  'es-castilian': 'es',
  'es-es': 'es',
  'es-mx': 'es-419',
  et: 'et',
  eu: 'eu',
  fa: 'fa',
  'fa-latn': 'fa-latn',
  fi: 'fi',
  fo: 'fo',
  fr: 'fr-fr',
  'fr-be': 'fr-be',
  'fr-ch': 'fr-ch',
  'fr-fr': 'fr-fr',
  ga: 'ga',
  gd: 'gd',
  gn: 'gn',
  grc: 'grc',
  gu: 'gu',
  hak: 'hak',
  haw: 'haw',
  he: 'he',
  hi: 'hi',
  hr: 'hr',
  ht: 'ht',
  hu: 'hu',
  hy: 'hy',
  hyw: 'hyw',
  ia: 'ia',
  id: 'id',
  io: 'io',
  is: 'is',
  it: 'it',
  ja: 'ja',
  jbo: 'jbo',
  ka: 'ka',
  kaa: 'kaa',
  kk: 'kk',
  kl: 'kl',
  kn: 'kn',
  ko: 'ko',
  kok: 'kok',
  ku: 'ku',
  ky: 'ky',
  la: 'la',
  lb: 'lb',
  lfn: 'lfn',
  lt: 'lt',
  ltg: 'ltg',
  lv: 'lv',
  mi: 'mi',
  mk: 'mk',
  ml: 'ml',
  mr: 'mr',
  ms: 'ms',
  mt: 'mt',
  mto: 'mto',
  my: 'my',
  nb: 'nb',
  nci: 'nci',
  ne: 'ne',
  nl: 'nl',
  no: 'nb',
  nog: 'nog',
  om: 'om',
  or: 'or',
  pa: 'pa',
  pap: 'pap',
  pl: 'pl',
  pt: 'pt',
  'pt-br': 'pt-br',
  'pt-pt': 'pt',
  qu: 'qu',
  quc: 'quc',
  ro: 'ro',
  ru: 'ru',
  'ru-lv': 'ru-lv',
  sd: 'sd',
  shn: 'shn',
  si: 'si',
  sk: 'sk',
  sl: 'sl',
  smj: 'smj',
  sq: 'sq',
  sr: 'sr',
  sv: 'sv',
  sw: 'sw',
  ta: 'ta',
  te: 'te',
  th: 'th',
  ti: 'ti',
  tk: 'tk',
  tn: 'tn',
  tr: 'tr',
  tt: 'tt',
  ug: 'ug',
  uk: 'uk',
  ur: 'ur',
  uz: 'uz',
  vi: 'vi',
  'vi-vn-x-central': 'vi-vn-x-central',
  'vi-vn-x-south': 'vi-vn-x-south',
  yue: 'yue',
  zh: 'cmn',
  cmn: 'cmn',
  'zh-latn-pinyin': 'cmn-latn-pinyin',
};

/** Tags that name the same language by another code. */
const ALIASES: Readonly<Record<string, string>> = {
  nn: 'nb',
  'zh-hk': 'yue',
  'zh-hant-hk': 'yue',
};

export interface EspeakLanguage {
  /** BCP 47 tag in lower case, as `espeakVoiceFor` accepts it. */
  readonly code: string;
  /** English name, such as "Brazilian Portuguese". */
  readonly name: string;
  /** Name in the language itself if known, such as "português (Brasil)". */
  readonly nativeName: string;
}

/**
 * The espeak voice for a language, found by the full tag, then by ever shorter prefixes ("de-AT" is spoken as "de").
 * Null when espeak does not speak it.
 */
export function espeakVoiceFor(lang: string): string | null {
  const subtags = languageTag(lang).split('-');
  while (subtags.length > 0) {
    const tag = subtags.join('-');
    const known = ALIASES[tag] ?? tag;
    if (Object.hasOwn(VOICES, known)) {
      return VOICES[known] ?? null;
    }
    subtags.pop();
  }
  return null;
}

/** All language codes that espeak supports, with names to show. */
export function espeakLanguages(): EspeakLanguage[] {
  const english = new Intl.DisplayNames(['en'], { type: 'language' });
  return Object.keys(VOICES).map((code) => ({
    code,
    name: NAMES[code] ?? displayName(english, code),
    nativeName: displayName(new Intl.DisplayNames([tagOf(code)], { type: 'language' }), code),
  }));
}

/** Codes of ours that are not valid tags, or whose tag's name is unfamiliar. */
const NAMES: Readonly<Record<string, string>> = {
  'es-castilian': 'Castilian Spanish',
  'en-gb-scotland': 'Scottish English',
  'en-gb-x-gbclan': 'English (Lancaster)',
  'en-gb-x-gbcwmd': 'English (West Midlands)',
  'en-gb-x-rp': 'English (Received Pronunciation)',
  hyw: 'Western Armenian',
  mto: 'Totontepec Mixe',
  nci: 'Classical Nahuatl',
  'vi-vn-x-central': 'Vietnamese (Central)',
  'vi-vn-x-south': 'Vietnamese (Southern)',
};

function tagOf(code: string): string {
  return code === 'es-castilian' ? 'es-ES' : code;
}

/** Private-use subtags ("-x-...") are left out: newer versions of ICU throw for them. */
function displayName(names: Intl.DisplayNames, code: string): string {
  return names.of(tagOf(code).split('-x-')[0] ?? code) ?? code;
}
