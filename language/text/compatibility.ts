/**
 * Rewrites a text to the characters that readers and pronouncers know: HTML entities, decomposed letters, and
 * characters that Unicode has for compatibility only (ligatures, mathematical letters, circled numbers, full-width
 * forms). Most of the latter follow NFKC; the exceptions are here.
 */
import { decodeHTMLStrict } from 'entities';
import { APOSTROPHES } from '../apostrophes.ts';
import { type MappedText, rewrite } from './mapped-text.ts';

const PLAIN = /^[\t\n\r\u0020-\u0025\u0027-\u005f\u0061-\u007e]*$/;

/**
 * Named, decimal and hexadecimal; once more where the ampersand itself is escaped ("&amp;eacute;"). The five usual
 * ones count without a semicolon, too.
 */
const ENTITY =
  /&(?:amp;)?(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|&(amp|lt|gt|quot|nbsp)(?![\p{L}\p{N}=;_-])/giu;

function decoded([, name, bare]: RegExpExecArray): string | null {
  const entity = `&${name ?? bare};`;
  const exact = decodeHTMLStrict(entity);
  if (exact !== entity) return exact;
  const lower = decodeHTMLStrict(entity.toLowerCase());
  return lower === entity.toLowerCase() ? null : lower;
}

/** Runs of superscript figures and signs; in words they are letters (ª, º, ⁿ). */
const SUPERSCRIPT = /[⁰¹²³⁴-⁹⁺⁻⁼]+/gu;

/**
 * Superscript two and three have their own words. Other superscript figures are a power after a figure, a bracket or a
 * short symbol, a footnote number after a longer word or a mark, and elsewhere a number (¹⁴C).
 */
function superscript(match: RegExpExecArray): string | null {
  const [run] = match;
  const before = match.input.slice(Math.max(0, match.index - 4), match.index);
  const after = match.input.slice(match.index + run.length, match.index + run.length + 2);
  if (/[\p{L}\p{M}]{4}$/u.test(before) || /[.,;:!?"'”’»]$/u.test(before)) return ' ';
  if (/^[²³]$/.test(run)) return null;
  const figures = run.normalize('NFKC').replaceAll('\u2212', '-');
  if (!/\d/.test(figures)) return ` ${figures} `;
  if (/[\p{L}\p{N})\]]$/u.test(before)) return `^${figures}`;
  return /^\p{L}/u.test(after) ? ` ${figures} ` : figures;
}

/**
 * A character that NFKC might change, with the marks written onto it. Hangul letters and half-width kana form
 * syllables. Marks beyond any writing are taken one by one.
 */
const CLUSTER =
  /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6]+[\u11a8-\u11ff\ud7cb-\ud7fb]*|[\uff66-\uff9d][\uff9e\uff9f]|[\uffa1-\uffbe][\uffc2-\uffdc]+[\uffa1-\uffbe]*(?![\uffc2-\uffdc])|\P{M}\p{M}{1,16}|\P{ASCII}/gu;

/**
 * Characters that NFKC would damage: fractions, powers and ordinal signs, which have readers; Roman numerals, which
 * NFKC turns into letters; signs that would become letters of the word before (™); spaces that group figures; marks
 * preceded by a space (´); Hangul letters on their own; Thai and Lao vowels; primes; the micro sign.
 */
const KEPT =
  /^[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒ªº¹²³…‥№™℠µ\u00a0\u2000-\u200a\u202f\u205f\u2032-\u2037\u2057\u0e33\u0eb3\u0edc\u0edd\u0f0c\u2160-\u217f\u3131-\u318e¨¯´¸˘-˝΄΅\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd\u1ffe\u2017\u203e\ufc5e-\ufc63\ufe70-\ufe7f]$/u;
/** Numbers in circles or brackets or with a full stop, which are separate words. */
const ENCLOSED_NUMBER = /^[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3251-\u325f\u32b1-\u32bf]$/u;
/** Lines through, under and around letters. */
const OVERLAY = /[\u0305\u0332-\u0338\u033f]|[\u0488-\u0489]|[\u20d0-\u20e2\u20e4-\u20f0]/gu;
const ALPHABET = /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u;
/** More marks than a letter of an alphabet has in any spelling. */
const MAX_MARKS = 3;

/** Enclosed letters and numbers that have no decomposition: first and last code point, first character. */
const ENCLOSED: readonly (readonly [number, number, string | number])[] = [
  [0x1f150, 0x1f169, 'A'],
  [0x1f170, 0x1f189, 'A'],
  [0x24eb, 0x24f4, 11],
  [0x24f5, 0x24fe, 1],
  [0x24ff, 0x24ff, 0],
  [0x2776, 0x277f, 1],
  [0x2780, 0x2789, 1],
  [0x278a, 0x2793, 1],
];
/**
 * Letters that are also emoji (blood groups, parking, the metro). They count as letters only inside a word of such
 * letters.
 */
const EMOJI_LETTER = /^[Ⓜ🅰🅱🅾🅿]$/u;
const BESIDE_LETTERS = /[Ⓐ-ⓩ\u{1f130}-\u{1f189}]/u;
const SMALL_CAPITALS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ'].map((small, i) => [small, 'abcdefghijklmnopqrstuvwyz'[i] ?? small]),
);
/** Distinguishes small capitals from phonetic letters. */
const SURELY_SMALL = /[ᴀᴄᴅᴇꜰᴊᴋᴍᴏᴘꞯꜱᴛᴜᴠᴡᴢ]/u;

