/** Words that the pronouncer would take for others: acronyms that look like words, the letter A, short days of the week. */
import type { SpokenLanguage } from '../languages/types.ts';
import { alternatives, isAlphanumeric, matchAt, perLanguage, type Reader } from './reader.ts';

/** Acronyms said letter by letter although they could be read as a word ("EU" in German would be "oi"). */
const ACRONYMS: Readonly<Record<string, string>> = {
  en: 'WHO AWS FAQ FAQs IRA ERA ETA EPA UAE UAV AMA AOL APA IPA IOU BA AA AAA SAP SOS EOD OOO',
  de: 'EU USA KI AG IT US AfD ICE IC EC AFP IOC UV OP EM ÖBB IQ UN EZB AGB EDV ARD OB AKW BIP IP UKW ABC IWF',
  fr: 'UE USA IA OM ONG API ADN IRM IUT OGM PIB PME PDG HLM BD CD',
  es: 'UE IA ADN API DNI AP OMS',
  pt: 'UE IA EUA API ADN DNI OMS',
  it: 'UE IA API ADN DNI',
  nl: 'EU USA VS AI IA API UWV AIVD UMC',
};
const acronyms = perLanguage('acronyms', ({ code }) => new Set((ACRONYMS[code] ?? '').split(' ')));
const CAPITALS = /\p{Lu}[\p{Lu}\p{Ll}]{1,4}/uy;

/** English "A" is the article to the pronouncer; this is its name wherever a letter is meant. */
const LETTER_A = 'eh';

/** The letters of a name said one by one. */
export function spell(letters: string, language: SpokenLanguage): string {
  const spelled = [...letters].join(' ');
  return language.code === 'en' ? spelled.replace(/(?<!\p{L})A(?!\p{L})/gu, LETTER_A) : spelled;
}

