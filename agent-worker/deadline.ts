/** The work did not finish before its deadline. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Runs work with a deadline that other signals may also cancel. Settles in time even if the work does not.
 * @param work is given a signal, which is never aborted once the work is done
 * @throws DeadlineError when the deadline has passed; the reason of the signal that cancelled the work
 */
export async function withDeadline<T>(
  ms: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (const signal of signals) signal.throwIfAborted();
  const controller = new AbortController();
  const callOff = (event: Event) => controller.abort((event.target as AbortSignal).reason);
  const timer = setTimeout(() => controller.abort(new DeadlineError(`not done within ${ms} ms`)), ms);
  for (const signal of signals) signal.addEventListener('abort', callOff);
  const calledOff = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  try {
    return await Promise.race([calledOff, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', callOff);
  }
}
