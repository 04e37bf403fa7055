/** Takes and requests that create no voice: their errors, and that nothing is left of them. */
import { describe, expect, test } from 'vitest';
import { EngineError, type EngineErrorArguments } from '../../engine/index.ts';
import { AssistedSetup } from '../kit/assisted-setup.ts';
import { FORM_TYPE, formBody, VoicesClient } from '../kit/clients/voices-client.ts';
import { madeOf } from '../kit/made-voices.ts';
import { sleep, until } from '../kit/server.ts';

const NOBODYS = '00000000-0000-4000-8000-000000000000';
const setup = new AssistedSetup({ env: { MAX_ENROLMENTS: '8' } });
const { engine } = setup;

/**
 * Makes the engine refuse takes.
 * @returns the error
 */
const refusing = (...refusal: EngineErrorArguments): EngineError => {
  const error = new EngineError(...refusal);
  engine.takeBehaviour = async () => {
    throw error;
  };
  return error;
};

/** Both ways of sending a take. The second is for an existing voice. */
const WAYS = [
  ['POST', async () => '/voices/assisted?voice_name=x&'],
  ['PATCH', async () => `/voices/${await setup.me.made('plain')}/assisted?`],
] as const;

describe.each(WAYS)('%s: the request', (method, path) => {
  test.each<[string, string, unknown[], string]>([
    ['a language nobody speaks', 'lang_code=xx', ['query', 'lang_code'], 'language_unsupported'],
    ['a long language', `lang_code=${'x'.repeat(36)}`, ['query', 'lang_code'], 'string_too_long'],
    ['a long script', `script=${'x'.repeat(2001)}`, ['query', 'script'], 'string_too_long'],
    ['a long preview', `preview_text=${'x'.repeat(501)}`, ['query', 'preview_text'], 'string_too_long'],
    ['no flag', 'fast=perhaps', ['query', 'fast'], 'boolean_type'],
    ['no flag', 'candidates=8', ['query', 'candidates'], 'boolean_type'],
    ['two scripts', 'script=a&script=b', ['query', 'script'], 'string_type'],
  ])('%s is a 422 that points at it', async (_, query, loc, type) => {
    const body = formBody({ voice_file: { file: 'x' } });
    const answer = await setup.me.send(method, (await path()) + query, body, { 'content-type': FORM_TYPE });
    expect([answer.status, answer.json()]).toEqual([
      422,
      { detail: [{ loc, msg: expect.stringMatching(/./), type }] },
    ]);
    expect(engine.takes).toEqual([]);
  });

  test.each([
    ['script', 2001],
    ['preview_text', 501],
  ])('a long %s in the form is pointed at there', async (field, length) => {
    const body = formBody({ voice_file: { file: 'x' }, [field]: 'x'.repeat(length) });
    const answer = await setup.me.send(method, await path(), body, { 'content-type': FORM_TYPE });
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['body', field], type: 'string_too_long' }] });
  });

  test.each<[string, Record<string, string>, string | Buffer | undefined]>([
    ['no body', {}, undefined],
    ['JSON', { 'content-type': 'application/json' }, '{"voice_file": "x"}'],
    ['a form of another kind', { 'content-type': 'application/x-www-form-urlencoded' }, 'voice_file=x'],
    ['a form without fields', { 'content-type': FORM_TYPE }, formBody({})],
    ['a file under another name', { 'content-type': FORM_TYPE }, formBody({ file: { file: 'x' } })],
    ['a text instead of the file', { 'content-type': FORM_TYPE }, formBody({ voice_file: 'x' })],
  ])('%s: the file is missing', async (_, headers, body) => {
    const answer = await setup.me.send(method, await path(), body, headers);
    const detail = [{ loc: ['body', 'voice_file'], msg: expect.any(String), type: 'missing' }];
    expect([answer.status, answer.json()]).toEqual([422, { detail }]);
    expect(engine.takes).toEqual([]);
  });
});

