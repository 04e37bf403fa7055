import type { IncomingMessage } from 'node:http';

/** This many bytes of a body have to arrive within the time below, as in uWebSockets.js. */
const LEAST_BYTES = 16 * 1024;
const WITHIN_MS = 10_000;

interface Watched {
  readonly request: IncomingMessage;
  bytes: number;
}

/** Ends connections on which the body of a request stalls, unless this server does not read it. */
export class StalledBodies {
  readonly #watched = new Set<Watched>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#look(), WITHIN_MS);
    this.#timer.unref();
  }

  watch(request: IncomingMessage): void {
    if (!hasBody(request)) return;
    const watched = { request, bytes: request.socket.bytesRead };
    this.#watched.add(watched);
    const done = (): void => void this.#watched.delete(watched);
    request.once('end', done);
    request.once('close', done);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const watched of this.#watched) {
      const { request } = watched;
      const { bytesRead } = request.socket;
      if (!request.isPaused() && bytesRead - watched.bytes < LEAST_BYTES) request.socket.destroy();
      watched.bytes = bytesRead;
    }
  }
}

/** Whether a body follows the head (RFC 9112 section 6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
