/**
 * Interval of comments in a stream of events, in ms: proxies cut connections that are silent for longer. A comment is
 * not an event (HTML standard, section 9.2.7).
 */
export const KEEP_ALIVE_MS = 10_000;

/** Whether a client asks for a stream of events. @param accept header of its request */
export function acceptsEvents(accept: string | undefined): boolean {
  return /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept ?? '');
}