describe.each(WAYS)('%s: the recording', (method, path) => {
  const send = async (query = '') => {
    const body = formBody({ voice_file: { file: 'x' } });
    return setup.me.send(method, (await path()) + query, body, { 'content-type': FORM_TYPE });
  };

  const DURATION = { seconds: '3.2', min: 10, max: 120 };
  test.each<EngineErrorArguments>([
    ['recording_unreadable', { values: { reason: 'This is a picture' } }],
    ['take_too_short', { values: DURATION }],
    ['take_too_long', { values: DURATION }],
    ['recording_silent'],
    ['recording_clipped'],
    ['no_passage'],
  ])('%s: 400 in the words of the engine', async (...refusal) => {
    const { message } = refusing(...refusal);
    const answer = await send();
    expect([answer.status, answer.json()]).toEqual([400, { detail: message }]);
  });

  test.each<[string, string, string, EngineErrorArguments]>([
    ['script', 'query', 'script=A.', ['script_of_one_sentence']],
    ['script', 'body', '', ['script_of_one_sentence']],
    ['lang_code', 'query', '', ['language_unspoken', { values: { lang: 'en' } }]],
  ])('a fault of the request: 422 that points at %s in the %s', async (field, part, query, refusal) => {
    const { message: msg, type } = refusing(...refusal);
    const answer = await send(query);
    expect([answer.status, answer.json()]).toEqual([422, { detail: [{ loc: [part, field], msg, type }] }]);
  });

  test('a server fault: 503, with the time to retry after', async () => {
    const { message: detail } = refusing('enrolments_busy');
    const answer = await send();
    expect([answer.status, answer.json()]).toEqual([503, { detail }]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('an unexpected error: 500 that reveals nothing, and the next request works', async () => {
    engine.takeBehaviour = () => Promise.reject(new Error('/home/someone/secret'));
    const answer = await send();
    expect([answer.status, answer.json()]).toEqual([500, { detail: 'Internal Server Error' }]);
    engine.takeBehaviour = null;
    expect((await setup.me.createAssisted({ voice_name: 'next' })).status).toBe(200);
  });
});

test('too many concurrent ones: 429, with the time to retry after', async () => {
  const id = await setup.me.made('plain');
  const held = engine.holdBack('takes');
  const asked = ['one', 'two'].map((voice_name) => setup.me.createAssisted({ voice_name }));
  await until('both are learned', () => held.running() === 2);
  for (const answer of [
    await setup.me.createAssisted({ voice_name: 'three' }),
    await setup.me.updateAssisted(id),
  ]) {
    expect([answer.status, answer.json()]).toEqual([429, { detail: expect.any(String) }]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  held.release();
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
});

describe('the name', () => {
  test.each<[string, string, string]>([
    ['missing', '', 'missing'],
    ['empty', 'voice_name=', 'string_too_short'],
    ['blank', 'voice_name=%20%0a', 'string_too_short'],
    ['long', `voice_name=${'x'.repeat(201)}`, 'string_too_long'],
    ['unprintable', 'voice_name=a%00b', 'string_pattern_mismatch'],
    ['given twice', 'voice_name=a&voice_name=b', 'string_type'],
  ])('%s is a 422', async (_, query, type) => {
    const body = formBody({ voice_file: { file: 'x' } });
    const answer = await setup.me.send('POST', `/voices/assisted?${query}`, body, {
      'content-type': FORM_TYPE,
    });
    const detail = [{ loc: ['query', 'voice_name'], msg: expect.any(String), type }];
    expect([answer.status, answer.json()]).toEqual([422, { detail }]);
  });

  const TAKEN = [400, { detail: 'This voice name already exists' }];

  test('of an existing voice is refused before anything is learned', async () => {
    await setup.me.made('Zoé');
    const answer = await setup.me.createAssisted({ voice_name: ' Zoe\u0301 ' });
    expect([answer.status, answer.json()]).toEqual(TAKEN);
    expect(engine.takes).toEqual([]);
  });

  test('of an existing set is refused for another set', async () => {
    await setup.me.madeSet('Zoé');
    const answer = await setup.me.createAssisted({ voice_name: 'Zoé', candidates: 'true' });
    expect([answer.status, answer.json()]).toEqual(TAKEN);
    expect(engine.takes).toHaveLength(1);
    // Sets and voices have separate names.
    await setup.me.made('Zoé');
  });

  test('that conflicts with a candidate’s is refused, and no other candidate is stored', async () => {
    await setup.me.made('Set_slow_1');
    const answer = await setup.me.createAssisted({ voice_name: 'Set', candidates: 'true' });
    expect([answer.status, answer.json()]).toEqual(TAKEN);
    expect(await setup.me.ownNames()).toEqual(['Set_slow_1']);
    // The set is not stored either.
    expect(
      (await setup.me.createAssisted({ voice_name: 'Set', candidates: 'true', fast: 'true' })).status,
    ).toBe(200);
  });

  test.each([{}, { candidates: 'true' }])('is given to one of two concurrent requests (%j)', async (more) => {
    const held = engine.holdBack('takes');
    const asked = [1, 2].map(() => setup.me.createAssisted({ voice_name: 'Twin', ...more }));
    await until('both are learned', () => held.running() === 2);
    held.release();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.json()).toEqual(TAKEN[1]);
    expect(new Set(await setup.me.ownNames()).size).toBe('candidates' in more ? 4 : 1);
  });
});

describe('another owner’s voice is treated like an unknown one', () => {
  test('when learning again, or choosing', async () => {
    const other = await setup.newOwner();
    const theirs = await other.made('Theirs');
    const { candidates } = await other.madeSet('Set');
    const before = await other.own();
    const ids = [...new Set(candidates.map(({ candidate }) => candidate))];
    engine.takes.length = 0;
    for (const id of [theirs, ...ids, NOBODYS, `${NOBODYS}_top_k_10`, 'nonsense', '%00', 'x'.repeat(99)]) {
      const voice_id = id === '%00' ? '\0' : id;
      const answers = [
        await setup.me.updateAssisted(id),
        await setup.me.updateAssisted(id, { candidates: 'true' }),
        await setup.me.choose({ voice_id }),
      ];
      for (const answer of answers) {
        expect([answer.status, answer.json()]).toEqual([404, { detail: 'Provided `voice_id` is invalid' }]);
      }
    }
    expect(engine.takes).toEqual([]);
    expect(await other.own()).toEqual(before);
  });

  test('a built-in voice cannot be learned or chosen either', async () => {
    const [builtIn] = await setup.me.list();
    const id = builtIn?.id ?? '';
    expect((await setup.me.updateAssisted(id)).status).toBe(404);
    expect((await setup.me.choose({ voice_id: id })).status).toBe(404);
  });
});

test.each<[string, string]>([
  ['POST', '/voices/assisted?voice_name=x'],
  ['PATCH', `/voices/${NOBODYS}/assisted`],
  ['POST', `/voices/assisted/choose?voice_id=${NOBODYS}`],
])('%s %s asks for credentials before anything else', async (method, path) => {
  const stranger = new VoicesClient(setup.server, 'not-a-key');
  const body = 'x'.repeat(path.includes('choose') ? 1 : 30_000_000);
  expect((await stranger.send(method, path, body, { 'content-type': FORM_TYPE })).status).toBe(401);
});

describe('a client that hangs up', () => {
  test.each<[string, Record<string, string>]>([
    ['a voice', {}],
    ['candidates', { candidates: 'true' }],
  ])('while %s is learned leaves nothing, and the work stops', async (_, query) => {
    const held = engine.holdBack('takes');
    const hangUp = new AbortController();
    const asked = setup.me
      .createAssisted({ voice_name: 'x', ...query }, undefined, { signal: hangUp.signal })
      .catch(() => 'gone');
    await until('it is learned', () => held.running() === 1);
    hangUp.abort();
    expect(await asked).toBe('gone');
    await until('the engine is told', () => engine.signals[0]?.aborted === true && held.running() === 0);
    expect(await setup.me.own()).toEqual([]);
    engine.takeBehaviour = null;
    expect((await setup.me.createAssisted({ voice_name: 'x', ...query })).status).toBe(200);
  });

  test('during the previews leaves nothing either', async () => {
    engine.onOpen = () => 'silent';
    const hangUp = new AbortController();
    const asked = setup.me
      .createAssisted({ voice_name: 'x', candidates: 'true' }, undefined, { signal: hangUp.signal })
      .catch(() => 'gone');
    await until('previews are spoken', () => engine.openStreams > 0);
    hangUp.abort();
    await asked;
    await until('nobody speaks any more', () => engine.openStreams === 0);
    await sleep(100);
    expect(await setup.me.own()).toEqual([]);
    engine.onOpen = null;
    expect((await setup.me.createAssisted({ voice_name: 'x', candidates: 'true' })).status).toBe(200);
  });

  test('does not change a voice that was to be learned again', async () => {
    const { candidates } = await setup.me.madeSet('Set');
    const id = candidates[0]?.candidate ?? '';
    const before = await setup.me.own();
    for (const query of [{}, { candidates: 'true' }]) {
      engine.signals.length = 0;
      // An engine that ignores the abort still creates no voice.
      let finish = (): void => undefined;
      engine.takeBehaviour = (request) =>
        new Promise((resolve) => {
          finish = () => resolve(madeOf(request));
        });
      const hangUp = new AbortController();
      const asked = setup.me
        .updateAssisted(id, query, undefined, { signal: hangUp.signal })
        .catch(() => 'gone');
      await until('it is learned', () => engine.signals.length === 1);
      hangUp.abort();
      await asked;
      await until('it is noticed', () => engine.signals[0]?.aborted === true);
      finish();
      await sleep(100);
      expect(await setup.me.own()).toEqual(before);
    }
  });
});

test('a voice that is deleted while it is learned again stays deleted', async () => {
  const id = await setup.me.made('x');
  const held = engine.holdBack('takes');
  const asked = setup.me.updateAssisted(id);
  await until('it is learned', () => held.running() === 1);
  await setup.me.remove(id);
  held.release();
  const answer = await asked;
  expect([answer.status, answer.json()]).toEqual([404, { detail: 'Provided `voice_id` is invalid' }]);
  expect(await setup.me.own()).toEqual([]);
});
