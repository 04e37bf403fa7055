/** The database did not answer, as opposed to refusing what it was asked; the same may well work in a moment. */
export class UnavailableError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'UnavailableError';
  }
}
