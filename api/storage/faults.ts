/** Storage errors, and the meaning of the databases' own errors. */

/** Thrown when the database cannot be opened or brought up to date. The message says which one and why. */
export class StorageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
  }
}

/** SQLite's extended result code; PostgreSQL's SQLSTATE (appendix A of its manual). */
const UNIQUE_CODES: readonly unknown[] = ['SQLITE_CONSTRAINT_UNIQUE', '23505'];

/**
 * Whether an error is a violation of the unique constraint on these columns of a table. In PostgreSQL the constraint
 * must be named after them: `table_column_column_key`, as PostgreSQL itself would.
 */
export function isUniqueViolation(error: unknown, table: string, columns: readonly string[]): boolean {
  if (!(error instanceof Error) || !('code' in error) || !UNIQUE_CODES.includes(error.code)) return false;
  if ('constraint' in error) return error.constraint === `${table}_${columns.join('_')}_key`;
  // SQLite names the columns instead of the constraint: "UNIQUE constraint failed: voices.owner_id, voices.name".
  return error.message.endsWith(columns.map((column) => `${table}.${column}`).join(', '));
}

/**
 * Returns the message of anything thrown. When connecting to several addresses of a host fails, the messages are one
 * level down.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
