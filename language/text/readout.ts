import { readAbbreviation, readInitials, readSymbol } from './readout/abbreviations.ts';
import { readDottedName, readEmail, readPath, readUrl, readVersion } from './readout/addresses.ts';
import { readMixedWord, readPhone } from './readout/codes.ts';
import { readNamedDate, readNumericDate, readYear } from './readout/dates.ts';
import { readFraction } from './readout/fractions.ts';
import { readHum } from './readout/hums.ts';
import { readMoney } from './readout/money.ts';
import { readNamedCode } from './readout/named-codes.ts';
import { readAcronym, readDay, readLetterA } from './readout/names.ts';
import { readOrdinal, readQuantity } from './readout/quantities.ts';
import { readRangeDash } from './readout/range-dash.ts';
import type { ReadContext, Reader, Readout } from './readout/reader.ts';
import { readRoman } from './readout/roman.ts';
import { readAddress } from './readout/streets.ts';
import { readTime, readZone } from './readout/times.ts';
import type { Rule } from './types.ts';

/**
 * Readers from the most to the least specific; the first that recognises something wins. Months come before
 * abbreviations ("Jan. 5"), addresses before numbers (they contain some), dates before fractions and ordinals, times
 * before ranges, and words with digits in them last, because "5kg" is a quantity and "90s" a decade.
 */
const READERS: readonly (readonly [Rule, Reader])[] = [
  ['street', readAddress],
  ['weekday', readDay],
  ['hum', readHum],
  ['date', readNamedDate],
  ['abbreviation', readAbbreviation],
  ['address', readEmail],
  ['address', readUrl],
  ['path', readPath],
  ['code', readNamedCode],
  ['date', readNumericDate],
  ['telephone', readPhone],
  ['version', readVersion],
  ['time', readZone],
  ['time', readTime],
  ['year', readYear],
  ['money', readMoney],
  ['fraction', readFraction],
  ['ordinal', readOrdinal],
  ['number', readQuantity],
  ['letters', readInitials],
  ['roman', readRoman],
  ['letters', readAcronym],
  ['letters', readLetterA],
  ['path', readDottedName],
  ['mixed', readMixedWord],
  ['sign', readRangeDash],
  ['sign', readSymbol],
];

/** A read-out, and the rule that made it. */
export interface RuledReadout extends Readout {
  readonly rule: Rule;
}

const ELIDED = /\p{L}{1,6}'(?=[\d\p{Lu}])/uy;

/**
 * Reads out the number, amount, date, address, abbreviation or sign that begins at an offset of a clean text. Returns
 * null for an ordinary word or a punctuation mark. The offset must be the possible start of a word (not in the middle
 * of letters or digits). The spoken form is never empty.
 */
export function readOut(text: string, at: number, context: ReadContext): RuledReadout | null {
  ELIDED.lastIndex = at;
  const article = ELIDED.exec(text)?.[0];
  const letter = article !== undefined && /\p{Lu}/u.test(text[at + article.length] ?? '');
  const { elidedArticles } = context.language.writing.words;
  if (article !== undefined && (!letter || elidedArticles !== null)) {
    // "l'8 marzo", "dell'1%": the elided article stays joined to the first word of the number.
    const number = readPlain(text, at + article.length, { ...context, previous: article });
    if (number === null) return letter ? readPlain(text, at, context) : null;
    // "l'1 marzo" is "il primo marzo".
    const whole = /^[^aeiouhàèéìòù]/i.test(number.spoken);
    const full = (whole && elidedArticles?.[article.toLowerCase()]) || article;
    return { ...number, spoken: full + number.spoken };
  }
  return readPlain(text, at, context);
}

function readPlain(text: string, at: number, context: ReadContext): RuledReadout | null {
  for (const [rule, read] of READERS) {
    const found = read(text, at, context);
    if (found !== null && found.end > at && found.spoken.trim() !== '') return { ...found, rule };
  }
  return null;
}
