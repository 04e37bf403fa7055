/**
 * Makes a text plain: entities and compatibility characters become the characters that they stand for, and what must
 * not be spoken is removed (markdown marks, emoji, control and zero-width characters). What is left is a text with, for
 * every code unit, the place it came from, so that later stages match patterns on plain text and still name exact
 * places in the text as sent.
 */
import type { Span } from '../../language/types.ts';
import { compatibleText } from './compatibility.ts';
import { inAnyLanguage } from './languages/index.ts';
import { plainFormulas } from './latex.ts';
import type { MappedText } from './mapped-text.ts';

/** Speakable text with a map to the text as sent. */
export interface CleanText {
  readonly text: string;
  /** The source range of the clean range [start, end); never empty for a non-empty range. */
  spanOf(start: number, end: number): Span;
}

/** Marks the end of a line that ends a sentence without punctuation: a heading, list item or paragraph. */
export const LINE_END = '\u2029';

type Edit = string | null;

/** One slot per code unit: undefined keeps it, null deletes it, a string of one unit replaces it. */
type Edits = (Edit | undefined)[];

function fill(edits: Edits, start: number, end: number, edit: Edit): void {
  for (let i = start; i < end; i++) edits[i] = edit;
}

function each(text: string, pattern: RegExp, visit: (match: RegExpExecArray) => void): void {
  for (const match of text.matchAll(pattern)) visit(match);
}

const FENCE = /^[ \t]*(?:```|~~~)[^\n`]*$/;
const RULE = /^[ \t]*(?:(?:[-*_=][ \t]*){3,})$/;
const TABLE_RULE = /^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*(?:\|[ \t]*)?$/;
const HEADING = /^[ \t]{0,3}(#{1,6})[ \t]+/;
const BULLET = /^[ \t]*(?:>[ \t]?)*(?:[-*+\u2022\u25e6\u25aa\u2023][ \t]+(?:\[[ xX]\][ \t]+)?)/;
const NUMBERED = /^[ \t]*\d{1,3}[.)][ \t]+\S/;
const QUOTE = /^[ \t]*(?:>[ \t]?)+/;
/** The targets of links that are defined elsewhere in the text. */
const LINK_TARGET =
  /^[ \t]{0,3}\[[^\][\n]{1,100}\]:[ \t]+<?(?:https?:\/\/|mailto:|www\.)\S+[ \t]*(?:"[^"\n]*")?[ \t]*$/;
const TABLE_ROW = /^[ \t]*\|.*\|[ \t]*$/;

const SILENT_LINES: readonly RegExp[] = [FENCE, RULE, TABLE_RULE, LINK_TARGET];

/** Marks at line starts, and where a line ends a sentence. */
function cleanLines(text: string, startsLine: boolean, edits: Edits): void {
  let start = 0;
  let previousEnd = -1;
  let endsSentence = false;
  while (start <= text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end).replace(/\r$/, '');
    const atStart = start > 0 || startsLine;
    const blank = line.trim() === '';
    let opens = false;
    let closes = false;
    if (atStart && !blank && SILENT_LINES.some((pattern) => pattern.test(line))) {
      fill(edits, start, start + line.length, ' ');
      opens = closes = true;
    } else if (atStart && !blank) {
      const heading = HEADING.exec(line);
      const bullet = heading === null ? BULLET.exec(line) : null;
      const mark = heading ?? bullet ?? QUOTE.exec(line);
      if (mark !== null) fill(edits, start, start + mark[0].length, ' ');
      closes = heading !== null || TABLE_ROW.test(line);
      opens = closes || bullet !== null || NUMBERED.test(line);
      if (TABLE_ROW.test(line)) {
        // "|199|234|": a comma before a figure would be part of a number.
        for (let i = 0; i < line.length; i++)
          if (line[i] === '|') edits[start + i] = /\d/.test(line[i + 1] ?? '') ? ';' : ',';
      }
    }
    if (previousEnd >= 0 && (blank || opens || endsSentence)) edits[previousEnd] = LINE_END;
    previousEnd = end;
    endsSentence = closes;
    start = end + 1;
  }
}

