/** Why an external enhancer's result cannot be used. */
export type EnhancerFault =
  /** It is unreachable, answered with an error, or the circuit breaker is open after several failures. */
  | 'unavailable'
  /** It refused this recording. */
  | 'refused'
  /** It did not finish in time. */
  | 'too_slow'
  /** Its answer is not the same speech without noise. */
  | 'rubbish';

const MAX_REASON_CHARS = 200;

/** The external enhancer gave no usable result. The message may be logged: it contains no text of the service. */
export class EnhancerError extends Error {
  readonly fault: EnhancerFault;
  /**
   * One short sentence for the owner of the recording. If the service refused, it is the service's text, which may
   * repeat private data and must not be logged.
   */
  readonly reason: string;

  constructor(fault: EnhancerFault, message: string, reason: string = message) {
    super(message);
    this.name = 'EnhancerError';
    this.fault = fault;
    this.reason = plainLine(reason) || message;
  }
}

/** Returns the text on one line, without control characters, with at most MAX_REASON_CHARS characters. */
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
