/** Outgoing calls by a real LiveKit SIP, to telephones that SIPp plays. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RoomServiceClient, SipClient } from 'livekit-server-sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../bench/processes/free-port.ts';
import { resampleAll } from '../../media/resampler.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import { SipTelephone, whyNoSipp } from '../kit/clients/sip-telephone.ts';
import { answeredAndLeft, refusing, ringing } from '../kit/clients/sipp-scenarios.ts';
import { readPage } from '../kit/docs/markdown.ts';
import { expectJson } from '../kit/docs/output.ts';
import { LIVEKIT_BUILD_MS } from '../kit/livekit-program.ts';
import { whyNoLiveKitSip } from '../kit/livekit-sip-program.ts';
import { PATIENCE_MS, roomSetup } from '../kit/room-setup.ts';
import { KEY, until } from '../kit/server.ts';
import { callOnce } from '../kit/servers/chat-server.ts';
import { type LiveKitServer, onLiveKit } from '../kit/servers/livekit.ts';
import { LiveKitSip } from '../kit/servers/livekit-sip.ts';
import { RedisServer, whyNoRedis } from '../kit/servers/redis.ts';

const TEST = { timeout: 120_000 };
const TO = '+4930654321';
const { blocks } = readPage(join(import.meta.dirname, '../../docs/agent-telephones.md'));
const at = blocks.findIndex(({ note }) => note?.kind === 'run by' && note.test === 'test/rooms');
const [EXAMPLE, SHOWN] = [blocks[at]?.code ?? '', blocks[at + 1]?.code ?? ''];

const missing = whyNoRedis() ?? whyNoSipp() ?? whyNoLiveKitSip();
const isSkipped = missing !== null && process.env.CI !== 'true';
const redis = isSkipped ? null : await RedisServer.start();
afterAll(() => redis?.remove());

if (redis === null) describe.skip(`outgoing calls: ${missing}`, () => test('calls', () => undefined));
else onLiveKit(outgoingCalls, { redis: redis.address });

interface Call {
  readonly call_id: string;
  readonly status: string;
  readonly attempts: readonly object[];
}

function outgoingCalls(livekit: () => LiveKitServer): void {
  const setup = roomSetup(livekit, { env: () => ({ CALL_NUMBERS: '+4930' }) });
  let sip: LiveKitSip;
  let agentId = '';
  let port = 0;
  let trunkId = '';

  beforeAll(async () => {
    const { apiKey, apiSecret, url } = livekit();
    const own = { api_key: apiKey, api_secret: apiSecret, ws_url: url, redis: { address: redis?.address } };
    sip = await LiveKitSip.start(own);
    port = await freePort('udp');
    const client = new SipClient(url.replace('ws', 'http'), apiKey, apiSecret);
    const trunk = await client.createSipOutboundTrunk('provider', `127.0.0.1:${port}`, ['+4930123456']);
    trunkId = trunk.sipTrunkId;
    if (!setup.server) return;
    agentId = await setup.client.made({
      greeting: 'Good morning, this is the hotel.',
      call_tools: ['end_call'],
    });
  }, LIVEKIT_BUILD_MS);
  afterAll(() => sip?.remove());

  test('a person answers, is greeted and asks, and the agent hangs up', TEST, async () => {
    const telephone = await ready(SipTelephone.answering(port, 2500));
    const { call_id } = await called();
    await becomes(call_id, 'answered');
    await until('something is heard', () => telephone.hears(1000), PATIENCE_MS);
    await until('it is over', () => !telephone.hears(700), PATIENCE_MS);
    expect(await understood(telephone)).toMatch(/good morning/i);
    setup.model.answer(callOnce('end_call', {}, 'Goodbye.'));
    await telephone.speak(await setup.speech('That was all I needed.'));
    expect(await telephone.over).toBe(0);
    expect(await becomes(call_id, 'ended')).toMatchObject({
      reason: 'agent_hung_up',
      attempts: [{ ringing_at: expect.any(String), answered_at: expect.any(String), status: 'ended' }],
    });
    await noRoomIsLeft();
  });

  test('the example of the page calls a telephone, which hangs up', TEST, async () => {
    const telephone = await ready(SipTelephone.answeringWith(port, answeredAndLeft(2000)));
    const program = EXAMPLE.replace('http://127.0.0.1:8000', setup.server.base)
      .replace('agents/ID/', `agents/${agentId}/`)
      .replace('ST_ID', trunkId);
    const env = { ...process.env, PARLEY_API_KEY: KEY };
    const { stdout } = await promisify(execFile)('bash', ['-c', program], { env });
    expectJson(SHOWN, stdout);
    const { data } = JSON.parse(stdout) as { data: Call };
    expect(await becomes(data.call_id, 'ended')).toMatchObject({ reason: 'caller_left' });
    expect(await telephone.over).toBe(0);
  });

  test('the telephone is busy, declines, or has no such number', TEST, async () => {
    for (const [code, status, reason] of [
      [486, 'busy', 'busy'],
      [603, 'busy', 'declined'],
      [404, 'failed', 'number_unknown'],
    ] as const) {
      const telephone = await SipTelephone.answeringWith(port, refusing(code));
      const { call_id } = await called();
      expect(await becomes(call_id, status)).toMatchObject({ reason, attempts: [{ sip_status: code }] });
      await telephone.remove();
    }
    await noRoomIsLeft();
  });

  test('no answer', TEST, async () => {
    await ready(SipTelephone.answeringWith(port, ringing()));
    const { call_id } = await called({ ring_seconds: 5 });
    await becomes(call_id, 'ringing');
    expect(await becomes(call_id, 'no_answer')).toMatchObject({ reason: 'not_answered' });
    await noRoomIsLeft();
  });

  test('it is hung up while it rings', TEST, async () => {
    const telephone = await ready(SipTelephone.answeringWith(port, ringing()));
    const { call_id } = await called();
    await becomes(call_id, 'ringing');
    await setup.client.send('DELETE', `/calls/${call_id}`);
    expect(await becomes(call_id, 'ended')).toMatchObject({ reason: 'canceled' });
    expect(await telephone.over).toBe(0);
  });

  async function ready(starting: Promise<SipTelephone>): Promise<SipTelephone> {
    const telephone = await starting;
    onTestFinished(() => telephone.remove());
    return telephone;
  }

  const called = (body: object = {}): Promise<Call> =>
    dataOf<Call>(
      setup.client.send('POST', `/agents/${agentId}/calls`, { to: TO, sip_trunk_id: trunkId, ...body }),
    );

  async function becomes(id: string, status: string): Promise<Call> {
    let call: Call | null = null;
    const isThere = async (): Promise<boolean> => {
      call = await dataOf<Call>(setup.client.send('GET', `/calls/${id}`));
      return call.status === status;
    };
    await until(`the call is ${status}`, isThere, PATIENCE_MS).catch((error: unknown) => {
      throw new Error(`it is ${JSON.stringify(call)}`, { cause: error });
    });
    return call!;
  }

  async function understood({ heard }: SipTelephone): Promise<string> {
    const samples = resampleAll(heard, 8000, 16_000);
    return (await setup.engine.recogniser.transcribe(samples, { lang: 'en' })).text;
  }

  async function noRoomIsLeft(): Promise<void> {
    const { url, apiKey, apiSecret } = livekit();
    const rooms = new RoomServiceClient(url.replace('ws', 'http'), apiKey, apiSecret);
    const isEmpty = async (): Promise<boolean> => (await rooms.listRooms()).length === 0;
    await until('no room is left', isEmpty, 15_000);
  }
}
