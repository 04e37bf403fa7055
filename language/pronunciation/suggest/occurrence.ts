/** Finds a word in a text, and the sentence that it stands in. */

/** Length of the text around a word that is read. */
const WINDOW_CHARS = 400;
/** Largest distance of a word from the given offset. */
const REACH_CHARS = 2000;
/** The end of a sentence, precise enough for the words around one. */
const SENTENCE_END = /[.!?…。।]["'”’)\]]*\s+|\n+/gu;
/** Korean attaches them to the word that they belong to. */
const KOREAN_PARTICLES =
  '(?:을|를|이|가|은|는|의|에|에서|에게|에는|로|으로|와|과|도|만|까지|부터|라|이다|입니다|적인|적으로|인|하다)?';
/** Full stops after these do not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|st|prof|no|vs|etc|e\.g|i\.e|dipl|z\.b|d\.h|bzw|sr|sra|m|mme)\.\s*$/iu;

export interface Occurrence {
  /** The sentence, or the part of it near the word. */
  readonly sentence: string;
  /** Offset of the word in it. */
  readonly start: number;
  readonly end: number;
  /** The text around it, including other sentences. */
  readonly around: string;
}

/**
 * The occurrence of a word, as a whole word and in any case, at the offset or nearest to it; without an offset, the
 * first one. Only the text near it is read.
 * @param offset UTF-16 code units into the text
 * @returns null if the text (near the offset) does not contain the word
 */
export function findOccurrence(word: string, text: string, offset: number | null): Occurrence | null {
  const wanted = word.trim();
  if (wanted === '' || text === '') return null;
  const from = offset === null ? 0 : Math.max(0, Math.min(offset, text.length) - REACH_CHARS);
  const reach = offset === null ? text : text.slice(from, offset + REACH_CHARS);
  const forms = new Set([wanted, wanted.normalize('NFC'), wanted.normalize('NFD')]);
  const alternatives = Array.from(forms, (form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const endings = /\p{Script=Hangul}$/u.test(wanted) ? KOREAN_PARTICLES : '';
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}\\p{M}])(?:${alternatives})(?=${endings}(?![\\p{L}\\p{N}\\p{M}]))`,
    'giu',
  );
  let found: { start: number; end: number } | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const match of reach.matchAll(pattern)) {
    const start = from + match.index;
    const end = start + match[0].length;
    const away =
      offset === null || (offset >= start && offset <= end)
        ? 0
        : Math.min(Math.abs(offset - start), Math.abs(offset - end));
    if (away < distance) {
      found = { start, end };
      distance = away;
    }
    if (away === 0) break;
  }
  return found && occurrenceAt(text, found.start, found.end);
}

/** The word in a text from `start` to `end`, in UTF-16 code units. */
export function occurrenceAt(text: string, start: number, end: number): Occurrence {
  const left = Math.max(0, start - WINDOW_CHARS);
  const around = text.slice(left, end + WINDOW_CHARS);
  const wordStart = start - left;
  const wordEnd = end - left;
  let from = 0;
  let to = around.length;
  for (const match of around.matchAll(SENTENCE_END)) {
    const boundary = match.index + match[0].length;
    if (match[0].startsWith('.') && ABBREVIATION.test(around.slice(0, match.index + 1))) continue;
    if (boundary <= wordStart) from = boundary;
    else if (match.index >= wordEnd) {
      to = match.index + 1;
      break;
    }
  }
  return {
    sentence: around.slice(from, to),
    start: wordStart - from,
    end: wordEnd - from,
    around,
  };
}
