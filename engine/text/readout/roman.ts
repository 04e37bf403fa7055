/** Roman numerals: "Chapter IV", "World War II", "Louis XIV", "siglo XXI", "XIXe siècle". */
import type { SpokenLanguage } from '../languages/types.ts';
import { isAlphanumeric, matchAt, type Reader, type Readout } from './reader.ts';
import { endsSentence } from './times.ts';

const NUMERAL = /(?=[IVXLC])(C{0,3})(X[CL]|L?X{0,3})(I[XV]|V?I{0,3})(?![\p{Lu}\p{M}\p{N}'])/uy;
const DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

function numberOf(numeral: string): number {
  const values = [...numeral].map((letter) => DIGITS[letter] ?? 0);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

/** Words that a number follows. Behind one of them even a single letter counts ("Part V"). */
const NUMBERED =
  /^(?:chapters?|parts?|volumes?|vol\.|books?|acts?|scenes?|phases?|types?|wars?|titles?|articles?|sections?|appendix|stage|tier|level|class|grade|henry|bowl|kapitel|teil|band|buch|akt|phase|stufe|klasse|weltkrieg|chapitre|partie|tome|livre|acte|scène|guerre|titre|capítulo|capitulo|cap\.|parte|tomo|volumen|libro|acto|fase|tipo|capitolo|volume|atto|título|livro|ato|siglo|século|séculos|siglos|hoofdstuk|deel|boek|fase)$/i;
/** Rulers and popes, whose number is an ordinal in most languages. Those of women in the second list. */
const KINGS =
  /^(?:louis|henry|charles|george|james|edward|richard|william|john|paul|pius|benedict|leo|alexander|peter|nicholas|philip|frederick|napoleon|ludwig|friedrich|wilhelm|heinrich|karl|franz|otto|johannes|benedikt|napoléon|henri|françois|philippe|jean|pie|léon|felipe|alfonso|carlos|fernando|juan|pablo|pío|enrique|luis|pedro|joão|manuel|luigi|vittorio|emanuele|giovanni|paolo|pio|leone|carlo|enrico|willem|karel|lodewijk|filips|ramses|ramesses|darius)$/i;
const QUEENS =
  /^(?:elizabeth|mary|catherine|margaret|elisabeth|katharina|maria|margrethe|isabel|catalina|elisabetta|caterina|isabella|beatrix)$/i;

type Regnal = (value: number, language: SpokenLanguage, woman: boolean) => string;
const ordinal = (value: number, language: SpokenLanguage, suffix = '') =>
  language.ordinal(String(value), suffix);
const cardinal = (value: number, language: SpokenLanguage) => language.cardinal(String(value));
const iberian: Regnal = (value, language, woman) =>
  value > 10 ? cardinal(value, language) : ordinal(value, language, woman ? 'ª' : 'º');
const REGNAL: Readonly<Record<string, Regnal>> = {
  en: (value, language) => `the ${ordinal(value, language)}`,
  de: (value, language, woman) => `${woman ? 'die' : 'der'} ${ordinal(value, language)}`,
  nl: (value, language) => `de ${ordinal(value, language)}`,
  fr: (value, language, woman) =>
    value === 1 ? ordinal(1, language, woman ? 're' : 'er') : cardinal(value, language),
  es: iberian,
  pt: iberian,
  ru: (value, language) => ordinal(value, language, 'й'),
  it: (value, language, woman) => ordinal(value, language, woman ? 'ª' : 'º'),
};
/** "XIXe", "IIIème": French ordinals. */
const FRENCH_SUFFIX = /(?:ème|er|re|e)s?(?![\p{L}\p{N}])/uy;
/** "s. XIX", "sec. XIX" */
const SHORT_CENTURY: Readonly<Record<string, readonly [RegExp, string]>> = {
  es: [/s\.(?= ?[IVX]{1,5}(?![\p{L}\p{N}]))/uy, 'siglo'],
  it: [/sec\.(?= ?[IVX]{1,5}(?![\p{L}\p{N}]))/uy, 'secolo'],
  pt: [/séc\.(?= ?[IVX]{1,5}(?![\p{L}\p{N}]))/uy, 'século'],
};
/** Words that make the numeral in front an ordinal: "XX century". */
const CENTURY = /^[ \u00a0](?:century|centuries|millennium|secolo)(?!\p{L})/iu;
/** The Roman numerals of things that are not numbers: an intravenous drip, clothes, a curriculum. */
const LETTERS = /^(?:IV|XL|XXL|XXXL|CV|CC|CD|LI|CI|C|L|XC|CL|LC|LX)$/;
/** "siglo V" is "siglo quinto". */
const CENTURIES = /^(?:siglos?|séculos?|s\.|séc\.|sec\.|secolo)$/i;

/** Languages in which the numerals are put into words; the others leave them to the pronouncer. */
export const readRoman: Reader = (
  text,
  at,
  { language, previous, previousOpens, continues },
): Readout | null => {
  const regnal = REGNAL[language.code];
  const [short, full] = SHORT_CENTURY[language.code] ?? [];
  const century = short === undefined ? null : matchAt(short, text, at);
  if (century !== null && full !== undefined) return { end: at + century[0].length, spoken: full };
  const match = regnal === undefined ? null : matchAt(NUMERAL, text, at);
  if (regnal === undefined || match === null) return null;
  const numeral = match[0];
  const end = at + numeral.length;
  const value = numberOf(numeral);
  const suffix = language.code === 'fr' ? matchAt(FRENCH_SUFFIX, text, end)?.[0] : undefined;
  // "Vers" and "Les" are words.
  const premier = suffix === undefined || numeral === 'I' || !/r/.test(suffix);
  if (suffix !== undefined && premier && numeral !== 'L' && numeral !== 'C') {
    const spoken = language.ordinal(String(value), suffix);
    const age = /^[ \u00a0]s\.(?!\p{L})/u.test(text.slice(end + suffix.length, end + suffix.length + 4));
    return age
      ? {
          end: end + suffix.length + 3,
          spoken: `${spoken} siècle`,
          ...(endsSentence(text, end + suffix.length + 3, continues) ? { endsSentence: true } : {}),
        }
      : { end: end + suffix.length, spoken };
  }
  if (isAlphanumeric(text, end) || /^[&+/_@#]/.test(text.slice(end, end + 1))) return null;
  if (language.code === 'ru') {
    const form = russianForm(previous, text.slice(end, end + 8));
    if (form === null && numeral.length < 2) return null;
    return { end, spoken: form === null ? cardinal(value, language) : ordinal(value, language, form) };
  }
  if (numeral.length > 1 && CENTURY.test(text.slice(end, end + 14)))
    return { end, spoken: ordinal(value, language, language.code === 'it' ? 'º' : '') };
  if (CENTURIES.test(previous)) {
    const spoken = language.code === 'it' ? ordinal(value, language, 'º') : iberian(value, language, false);
    return { end, spoken };
  }
  const capital = /^\p{Lu}/u.test(previous);
  const woman = QUEENS.test(previous);
  if (capital && (woman || KINGS.test(previous)) && (numeral.length > 1 || kingly(text, numeral, end))) {
    const spoken = regnal(value, language, woman);
    const dot =
      language.code === 'de' && text[end] === '.' && !/^\.\s+\p{Lu}/u.test(text.slice(end, end + 3));
    if (!dot) return { end, spoken };
    return {
      end: end + 1,
      spoken,
      ...(endsSentence(text, end + 1, continues) ? { endsSentence: true } : {}),
    };
  }
  // "Type C", "Section L": letters.
  if (NUMBERED.test(previous) && !/^[CL]$/.test(numeral)) {
    // "the part I like" and "Type I" differ in the capital.
    if (numeral === 'I' && !capital) return null;
    return { end, spoken: cardinal(value, language) };
  }
  if (numeral.length < 2) return null;
  if (LETTERS.test(numeral) && !(capital && !previousOpens && numeral === 'IV'))
    return { end, spoken: [...numeral].join(' ') };
  return { end, spoken: cardinal(value, language) };
};

const RUSSIAN_CENTURY = /^ век(|а|е|у|ом)(?!\p{L})/u;
const RUSSIAN_KING =
  /^(?:Никола|Александр|П[её]тр|Павел|Павл|Иван|Васили|Людовик|Генрих|Карл|Филипп|Фридрих|Вильгельм|Георг)(|й|а|я|у|ю|ом|ем|е|и)$/;
const RUSSIAN_QUEEN = /^(?:Екатерин|Елизавет|Мари)(?:а|я)$/;
const RUSSIAN_CASES: Readonly<Record<string, string>> = {
  а: 'го',
  я: 'го',
  у: 'му',
  ю: 'му',
  ом: 'м',
  ем: 'м',
  е: 'м',
};

/** The ending of a Russian ordinal as it would be written behind figures: "XXI век", "Николая II". */
function russianForm(previous: string, behind: string): string | null {
  if (RUSSIAN_QUEEN.test(previous)) return 'я';
  const ending = RUSSIAN_CENTURY.exec(behind)?.[1] ?? RUSSIAN_KING.exec(previous)?.[1];
  return ending === undefined ? null : (RUSSIAN_CASES[ending] ?? 'й');
}

/** A single letter behind a ruler's name is a number, unless it is a pronoun or an initial: "Elizabeth I", "John I think". */
function kingly(text: string, numeral: string, end: number): boolean {
  if (text[end] === '.' && numeral !== 'I') return false;
  return numeral === 'I'
    ? !/^ (?!of|was|and|in|von|y|und|et)\p{Ll}/u.test(text.slice(end, end + 6))
    : numeral !== 'C' && numeral !== 'L';
}
