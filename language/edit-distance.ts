/** Levenshtein distance: insertions, deletions and substitutions that make one list of another. */
export function editDistance(a: readonly string[], b: readonly string[]): number {
  let last = b.length;
  for (const row of editCosts(a, b)) last = row[b.length]!;
  return last;
}

/** Levenshtein distances of all beginnings: row by row, of the first `i` items of `a` and the first `j` of `b`. */
export function* editCosts(a: readonly string[], b: readonly string[]): Generator<readonly number[], void> {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  yield previous;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substitution, previous[j]! + 1, row[j - 1]! + 1));
    }
    yield row;
    previous = row;
  }
}
