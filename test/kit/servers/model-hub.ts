/** Small replacements for the sources of models: a hub on a local port, archives and manifests. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import type { Model, ModelSource } from '../../../model-files/model.ts';

export interface FakeFile {
  readonly name: string;
  readonly content: Buffer;
}

export function randomFile(name: string, bytes: number): FakeFile {
  return { name, content: randomBytes(bytes) };
}

export function fakeModel(id: string, files: readonly FakeFile[], sources: readonly ModelSource[]): Model {
  return {
    id,
    kind: 'piper-voice',
    title: 'a model for tests',
    language: 'en',
    license: 'CC0-1.0',
    licenseNote: null,
    files: files.map(({ name, content }) => ({
      name,
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
    sources,
  };
}

export interface HubRequest {
  readonly name: string;
  /** First requested byte; null when the whole file was requested. */
  readonly from: number | null;
}

export interface Hub extends AsyncDisposable {
  readonly url: string;
  readonly requests: HubRequest[];
  source(files: readonly FakeFile[]): ModelSource;
}

export interface HubBehaviour {
  /** Cuts the connection of the first responses after this many bytes, one entry per response. */
  readonly cutAfterBytes?: number[];
  /** Responds to every Range request with the whole file, as simple servers do. */
  readonly ignoreRange?: boolean;
  /** Pause between chunks of `PIECE_BYTES`, for tests that need time in the middle of a file. */
  readonly pieceDelayMs?: number;
  readonly status?: number;
  /** Replaces the files' content in responses. */
  readonly replace?: (content: Buffer) => Buffer;
}

const PIECE_BYTES = 16 * 1024;

/** Starts an HTTP server that supports Range and misbehaves as configured. */
export async function startHub(files: readonly FakeFile[], behaviour: HubBehaviour = {}): Promise<Hub> {
  const requests: HubRequest[] = [];
  const cuts = [...(behaviour.cutAfterBytes ?? [])];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = decodeURIComponent(request.url ?? '').slice(1);
    const file = files.find((candidate) => candidate.name === name);
    const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
    requests.push({ name, from: asked ? Number(asked[1]) : null });
    if (!file || behaviour.status !== undefined) {
      response.writeHead(behaviour.status ?? 404).end();
      return;
    }
    const content = behaviour.replace?.(file.content) ?? file.content;
    const from = asked && !behaviour.ignoreRange ? Number(asked[1]) : 0;
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': content.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    });
    const cut = cuts.shift();
    const end = Math.min(content.length, from + (cut ?? Number.POSITIVE_INFINITY));
    for (let at = from; at < end && !response.destroyed; at += PIECE_BYTES) {
      response.write(content.subarray(at, Math.min(end, at + PIECE_BYTES)));
      await new Promise((resolve) => setTimeout(resolve, behaviour.pieceDelayMs ?? 0));
    }
    if (cut === undefined) response.end();
    else response.destroy();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    source: (wanted) => ({
      kind: 'url',
      urls: Object.fromEntries(wanted.map(({ name }) => [name, `http://127.0.0.1:${port}/${name}`])),
    }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The files and the card of a public model, at their paths on the hub. */
export interface HubModel {
  readonly model: Model;
  readonly files: readonly FakeFile[];
}

/** Returns a public model with other files, hashed as the publisher hashes them. */
export function onHub(known: Model, content: (name: string) => Buffer, card = CARD): HubModel {
  const [source] = known.sources;
  if (source?.kind !== 'hub') throw new TypeError(`${known.id} does not come from the hub`);
  const files: FakeFile[] = [];
  const put = (path: string, bytes: Buffer) =>
    files.push({ name: `${source.repository}/resolve/${source.revision}/${path}`, content: bytes });
  if (known.card) put(known.card.path, Buffer.from(card));
  const replaced = known.files.map((file) => {
    const bytes = content(file.name);
    put(source.paths[file.name] ?? file.name, bytes);
    const digest = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
    const size = { name: file.name, sizeBytes: bytes.length };
    if ('md5' in file) return { ...size, md5: digest('md5') };
    if ('sha256' in file) return { ...size, sha256: digest('sha256') };
    return { ...size, sha1: digest('sha1'), isSizeRounded: true as const };
  });
  return { model: { ...known, files: replaced }, files };
}

const CARD = `# Model card for a voice of tests

* Language: any
* Speakers: 1

## Dataset

* URL: https://voices.example.org
* License: CC0
`;

/** Makes a zip archive (APPNOTE 6.3: local headers, central directory, end record) with deflated members. */
export function zip(members: readonly FakeFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of members) {
    const data = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end]);
}

/** Computes the checksum of zip members (zlib has it only from Node 20.15 on). */
function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
