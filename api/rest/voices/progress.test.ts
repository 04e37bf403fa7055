import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, invalid, refusal } from '../../errors/api-error.ts';
import { answerWithProgress, type OnProgress } from './progress.ts';

let app: FastifyInstance;
let work: (onProgress: OnProgress) => Promise<unknown>;
beforeEach(() => {
  app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = error instanceof ApiError ? error : new ApiError('test', 500, 'not ours');
    return reply.code(status).send(body);
  });
  app.get('/', (request, reply) => answerWithProgress(request, reply, (onProgress) => work(onProgress)));
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const ask = (accept = 'text/event-stream') => app.inject({ url: '/', headers: { accept } });

/**
 * Returns the events of a stream without comments.
 * @throws Error when the stream contains anything else
 */
function eventsOf(body: string): [string, unknown][] {
  if (!body.endsWith('\n\n')) throw new Error('the last event is not complete');
  const blocks = body.slice(0, -2).split('\n\n');
  return blocks
    .filter((block) => !block.startsWith(':'))
    .map((block) => {
      const [, event, data] = /^event: (\w+)\ndata: ([^\n]+)$/.exec(block) ?? [];
      if (event === undefined || data === undefined) throw new Error(`not an event: ${block}`);
      return [event, JSON.parse(data)];
    });
}

/** Runs steps that take a moment each, and returns a result. */
const stepping =
  (...steps: [string, number][]) =>
  async (onProgress: OnProgress): Promise<unknown> => {
    for (const [stage, fraction] of steps) {
      await soon();
      onProgress(stage, fraction);
    }
    await soon();
    return { data: 'done' };
  };

describe('with an event stream', () => {
  test.each([
    'text/event-stream',
    'application/json, text/event-stream',
    'TEXT/EVENT-STREAM; charset=utf-8, */*;q=0.1',
  ])('accepted as "%s", progress comes first and then the result', async (accept) => {
    work = stepping(['align', 0.1], ['learn', 0.5], ['store', 1]);
    const answer = await ask(accept);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(eventsOf(answer.body)).toEqual([
      ['progress', { stage: 'align', fraction: 0.1 }],
      ['progress', { stage: 'learn', fraction: 0.5 }],
      ['progress', { stage: 'store', fraction: 1 }],
      ['result', { data: 'done' }],
    ]);
  });

  test('fractions never fall, and small steps of one stage are omitted', async () => {
    const steps = Array.from({ length: 1001 }, (_, i): [string, number] => ['learn', i / 1000]);
    work = stepping(['check', 0.25], ['decode', 0.1], ...steps);
    const events = eventsOf((await ask()).body).slice(0, -1);
    const fractions = events.map(([, data]) => (data as { fraction: number }).fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(events[1]).toEqual(['progress', { stage: 'decode', fraction: 0.25 }]);
    expect(events.length).toBeLessThan(110);
    expect(fractions.at(-1)).toBeGreaterThan(0.98);
  });

  test('a failure before the first progress has its own status', async () => {
    work = async () => {
      await soon();
      throw new ApiError('test', 409, 'It is not possible');
    };
    const answer = await ask();
    expect([answer.statusCode, answer.json()]).toEqual([409, { detail: 'It is not possible' }]);
  });

  test('also errors that are thrown at once', async () => {
    work = () => {
      throw invalid(['query', 'x'], 'field_missing');
    };
    expect((await ask()).statusCode).toBe(422);
  });

  test('work without progress has an ordinary response', async () => {
    work = async () => ({ data: 'done' });
    const answer = await ask();
    expect([answer.headers['content-type'], answer.json()]).toEqual([
      'application/json; charset=utf-8',
      { data: 'done' },
    ]);
  });

  test.each<[string, unknown, unknown]>([
    [
      'a refusal',
      refusal('voice_name_taken'),
      { status_code: 400, detail: 'This voice name already exists' },
    ],
    [
      'a fault of the request',
      invalid(['body', 'script'], 'too_many_characters', { max: 5 }),
      {
        status_code: 422,
        detail: [{ loc: ['body', 'script'], msg: 'Must have at most 5 characters', type: 'string_too_long' }],
      },
    ],
    ['a surprise', new Error('secret'), { status_code: 500, detail: 'Internal Server Error' }],
  ])('%s after progress is an event, the last one', async (_, error, data) => {
    work = async (onProgress) => {
      onProgress('align', 0.1);
      await soon();
      await soon();
      throw error;
    };
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(eventsOf(answer.body)).toEqual([
      ['progress', { stage: 'align', fraction: 0.1 }],
      ['error', data],
    ]);
  });

  test('comments, which are not events, interrupt a long silence', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let finish = (): void => undefined;
    work = (onProgress) => {
      onProgress('align', 0.1);
      return new Promise((resolve) => {
        finish = () => resolve({ data: 'done' });
      });
    };
    const asked = ask();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(35_000);
    finish();
    const { body } = await asked;
    expect(body.match(/^: $/gm)).toHaveLength(3);
    expect(eventsOf(body).map(([event]) => event)).toEqual(['progress', 'result']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each(['', '*/*', 'application/json', 'text/event-streams', 'x-text/event-stream'])(
  'with "%s" accepted there is one response',
  async (accept) => {
    work = stepping(['align', 0.1], ['store', 1]);
    const answer = await ask(accept);
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: 'done' }]);
    work = async (onProgress) => {
      onProgress('align', 0.1);
      await soon();
      throw new ApiError('test', 400, 'Too short');
    };
    expect((await ask(accept)).statusCode).toBe(400);
  },
);
