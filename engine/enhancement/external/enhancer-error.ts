/** Why an external enhancer's work cannot be used. */
export type EnhancerFault =
  /** It cannot be reached, answered with an error, or failed so often that it is not asked for a while. */
  | 'unavailable'
  /** It says that it can do nothing for this recording. */
  | 'refused'
  /** It did not finish in time. */
  | 'too_slow'
  /** It answered with something else than the same speech, cleaned. */
  | 'rubbish';

const MAX_REASON_CHARS = 200;

/** The external enhancer gave nothing that can be used. The message may be logged: it has no words of others in it. */
export class EnhancerError extends Error {
  readonly fault: EnhancerFault;
  /**
   * One short sentence for the owner of the recording. Where the service refused, its own words: not for logs, as
   * nobody knows what they repeat.
   */
  readonly reason: string;

  constructor(fault: EnhancerFault, message: string, reason: string = message) {
    super(message);
    this.name = 'EnhancerError';
    this.fault = fault;
    this.reason = plainLine(reason) || message;
  }
}

/** On one line, without control characters, and short. */
function plainLine(text: string): string {
  const line = text
    .slice(0, 4 * MAX_REASON_CHARS)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= MAX_REASON_CHARS
    ? line
    : `${characters.slice(0, MAX_REASON_CHARS - 1).join('')}…`;
}
