/**
 * Telephone calls as examples/livekit-sip sets them up: its configuration and programs with other addresses, beside a
 * LiveKit server, LiveKit SIP, Redis, and SIPp as provider and telephone.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ParticipantInfo, RoomServiceClient, SipClient } from 'livekit-server-sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../bench/processes/free-port.ts';
import { resampleAll } from '../../media/resampler.ts';
import { SipTelephone, whyNoSipp } from '../kit/clients/sip-telephone.ts';
import { hangingUp, hungUpOn, refusing, ringing, transferred } from '../kit/clients/sipp-scenarios.ts';
import { expectLines } from '../kit/docs/output.ts';
import { LIVEKIT_BUILD_MS } from '../kit/livekit-program.ts';
import { whyNoLiveKitSip } from '../kit/livekit-sip-program.ts';
import { inLongForm, isLongForm } from '../kit/long-form.ts';
import { PATIENCE_MS, roomSetup } from '../kit/room-setup.ts';
import { KEY, until } from '../kit/server.ts';
import { callOnce, callTools } from '../kit/servers/chat-server.ts';
import { type LiveKitServer, onLiveKit } from '../kit/servers/livekit.ts';
import { LiveKitSip } from '../kit/servers/livekit-sip.ts';
import { RedisServer, whyNoRedis } from '../kit/servers/redis.ts';

const TEST = { timeout: 120_000 };
const NUMBER = '+4930123456';
const DESK = '+4930777';
const COLLEAGUE = '+4930778';
/** Long enough for an agent to join an outgoing call. */
const RING_MS = 4500;
/** Wait for a pressed key to be a turn. */
const KEY_MS = 10_000;
const REPOSITORY = join(import.meta.dirname, '../..');

const [config, incoming, outgoing] = ['sip.yaml', 'incoming.mjs', 'call.mjs'].map((file) =>
  readFileSync(join(REPOSITORY, 'examples/livekit-sip', file), 'utf8'),
) as [string, string, string];

const missing = whyNoRedis() ?? whyNoSipp() ?? whyNoLiveKitSip();
const isSkipped = missing !== null && process.env.CI !== 'true';
const redis = isSkipped ? null : await RedisServer.start();
afterAll(() => redis?.remove());

if (redis === null) describe.skip(`telephones: ${missing}`, () => test('calls', () => undefined));
else onLiveKit(telephoneCalls, { redis: redis.address });

