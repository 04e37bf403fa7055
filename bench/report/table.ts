/** A table, for the terminal or as Markdown. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Sentences below it. */
  readonly notes: readonly string[];
}

/** Aligns columns with spaces: the first to the left, numbers to the right. */
export function toText({ title, columns, rows, notes }: Table): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [title, '', line(columns), rule, ...rows.map(line), ...notes.map((note) => `  ${note}`), ''].join(
    '\n',
  );
}

/** A pipe table (GitHub Flavored Markdown). */
export function toMarkdown({ title, columns, rows, notes }: Table): string {
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const alignment = columns.map((_, column) => (column === 0 ? ':---' : '---:'));
  return [
    `## ${title}`,
    '',
    line(columns),
    line(alignment),
    ...rows.map(line),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ].join('\n');
}
