/** Figures that a word before them makes a code: "your PIN is 4821", "card ending in 8876", "flight UA 1428". */
import type { SpokenLanguage } from '../languages/types.ts';
import { spell } from './names.ts';
import { isMeasured } from './quantities.ts';
import { alternatives, isAlphanumeric, matchAt, perLanguage, type Reader } from './reader.ts';

/** The largest distance of the word from the figures. */
const MAX_CUE_CHARS = 60;

const cues = perLanguage('code words', ({ writing }) => {
  const { sure, likely, between, paired } = writing.codes.named;
  const links = between.length === 0 ? '' : `|(?:${alternatives(between)})(?![\\p{L}\\p{M}])`;
  const after = `(?:[ \\u00a0:#№"“'(*-]+|[A-Z]{1,3}(?:-[A-Z]{1,2})?(?= )${links})*`;
  const cue = (words: readonly string[], prefix = '(?<![\\p{L}\\p{M}\\p{N}])') =>
    words.length === 0
      ? /^(?!)/
      : new RegExp(`${prefix}(?:${alternatives(words)})[는은이가]?(?![\\p{L}\\p{M}])${after}$`, 'iu');
  const compounds = sure.filter((word) => word.startsWith('-')).map((word) => word.slice(1));
  return {
    sure: cue(sure.filter((word) => !word.startsWith('-'))),
    compound: cue(compounds, ''),
    likely: cue(likely),
    paired: cue(paired?.words ?? []),
  };
});

const FIGURES =
  /\d{2}(?:[ \u00a0]\d{2}){2,4}(?!\d|[.,:/]\d|\p{L}| \d)|\d{2}(?:[ \u00a0]\d{3}){3}(?!\d|[.,:/]\d|\p{L}| \d)|\d{3,5}(?:[ \u00a0]\d{3,6}){1,3}(?!\d|[.,:/]\d|\p{L})|\d+(?:-\d+)*/uy;
const MIXED = /(?=[\p{L}-]*\d)(?=[\p{L}\d-]*[\p{L}-])[\p{L}\d]+(?:-[\p{L}\d]+)*/uy;
/** "0x80070057": a number of programmers. */
const HEX = /0x(?=[\dA-Fa-f]*\d)[\dA-Fa-f]{2,16}(?![\p{L}\p{N}])/uy;
const YEAR = /^(?:19|20)\d\d$/;

/** Whether the number counts something or continues, so that it is not a code. */
function counts(text: string, end: number, language: SpokenLanguage): boolean {
  return (
    isAlphanumeric(text, end) || /^[.,:/]\d/.test(text.slice(end, end + 2)) || isMeasured(text, end, language)
  );
}

export const readNamedCode: Reader = (text, at, { language }) => {
  if (!/[\p{L}\d]/u.test(text[at] ?? '')) return null;
  const hex = matchAt(HEX, text, at)?.[0];
  if (hex !== undefined) return { end: at + hex.length, spoken: sayEach(hex.toUpperCase(), language) };
  const figures = matchAt(FIGURES, text, at)?.[0];
  const mixed =
    figures === undefined || isAlphanumeric(text, at + figures.length) ? matchAt(MIXED, text, at)?.[0] : null;
  const written = mixed ?? figures;
  if (written === undefined || written === null || written.length < 3) return null;
  const end = at + written.length;
  const before = text.slice(Math.max(0, at - MAX_CUE_CHARS), at);
  const { sure, compound, likely, paired } = cues(language);
  const pairs = language.writing.codes.named.paired;
  if (pairs !== null && /^[1-9]\d{2,3}$/.test(written) && paired.test(before) && !counts(text, end, language))
    return { end, spoken: pairs.spoken(written, language) };
  const flight = /^([A-Z]{2})([1-9]\d{2,3})$/.exec(written);
  if (pairs !== null && flight !== null && paired.test(before))
    return { end, spoken: `${spell(flight[1] ?? '', language)} ${pairs.spoken(flight[2] ?? '', language)}` };
  const digits = written.replace(/\D/g, '');
  const certain = sure.test(before) || (digits.length > 3 && compound.test(before));
  const probable = !certain && digits.length > 3 && !YEAR.test(written) && likely.test(before);
  if (!certain && !probable) return null;
  const isPlain = /^(?:[A-Z]{2})?\d{1,4}$/.test(written) && text[at - 1] !== '#';
  const isAmount = probable && isPlain;
  // "order 4821 bricks"
  if (isAmount && /^ \p{Ll}/u.test(text.slice(end, end + 3))) return null;
  if (counts(text, end, language)) return null;
  return { end, spoken: sayEach(written, language) };
};

/** Figures one by one, capitals letter by letter; hyphens and spaces separate them without a word. */
function sayEach(written: string, language: SpokenLanguage): string {
  const pieces = written.match(/\d+|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{2,}|\p{Lu}+|[\p{L}\p{M}]+/gu) ?? [];
  return pieces
    .map((piece) =>
      /\d/.test(piece) ? language.digits(piece) : /^[A-Z]+$/.test(piece) ? spell(piece, language) : piece,
    )
    .join(' ');
}