export const readAcronym: Reader = (text, at, { language }) => {
  const match = matchAt(CAPITALS, text, at);
  if (match === null || !acronyms(language).has(match[0])) return null;
  const end = at + match[0].length;
  if (isAlphanumeric(text, end) || /^(?:'\p{L}|&|\.\p{L})/u.test(text.slice(end, end + 2))) return null;
  // In a headline all words are capitals: "WHO KNEW", "AT LAST".
  if (language.code === 'en' && /^(?:WHO|ERA|SAP)$/.test(match[0])) {
    const shouting =
      /^[ ,!?]*\s*\p{Lu}{3}/u.test(text.slice(end, end + 8)) ||
      /\p{Lu}{3}\s+$/u.test(text.slice(Math.max(0, at - 6), at));
    if (shouting) return null;
  }
  const plural = match[0].endsWith('s') ? 's' : '';
  const letters = plural ? match[0].slice(0, -1) : match[0];
  return { end, spoken: spell(letters, language) + (plural && language.code === 'en' ? "'s" : plural) };
};

/** Nouns that a letter may number: "vitamin A", "plan A". */
const LETTERED =
  /^(?:plan|vitamin|hepatitis|influenza|type|grade|team|group|part|section|option|exhibit|schedule|figure|table|class|series|serie|category|building|block|gate|terminal|point|side|level|hall|apartment|apt|suite|unit|room|zone|column|row|bus|line|platform|an|letter|letters|answer|question|choice|variant|version|appendix|step|model)$/i;

/** "A" where it is the letter: behind such a noun, in quotes or brackets, before another letter alone ("A T and T", "A/B"). */
export const readLetterA: Reader = (text, at, { language, previous }) => {
  if (language.code !== 'en' || text[at] !== 'A') return null;
  const behind = text.slice(at + 1, at + 5);
  if (isAlphanumeric(text, at + 1) || /^['’]/.test(behind)) return null;
  const before = text[at - 1] ?? '';
  const alone = /^[)\]"”’/]/.test(behind) && !/^\/\d/.test(behind);
  const spelled = /^ (?:[B-HJ-Z]|and [B-Z]|or [B-Z]|[A-Z] [A-Z])(?![\p{L}\p{N}.'-])/u.test(
    text.slice(at + 1, at + 8),
  );
  const after = /^[B-Z]$/.test(previous) && before === ' ';
  return LETTERED.test(previous) || alone || spelled || after ? { end: at + 1, spoken: LETTER_A } : null;
};

const DAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    Mon: 'Monday',
    Tue: 'Tuesday',
    Tues: 'Tuesday',
    Wed: 'Wednesday',
    Thu: 'Thursday',
    Thur: 'Thursday',
    Thurs: 'Thursday',
    Fri: 'Friday',
    Sat: 'Saturday',
    Sun: 'Sunday',
  },
  de: {
    Mo: 'Montag',
    Di: 'Dienstag',
    Mi: 'Mittwoch',
    Do: 'Donnerstag',
    Fr: 'Freitag',
    Sa: 'Samstag',
    So: 'Sonntag',
  },
  // With the dot alone: "mar" is a word or a month as well.
  fr: {
    'lun.': 'lundi',
    'mar.': 'mardi',
    'mer.': 'mercredi',
    'jeu.': 'jeudi',
    'ven.': 'vendredi',
    'sam.': 'samedi',
    'dim.': 'dimanche',
  },
  es: {
    'lun.': 'lunes',
    'mar.': 'martes',
    'mié.': 'miércoles',
    'jue.': 'jueves',
    'vie.': 'viernes',
    'sáb.': 'sábado',
    'dom.': 'domingo',
  },
  it: {
    'lun.': 'lunedì',
    'mar.': 'martedì',
    'mer.': 'mercoledì',
    'gio.': 'giovedì',
    'ven.': 'venerdì',
    'sab.': 'sabato',
    'dom.': 'domenica',
  },
  nl: {
    ma: 'maandag',
    di: 'dinsdag',
    wo: 'woensdag',
    do: 'donderdag',
    vr: 'vrijdag',
    za: 'zaterdag',
    zo: 'zondag',
  },
};
const dayPatterns = perLanguage('days', ({ code }) => {
  const names = DAYS[code];
  if (names === undefined) return null;
  const day = `(${alternatives(Object.keys(names))})(?![\\p{L}\\p{N}])\\.?`;
  return {
    names,
    span: new RegExp(`${day}[ ]?[-–][ ]?${day}(?!\\p{L})`, 'uy'),
    single: new RegExp(day, 'uy'),
  };
});

/** "Mon-Fri", and a short day before a figure or a month or behind "on" ("Sat 10-2", "Mon, Jan 5"). */
export const readDay: Reader = (text, at, { language, previous }) => {
  const patterns = dayPatterns(language);
  if (patterns === null) return null;
  const { names, span, single } = patterns;
  const two = matchAt(span, text, at);
  if (two !== null) {
    const spoken = language.range(names[two[1] ?? ''] ?? '', names[two[2] ?? ''] ?? '');
    return { end: at + two[0].length - (closes(text, at + two[0].length) ? 1 : 0), spoken };
  }
  const one = matchAt(single, text, at);
  const name = one === null ? undefined : names[one[1] ?? ''];
  if (one === null || name === undefined) return null;
  const bare = at + (one[1] ?? '').length;
  const dated = /^\.?,? (?:\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))/.test(
    text.slice(bare, bare + 7),
  );
  const sure =
    language.code === 'en' &&
    (/^(?:on|every|until|next|last)$/i.test(previous) || /^(?:Thu|Tue|Thur|Thurs|Tues)$/.test(one[1] ?? ''));
  return dated || sure ? { end: dated ? at + one[0].length : bare, spoken: name } : null;
};

/** A dot behind the last day that is the full stop. */
function closes(text: string, end: number): boolean {
  return text[end - 1] === '.' && !/^\s+\S/.test(text.slice(end, end + 3));
}