const LINK = /!?\[([^\][\n]{0,300})\]\(([^()\s]{0,2000}(?:\([^()\s]*\))?[^()\s]{0,200})(?:\s+"[^"\n]*")?\)/g;
/** A link whose target is defined elsewhere. */
const REFERENCE = /\[([^\][\n]{1,300})\]\[[^\][\n]{0,100}\]/g;
const FOOTNOTE = /\[\^[^\]\s]{1,40}\]:?|\u3010\d+[^\u3010\u3011\n]{0,80}\u3011/g;
/** The same after a space, at the end of a clause: "as shown [1][2]." */
const SPACED_CITATION = /(?<=\S) (?:\[\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,8}\]\s?){1,8}(?=[.,;:!?]|\s*$|\n)/gu;
const keyWords = inAnyLanguage(({ letters }) => letters.keyCues).map((word) =>
  word.endsWith('-') ? `${word.slice(0, -1)}\\p{L}*` : word,
);
/** Words before a key to press. */
const KEY_CUE = new RegExp(`(?:${keyWords.join('|')})(?: \\p{L}+)?\\s*$`, 'iu');
/** A footnote mark directly after a word or a mark ("as shown[1][2].") is dropped; "press [1]" is spoken. */
const CITATION = /(?<=[\p{L}.,;:!?"”')\]])\[\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,8}\](?![\w(]|\.\w)/gu;
/** "==marked==" */
const HIGHLIGHT = /==(?=\p{L})[^=\n]{1,200}?(?<=[\p{L}\p{N}.,!?])==(?!=)/gu;
const INLINE_TAG =
  /<\/(?:break|pause)\s*>|<\/?(?:b|i|u|s|em|strong|small|mark|code|pre|span|div|p|br|hr|sub|sup|li|ul|ol|h[1-6])(?:\s[^<>\n]{0,200})?\/?>/gi;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^<>\s]{1,2000})>/g;
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]+/g;

