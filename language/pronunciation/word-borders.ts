import type { Phoneme } from './espeak.ts';

/** Table cells up to which the alignment is computed (tens of milliseconds); beyond it there is no answer. */
const MAX_CELLS = 4_000_000;

/** A border in the middle of one of espeak's groups: unlikely, unless it joined two words. */
const CUT_INSIDE_GROUP = 0.6;
/** A group of espeak's that begins in the middle of a word. */
const GROUP_INSIDE_WORD = 0.3;
const UNMATCHED = 0.7;
const UNMATCHED_PAUSE = 0.05;

/** Where a cell of the table was reached from. */
const MATCH = 0;
const EXTRA = 1;
const MISSING = 2;

/**
 * Finds the word borders in the phonemes of a clause. Spoken in context words differ a little from the same words
 * alone (liaison, reduction, stress), and espeak joins or splits some, so the phonemes of the single words are aligned
 * with those of the clause by edit distance, and the clause is cut where the borders fall.
 * @param groups the clause as espeak groups it
 * @param words each word of the clause on its own, in order
 * @returns for each word its phonemes of the clause; joined they are the clause, none lost or doubled. Null when the
 *   clause is too long to align.
 */
export function cutAtWords(
  groups: readonly (readonly Phoneme[])[],
  words: readonly (readonly Phoneme[])[],
): Phoneme[][] | null {
  const clause = groups.flat();
  const groupStarts = startsOf(groups);
  // The words in one row, with a null for each border between two of them.
  const row: (Phoneme | null)[] = words.flatMap((word, index) => (index === 0 ? [...word] : [null, ...word]));
  const width = clause.length + 1;
  const cells = (row.length + 1) * width;
  if (cells > MAX_CELLS) {
    return null;
  }
  const cost = new Float32Array(cells).fill(Number.POSITIVE_INFINITY);
  const from = new Uint8Array(cells);
  const relax = (cell: number, value: number, move: number): void => {
    if (value < cost[cell]!) {
      cost[cell] = value;
      from[cell] = move;
    }
  };
  cost[0] = 0;
  for (let i = 0; i <= row.length; i++) {
    const next = row[i];
    const afterBorder = i === 0 || row[i - 1] === null;
    for (let j = 0; j < width; j++) {
      const cell = i * width + j;
      const here = cost[cell]!;
      const phoneme = clause[j];
      const startsGroup = groupStarts.has(j);
      if (phoneme !== undefined) {
        const inside = startsGroup && !afterBorder ? GROUP_INSIDE_WORD : 0;
        relax(cell + 1, here + inside + unmatched(phoneme), EXTRA);
        if (next !== undefined && next !== null) {
          relax(cell + width + 1, here + inside + difference(next, phoneme), MATCH);
        }
      }
      if (next === null) {
        relax(cell + width, here + (startsGroup || phoneme === undefined ? 0 : CUT_INSIDE_GROUP), MISSING);
      } else if (next !== undefined) {
        relax(cell + width, here + unmatched(next), MISSING);
      }
    }
  }
  const borders: number[] = [];
  let i = row.length;
  let j = clause.length;
  while (i > 0 || j > 0) {
    const move = from[i * width + j]!;
    if (move !== EXTRA) {
      i--;
      if (row[i] === null) {
        borders.push(j);
      }
    }
    if (move !== MISSING) {
      j--;
    }
  }
  borders.reverse();
  return words.map((_, index) => clause.slice(borders[index - 1] ?? 0, borders[index] ?? clause.length));
}

function startsOf(groups: readonly (readonly Phoneme[])[]): Set<number> {
  const starts = new Set<number>();
  let at = 0;
  for (const group of groups) {
    starts.add(at);
    at += group.length;
  }
  return starts;
}

function unmatched(phoneme: Phoneme): number {
  return phoneme.ipa === '' ? UNMATCHED_PAUSE : UNMATCHED;
}

/** 0 for the same phoneme to 1.1 for a vowel against a consonant; stress and length count little. */
function difference(a: Phoneme, b: Phoneme): number {
  if (a.mnemonic === b.mnemonic) {
    return 0;
  }
  const [first, second] = [letter(a), letter(b)];
  if (first === '' || second === '') {
    return first === second ? 0.05 : 1.2;
  }
  if (first === second) {
    return 0.15;
  }
  return VOWEL.test(first) === VOWEL.test(second) ? 0.5 : 1.1;
}

const VOWEL = /[aeiouyøœɶæɑɒɐɔəɘɚɜɝɞɛɤɨɪɯɵʉʊʌʏᵻ]/u;

/** First letter of the IPA behind the stress mark. */
function letter(phoneme: Phoneme): string {
  return /[^ˈˌ]/u.exec(phoneme.ipa)?.[0] ?? '';
}
