import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ApiError, invalid, refusal } from '../../errors/api-error.ts';

/** A multipart form (RFC 7578): its text fields and its files. */
export interface Form {
  /** Every text field with its values, in order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The first file under each name. Excludes the empty file that a browser sends when no file was chosen. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The files' names from the sender, unchanged; "" when there is none. For display only, never for a path. */
  readonly fileNames: ReadonlyMap<string, string>;
}

const MAX_PARTS = 100;
/** Limit of a part's headers. Anything beyond it is ignored. */
const MAX_HEADER_BYTES = 8 * 1024;
const MAX_TEXT_BYTES = 64 * 1024;
/** The parser processes each chunk synchronously, so a large chunk full of boundaries would block the thread. */
const MAX_PIECE_BYTES = 16 * 1024;
const MIB = 1024 * 1024;

/** Whether a Content-Type announces a multipart form. */
export function isMultipart(contentType: string | undefined): contentType is string {
  return contentType !== undefined && /^\s*multipart\/form-data\s*(;|$)/i.test(contentType);
}

/**
 * Parses a form as it arrives. Skips parts that are not form fields.
 * @param chunks the body; not read any further once the form is refused
 * @throws ApiError 413 for a file that is too large, 422 for a malformed form; the ApiErrors of `chunks`; AbortError
 */
export async function parseForm(
  contentType: string,
  chunks: AsyncIterable<Uint8Array>,
  maxFileBytes: number,
  signal: AbortSignal,
): Promise<Form> {
  const parser = parserOf(contentType, maxFileBytes);
  const fields = new Map<string, string[]>();
  const uploads: Upload[] = [];
  parser.on('field', (name: string | undefined, text, _nameIsCut, isCut) => {
    if (name === undefined) return;
    const key = plain(name);
    if (isCut) parser.destroy(invalid(['body', key], 'form_text_too_large', { kib: MAX_TEXT_BYTES / 1024 }));
    fields.set(key, [...(fields.get(key) ?? []), text]);
  });
  parser.on('file', (name: string | undefined, file, fileName: string | undefined) => {
    const upload = { name: plain(name ?? ''), fileName: plain(fileName ?? ''), chunks: [] as Buffer[] };
    if (name !== undefined) uploads.push(upload);
    file.on('data', (chunk: Buffer) => upload.chunks.push(chunk));
    file.on('limit', () => parser.destroy(fileTooLarge(maxFileBytes)));
    // The error of a form that ends within the file. The parser reports it as well.
    file.on('error', () => undefined);
  });
  parser.on('partsLimit', () => parser.destroy(broken(`it has more than ${MAX_PARTS} parts`)));
  // The pipeline listens only until its end, and the parser may emit further errors.
  parser.on('error', () => undefined);
  try {
    await pipeline(inPieces(chunks), parser, { signal });
  } catch (error) {
    throw error instanceof ApiError || signal.aborted ? error : broken('its end is missing');
  }
  return { fields, ...chosen(uploads) };
}

async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength; at += MAX_PIECE_BYTES)
      yield chunk.subarray(at, at + MAX_PIECE_BYTES);
  }
}

interface Upload {
  readonly name: string;
  readonly fileName: string;
  readonly chunks: readonly Buffer[];
}

/** Returns the first file under each name. Ignores the empty files that browsers send when none was chosen. */
function chosen(uploads: readonly Upload[]): Pick<Form, 'files' | 'fileNames'> {
  const files = new Map<string, Buffer>();
  const fileNames = new Map<string, string>();
  for (const { name, fileName, chunks } of uploads) {
    const isChosen = chunks.length > 0 || fileName !== '';
    if (!isChosen || files.has(name)) continue;
    files.set(name, inSharedMemory(chunks));
    fileNames.set(name, fileName);
  }
  return { files, fileNames };
}

/** Threads that decode a file get it without another copy, which this thread would have to garbage-collect. */
function inSharedMemory(chunks: readonly Buffer[]): Buffer {
  const whole = Buffer.from(
    new SharedArrayBuffer(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)),
  );
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function parserOf(contentType: string, maxFileBytes: number): BusboyInstance {
  // The parser would accept an empty boundary.
  if (!/;\s*boundary\s*=\s*("[^"]|[^\s;"])/i.test(contentType))
    throw broken('Content-Type contains no boundary');
  const limits = {
    parts: MAX_PARTS,
    headerSize: MAX_HEADER_BYTES,
    fieldSize: MAX_TEXT_BYTES,
    fileSize: maxFileBytes,
  };
  const isPartAFile = (_name?: string, type?: string, fileName?: string): boolean =>
    fileName !== undefined || !/^text\//i.test(type ?? 'text/plain');
  try {
    return new Busboy({
      headers: { 'content-type': contentType.trim() },
      limits,
      isPartAFile,
      preservePath: true,
    });
  } catch {
    throw broken('Content-Type contains no usable boundary');
  }
}

/** Browsers write a quote in a name as %22, other clients as \". Both must give the same name. */
const plain = (name: string): string => name.replaceAll('%22', '"');

export function fileTooLarge(maxBytes: number): ApiError {
  return refusal('file_too_large', { values: { mib: maxBytes / MIB } });
}

function broken(reason: string): ApiError {
  return invalid(['body'], 'form_invalid', { reason });
}