function cleanInline(text: string, edits: Edits): void {
  const shielded = new Uint8Array(text.length);
  each(text, FOOTNOTE, (m) => fill(edits, m.index, m.index + m[0].length, ' '));
  each(text, CITATION, (m) => fill(edits, m.index, m.index + m[0].length, ' '));
  each(text, SPACED_CITATION, (m) => {
    if (!KEY_CUE.test(text.slice(Math.max(0, m.index - 30), m.index)))
      fill(edits, m.index, m.index + m[0].length, ' ');
  });
  each(text, HIGHLIGHT, (m) => {
    fill(edits, m.index, m.index + 2, null);
    fill(edits, m.index + m[0].length - 2, m.index + m[0].length, null);
  });
  each(text, INLINE_TAG, (m) => fill(edits, m.index, m.index + m[0].length, ' '));
  each(text, REFERENCE, (m) => {
    // Without a letter in it, it could be an array index.
    if (!/\p{L}/u.test(m[1] ?? '')) return;
    const labelEnd = m.index + 1 + (m[1] ?? '').length;
    edits[m.index] = ' ';
    fill(edits, labelEnd, m.index + m[0].length, ' ');
  });
  each(text, AUTOLINK, (m) => {
    edits[m.index] = ' ';
    edits[m.index + m[0].length - 1] = ' ';
  });
  const spent = new Uint8Array(text.length);
  each(text, LINK, (m) => {
    const label = m.index + m[0].indexOf('[') + 1;
    const labelEnd = label + (m[1] ?? '').length;
    fill(edits, m.index, label, ' ');
    fill(edits, labelEnd, m.index + m[0].length, ' ');
    spent.fill(1, labelEnd, m.index + m[0].length);
  });
  // An underscore inside an address belongs to it; the emphasis rules must not touch it.
  each(text, ADDRESS, (m) => {
    let end = m.index + m[0].length;
    while (/[*_~`]/.test(text[end - 1] ?? '')) end--;
    if (!spent[m.index]) shielded.fill(1, m.index, end);
  });
  each(text, /\*+|_+|~~+|`+/g, (m) => {
    const end = m.index + m[0].length;
    if (shielded[m.index] || edits[m.index] !== undefined) return;
    const before = text[m.index - 1] ?? ' ';
    const after = text[end] ?? ' ';
    const spaced = /\s/.test(before) && /\s/.test(after);
    const kind = m[0][0];
    if (kind === '*' && (spaced || (/\d/.test(before) && /\d/.test(after)))) return;
    // "*67" are keys of a telephone, "*67 items*" is emphasis.
    const isKey = m[0] === '*' && /\s/.test(before) && /[\d#\p{Script=Hangul}]/u.test(after);
    if (isKey && !/^[^\n]{0,200}\*/.test(text.slice(end, end + 201))) return;
    if (kind === '_' && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)) return;
    fill(edits, m.index, end, null);
  });
}

/** In these scripts the zero-width joiner and non-joiner are part of the spelling. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PLAIN = /^[\u0020-\u007e]*$/;
/** Characters without width of their own: soft hyphens, joiners, directions, variation selectors, tags. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]|\u034f|\u20e3/gu;
const SILENT =
  /(?!\s)\p{Cc}|[\ufff9-\ufffd\p{Co}\p{Cs}\p{Cn}]|\p{Emoji_Modifier}|\p{Regional_Indicator}|(?![\u00a9\u00ae\u2122\u2194-\u21aa])\p{Extended_Pictographic}/gu;
/** Letters that espeak-ng cannot name in any of the languages with a grammar here. */
const UNSPOKEN_SCRIPTS =
  /(?![\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Georgian}\p{Script=Hangul}\p{Script=Ethiopic}\p{Script=Khmer}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}]/gu;
const EMOJI = /\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Extended_Pictographic}/u;
/** Control characters that do not separate words. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is looked for
const CONTROL = /[\u0000-\u001b\u007f-\u0084\u0086-\u009f]/;
const EMOTICON = /(?<!\S)(?:[:;][-'o]?[)(\][DPpOo/\\|*]|<3|\^_?\^|[xX]D)(?=\s|[.,!?]|$)/g;

/** Returns the plain form of hyphens, minus signs, and subscript digits. */
function plainForm(unit: string): string {
  const code = unit.charCodeAt(0);
  if (code === 0x2212 || code === 0x2010 || code === 0x2011) return '-';
  if (code >= 0x2080 && code <= 0x2089) return String.fromCharCode(code - 0x2080 + 48);
  return unit;
}

/** The code point of a character as Unicode writes it: "U+2318". */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function cleanCharacters(text: string, edits: Edits, reads: boolean, dropped: Set<string>): void {
  if (PLAIN.test(text)) return;
  if (reads)
    each(text, UNSPOKEN_SCRIPTS, (m) => {
      fill(edits, m.index, m.index + m[0].length, ' ');
      dropped.add(codePointName(m[0]));
    });
  each(text, SILENT, (m) => {
    const end = m.index + m[0].length;
    const before = text[m.index - 1] ?? ' ';
    // A replacement character inside a word does not divide the word.
    const inside = CONTROL.test(m[0]) && /\p{L}/u.test(before) && /\p{L}/u.test(text[end] ?? ' ');
    fill(edits, m.index, end, inside ? null : ' ');
    if (!EMOJI.test(m[0])) dropped.add(codePointName(m[0]));
  });
  each(text, INVISIBLE, (m) => {
    const joiner = m[0] === '\u200c' || m[0] === '\u200d';
    if (joiner && JOINING.test(text[m.index - 1] ?? '') && JOINING.test(text[m.index + 1] ?? '')) return;
    fill(edits, m.index, m.index + m[0].length, null);
  });
  for (let i = 0; i < text.length; i++) {
    const unit = text[i] ?? '';
    const plain = plainForm(unit);
    if (plain !== unit && edits[i] === undefined) edits[i] = plain;
  }
}

/** The value of a decimal digit of any script in the basic plane, as an ASCII digit; other characters unchanged. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    if (digit.length > 1) return digit;
    // Every set of decimal digits is encoded contiguously, zero first.
    let zero = digit.charCodeAt(0);
    while (/\p{Nd}/u.test(String.fromCharCode(zero - 1)) && digit.charCodeAt(0) - zero < 9) zero--;
    return String(digit.charCodeAt(0) - zero);
  });
}

/** What `clean` needs to know about a piece of text. */
export interface CleanOptions {
  /** It begins at the start of a line, where headings and bullets are recognised. */
  readonly startsLine: boolean;
  /** Its language has a grammar for reading text out. */
  readonly reads: boolean;
  /** Receives the symbols that are dropped because they have no spoken form, as "U+E000". */
  readonly dropped: Set<string>;
}

/** Cleans a piece of text. @param sent it, with its places in the text as sent */
export function clean(sent: MappedText, { startsLine, reads, dropped }: CleanOptions): CleanText {
  const base = sent.from[0] ?? 0;
  const source = compatibleText(reads ? plainFormulas(sent) : sent, reads);
  const { text } = source;
  const edits: Edits = new Array<Edit | undefined>(text.length);
  cleanLines(text, startsLine, edits);
  cleanInline(text, edits);
  each(text, EMOTICON, (m) => fill(edits, m.index, m.index + m[0].length, ' '));
  cleanCharacters(text, edits, reads, dropped);
  const kept: string[] = [];
  const from: number[] = [];
  const until: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const edit = edits[i];
    if (edit === null) continue;
    kept.push(edit ?? text[i] ?? '');
    from.push(source.from[i] ?? base);
    until.push(source.until[i] ?? base);
  }
  return {
    text: kept.join(''),
    spanOf: (start, end) => ({ start: from[start] ?? base, end: until[end - 1] ?? base + 1 }),
  };
}
