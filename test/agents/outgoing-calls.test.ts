/** Outgoing calls on a real server, over Twilio's protocol. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { faults } from '../kit/agent-owners.ts';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import type { Answer } from '../kit/clients/sse-client.ts';
import type { TelephoneCaller } from '../kit/clients/telephone-caller.ts';
import { until } from '../kit/server.ts';
import { callOnce } from '../kit/servers/chat-server.ts';
import { TwilioServer } from '../kit/servers/twilio.ts';
import { type ReceivedMessage, WebhookReceiver } from '../kit/servers/webhook-receiver.ts';

const TO = '+4930654321';
const twilio = await TwilioServer.start();
afterAll(() => twilio.close());
const setup = agentServer({
  ...twilio.env,
  TWILIO_FROM: '+4930123456',
  PUBLIC_URL: 'https://speech.example.org',
  CALL_NUMBERS: '+4930,sip:desk@pbx.example',
  MCP_ALLOW_HOSTS: '127.0.0.1',
  MAX_CALLS_PER_OWNER: '2',
});
const AGENT = {
  prompt: 'You are the receptionist of a hotel. The order of the caller: {{order|unknown}}.',
  greeting: 'Good morning, this is the hotel.',
  keep_transcripts: true,
  call_tools: ['end_call'],
};

interface Call {
  readonly call_id: string;
  readonly status: string;
  readonly reason?: string;
  readonly to: string;
  readonly next_attempt_at?: string;
  readonly conversation_id?: string;
  readonly ended_at?: string;
  readonly attempts: readonly {
    readonly status?: string;
    readonly answered_by?: string;
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

type Told = ReceivedMessage['event'];
const told = async (query = ''): Promise<Told[]> =>
  (await dataOf<{ events: Told[] }>(setup.agents.send('GET', `/events?agent_id=${agentId}${query}`))).events;
/** The tone of an answering machine. */
const beep = (): Int16Array =>
  Int16Array.from({ length: 8000 }, (_, i) => 6000 * Math.sin((2 * Math.PI * 1000 * i) / 16_000));

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
    const receiver = await WebhookReceiver.start();
    await dataOf(setup.agents.send('POST', '/webhooks', { url: `${receiver.base}/` }));
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
    const received = () =>
      receiver.messages.map(({ event }) => event).filter(({ type }) => type.startsWith('call.'));
    await until('the webhook was told', () => received().length === 5, PATIENCE_MS);
    expect(received().map(({ type, data }) => [type, data.status])).toEqual([
      ['call.queued', 'queued'],
      ['call.dialing', 'dialing'],
      ['call.ringing', 'ringing'],
      ['call.answered', 'answered'],
      ['call.ended', 'ended'],
    ]);
    expect(over.conversation_id).toEqual(expect.any(String));
    const [conversation] = await told('&type=conversation.started');
    expect(conversation?.data).toMatchObject({
      call_id: call.call_id,
      conversation_id: over.conversation_id,
    });
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
    const events = (await told('&order=desc')).filter(({ type }) => type !== 'call.ringing');
    expect(events.map(({ type, data }) => [type, data.reason, data.attempts])).toEqual([
      ['call.ended', 'canceled', 1],
      ['call.queued', 'busy', 1],
      ['call.dialing', undefined, 1],
      ['call.queued', undefined, 0],
    ]);
    expect(events[1]?.data.next_attempt_at).toBe(call.next_attempt_at);
    const [, second] = await told('&order=desc&type=call.queued');
    expect(await told(`&order=desc&after=${second?.id}`)).toEqual([]);
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

describe('who answers', { timeout: 180_000 }, () => {
  const VOICEMAIL = {
    voicemail: { action: 'leave_message', message: 'Your room is ready. Please call us.' },
  };

  /** A call whose callee has picked up and not said anything yet. */
  async function answered(body: object): Promise<{ id: string; callee: TelephoneCaller }> {
    const { call_id: id } = await called(body);
    await until('there is a stream', () => Boolean(twilio.made[0]?.caller), PATIENCE_MS);
    return { id, callee: twilio.made[0]!.caller! };
  }

  test('voicemail gets its message after the beep', async () => {
    const greeting = "Hi, this is Anna. I can't come to the phone right now. Please leave a message.";
    const said = await setup.speech.say(greeting);
    const { id, callee } = await answered(VOICEMAIL);
    await callee.speak(said);
    await callee.speak(new Int16Array(8000));
    await callee.speak(beep());
    expect(callee.count('media')).toBe(0);
    expect(await becomes(id, 'voicemail')).toMatchObject({ attempts: [{ answered_by: 'voicemail' }] });
    await until('it is over', async () => (await read(id)).ended_at !== undefined, PATIENCE_MS);
    expect(await read(id)).toMatchObject({
      status: 'voicemail',
      reason: 'message_left',
      attempts: [{ status: 'voicemail', answered_by: 'voicemail' }],
    });
    expect(await setup.hears(callee.heard(), 8000)).toMatch(/your room.*call us/i);
    expect(setup.model.requests).toEqual([]);
  });

  test('a person is greeted when they have spoken, and then talked to', async () => {
    const hello = await setup.speech.say('Hello?');
    const { id, callee } = await answered({ ...VOICEMAIL, menu: { action: 'hang_up' } });
    await callee.speak(hello);
    await until('the greeting was sent', () => callee.count('mark') === 1, PATIENCE_MS);
    // It is heard to its end.
    await callee.speak(new Int16Array(16_000));
    expect(await becomes(id, 'answered')).toMatchObject({ attempts: [{ answered_by: 'person' }] });
    setup.model.answer(callOnce('end_call', {}, 'Goodbye.'));
    await callee.speak(await setup.speech.say('That was all I needed.'));
    expect(await becomes(id, 'ended')).toMatchObject({ reason: 'agent_hung_up' });
    const said = (setup.model.requests[0]?.body.messages ?? []).map(({ content }) => content);
    expect(said.slice(1)).toEqual([expect.stringMatching(/hello/i), AGENT.greeting, expect.any(String)]);
  });

  test('a menu is hung up on, and faults of the fields are named', async () => {
    const said = await setup.speech.say('Welcome to the hotel. For reservations, press one.');
    const { id, callee } = await answered({ menu: { action: 'hang_up' } });
    await callee.speak(said);
    expect(await becomes(id, 'ended')).toMatchObject({ reason: 'menu', attempts: [{ answered_by: 'menu' }] });
    for (const [body, loc] of [
      [{ voicemail: { action: 'leave_message' } }, ['body', 'voicemail', 'message']],
      [{ voicemail: { message: 'Hello.' } }, ['body', 'voicemail', 'action']],
      [{ voicemail: { action: 'sing' } }, ['body', 'voicemail', 'action']],
      [{ menu: { action: 'press', keys: 'one' } }, ['body', 'menu', 'keys']],
    ] as const) {
      expect(faults(await ask(body))[0]).toMatchObject({ loc });
    }
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