/** The number or letter inside an enclosure, with spaces where it stands apart; null for every other character. */
function enclosed(character: string, beside: string): string | null {
  const code = character.codePointAt(0) ?? 0;
  if (EMOJI_LETTER.test(character) && !BESIDE_LETTERS.test(beside)) return null;
  for (const [first, last, value] of ENCLOSED) {
    if (code < first || code > last) continue;
    return typeof value === 'number'
      ? ` ${value + code - first} `
      : String.fromCharCode(value.charCodeAt(0) + code - first);
  }
  return ENCLOSED_NUMBER.test(character) ? ` ${character.normalize('NFKC')} ` : null;
}

/** Letters below and above the line are an index ("xₙ"), unless more letters stand there ("2ⁿᵈ"). */
const INDEX = /^[ⁿⁱ\u2090-\u209c\u1d62-\u1d6a]$/u;
const RAISED = /[ʰ-ʸˡ-ˣᴬ-ᵡ\u1d9b-\u1dbf]/u;

function composed(match: RegExpExecArray): string | null {
  const [cluster] = match;
  const first = String.fromCodePoint(cluster.codePointAt(0) ?? 0);
  const end = match.index + cluster.length;
  const beside =
    match.input.slice(Math.max(0, match.index - 2), match.index) + match.input.slice(end, end + 2);
  const inside = enclosed(first, beside);
  if (inside !== null) return inside;
  const emoji =
    /\p{Extended_Pictographic}/u.test(first) && !/[‼⁉㊗㊙]/.test(first) && !BESIDE_LETTERS.test(beside);
  if (emoji || (KEPT.test(first) && cluster === first)) return null;
  if (/^[\uff66-\uffdc]/.test(first)) return cluster.normalize('NFKC');
  let marks = cluster.slice(first.length).replace(OVERLAY, '');
  if (ALPHABET.test(first) && (marks.match(/\p{M}/gu)?.length ?? 0) >= MAX_MARKS) marks = '';
  if (INDEX.test(first) && !RAISED.test(beside)) return ` ${first.normalize('NFKC')}`;
  return (KEPT.test(first) ? first : compatible(first)).concat(marks).normalize('NFC');
}

function compatible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // The other characters of a cluster are letters, composed by NFC.
  const plain = character.normalize('NFKC').replaceAll('\u2044', '/').replaceAll('\u2215', '/');
  // Squared units: "m2" is an area.
  if (code >= 0x3371 && code <= 0x33df)
    return plain.replace(/(?<=\p{L})[23]$/u, (power) => (power === '2' ? '²' : '³'));
  return plain;
}

/** Vowels with a dot below and other letters that only Vietnamese and transliterations have, by their base letter. */
const RARE_LATIN = /[\u1e00-\u1e9d\u1e9f-\u1eff]/gu;

const between = new RegExp(`(?<=[\\p{L}\\p{M}])[${APOSTROPHES}](?=\\p{L})`, 'gu');
/** Quotes and accents that are used as apostrophes and otherwise have no sound. */
const STRAIGHTENED = /[’‘‛´ʼʽʹʾʿꞌꞋ՚＇]/gu;
/** Roman numerals that letters touch: "ⅩⅨe", "제Ⅱ장". */
const ROMAN_BESIDE_LETTERS = /(?<=[a-zà-ɏ가-힣])[\u2160-\u217f]+|[\u2160-\u217f]+(?=[a-zà-ɏ])/giu;

/** Latin letters around a numeral make one word with it. Korean numerals are counted apart from the word in front. */
function besideLetters({ 0: numeral, input, index }: RegExpExecArray): string {
  return /[가-힣]/.test(input[index - 1] ?? '') ? ` ${numeral}` : numeral.normalize('NFKC');
}
const ROCK_AND_ROLL = /(?<=\s)['’‘`´′]n['’‘`´′](?=\s)/giu;

/** A chunk of code between spaces, whose marks are not apostrophes. */
function isCodeMark({ input, index }: RegExpExecArray): boolean {
  if (input[index] !== '`') return false;
  const before = /\S{0,80}$/u.exec(input.slice(Math.max(0, index - 80), index))?.[0] ?? '';
  const after = /^\S{0,80}/u.exec(input.slice(index + 1, index + 81))?.[0] ?? '';
  return before.includes('`') || after.includes('`');
}

/**
 * Decodes entities and replaces compatibility characters. Single Roman numerals stay for their reader.
 * @param reads whether the language has a grammar here; in other languages the synthesizers know their letters best
 */
export function compatibleText(source: MappedText, reads: boolean): MappedText {
  if (PLAIN.test(source.text)) return source;
  let text = rewrite(source, ENTITY, decoded);
  text = rewrite(text, SUPERSCRIPT, superscript);
  if (SURELY_SMALL.test(text.text))
    text = rewrite(
      text,
      /[\u0262-\u029f\u1d00-\u1d22\ua730\ua731\ua7af]/gu,
      ([letter]) => SMALL_CAPITALS[letter] ?? null,
    );
  text = rewrite(text, CLUSTER, composed);
  if (reads) text = rewrite(text, RARE_LATIN, ([letter]) => letter.normalize('NFD').replace(/\p{M}+/gu, ''));
  else text = rewrite(text, /[\u2160-\u217f]/gu, ([numeral]) => numeral.normalize('NFKC'));
  text = rewrite(text, ROMAN_BESIDE_LETTERS, besideLetters);
  text = rewrite(text, between, (match) => (isCodeMark(match) ? null : "'"));
  text = rewrite(text, ROCK_AND_ROLL, () => "'n'");
  return rewrite(text, STRAIGHTENED, () => "'");
}
