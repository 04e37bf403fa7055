/** Tools with which an agent ends a call, transfers it, and sends DTMF, on a real server with Twilio's protocol. */
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { faults } from '../kit/agent-owners.ts';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import { TelephoneCaller } from '../kit/clients/telephone-caller.ts';
import { historyOf } from '../kit/conversation-setup.ts';
import { CHEAP_VOICE, until } from '../kit/server.ts';
import { callOnce } from '../kit/servers/chat-server.ts';
import { TwilioServer } from '../kit/servers/twilio.ts';

const CALL_SID = `CA${'1b'.repeat(16)}`;
const twilio = await TwilioServer.start();
afterAll(() => twilio.close());
const setup = agentServer({ ...twilio.env, TRANSFER_NUMBERS: '+4930,sip:desk@pbx.example' });
const TARGETS = [
  { name: 'billing', number: '+49 30 123-456', description: 'questions about invoices' },
  { name: 'desk', number: 'sip:desk@pbx.example' },
];
const AGENT = {
  greeting: 'Good morning.',
  voice_id: CHEAP_VOICE,
  call_tools: ['transfer_call', 'send_dtmf', 'end_call'],
  transfer_targets: TARGETS,
};

async function call(callSid = CALL_SID): Promise<TelephoneCaller> {
  const id = await setup.agents.made(AGENT);
  const { url } = await dataOf<{ url: string }>(setup.agents.send('POST', `/agents/${id}/media-stream-url`));
  const caller = await TelephoneCaller.call(`${setup.server.ws}${url}`, callSid);
  onTestFinished(() => {
    caller.hush();
    caller.socket.socket.terminate();
  });
  await until('the greeting was sent', () => caller.count('mark') === 1, PATIENCE_MS);
  return caller;
}

describe('on a telephone line', { timeout: 180_000 }, () => {
  test('the telephone service transfers a call, and its stream is closed', async () => {
    const caller = await call();
    setup.model.answer(callOnce('transfer_call', { target: 'billing' }, 'I will put you through.'));
    await caller.speak(await setup.speech.say('I have a question about my invoice.'));
    expect(await caller.socket.closed).toEqual({ code: 1000, reason: 'The call was transferred' });
    expect(twilio.changed).toEqual([
      { callSid: CALL_SID, instructions: '<Response><Dial><Number>+4930123456</Number></Dial></Response>' },
    ]);
  });

  test('the model gets the service’s refusal, and the caller stays', async () => {
    const caller = await call();
    twilio.hasNoCalls = true;
    setup.model.answer(callOnce('transfer_call', { target: 'desk' }));
    await caller.speak(await setup.speech.say('Put me through to the desk.'));
    const told = () => historyOf(setup.model).some((line) => line.includes('refused it (HTTP 404)'));
    await until('the model was told', told, PATIENCE_MS);
    await until('the caller was answered', () => caller.count('mark') >= 2, PATIENCE_MS);
    expect(caller.socket.isClosed).toBe(false);
  });

  test('keys are heard as tones', async () => {
    const caller = await call();
    const from = caller.socket.messages.length;
    setup.model.answer(callOnce('send_dtmf', { keys: '5' }));
    await caller.speak(await setup.speech.say('Please press five.'));
    const heard = () => caller.heard(from);
    await until('a key is heard', () => heard().length >= 800, PATIENCE_MS);
    const [low, high, other] = [770, 1336, 941].map((hz) =>
      loudness(heard().subarray(0, 800), hz),
    ) as number[];
    expect(Math.min(low!, high!)).toBeGreaterThan(20 * other!);
  });

  test('the agent hangs up', async () => {
    const caller = await call();
    setup.model.answer(callOnce('end_call', {}, 'Goodbye.'));
    await caller.speak(await setup.speech.say('That was all I needed.'));
    expect(await caller.socket.closed).toEqual({ code: 1000, reason: 'The agent hung up' });
    await setup.isFreed();
  });
});

test('an agent may only have existing tools, and numbers that the operator allows', async () => {
  const id = await setup.agents.made(AGENT);
  expect(await setup.agents.agent(id)).toMatchObject({
    call_tools: ['end_call', 'send_dtmf', 'transfer_call'],
    transfer_targets: [
      { name: 'billing', number: '+4930123456', description: 'questions about invoices' },
      { name: 'desk', number: 'sip:desk@pbx.example' },
    ],
  });
  const refusedFor = async (body: object) => faults(await setup.agents.create({ ...AGENT, ...body }))[0];
  expect(await refusedFor({ call_tools: ['fly'] })).toMatchObject({ loc: ['body', 'call_tools'] });
  expect(await refusedFor({ transfer_targets: null })).toMatchObject({
    loc: ['body', 'transfer_targets'],
    msg: expect.stringContaining('transfer_call'),
  });
  for (const number of ['+1900555555', 'sip:desk@pbx.example.evil.example', 'sip:other@pbx.example']) {
    expect(await refusedFor({ transfer_targets: [{ name: 'a', number }] })).toMatchObject({
      loc: ['body', 'transfer_targets'],
      msg: expect.stringContaining('TRANSFER_NUMBERS'),
    });
  }
  expect(await refusedFor({ transfer_targets: [{ name: 'a', number: 'home' }] })).toMatchObject({
    loc: ['body', 'transfer_targets', 0, 'number'],
  });
  const warm = [{ name: 'a', number: '+4930123', warm: true }];
  expect(await refusedFor({ transfer_targets: warm })).toMatchObject({
    loc: ['body', 'transfer_targets'],
    msg: expect.stringMatching(/LIVEKIT_SIP_TRUNK_ID.*TWILIO_FROM/),
  });
  const twice = TARGETS.map((target) => ({ ...target, name: 'same' }));
  expect(await refusedFor({ transfer_targets: twice })).toMatchObject({ loc: ['body', 'transfer_targets'] });
});

/** Returns the level of a frequency (Goertzel), at 8 kHz. */
function loudness(samples: Float32Array, hz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / 8000);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample + factor * last - before];
  return before ** 2 + last ** 2 - factor * before * last;
}
