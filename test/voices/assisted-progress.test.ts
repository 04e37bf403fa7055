/** Progress of the enrolment of takes, as a stream of events. */
import { describe, expect, test } from 'vitest';
import type { EnrolOptions } from '../../cloning/index.ts';
import { EngineError } from '../../engine/index.ts';
import { AssistedSetup } from '../kit/assisted-setup.ts';
import { type ServerEvent, ServerEvents } from '../kit/clients/event-stream.ts';
import { FORM_TYPE, formBody } from '../kit/clients/voices-client.ts';
import { madeOf } from '../kit/made-voices.ts';
import { sleep, until } from '../kit/server.ts';

const setup = new AssistedSetup({ env: { MAX_ENROLMENTS: '8', UPLOAD_TIMEOUT_MS: '2000' } });
const { engine } = setup;

/** Sends a take and accepts events. */
function watch(
  method: string,
  path: string,
  fields = { voice_file: { file: 'a take' } },
): Promise<ServerEvents> {
  return ServerEvents.open(`${setup.server.base}${path}`, {
    method,
    headers: { 'x-api-key': setup.me.key, 'content-type': FORM_TYPE },
    body: formBody(fields),
  });
}

/** The stages of a real enrolment, at intervals. */
async function working({ onProgress }: EnrolOptions): Promise<void> {
  for (const [i, stage] of ['decode', 'check', 'align', 'score', 'enhance', 'learn', 'learn'].entries()) {
    onProgress?.(stage, i / 6);
    await sleep(2);
  }
}

/** Both ways of sending a take, with both kinds of results. */
const WAYS: [string, string, () => Promise<string>][] = [
  ['POST', '', async () => '/voices/assisted?voice_name=New'],
  ['POST', 'candidates', async () => '/voices/assisted?voice_name=New&candidates=true'],
  ['PATCH', '', async () => `/voices/${await setup.me.made('Old')}/assisted?`],
  [
    'PATCH',
    'candidates',
    async () =>
      `/voices/${(await setup.me.madeSet('Old')).candidates[0]?.candidate}/assisted?candidates=true`,
  ],
];

