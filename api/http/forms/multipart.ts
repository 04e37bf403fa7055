import { type ApiError, invalid } from '../../errors/api-error.ts';

/** A multipart form (RFC 7578): its text fields and its files, which are views of the body. */
export interface Form {
  /** Every text field with its values, in order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The first file under each name. Excludes the empty one that a browser sends when no file was chosen. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The sender's names of the files, unchanged: "" when there is none. Suitable for display, not for a path. */
  readonly fileNames: ReadonlyMap<string, string>;
}

/** RFC 2046 section 5.1.1. */
const MAX_BOUNDARY_CHARS = 70;
const MAX_PARTS = 100;
const MAX_HEADER_BYTES = 8 * 1024;
const MAX_TEXT_BYTES = 64 * 1024;

const CRLF = '\r\n';
/** A header parameter: its name, and its value, quoted or bare. */
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/g;

/** Whether a Content-Type announces a multipart form. */
export function isMultipart(contentType: string | undefined): contentType is string {
  return contentType !== undefined && /^\s*multipart\/form-data\s*(;|$)/i.test(contentType);
}

/**
 * Parses a form. Works on the whole body: its size is already limited, and the file need not be copied.
 * @throws ApiError 422 for a malformed form
 */
export function parseForm(contentType: string, body: Buffer): Form {
  const boundary = parameters(contentType).get('boundary') ?? '';
  if (boundary === '' || boundary.length > MAX_BOUNDARY_CHARS)
    throw broken('Content-Type contains no boundary');
  const fields = new Map<string, string[]>();
  const files = new Map<string, Buffer>();
  const fileNames = new Map<string, string>();
  for (const { name, isFile, fileName, content } of parts(body, boundary)) {
    if (isFile) {
      const wasChosen = content.length > 0 || fileName !== '';
      if (!wasChosen || files.has(name)) continue;
      files.set(name, content);
      fileNames.set(name, fileName);
      continue;
    }
    if (content.length > MAX_TEXT_BYTES) {
      throw invalid(['body', name], 'form_text_too_large', { kib: MAX_TEXT_BYTES / 1024 });
    }
    const values = fields.get(name) ?? [];
    values.push(content.toString('utf8'));
    fields.set(name, values);
  }
  return { fields, files, fileNames };
}

interface Part {
  readonly name: string;
  readonly isFile: boolean;
  /** "" when it has none. */
  readonly fileName: string;
  readonly content: Buffer;
}

function* parts(body: Buffer, boundary: string): Generator<Part> {
  const delimiters = delimitersOf(body, boundary);
  let { value: previous } = delimiters.next();
  for (let count = 0; previous && !previous.closes; count++) {
    if (count === MAX_PARTS) throw broken(`it has more than ${MAX_PARTS} parts`);
    const { value: next } = delimiters.next();
    if (!next) break;
    const part = readPart(body.subarray(previous.end, next.start));
    if (part) yield part;
    previous = next;
  }
  if (!previous?.closes) throw broken('its end is missing');
}

interface Delimiter {
  readonly start: number;
  /** After the line break that ends it. */
  readonly end: number;
  /** Whether it is the closing one. */
  readonly closes: boolean;
}

/** The boundary lines of the form, up to the closing one. */
function* delimitersOf(body: Buffer, boundary: string): Generator<Delimiter, undefined> {
  const dashes = Buffer.from(`--${boundary}`);
  const line = Buffer.from(`${CRLF}--${boundary}`);
  const startsAtOnce = body.subarray(0, dashes.length).equals(dashes);
  // A body consisting of nothing else would block the event loop.
  let goingOn = 0;
  for (let start = startsAtOnce ? 0 : body.indexOf(line); start >= 0; ) {
    let at = start + (start === 0 && startsAtOnce ? dashes.length : line.length);
    if (body[at] === DASH && body[at + 1] === DASH) {
      yield { start, end: at + 2, closes: true };
      return;
    }
    while (body[at] === SPACE || body[at] === TAB) at++;
    const ends = body[at] === CR && body[at + 1] === LF;
    // A line that continues is content that happens to begin like the boundary.
    if (ends) yield { start, end: at + 2, closes: false };
    else if (++goingOn > MAX_PARTS) throw broken('its boundary occurs inside a part');
    // The line break of one delimiter may begin the next: a part without headers and content.
    start = body.indexOf(line, at);
  }
}

const [TAB, LF, CR, SPACE, DASH] = [0x09, 0x0a, 0x0d, 0x20, 0x2d];

/** @returns null for a part that is not a form field */
function readPart(bytes: Buffer): Part | null {
  // Searches no further than the limit: one part may be the whole body.
  const blank = bytes.subarray(0, MAX_HEADER_BYTES + 2 * CRLF.length).indexOf(CRLF + CRLF);
  if (blank < 0 && bytes.length > MAX_HEADER_BYTES) throw broken('the headers of a part are too long');
  // Without headers it has no name.
  if (blank < 0) return null;
  const headers = new Map<string, string>();
  for (const line of bytes.toString('utf8', 0, blank).split(CRLF)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  const given = parameters(disposition);
  const name = given.get('name');
  if (!/^form-data\s*(;|$)/i.test(disposition) || name === undefined) return null;
  const fileName = given.get('filename') ?? decodedExtended(given.get('filename*'));
  const type = headers.get('content-type') ?? 'text/plain';
  return {
    name,
    isFile: fileName !== undefined || !/^text\//i.test(type),
    fileName: fileName ?? '',
    content: bytes.subarray(blank + CRLF.length * 2),
  };
}

/**
 * RFC 8187 section 3.2: a character set, a language, and percent-encoded bytes. RFC 7578 forbids it; some clients send
 * it.
 */
function decodedExtended(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    return decodeURIComponent(value.replace(/^utf-8'[^']*'/i, ''));
  } catch {
    return value;
  }
}

/** Parameters of a header value by lower-case name; the first of repeated ones. */
function parameters(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of header.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    // Browsers write a quote as %22, other clients as \"; it only has to be the same name every time.
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? bare);
  }
  return found;
}

function broken(reason: string): ApiError {
  return invalid(['body'], 'form_invalid', { reason });
}
