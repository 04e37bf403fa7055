/** Levenshtein distance: insertions, deletions and substitutions that make one list of another. */
export function editDistance(a: readonly string[], b: readonly string[]): number {
  return editCosts(a, b).at(-1)!.at(-1)!;
}

/** Levenshtein distances of all beginnings. Row `i`, column `j`: that of the first `i` items of `a` and `j` of `b`. */
export function editCosts(a: readonly string[], b: readonly string[]): number[][] {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const previous = rows[i - 1]!;
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substitution, previous[j]! + 1, row[j - 1]! + 1));
    }
    rows.push(row);
  }
  return rows;
}