function telephoneCalls(livekit: () => LiveKitServer): void {
  let sip: LiveKitSip;
  let agentId = '';
  let phonePort = 0;
  const setup = roomSetup(livekit, {
    env: async () => {
      phonePort = await freePort('udp');
      const { url, apiKey, apiSecret } = livekit();
      const client = new SipClient(url.replace('ws', 'http'), apiKey, apiSecret);
      const trunk = await client.createSipOutboundTrunk('people', `127.0.0.1:${phonePort}`, [NUMBER]);
      return { TRANSFER_NUMBERS: '+4930', LIVEKIT_SIP_TRUNK_ID: trunk.sipTrunkId };
    },
  });

  beforeAll(async () => {
    const { apiKey, apiSecret, url } = livekit();
    const own = { api_key: apiKey, api_secret: apiSecret, ws_url: url, redis: { address: redis?.address } };
    sip = await LiveKitSip.start({ ...parse(config), ...own });
    if (!setup.server) return;
    const said = await runProgram(incoming);
    expectLines(`${NUMBER} is answered by agent …`, said);
    agentId = said.trim().split(' ').at(-1) ?? '';
    await setup.client.changed(agentId, {
      call_tools: ['end_call', 'send_dtmf', 'transfer_call'],
      transfer_targets: [
        { name: 'desk', number: DESK },
        { name: 'colleague', number: COLLEAGUE, warm: true },
      ],
    });
  }, LIVEKIT_BUILD_MS);
  afterAll(() => sip?.remove());

  test('an outgoing call: greeting, question and answer, DTMF, and the agent hangs up', TEST, async () => {
    const telephone = await SipTelephone.answering(phonePort, RING_MS);
    onTestFinished(() => telephone.remove());
    const printed = await runProgram(outgoing, agentId, '+4930654321');
    expectLines('+4930654321 has answered', printed);
    expect(await heardBy(telephone)).toMatch(/^good morning/i);

    setup.model.answer(callTools([{ name: 'end_call', args: {} }]));
    setup.model.next(callTools([{ name: 'send_dtmf', args: { keys: '12#' } }], 'It is half past seven.'));
    const from = telephone.heard.length;
    await telephone.speak(await setup.speech('What time is it now?'));
    expect(await telephone.over).toBe(0);
    expect(await understood(telephone.heard.slice(from))).toMatch(/half past seven|7:30/i);
    expect(turns()).toEqual([expect.stringMatching(/time/i)]);
    expect(telephone.pressed).toBe('12#');
    await agentsLeave();
  });

  test('an incoming call: greeting, DTMF, and a transfer', TEST, async () => {
    const telephone = await calling(transferred(DESK));
    expect(await heardBy(telephone)).toMatch(/hello.*reception speaking/i);
    setup.model.answer(callOnce('transfer_call', { target: 'desk' }));
    telephone.press('4');
    // Callers press again when nothing happens: on a busy machine LiveKit SIP now and then fails to transfer.
    const again = setInterval(() => telephone.press('4'), 10_000);
    onTestFinished(() => clearInterval(again));
    expect(await telephone.over).toBe(0);
    expect(new Set(turns())).toEqual(new Set(['I pressed 4 on the telephone keypad.']));
    await agentsLeave();
  });

  test('an incoming call, and the telephone hangs up', TEST, async () => {
    const telephone = await calling(hangingUp(1000));
    expect(await telephone.over).toBe(0);
    await agentsLeave();
  });

  describe('a warm transfer', () => {
    test('the person hears what it is about, takes the call, and hangs up', TEST, async () => {
      const person = await answering();
      const caller = await askingForColleague();
      await wasSpokenTo(person);
      const [toPerson, toCaller] = [person.heard.slice(), caller.heard.slice()];
      // Recognition on a busy machine takes longer than the wait for them.
      person.press('1');
      await until('the conversation is over', hasTransferred, PATIENCE_MS);
      expect(await understood(toPerson)).toMatch(/question.*press (1|one)/i);
      expect(await understood(toCaller)).not.toMatch(/press/i);
      const [byPerson, byCaller] = [person.heard.length, caller.heard.length];
      await caller.speak(await setup.speech('I would like to pay tomorrow.'));
      await hears(person, byPerson, /pay|tomorrow/i);
      await person.speak(await setup.speech('We can talk about the weather.'));
      await hears(caller, byCaller, /talk|weather/i);
      const { room = '', who } = (await everybody()).find((one) => one.who.identity === 'person') ?? {};
      await rooms().removeParticipant(room, who?.identity ?? '');
      expect(await person.over).toBe(0);
      expect(await caller.over).toBe(0);
      await agentsLeave();
    });

    test('the person declines, and the caller is back with the agent', TEST, async () => {
      const person = await answering();
      const caller = await askingForColleague();
      await wasSpokenTo(person);
      person.press('2');
      expect(await person.over).toBe(0);
      await isTold('they declined');
      await goesOn(caller);
    });

    test.each(
      inLongForm([
        ['is busy', refusing(486), 'they are busy or declined'],
        ['does not answer', ringing(), 'nobody answered'],
      ] as const),
    )('the person %s', TEST, async (_, scenario, told) => {
      const person = await SipTelephone.answeringWith(phonePort, scenario);
      onTestFinished(() => person.remove());
      const caller = await askingForColleague();
      await isTold(told);
      await goesOn(caller);
    });

    if (isLongForm)
      test('the caller hangs up before the person has decided', TEST, async () => {
        const person = await answering();
        await askingForColleague();
        await wasSpokenTo(person);
        for (const { name } of await rooms().listRooms()) {
          if (!name.startsWith('transfer-')) await rooms().deleteRoom(name);
        }
        expect(await person.over).toBe(0);
        await agentsLeave();
      });

    async function answering(): Promise<SipTelephone> {
      const person = await SipTelephone.answering(phonePort, 300);
      onTestFinished(() => person.remove());
      return person;
    }

    /** The agent begins to transfer a caller. */
    async function askingForColleague(): Promise<SipTelephone> {
      const caller = await calling(hungUpOn());
      await heardBy(caller);
      const args = { target: 'colleague', summary: 'The caller has a question.' };
      setup.model.answer(
        callOnce('transfer_call', args, 'One moment.', 'I am sorry, nobody is there today.'),
      );
      await presses(caller, '4');
      return caller;
    }

    async function isTold(reason: string): Promise<void> {
      const result = () =>
        setup.model.requests.at(-1)?.body.messages?.findLast(({ role }) => role === 'tool');
      await until('the model is told', () => String(result()?.content).includes(reason), PATIENCE_MS);
    }

    /** The caller hears the agent, which then hangs up. */
    async function goesOn(caller: SipTelephone): Promise<void> {
      await hears(caller, 0, /sorry|nobody|today/i);
      setup.model.answer(callTools([{ name: 'end_call', args: {} }]));
      await presses(caller, '5');
      expect(await caller.over).toBe(0);
      await agentsLeave();
    }
  });

  /**
   * Runs a program of the page, with the addresses of these servers.
   * @returns its output
   */
  async function runProgram(code: string, ...args: string[]): Promise<string> {
    const { apiKey, apiSecret, url } = livekit();
    const program = code
      .replaceAll('http://127.0.0.1:8000', setup.server.base)
      .replaceAll('http://127.0.0.1:7880', url.replace('ws', 'http'))
      .replaceAll('sip.provider.example', `127.0.0.1:${phonePort}`)
      .replaceAll('203.0.113.0/24', '127.0.0.1/32');
    const keys = { PARLEY_API_KEY: KEY, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
    const node = ['--input-type=module', '--eval', program, '--', 'a program', ...args];
    const options = { cwd: REPOSITORY, env: { ...process.env, ...keys } };
    return (await promisify(execFile)(process.execPath, node, options)).stdout;
  }

  /** Starts a call to the number. */
  async function calling(rest: string): Promise<SipTelephone> {
    const telephone = await SipTelephone.calling(sip.port, NUMBER, rest);
    onTestFinished(() => telephone.remove());
    return telephone;
  }

  /** Presses a key until it is a turn: on a busy machine LiveKit SIP now and then loses one. */
  async function presses(telephone: SipTelephone, key: string): Promise<void> {
    const { length: before } = setup.model.requests;
    const isTurn = () =>
      setup.model.requests.length > before && (turns().at(-1) ?? '').startsWith(`I pressed ${key} `);
    for (let left = 3; !isTurn(); left--) {
      telephone.press(key);
      await until(`key ${key} is a turn`, isTurn, KEY_MS).catch((error: unknown) => {
        if (left === 1) throw error;
      });
    }
  }

  /** There was speech and then silence. */
  async function wasSpokenTo(telephone: SipTelephone): Promise<void> {
    await until('something is heard', () => telephone.hears(1000), PATIENCE_MS);
    await until('it is over', () => !telephone.hears(700), PATIENCE_MS);
  }

  /** Returns the recognised text of the received audio, once there was speech and then silence. */
  async function heardBy(telephone: SipTelephone): Promise<string> {
    await wasSpokenTo(telephone);
    return understood(telephone.heard);
  }

  /** Waits until words are recognised in the received audio. @param from sample at which it begins */
  async function hears(telephone: SipTelephone, from: number, words: RegExp): Promise<void> {
    const understands = async () => words.test(await understood(telephone.heard.slice(from)));
    await until(`${words} is heard`, understands, PATIENCE_MS);
  }

  async function understood(sound: Float32Array): Promise<string> {
    const { text } = await setup.engine.recogniser.transcribe(resampleAll(sound, 8000, 16_000), {
      lang: 'en',
    });
    return text;
  }

  /** Returns the caller's turns in the history. */
  function turns(): string[] {
    const messages = setup.model.requests.at(-1)?.body.messages ?? [];
    return messages.flatMap(({ role, content }) => (role === 'user' ? [String(content)] : []));
  }

  async function hasTransferred(): Promise<boolean> {
    return (await everybody()).some(({ who }) => who.attributes['parley.end_reason'] === 'transferred');
  }

  /** Checks that agents leave sooner than after the wait for lost callers. */
  async function agentsLeave(): Promise<void> {
    const agents = async () => (await everybody()).filter(({ who }) => who.identity.startsWith('agent'));
    await until('no room has an agent', async () => (await agents()).length === 0, 15_000);
  }

  function rooms(): RoomServiceClient {
    const { url, apiKey, apiSecret } = livekit();
    return new RoomServiceClient(url.replace('ws', 'http'), apiKey, apiSecret);
  }

  async function everybody(): Promise<{ readonly room: string; readonly who: ParticipantInfo }[]> {
    const open = await rooms().listRooms();
    const present = open.map(async ({ name: room }) =>
      (await rooms().listParticipants(room)).map((who) => ({ room, who })),
    );
    return (await Promise.all(present)).flat();
  }
}
