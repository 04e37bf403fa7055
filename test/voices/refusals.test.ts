/** Recordings and requests that create no voice: their errors, and that nothing is left of them. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EngineError, type EngineErrorArguments } from '../../engine/index.ts';
import { ask } from '../kit/clients/sse-client.ts';
import { FORM_TYPE, formBody, VoicesClient } from '../kit/clients/voices-client.ts';
import { CloningEngine, referenceOf } from '../kit/cloning-engine.ts';
import { KEY, sleep, startTestServer, type TestServer, until } from '../kit/server.ts';

const MIB = 1024 * 1024;
const engine = new CloningEngine();
let server: TestServer;
let me: VoicesClient;

beforeAll(async () => {
  server = await startTestServer(engine, { UPLOAD_TIMEOUT_MS: '1500', MAX_ENROLMENTS: '3' });
  me = new VoicesClient(server);
});
afterAll(() => server.close());
beforeEach(() => engine.forget());
afterEach(async () => {
  engine.behave();
  expect(await me.ownNames()).toEqual([]);
});

describe('the request', () => {
  test.each<[string, string, unknown[], string]>([
    ['no name', '', ['query', 'voice_name'], 'missing'],
    ['an empty name', '?voice_name=', ['query', 'voice_name'], 'string_too_short'],
    ['a blank name', '?voice_name=%20%0a', ['query', 'voice_name'], 'string_too_short'],
    ['a long name', `?voice_name=${'x'.repeat(201)}`, ['query', 'voice_name'], 'string_too_long'],
    ['an unprintable name', '?voice_name=a%00b', ['query', 'voice_name'], 'string_pattern_mismatch'],
    ['two names', '?voice_name=a&voice_name=b', ['query', 'voice_name'], 'string_type'],
    ['a long tag', `?voice_name=a&voice_tags=${'x'.repeat(101)}`, ['query', 'voice_tags'], 'string_too_long'],
    [
      'many tags',
      `?voice_name=a&voice_tags=${Array.from({ length: 51 }, (_, i) => i)}`,
      ['query', 'voice_tags'],
      'too_long',
    ],
    [
      'a language nobody speaks',
      '?voice_name=a&lang_code=xx',
      ['query', 'lang_code'],
      'language_unsupported',
    ],
    [
      'a long language',
      `?voice_name=a&lang_code=${'x'.repeat(36)}`,
      ['query', 'lang_code'],
      'string_too_long',
    ],
    [
      'no transcript where one is needed',
      '?voice_name=a&lang_code=de',
      ['body', 'transcript'],
      'transcript_needed',
    ],
  ])('%s is a 422 that points at it', async (_, query, loc, type) => {
    const body = formBody({ voice_file: { file: 'x' } });
    const answer = await me.send('POST', `/voices${query}`, body, { 'content-type': FORM_TYPE });
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({ detail: [{ loc, msg: expect.stringMatching(/./), type }] });
    expect(engine.enrolled).toEqual([]);
  });

  test.each<[string, Record<string, string>, string | Buffer | undefined]>([
    ['no body', {}, undefined],
    ['JSON', { 'content-type': 'application/json' }, '{"voice_file": "x"}'],
    ['a body of no type', {}, 'x'],
    ['a form of another kind', { 'content-type': 'application/x-www-form-urlencoded' }, 'voice_file=x'],
    ['a form without fields', { 'content-type': FORM_TYPE }, formBody({})],
    ['a file under another name', { 'content-type': FORM_TYPE }, formBody({ file: { file: 'x' } })],
    ['a text instead of the file', { 'content-type': FORM_TYPE }, formBody({ voice_file: 'x' })],
    ['no file chosen', { 'content-type': FORM_TYPE }, formBody({ voice_file: { file: '', name: '' } })],
  ])('%s: the file is missing', async (_, headers, body) => {
    const answer = await me.send('POST', '/voices?voice_name=x', body, headers);
    expect(answer.status).toBe(422);
    const detail = [{ loc: ['body', 'voice_file'], msg: expect.any(String), type: 'missing' }];
    expect(answer.json()).toEqual({ detail });
  });

  test('a transcript that is too long', async () => {
    const long = 'x'.repeat(10_001);
    const inForm = await me.create({ voice_name: 'x' }, { voice_file: { file: 'x' }, transcript: long });
    expect(inForm.json()).toMatchObject({
      detail: [{ loc: ['body', 'transcript'], type: 'string_too_long' }],
    });
  });

  test('a text in place of a new file', async () => {
    const id = await me.made('x');
    const answer = await me.update(id, {}, { new_voice_file: 'a text' });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['body', 'new_voice_file'] }] });
    await me.remove(id);
  });
});

describe('the recording', () => {
  /**
   * Makes the engine refuse recordings.
   * @returns the error
   */
  const refusing = (...refusal: EngineErrorArguments): EngineError => {
    const error = new EngineError(...refusal);
    engine.behaviour = async () => {
      throw error;
    };
    return error;
  };

  test.each<EngineErrorArguments>([
    ['recording_unreadable', { values: { reason: 'This is a picture' } }],
    ['recording_too_long', { values: { reason: 'It lasts an hour' } }],
    ['recording_silent'],
    ['voices_overlap'],
    ['transcript_not_aligned', { values: { found: 'none of its words were found' } }],
  ])('%s: 400 with the reason', async (...refusal) => {
    const { message } = refusing(...refusal);
    const answer = await me.create({ voice_name: 'x' });
    expect([answer.status, answer.json()]).toEqual([400, { detail: message }]);
  });

  test('too short: with the text that clients match', async () => {
    refusing('too_little_speech', { values: { spoken: '2.1', seconds: 6 } });
    const answer = await me.create({ voice_name: 'x' });
    expect([answer.status, answer.json()]).toEqual([
      400,
      { detail: 'Audio file must be longer than 6 seconds' },
    ]);
  });

  test.each<[string, string, EngineErrorArguments]>([
    ['transcript', 'query', ['transcript_needed', { values: { lang: 'en', command: 'npm start' } }]],
    ['transcript', 'body', ['transcript_needed', { values: { lang: 'en', command: 'npm start' } }]],
    ['lang_code', 'query', ['language_unspoken', { values: { lang: 'en' } }]],
  ])('a fault of the request: 422 that points at %s in the %s', async (field, part, refusal) => {
    const { message: msg, type } = refusing(...refusal);
    const query = { voice_name: 'x', ...(part === 'query' && { transcript: 'Hello' }) };
    const answer = await me.create(query);
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({
      detail: [{ loc: [part, field], msg, type }],
    });
  });

  test('a server fault: 503, with the time to retry after', async () => {
    const { message: detail } = refusing('enrolments_busy');
    const answer = await me.create({ voice_name: 'x' });
    expect([answer.status, answer.json()]).toEqual([503, { detail }]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('an unexpected error: 500 that reveals nothing', async () => {
    engine.behaviour = () => Promise.reject(new Error('/home/someone/secret'));
    const answer = await me.create({ voice_name: 'x' });
    expect([answer.status, answer.json()]).toEqual([500, { detail: 'Internal Server Error' }]);
  });

  test('attempts are counted by outcome', async () => {
    refusing('recording_silent');
    await me.create({ voice_name: 'x' });
    const text = (await ask(server, { path: '/metrics' })).body.toString();
    expect(text).toMatch(/^parley_enrolments_total\{outcome="silent"\} [1-9]/m);
    expect(text).toMatch(/^parley_enrolment_seconds_count [1-9]/m);
  });
});

describe('size', () => {
  test('25 MiB is accepted, a byte more is not', async () => {
    const most = Buffer.alloc(25 * MIB, 1);
    engine.behaviour = async () => {
      throw new EngineError('recording_silent');
    };
    expect((await me.create({ voice_name: 'x' }, { voice_file: { file: most } })).json()).toEqual({
      detail: 'The recording is silent; check that the right microphone is selected and not muted',
    });
    expect(engine.enrolled[0]?.audio).toHaveLength(25 * MIB);
    const more = Buffer.alloc(25 * MIB + 1, 1);
    const answer = await me.create({ voice_name: 'x' }, { voice_file: { file: more } });
    expect([answer.status, answer.json()]).toEqual([
      413,
      { detail: 'A file must not be larger than 25 MiB' },
    ]);
  });

  test.each([['content-length'], ['transfer-encoding']])(
    'a body that is far too large is refused before it has arrived (%s)',
    async (how) => {
      const size = 40 * MIB;
      const length = how === 'content-length' ? `Content-Length: ${size}` : 'Transfer-Encoding: chunked';
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      let received = '';
      socket.on('data', (part) => {
        received += part.toString('latin1');
      });
      const head =
        `POST /voices?voice_name=x HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\n` +
        `Content-Type: ${FORM_TYPE}\r\n${length}\r\n\r\n`;
      socket.write(head);
      const piece = Buffer.alloc(MIB, 1);
      for (let sent = 0; sent < 30 && received === ''; sent++) {
        const framed =
          how === 'content-length'
            ? piece
            : Buffer.concat([Buffer.from(`${MIB.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
        await new Promise<void>((resolve) => socket.write(framed, () => resolve()));
      }
      await until('it is answered', () => received !== '');
      expect(received).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();
    },
  );

  test('an early response does not disturb the next request on the connection', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (part) => {
      received += part.toString('latin1');
    });
    const body = formBody({ voice_file: { file: Buffer.alloc(3 * MIB) } });
    for (let i = 1; i <= 3; i++) {
      socket.write(
        `POST /voices?voice_name=x HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: nobody's\r\n` +
          `Content-Type: ${FORM_TYPE}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
      socket.write('GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await until('both are answered', () => received.split('HTTP/1.1 ').length === 2 * i + 1);
    }
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['401', '200', '401', '200', '401', '200']);
    socket.destroy();
  });

  test('other routes keep their limits', async () => {
    const answer = await me.send('POST', '/sse/auth', Buffer.alloc(3 * MIB), { 'content-type': FORM_TYPE });
    expect(answer.status).toBe(413);
  });
});

describe('clients with faults', () => {
  test('one that disconnects while its voice is learned leaves nothing, and its work stops', async () => {
    const held = engine.holdBack('recordings');
    const hangUp = new AbortController();
    const asked = me.create({ voice_name: 'x' }, undefined, hangUp.signal).catch(() => 'gone');
    await until('it is learned', () => held.running() === 1);
    hangUp.abort();
    expect(await asked).toBe('gone');
    await until('the engine is told', () => engine.signals[0]?.aborted === true && held.running() === 0);
    held.release();
    await sleep(50);
    expect(await me.ownNames()).toEqual([]);
  });

  test('an engine that ignores the abort still creates no voice', async () => {
    let finish = (): void => undefined;
    engine.behaviour = (request) =>
      new Promise((resolve) => {
        finish = () => resolve(referenceOf(request));
      });
    const hangUp = new AbortController();
    const asked = me.create({ voice_name: 'x' }, undefined, hangUp.signal).catch(() => 'gone');
    await until('it is learned', () => engine.signals.length === 1);
    hangUp.abort();
    await asked;
    await until('it is noticed', () => engine.signals[0]?.aborted === true);
    finish();
    await sleep(100);
    expect(await me.ownNames()).toEqual([]);
  });

  test('one that disconnects during its upload frees its slot', async () => {
    for (let i = 0; i < 12; i++) {
      const socket = await beginUpload();
      socket.write(Buffer.alloc(MIB));
      await sleep(5);
      socket.destroy();
    }
    await until('there is room', async () => {
      const answer = await me.create({ voice_name: 'x' }, { another: 'x' });
      return answer.status === 422;
    });
  });

  test('four stalled uploads of one owner leave no slot for a fifth, but slots for others', async () => {
    const sockets = await Promise.all([1, 2, 3, 4].map(beginUpload));
    await until('a fifth is refused', async () => {
      const answer = await me.create({ voice_name: 'x' }, { another: 'x' });
      return answer.status === 429 && Number(answer.headers['retry-after']) > 0;
    });
    const other = await VoicesClient.of(server, 'in no hurry');
    expect((await other.create({ voice_name: 'x' }, { another: 'x' })).status).toBe(422);
    for (const socket of sockets) socket.destroy();
    await until('there is room', async () => {
      const answer = await me.create({ voice_name: 'x' }, { another: 'x' });
      return answer.status === 422;
    });
  });

  test('one that is too slow gets a 408, and its connection ends', async () => {
    const socket = await beginUpload();
    let received = '';
    socket.on('data', (part) => {
      received += part.toString('latin1');
    });
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const drip = setInterval(() => socket.write('drip'), 100);
    await ended;
    clearInterval(drip);
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(received).toContain('{"detail":"The upload took longer than 1.5 s"}');
    expect(engine.enrolled).toEqual([]);
  });

  /** A connection on which a form of 10 MiB has begun. */
  async function beginUpload() {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /voices?voice_name=x HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${KEY}\r\n` +
        `Content-Type: ${FORM_TYPE}\r\nContent-Length: ${10 * MIB}\r\n\r\n`,
    );
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    return socket;
  }
});

describe('many at a time', () => {
  test('of two with one name exactly one succeeds', async () => {
    const held = engine.holdBack('recordings');
    const asked = [me.create({ voice_name: 'Twin' }), me.create({ voice_name: 'Twin' })];
    await until('both are learned', () => held.running() === 2);
    held.release();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.json()).toEqual({
      detail: 'This voice name already exists',
    });
    const own = (await me.list()).filter(({ type }) => type === 'Cloned');
    expect(own.map(({ name }) => name)).toEqual(['Twin']);
    await me.remove(own[0]?.id ?? '');
  });

  test('an owner learns two voices at a time, all owners together as many as the setting says', async () => {
    const held = engine.holdBack('recordings');
    const other = await VoicesClient.of(server, 'other');
    const refused = async (client: VoicesClient): Promise<void> => {
      const answer = await client.create({ voice_name: 'one too many' });
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.json()).toEqual({ detail: expect.any(String) });
    };
    const names = ['one', 'two'];
    const asked = names.map((voice_name) => me.create({ voice_name }));
    await until('two are learned', () => held.running() === 2);
    await refused(me);
    const theirs = other.create({ voice_name: 'theirs' });
    await until('three are learned', () => held.running() === 3);
    await refused(other);
    held.release();
    expect((await theirs).status).toBe(200);
    for (const answer of await Promise.all(asked)) {
      expect(answer.status).toBe(200);
      await me.remove((answer.json() as { data: { voice_id: string } }).data.voice_id);
    }
  });

  test('renaming a voice needs no slot', async () => {
    const id = await me.made('x');
    const held = engine.holdBack('recordings');
    const asked = ['one', 'two'].map((voice_name) => me.create({ voice_name }));
    await until('two are learned', () => held.running() === 2);
    expect((await me.update(id, { new_voice_name: 'y' })).status).toBe(200);
    expect((await me.create({ voice_name: 'three' })).status).toBe(429);
    held.release();
    for (const answer of await Promise.all(asked)) {
      await me.remove((answer.json() as { data: { voice_id: string } }).data.voice_id);
    }
    await me.remove(id);
  });

  test('a voice that is deleted while it is learned again stays deleted', async () => {
    const id = await me.made('x');
    const held = engine.holdBack('recordings');
    const asked = me.update(id, { new_voice_name: 'y' }, { new_voice_file: { file: 'new' } });
    await until('it is learned', () => held.running() === 1);
    await me.remove(id);
    held.release();
    const answer = await asked;
    expect([answer.status, answer.json()]).toEqual([404, { detail: 'Provided `voice_id` is invalid' }]);
  });
});

test('any body gets a response, and the server continues', async () => {
  const whole = formBody({ voice_file: { file: 'x'.repeat(200) }, voice_tags: 'a' });
  const mangled = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
    fc.nat(whole.length).map((length) => whole.subarray(0, length)),
    fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => {
      const copy = Buffer.from(whole);
      copy[at] = byte;
      return copy;
    }),
  );
  const type = fc.constantFrom(
    FORM_TYPE,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${'x'.repeat(500)}`,
    'multipart/mixed; boundary=x',
    ';',
    'a b/c',
  );
  engine.behaviour = async () => {
    throw new EngineError('recording_silent');
  };
  await fc.assert(
    fc.asyncProperty(mangled, type, fc.constantFrom('POST', 'PATCH'), async (body, contentType, method) => {
      const path =
        method === 'POST' ? '/voices?voice_name=x' : '/voices/00000000-0000-4000-8000-000000000000';
      const { status } = await me.send(method, path, body, { 'content-type': contentType });
      expect([400, 404, 415, 422]).toContain(status);
    }),
    { interruptAfterTimeLimit: 3000, numRuns: 300 },
  );
});
