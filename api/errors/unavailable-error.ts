/** The database did not respond, as opposed to rejecting the query. A retry may succeed soon. */
export class UnavailableError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'UnavailableError';
  }
}
