import { type ApiError, refusal } from '../../errors/api-error.ts';
import type { IncomingBody } from './incoming.ts';
import { type Form, parseForm } from './multipart.ts';

export interface FormLimits {
  readonly maxFileBytes: number;
  /** Time limit for receiving the whole form. */
  readonly timeoutMs: number;
}

/** Allowance for the text fields, and for what separates the parts. */
const AROUND_FILE_BYTES = 1024 * 1024;

/**
 * Reads a form. Null when there is no body: some clients send a content type and then no body.
 * @throws ApiError 408, 413 or 422; 499 when the client has disconnected
 */
async function readForm(contentType: string, body: IncomingBody, limits: FormLimits): Promise<Form | null> {
  const { maxFileBytes } = limits;
  const whole = await readWhole(body, limits);
  if (whole.length === 0) return null;
  const form = parseForm(contentType, whole);
  for (const file of form.files.values()) if (file.length > maxFileBytes) throw tooLarge(maxFileBytes);
  return form;
}

async function readWhole(body: IncomingBody, { maxFileBytes, timeoutMs }: FormLimits): Promise<Buffer> {
  const maxBytes = maxFileBytes + AROUND_FILE_BYTES;
  if ((body.declaredBytes ?? 0) > maxBytes) throw tooLarge(maxFileBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const slow = new AbortController();
  const timer = setTimeout(() => {
    slow.abort(refusal('upload_too_slow', { values: { seconds: timeoutMs / 1000 } }));
  }, timeoutMs);
  try {
    for await (const chunk of body.chunks(slow.signal)) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxFileBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    throw body.signal.aborted ? refusal('client_gone') : error;
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(maxFileBytes: number): ApiError {
  return refusal('file_too_large', { values: { mib: maxFileBytes / 1024 / 1024 } });
}

/**
 * Reads a form and uses it while holding a slot, which is released in any case.
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
