import { type ApiError, refusal } from '../../errors/api-error.ts';
import type { IncomingBody } from './incoming.ts';
import { type Form, parseForm } from './multipart.ts';

export interface FormLimits {
  readonly maxFileBytes: number;
  /** By when all of it must be there. */
  readonly timeoutMs: number;
}

/** Room for the texts, and for what stands between the parts. */
const AROUND_FILE_BYTES = 1024 * 1024;

/**
 * Takes in a form. Null when nothing comes: some clients name a type and then send no body.
 * @throws ApiError 408, 413 or 422; 499 when the client is gone
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
 * Reads a form and does something with it while a place is held, which is given back in any case.
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
