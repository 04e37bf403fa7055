/** The database did not respond, as opposed to rejecting the query; a retry may well succeed in a moment. */
export class UnavailableError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'UnavailableError';
  }
}
