/** Outgoing calls on a real server, over Twilio's protocol. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { faults } from '../kit/agent-owners.ts';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import type { Answer } from '../kit/clients/sse-client.ts';
import { CHEAP_VOICE, until } from '../kit/server.ts';
import { callOnce } from '../kit/servers/chat-server.ts';
import { TwilioServer } from '../kit/servers/twilio.ts';

const TO = '+4930654321';
const twilio = await TwilioServer.start();
afterAll(() => twilio.close());
const setup = agentServer({
  ...twilio.env,
  TWILIO_FROM: '+4930123456',
  PUBLIC_URL: 'https://speech.example.org',
  CALL_NUMBERS: '+4930,sip:desk@pbx.example',
  MAX_CALLS_PER_OWNER: '2',
});
const AGENT = {
  prompt: 'You are the receptionist of a hotel. The order of the caller: {{order|unknown}}.',
  greeting: 'Good morning, this is the hotel.',
  voice_id: CHEAP_VOICE,
  call_tools: ['end_call'],
};

interface Call {
  readonly call_id: string;
  readonly status: string;
  readonly reason?: string;
  readonly to: string;
  readonly next_attempt_at?: string;
  readonly attempts: readonly {
    readonly status?: string;
    readonly ringing_at?: string;
    readonly answered_at?: string;
    readonly ended_at?: string;
  }[];
}

let agentId = '';
beforeEach(async () => {
  twilio.made.splice(0);
  twilio.telephone = { ringMs: 100, outcome: 'in-progress' };
  if (!setup.server) return;
  twilio.streamAddress = setup.server.ws;
  agentId = await setup.agents.made(AGENT);
});

const ask = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  setup.agents.send('POST', `/agents/${agentId}/calls`, { to: TO, ...body }, headers);
const called = (body: object = {}): Promise<Call> => dataOf<Call>(ask(body));
const read = (id: string): Promise<Call> => dataOf<Call>(setup.agents.send('GET', `/calls/${id}`));
const hangUp = (id: string): Promise<Answer> => setup.agents.send('DELETE', `/calls/${id}`);

async function becomes(id: string, status: string): Promise<Call> {
  let call = await read(id);
  const isThere = async (): Promise<boolean> => {
    call = await read(id);
    return call.status === status;
  };
  await until(`the call is ${status}`, isThere, PATIENCE_MS);
  return call;
}

describe('a call', { timeout: 180_000 }, () => {
  test('rings, is answered by the agent, which knows the variables, and ends when it hangs up', async () => {
    twilio.telephone = { ringMs: 2500, outcome: 'in-progress' };
    const call = await called({ variables: { order: 'A1234' }, ring_seconds: 20, max_seconds: 600 });
    expect(call).toMatchObject({ status: 'queued', to: TO, via: 'twilio', variables: { order: 'A1234' } });
    await becomes(call.call_id, 'answered');
    const [made] = twilio.made;
    expect(made?.form).toMatchObject({ To: TO, From: '+4930123456', Timeout: '20', TimeLimit: '600' });
    expect(made?.form.Twiml).toContain(`"wss://speech.example.org/calls/${call.call_id}/media-stream/`);
    await until('the greeting was sent', () => made?.caller?.count('mark') === 1, PATIENCE_MS);
    setup.model.answer(callOnce('end_call', {}, 'Goodbye.'));
    await made?.caller?.speak(await setup.speech.say('That was all I needed.'));
    const over = await becomes(call.call_id, 'ended');
    expect(over).toMatchObject({ reason: 'agent_hung_up', attempts: [{ status: 'ended' }] });
    expect(JSON.stringify(setup.model.requests[0]?.body.messages)).toContain('A1234');
    const [{ ringing_at, answered_at, ended_at } = {}] = over.attempts;
    expect([ringing_at, answered_at, ended_at].every((at) => Date.parse(at ?? '') > 0)).toBe(true);
    await setup.isFreed();
  });

  test('ends with the callee’s hanging up, and with DELETE', async () => {
    const first = await called();
    await becomes(first.call_id, 'answered');
    await until('there is a stream', () => twilio.made[0]?.caller !== null, PATIENCE_MS);
    twilio.made[0]?.caller?.hangUp();
    expect(await becomes(first.call_id, 'ended')).toMatchObject({ reason: 'caller_left' });

    const second = await called();
    await becomes(second.call_id, 'answered');
    expect((await hangUp(second.call_id)).status).toBe(200);
    expect(await becomes(second.call_id, 'ended')).toMatchObject({ reason: 'canceled' });
    expect(twilio.made[1]?.status).toBe('completed');
    expect((await hangUp(second.call_id)).status).toBe(200);
  });

  test('is not answered', async () => {
    for (const [outcome, status] of [
      ['busy', 'busy'],
      ['no-answer', 'no_answer'],
      ['failed', 'failed'],
    ] as const) {
      twilio.telephone = { ringMs: 50, outcome };
      const { call_id } = await called();
      expect(await becomes(call_id, status)).toMatchObject({ attempts: [{ status }] });
    }
  });

  test('is tried again as its rule says, not before its time, and can be taken back', async () => {
    twilio.telephone = { ringMs: 50, outcome: 'busy' };
    const { call_id } = await called({ retry: { max_attempts: 2, delay_seconds: 60 } });
    const isBack = async (): Promise<boolean> => (await read(call_id)).reason === 'busy';
    await until('it was busy', isBack, PATIENCE_MS);
    const call = await read(call_id);
    expect(call).toMatchObject({ status: 'queued', attempts: [{ status: 'busy' }] });
    const waitMs = Date.parse(call.next_attempt_at ?? '') - Date.parse(call.attempts[0]?.ended_at ?? '');
    expect(Math.round(waitMs / 1000)).toBe(60);
    await hangUp(call_id);
    expect(await read(call_id)).toMatchObject({ status: 'ended', reason: 'canceled' });
  });

  test('waits while the owner has as many as may be made at a time', async () => {
    twilio.telephone = { ringMs: 0, outcome: 'nothing' };
    const calls = [await called(), await called(), await called()];
    for (const { call_id } of calls.slice(0, 2)) await becomes(call_id, 'ringing');
    expect(await read(calls[2]!.call_id)).toMatchObject({ status: 'queued' });
    expect(twilio.made).toHaveLength(2);
    await hangUp(calls[0]!.call_id);
    await becomes(calls[2]!.call_id, 'ringing');
    const list = await dataOf<{ calls: Call[]; next_cursor?: string }>(
      setup.agents.send('GET', `/calls?agent_id=${agentId}&limit=2`),
    );
    expect(list.calls.map((one) => one.call_id)).toEqual([calls[2]!.call_id, calls[1]!.call_id]);
    const rest = await dataOf<{ calls: Call[]; next_cursor?: string }>(
      setup.agents.send('GET', `/calls?agent_id=${agentId}&limit=2&cursor=${list.next_cursor}`),
    );
    expect(rest.calls.map((one) => one.call_id)).toEqual([calls[0]!.call_id]);
    expect(rest.next_cursor).toBeUndefined();
  });

  test('is made once, however often it is asked for with the same key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([ask({}, key), ask({}, key), ask({}, key)]);
    const ids = answers.map((answer) => (answer.json() as { data: Call }).data.call_id);
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(2);
    await becomes(ids[0]!, 'answered');
    expect(twilio.made).toHaveLength(1);
    expect(faults(await ask({ ring_seconds: 10 }, key))[0]).toMatchObject({
      loc: ['header', 'idempotency-key'],
    });
  });
});

test('a call outside of its hours waits for them', async () => {
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7];
  const call = await called({ hours: { from: '09:00', until: '17:00', days: [day] } });
  expect(call).toMatchObject({
    status: 'queued',
    next_attempt_at: expect.stringContaining('T09:00:00.000Z'),
  });
});

test('faults are named', async () => {
  const faultOf = async (body: object) => faults(await ask(body))[0];
  for (const to of ['+1900555555', 'sip:other@pbx.example']) {
    expect(await faultOf({ to })).toMatchObject({
      loc: ['body', 'to'],
      msg: expect.stringContaining('CALL_NUMBERS'),
    });
  }
  expect(await faultOf({ to: 'home' })).toMatchObject({ loc: ['body', 'to'] });
  expect(await faultOf({ to: null })).toMatchObject({ loc: ['body', 'to'] });
  expect(await faultOf({ variables: { a: {} } })).toMatchObject({ loc: ['body', 'variables'] });
  expect(await faultOf({ hours: { from: '17:00', until: '9' } })).toMatchObject({
    loc: ['body', 'hours', 'until'],
  });
  expect(await faultOf({ hours: { from: '09:00', until: '17:00', time_zone: 'Hotel' } })).toMatchObject({
    loc: ['body', 'hours', 'time_zone'],
  });
  expect(await faultOf({ retry: {} })).toMatchObject({ loc: ['body', 'retry', 'max_attempts'] });
  expect(await faultOf({ voice: 'x' })).toMatchObject({ loc: ['body', 'voice'] });
  const livekit = await ask({ via: 'livekit' });
  expect(livekit.status).toBe(503);
  expect(JSON.stringify(livekit.json())).toContain('LIVEKIT_URL');
});
