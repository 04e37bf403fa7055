/**
 * Hindi numbers. Up to 99 every number has a name of its own; beyond, they count in hundreds, thousands, lakh (10^5),
 * crore (10^7) and so on by factors of a hundred.
 */
import { type DigitWords, digitByDigit, phrase, withoutLeadingZeros } from '../common.ts';

export const BELOW_100: readonly string[] = `
  शून्य एक दो तीन चार पाँच छह सात आठ नौ
  दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
  बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस
  तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
  चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
  पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
  साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
  सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी
  अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सतासी अट्ठासी नवासी
  नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`
  .normalize('NFC')
  .trim()
  .split(/\s+/);

export const DIGITS = BELOW_100.slice(0, 10) as unknown as DigitWords;

/** Names of 10^3, 10^5, 10^7 ... 10^17. */
const SCALES = ['हज़ार', 'लाख', 'करोड़', 'अरब', 'खरब', 'नील', 'पद्म', 'शंख'].map((name) => name.normalize('NFC'));

/** A whole number below 10^19; digit by digit from there on. */
export function spell(digits: string): string {
  const plain = withoutLeadingZeros(digits);
  if (plain.length < 3) return BELOW_100[Number(plain)] ?? '';
  if (plain.length > 3 + SCALES.length * 2) return digitByDigit(plain, DIGITS);
  const words: (string | null)[] = [];
  const higher = plain.slice(0, -3);
  const padded = higher.padStart(Math.ceil(higher.length / 2) * 2, '0');
  for (let i = 0; i < padded.length; i += 2) {
    const count = Number(padded.slice(i, i + 2));
    if (count > 0) words.push(phrase(BELOW_100[count], SCALES[(padded.length - i) / 2 - 1]));
  }
  const hundreds = Number(plain.at(-3));
  const rest = Number(plain.slice(-2));
  words.push(hundreds > 0 ? `${BELOW_100[hundreds]} सौ` : null, rest > 0 ? (BELOW_100[rest] ?? null) : null);
  return phrase(...words);
}

/** A year: in hundreds from 1100 to 1999 ("उन्नीस सौ निन्यानवे"), as a number otherwise. */
export function spellYear(year: number): string {
  if (year < 1100 || year > 1999) return spell(String(year));
  const rest = year % 100;
  return phrase(BELOW_100[Math.floor(year / 100)], 'सौ', rest > 0 ? BELOW_100[rest] : null);
}
