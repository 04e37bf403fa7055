/** Words of texts that are shown one after the other. */

export const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}'’\s]+/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '');

/** The longest common subsequence. @returns the places of its words in `text` and in `other` */
export function matchesIn(text: readonly string[], other: readonly string[]): ReadonlyMap<number, number> {
  const lengths = Array.from({ length: text.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (let i = text.length - 1; i >= 0; i--) {
    for (let k = other.length - 1; k >= 0; k--) {
      lengths[i]![k] =
        text[i] === other[k]
          ? 1 + lengths[i + 1]![k + 1]!
          : Math.max(lengths[i + 1]![k]!, lengths[i]![k + 1]!);
    }
  }
  const matches = new Map<number, number>();
  for (let i = 0, k = 0; i < text.length && k < other.length; ) {
    if (text[i] === other[k]) matches.set(i++, k++);
    else if (lengths[i + 1]![k]! >= lengths[i]![k + 1]!) i++;
    else k++;
  }
  return matches;
}

/** Words of a shown text that the next one has changed, dropped or put something before: those that it adds count not. */
export function changedWords(shown: readonly string[], next: readonly string[]): number {
  let row = Array.from({ length: next.length + 1 }, (_, k) => k);
  for (const [i, word] of shown.entries()) {
    const before = row;
    row = [i + 1];
    for (let k = 1; k <= next.length; k++) {
      const same = before[k - 1]! + (word === next[k - 1] ? 0 : 1);
      row.push(Math.min(same, before[k]! + 1, row[k - 1]! + 1));
    }
  }
  return Math.min(...row);
}
