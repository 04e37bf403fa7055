/** Warm transfers of calls over Twilio's protocol: a person is called, told and asked, and joined in a conference. */
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readWav } from '../../media/wav.ts';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { agentSetup } from '../kit/agent-setup.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import { TelephoneCaller } from '../kit/clients/telephone-caller.ts';
import { until } from '../kit/server.ts';
import { callOnce } from '../kit/servers/chat-server.ts';
import { type CalledTelephone, TwilioServer } from '../kit/servers/twilio.ts';

const CALLER = `CA${'2c'.repeat(16)}`;
const twilio = await TwilioServer.start();
afterAll(() => twilio.close());
const ENV = {
  ...twilio.env,
  TRANSFER_NUMBERS: '+4930',
  TWILIO_FROM: '+4930999',
  PUBLIC_URL: 'https://speech.example.org',
};
const setup = agentServer(ENV);

beforeEach(() => {
  twilio.made.splice(0);
  twilio.changed.splice(0);
  twilio.conferences.clear();
  if (setup.server) twilio.streamAddress = setup.server.ws;
});

/** A caller who asks for a colleague. */
async function asking(): Promise<TelephoneCaller> {
  const id = await setup.agents.made({
    greeting: 'Good morning.',
    call_tools: ['transfer_call'],
    transfer_targets: [{ name: 'colleague', number: '+4930123456', warm: true }],
  });
  const { url } = await dataOf<{ url: string }>(setup.agents.send('POST', `/agents/${id}/media-stream-url`));
  const caller = await TelephoneCaller.call(`${setup.server.ws}${url}`, CALLER);
  onTestFinished(() => {
    caller.hush();
    caller.socket.socket.terminate();
  });
  await until('the greeting was sent', () => caller.count('mark') === 1, PATIENCE_MS);
  const summary = 'A guest has a question about an invoice.';
  setup.model.answer(callOnce('transfer_call', { target: 'colleague', summary }, 'One moment.'));
  await caller.speak(await setup.speech.say('I would like to talk to a colleague.'));
  return caller;
}

const person = () => twilio.made[0]!;
const members = (): string[] => [...twilio.conferences.values()].flatMap((sids) => [...sids]).sort();

describe('a warm transfer at Twilio', { timeout: 180_000 }, () => {
  test('the person hears what it is about, takes the call, and is joined with the caller', async () => {
    twilio.telephone = { ringMs: 300, outcome: 'in-progress', key: '1' };
    const caller = await asking();
    expect(await caller.socket.closed).toEqual({ code: 1000, reason: 'The call was transferred' });
    expect(person()).toMatchObject({ to: '+4930123456', from: '+4930999', status: 'in-progress' });
    expect([...twilio.conferences.keys()]).toHaveLength(1);
    expect(members()).toEqual([CALLER, person().sid].sort());
    for (const option of ['beep="false"', 'endConferenceOnExit="true"']) {
      expect(twilio.changed[0]!.instructions).toContain(option);
    }
    const { channels, sampleRate, encoding } = readWav(person().played[0]!);
    expect(encoding).toBe('mulaw');
    expect(await setup.hears(channels[0]!, sampleRate)).toMatch(/question.*press (1|one)/i);
    // What they were told is gone.
    const [, address = ''] = /<Play>https:\/\/[^/]+([^<]+)</.exec(person().form.Twiml ?? '') ?? [];
    expect((await fetch(`${setup.server.base}${address}`)).status).toBe(404);
    await setup.isFreed();
  });
});

/** A call with a scripted conversation, whose caller the agent puts through. */
async function puttingThrough(telephone: CalledTelephone) {
  twilio.telephone = telephone;
  const scripted = await agentSetup(ENV);
  twilio.streamAddress = scripted.ws;
  const id = await scripted.createAgent();
  const url = `${scripted.ws}/agents/${id}/media-stream?api_key=${scripted.rest.key}`;
  const caller = await TelephoneCaller.call(url, CALLER);
  onTestFinished(() => caller.hush());
  const conversation = await scripted.conversation();
  const asked = conversation.door.call?.askPerson?.('+4930123456', Promise.resolve(new Int16Array(24_000)));
  return { caller, conversation, asked };
}

describe('a person who is asked by Twilio', () => {
  test('takes the call, and both are in a conference that ends with either', async () => {
    const { caller, asked } = await puttingThrough({ ringMs: 50, outcome: 'in-progress', key: '1' });
    await (await asked)!.join();
    expect(members()).toEqual([CALLER, person().sid].sort());
    // The caller's stream has ended with the redirection.
    caller.hangUp();
    await caller.socket.closed;
    expect(person().status).toBe('in-progress');
  });

  test.each([
    ['declines', { outcome: 'in-progress', key: '2' }, 'they declined'],
    ['presses nothing', { outcome: 'in-progress' }, 'they did not say whether'],
    ['is busy', { outcome: 'busy' }, 'they are busy or declined'],
    ['does not answer', { outcome: 'no-answer' }, 'nobody answered'],
    ['cannot be reached', { outcome: 'failed' }, 'the telephone network refused it'],
  ] as const)('%s, and the caller stays with the agent', async (_, telephone, reason) => {
    const { conversation, asked } = await puttingThrough({ ringMs: 50, ...telephone });
    await expect(asked).rejects.toThrow(reason);
    expect(conversation.closedFor).toBeNull();
    expect(person().status).not.toBe('in-progress');
    expect([twilio.changed, members()]).toEqual([[], []]);
    // Voicemail is told twice.
    const times = telephone.outcome !== 'in-progress' ? 0 : 'key' in telephone ? 1 : 2;
    expect(person().played).toHaveLength(times);
  });

  test('is not called any more when the caller hangs up', async () => {
    const { caller, asked } = await puttingThrough({ ringMs: 60_000, outcome: 'in-progress' });
    const failed = expect(asked).rejects.toThrow('the call is over');
    await expect.poll(() => person()?.status).toBe('ringing');
    caller.hangUp();
    await failed;
    expect(person().status).toBe('completed');
  });
});
