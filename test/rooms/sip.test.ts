/**
 * Telephone calls as docs/recipes.md sets them up: its configuration and programs unchanged, with a LiveKit server,
 * LiveKit SIP, Redis, and SIPp as provider and telephone.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RoomServiceClient } from 'livekit-server-sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../bench/processes/free-port.ts';
import { resampleAll } from '../../media/resampler.ts';
import { SipTelephone, whyNoSipp } from '../kit/clients/sip-telephone.ts';
import { hangingUp, transferred } from '../kit/clients/sipp-scenarios.ts';
import { readPage } from '../kit/docs/markdown.ts';
import { expectLines } from '../kit/docs/output.ts';
import { LIVEKIT_BUILD_MS } from '../kit/livekit-program.ts';
import { whyNoLiveKitSip } from '../kit/livekit-sip-program.ts';
import { PATIENCE_MS, roomSetup } from '../kit/room-setup.ts';
import { KEY, until } from '../kit/server.ts';
import { callOnce, callTools } from '../kit/servers/chat-server.ts';
import { type LiveKitServer, onLiveKit } from '../kit/servers/livekit.ts';
import { LiveKitSip } from '../kit/servers/livekit-sip.ts';
import { RedisServer, whyNoRedis } from '../kit/servers/redis.ts';

const TEST = { timeout: 120_000 };
const NUMBER = '+4930123456';
const DESK = '+4930777';
/** Long enough for an agent to join an outgoing call. */
const RING_MS = 4500;
const REPOSITORY = join(import.meta.dirname, '../..');

const { blocks } = readPage(join(REPOSITORY, 'docs/recipes.md'));
const [config, incoming, outgoing] = blocks.flatMap((block, i) =>
  block.note?.kind === 'run by' && block.note.test === 'test/rooms'
    ? [{ code: block.code, shown: blocks[i + 1]?.code ?? '' }]
    : [],
);

const missing = whyNoRedis() ?? whyNoSipp() ?? whyNoLiveKitSip();
const isSkipped = missing !== null && process.env.CI !== 'true';
const redis = isSkipped ? null : await RedisServer.start();
afterAll(() => redis?.remove());

if (redis === null) describe.skip(`telephones: ${missing}`, () => test('calls', () => undefined));
else onLiveKit(telephoneCalls, { redis: redis.address });

function telephoneCalls(livekit: () => LiveKitServer): void {
  const setup = roomSetup(livekit, { env: () => ({ TRANSFER_NUMBERS: '+4930' }) });
  let sip: LiveKitSip;
  let agentId = '';
  let phonePort = 0;

  beforeAll(async () => {
    const { apiKey, apiSecret, url } = livekit();
    const own = { api_key: apiKey, api_secret: apiSecret, ws_url: url, redis: { address: redis?.address } };
    sip = await LiveKitSip.start({ ...parse(config?.code ?? ''), ...own });
    phonePort = await freePort('udp');
    if (!setup.server) return;
    const said = await runProgram(incoming?.code ?? '');
    expectLines(incoming?.shown ?? '', said);
    agentId = said.trim().split(' ').at(-1) ?? '';
    await setup.client.changed(agentId, {
      call_tools: ['end_call', 'send_dtmf', 'transfer_call'],
      transfer_targets: [{ name: 'desk', number: DESK }],
    });
  }, LIVEKIT_BUILD_MS);
  afterAll(() => sip?.remove());

  test('an outgoing call: greeting, question and answer, DTMF, and the agent hangs up', TEST, async () => {
    const telephone = await SipTelephone.answering(phonePort, RING_MS);
    onTestFinished(() => telephone.remove());
    const printed = await runProgram(outgoing?.code ?? '', agentId, '+4930654321');
    expectLines(outgoing?.shown ?? '', printed);
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
    expect(await telephone.over).toBe(0);
    expect(turns()).toEqual(['I pressed 4 on the telephone keypad.']);
    await agentsLeave();
  });

  test('an incoming call, and the telephone hangs up', TEST, async () => {
    const telephone = await calling(hangingUp(1000));
    expect(await telephone.over).toBe(0);
    await agentsLeave();
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

  /** Returns the recognised text of the received audio, once there was speech and then silence. */
  async function heardBy(telephone: SipTelephone): Promise<string> {
    await until('something is heard', () => telephone.hears(1000), PATIENCE_MS);
    await until('it is over', () => !telephone.hears(700), PATIENCE_MS);
    return understood(telephone.heard);
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

  /** Checks that agents leave sooner than after the wait for lost callers. */
  async function agentsLeave(): Promise<void> {
    const { url, apiKey, apiSecret } = livekit();
    const rooms = new RoomServiceClient(url.replace('ws', 'http'), apiKey, apiSecret);
    const agents = async (): Promise<string[]> => {
      const open = await rooms.listRooms();
      const present = await Promise.all(open.map(({ name }) => rooms.listParticipants(name)));
      return present.flatMap((people) => people.map(({ identity }) => identity).filter(isAgent));
    };
    await until('no room has an agent', async () => (await agents()).length === 0, 15_000);
  }
}

const isAgent = (identity: string): boolean => identity.startsWith('agent-');
