import { refusal } from '../../errors/api-error.ts';
import type { IncomingBody } from './incoming.ts';
import { type Form, fileTooLarge, parseForm } from './multipart.ts';

export interface FormLimits {
  readonly maxFileBytes: number;
  /** Time limit for receiving the whole form. */
  readonly timeoutMs: number;
}

/** Allowance for the text fields and the boundaries. */
const AROUND_FILE_BYTES = 1024 * 1024;

/**
 * Reads a form. Returns null when there is no body: some clients send a content type without a body.
 * @throws ApiError 408, 413 or 422; 499 when the client has disconnected
 */
async function readForm(contentType: string, body: IncomingBody, limits: FormLimits): Promise<Form | null> {
  const { maxFileBytes, timeoutMs } = limits;
  const maxBytes = maxFileBytes + AROUND_FILE_BYTES;
  if ((body.declaredBytes ?? 0) > maxBytes) throw fileTooLarge(maxFileBytes);
  const slow = new AbortController();
  const timer = setTimeout(() => {
    slow.abort(refusal('upload_too_slow', { values: { seconds: timeoutMs / 1000 } }));
  }, timeoutMs);
  let size = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body.chunks(slow.signal)) {
      size += chunk.byteLength;
      if (size > maxBytes) throw fileTooLarge(maxFileBytes);
      yield chunk;
    }
  }
  try {
    const arriving = chunks();
    const first = await arriving.next();
    if (first.done) return null;
    const whole = async function* (): AsyncGenerator<Uint8Array> {
      yield first.value;
      yield* arriving;
    };
    return await parseForm(contentType, whole(), maxFileBytes, AbortSignal.any([slow.signal, body.signal]));
  } catch (error) {
    if (body.signal.aborted) throw refusal('client_gone');
    throw slow.signal.aborted ? slow.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads a form and uses it while holding a slot, which is always released.
 * @throws what `readForm` and `use` throw
 */
export async function withHeldForm<T>(
  place: { release(): void },
  contentType: string,
  body: IncomingBody,
  limits: FormLimits,
  use: (form: Form | null) => Promise<T>,
): Promise<T> {
  try {
    return await use(await readForm(contentType, body, limits));
  } finally {
    place.release();
  }
}