describe.each(WAYS)('%s %s', (method, _, path) => {
  test('reports progress, and then the same result as without events', async () => {
    const where = await path();
    engine.takeBehaviour = async (request, options) => {
      await working(options);
      return madeOf(request);
    };
    const stream = await watch(method, where);
    expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const events = await stream.rest();
    const [result, ...others] = events.toReversed();
    expect(result?.event).toBe('result');
    const fractions = others.toReversed().map(({ event, data }) => {
      expect(event).toBe('progress');
      expect(Object.keys(data)).toEqual(['stage', 'fraction']);
      return data.fraction as number;
    });
    expect(fractions.length).toBeGreaterThan(5);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect([fractions[0], fractions.at(-1)]).toEqual([0, 1]);
    const stages = others.toReversed().map(({ data }) => data.stage);
    expect([...new Set(stages)]).toEqual([
      'decode',
      'check',
      'align',
      'score',
      'enhance',
      'learn',
      'preview',
      'store',
    ]);

    // A PATCH replaces its voices with the same ones; a POST needs another name.
    const made = (await setup.me.own()).find(({ name }) => name.startsWith('New'));
    const again = method === 'PATCH' ? where : where.replace('voice_name=New', 'voice_name=Next');
    const plain = await setup.me.send(method, again, formBody({ voice_file: { file: 'a take' } }), {
      'content-type': FORM_TYPE,
    });
    expect(plain.headers['content-type']).toMatch('application/json');
    const withoutIds = (answer: unknown): unknown =>
      JSON.parse(JSON.stringify(answer).replace(/[0-9a-f]{8}(-[0-9a-f]{4,12}){4}/g, 'ID'));
    expect(withoutIds(result?.data)).toEqual(withoutIds(plain.json()));
    expect(made === undefined).toBe(method === 'PATCH');
  });

  test('an event is sent with each progress, not at the end', async () => {
    const where = await path();
    const held = engine.holdBack('takes');
    const stream = await watch(method, where);
    expect(await stream.next()).toEqual({ event: 'progress', data: { stage: 'align', fraction: 0.17 } });
    expect(held.running()).toBe(1);
    held.release();
    expect((await stream.rest()).map(({ event }) => event)).toContain('result');
  });

  test.each<[string, Error, ServerEvent['data']]>([
    [
      'a rejected recording',
      new EngineError('recording_silent'),
      {
        status_code: 400,
        detail: 'The recording is silent; check that the right microphone is selected and not muted',
      },
    ],
    [
      'an overload',
      new EngineError('enrolment_timed_out'),
      { status_code: 503, detail: 'Learning the voice took too long; try again later' },
    ],
    ['a surprise', new Error('/home/secret'), { status_code: 500, detail: 'Internal Server Error' }],
  ])('%s is an event after progress, a status before; it changes nothing', async (_, error, data) => {
    const where = await path();
    const before = await setup.me.own();
    engine.takeBehaviour = async (_request, options) => {
      await working(options);
      throw error;
    };
    const stream = await watch(method, where);
    expect(stream.status).toBe(200);
    const events = await stream.rest();
    expect(events.at(-1)).toEqual({ event: 'error', data });
    expect(events.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true);

    engine.takeBehaviour = async () => {
      throw error;
    };
    const early = await watch(method, where);
    expect([early.status, early.type]).toEqual([data.status_code, 'application/json; charset=utf-8']);
    expect(JSON.parse(await early.text())).toEqual({ detail: data.detail });
    expect(await setup.me.own()).toEqual(before);
  });

  test('a client that disconnects in the middle leaves nothing, and the next request works', async () => {
    const where = await path();
    const before = await setup.me.own();
    engine.signals.length = 0;
    const held = engine.holdBack('takes');
    const stream = await watch(method, where);
    await stream.next();
    await stream.hangUp();
    await until('the engine is told', () => engine.signals[0]?.aborted === true && held.running() === 0);
    held.release();
    await sleep(50);
    expect(await setup.me.own()).toEqual(before);
    engine.takeBehaviour = null;
    const next = await setup.me.send(method, where, formBody({ voice_file: { file: 'a take' } }), {
      'content-type': FORM_TYPE,
    });
    expect(next.status).toBe(200);
  });
});

test('a faulty request has its own status, also where events are accepted', async () => {
  const plain = await setup.me.made('Plain');
  const taken = '/voices/assisted?voice_name=Plain';
  for (const [method, path, fields, status] of [
    ['POST', '/voices/assisted?voice_name=', { voice_file: { file: 'x' } }, 422],
    ['POST', '/voices/assisted?voice_name=x', {}, 422],
    ['POST', '/voices/assisted?voice_name=x&lang_code=xx', { voice_file: { file: 'x' } }, 422],
    ['POST', taken, { voice_file: { file: 'x' } }, 400],
    ['PATCH', `/voices/${plain}/assisted?candidates=true`, { voice_file: { file: 'x' } }, 409],
    ['PATCH', '/voices/nonsense/assisted', { voice_file: { file: 'x' } }, 404],
  ] as const) {
    const stream = await watch(method, path, fields as Parameters<typeof watch>[2]);
    expect([stream.status, stream.type]).toEqual([status, 'application/json; charset=utf-8']);
    expect(JSON.parse(await stream.text())).toEqual({ detail: expect.anything() });
  }
});

test('a name that is taken meanwhile is an error at the end', async () => {
  const held = engine.holdBack('takes');
  const stream = await watch('POST', '/voices/assisted?voice_name=Twin');
  await stream.next();
  await setup.me.made('Twin');
  held.release();
  expect((await stream.rest()).at(-1)).toEqual({
    event: 'error',
    data: { status_code: 400, detail: 'This voice name already exists' },
  });
});
