/** What the databases' own errors mean. */

/** SQLite's extended result code; PostgreSQL's SQLSTATE (appendix A of its manual). */
const UNIQUE_CODES: readonly unknown[] = ['SQLITE_CONSTRAINT_UNIQUE', '23505'];

/**
 * Whether an error says that these columns of a table, taken together, must be unique. In PostgreSQL the constraint must
 * be named after them: `table_column_column_key`, as PostgreSQL itself would.
 */
export function isUniqueViolation(error: unknown, table: string, columns: readonly string[]): boolean {
  if (!(error instanceof Error) || !('code' in error) || !UNIQUE_CODES.includes(error.code)) return false;
  if ('constraint' in error) return error.constraint === `${table}_${columns.join('_')}_key`;
  // SQLite names the columns and not the constraint: "UNIQUE constraint failed: voices.owner_id, voices.name".
  return error.message.endsWith(columns.map((column) => `${table}.${column}`).join(', '));
}
