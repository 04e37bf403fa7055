import type { IncomingMessage } from 'node:http';

/** Error for a body above the size limit. */
export class TooLarge extends Error {
  constructor() {
    super('the body is too large');
    this.name = 'TooLarge';
  }
}

/**
 * Reads the whole body of a request.
 * @throws TooLarge as soon as it is known; Error when the sender disconnects
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new TooLarge();
  const parts: Buffer[] = [];
  let bytes = 0;
  // Leaving a loop over the request would destroy its connection, and the response with it.
  await new Promise<void>((resolve, reject) => {
    const take = (part: Buffer): void => {
      bytes += part.byteLength;
      if (bytes <= maxBytes) return void parts.push(part);
      request.off('data', take).pause();
      reject(new TooLarge());
    };
    request.on('data', take);
    request.once('end', resolve);
    request.once('error', reject);
    request.once('close', () => reject(new Error('the sender disconnected')));
  });
  return Buffer.concat(parts);
}
