const LOOK_EVERY_MS = 1_000;

export interface Rest {
  /** Whether the machine is idle. */
  readonly isIdle: () => boolean;
  /** How long the machine has to be idle. */
  readonly restSeconds: number;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Calls `then` once, as soon as the machine has been idle for `restSeconds`, without keeping the process alive.
 * @returns a function that cancels the call
 */
export function whenIdle({ isIdle, restSeconds }: Rest, then: () => void): () => void {
  let idleSeconds = 0;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    timer = setTimeout(look, LOOK_EVERY_MS).unref();
  };
  const look = (): void => {
    idleSeconds = isIdle() ? idleSeconds + 1 : 0;
    if (idleSeconds < restSeconds) wait();
    else then();
  };
  wait();
  return () => clearTimeout(timer);
}

/** Measures one thing at a time in this process: two at once would slow each other down. */
export function measureAlone<T>(measure: () => Promise<T>): Promise<T> {
  const result = last.then(measure);
  last = result.catch(() => undefined);
  return result;
}
