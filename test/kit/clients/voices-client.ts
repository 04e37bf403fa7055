/** A client of the voice library. */
import { createKey } from '../../../api/credentials/keys.ts';
import { openDatabase } from '../../../api/storage/database.ts';
import { ensureOwner } from '../../../api/storage/owners.ts';
import { KEY, type TestServer } from '../server.ts';
import { joinAudio } from '../sounds/audio.ts';
import { type Answer, ask, askToSpeak, parseEvents } from './sse-client.ts';

export interface WireVoice {
  readonly id: string;
  readonly voice_id: string;
  readonly name: string;
  readonly tags: string[];
  readonly type: 'Standard' | 'Cloned';
  readonly [field: string]: unknown;
}

export type Field = string | { readonly file: string | Buffer; readonly name?: string };

const BOUNDARY = 'a-boundary-of-the-tests';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Makes a multipart body. */
export function formBody(fields: Readonly<Record<string, Field>>): Buffer {
  const parts = Object.entries(fields).flatMap(([name, field]) => {
    const isText = typeof field === 'string';
    const fileName = isText ? '' : `; filename="${field.name ?? 'sample.wav'}"\r\ncontent-type: audio/wav`;
    return [
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${fileName}\r\n\r\n`),
      Buffer.from(isText ? field : field.file),
      Buffer.from('\r\n'),
    ];
  });
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export type Query = Readonly<Record<string, string | readonly string[]>>;

function queryText(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) search.append(name, value);
  }
  return search.size > 0 ? `?${search}` : '';
}

interface AssistedOptions {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Candidates in a response. */
export interface WireSet {
  readonly set_id: string;
  readonly candidates: readonly {
    readonly rank: number;
    readonly candidate: string;
    readonly reference: Readonly<Record<string, unknown>>;
    readonly preview?: string;
  }[];
}

/**
 * Returns the candidates of a response.
 * @throws Error when it is a refusal
 */
export function setIn(answer: Answer): WireSet {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
  return (answer.json() as { data: WireSet }).data;
}

export class VoicesClient {
  readonly #server: TestServer;
  readonly key: string;

  constructor(server: TestServer, key: string = KEY) {
    this.#server = server;
    this.key = key;
  }

  /** Creates a client of another owner, who is created if missing. */
  static async of(server: TestServer, owner: string): Promise<VoicesClient> {
    const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
    try {
      const { ownerId } = await ensureOwner(db, owner);
      return new VoicesClient(server, (await createKey(db, ownerId, 'test')).key);
    } finally {
      await db.destroy();
    }
  }

  send(
    method: string,
    path: string,
    body?: Buffer | string,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Answer> {
    return ask(this.#server, {
      method,
      path,
      headers: { 'x-api-key': this.key, ...headers },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
  }

  /** Sends `POST /voices` with a small file, unless other fields are given. */
  create(
    query: Query,
    fields: Readonly<Record<string, Field>> = { voice_file: { file: 'a recording' } },
    signal?: AbortSignal,
  ): Promise<Answer> {
    const headers = { 'content-type': FORM_TYPE };
    return this.send('POST', `/voices${queryText(query)}`, formBody(fields), headers, signal);
  }

  /**
   * Creates a voice.
   * @returns its id
   * @throws Error when it is refused
   */
  async made(name: string, recording: string | Buffer = 'a recording', more: Query = {}): Promise<string> {
    const answer = await this.create({ voice_name: name, ...more }, { voice_file: { file: recording } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
    return (answer.json() as { data: { voice_id: string } }).data.voice_id;
  }

  /** Sends `PATCH /voices/{id}`, with a form if fields are given. */
  update(id: string, query: Query, fields?: Readonly<Record<string, Field>>): Promise<Answer> {
    const path = `/voices/${id}${queryText(query)}`;
    if (!fields) return this.send('PATCH', path);
    return this.send('PATCH', path, formBody(fields), { 'content-type': FORM_TYPE });
  }

  remove(id: string): Promise<Answer> {
    return this.send('DELETE', `/voices/${id}`);
  }

  read(id: string): Promise<Answer> {
    return this.send('GET', `/voices/${id}`);
  }

  /** Sends `GET /voices/assisted/script`. */
  script(query: Query = {}): Promise<Answer> {
    return this.send('GET', `/voices/assisted/script${queryText(query)}`);
  }

  /** Sends `POST /voices/assisted` with a small file, unless other fields are given. */
  createAssisted(
    query: Query,
    fields: Readonly<Record<string, Field>> = { voice_file: { file: 'a take' } },
    { headers = {}, signal }: AssistedOptions = {},
  ): Promise<Answer> {
    const path = `/voices/assisted${queryText(query)}`;
    return this.send('POST', path, formBody(fields), { 'content-type': FORM_TYPE, ...headers }, signal);
  }

  /** Sends `PATCH /voices/{id}/assisted`. */
  updateAssisted(
    id: string,
    query: Query = {},
    fields: Readonly<Record<string, Field>> = { voice_file: { file: 'another take' } },
    { headers = {}, signal }: AssistedOptions = {},
  ): Promise<Answer> {
    const path = `/voices/${id}/assisted${queryText(query)}`;
    return this.send('PATCH', path, formBody(fields), { 'content-type': FORM_TYPE, ...headers }, signal);
  }

  /**
   * Creates a set of candidates.
   * @throws Error when it is refused
   */
  async madeSet(name: string, recording = 'a take', more: Query = {}): Promise<WireSet> {
    const query = { voice_name: name, candidates: 'true', ...more };
    return setIn(await this.createAssisted(query, { voice_file: { file: recording } }));
  }

  /** Sends `POST /voices/assisted/choose`. */
  choose(query: Query): Promise<Answer> {
    return this.send('POST', `/voices/assisted/choose${queryText(query)}`);
  }

  /**
   * Returns what a voice speaks over SSE, as text.
   * @throws Error when it is refused
   */
  async heard(voice_id: string, lang = 'en'): Promise<string> {
    const answer = await askToSpeak(
      this.#server,
      { text: 'Hi.', voice_id },
      { lang, headers: { 'x-api-key': this.key } },
    );
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
    return joinAudio(parseEvents(answer.body)).toString();
  }

  /** Returns the owner's voices, without the variants of candidates. */
  async own(): Promise<WireVoice[]> {
    const all = await this.list();
    return all.filter(({ type, variant_of }) => type === 'Cloned' && variant_of === undefined);
  }

  async list(): Promise<WireVoice[]> {
    const answer = await this.send('GET', '/voices');
    return (answer.json() as { data: { voices: WireVoice[] } }).data.voices;
  }

  /** Returns the names of the owner's voices. */
  async ownNames(): Promise<string[]> {
    return (await this.own()).map(({ name }) => name);
  }
}
