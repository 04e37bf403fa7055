/** A worker's registration with a real LiveKit server, with and without faults. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { AgentDispatchClient } from 'livekit-server-sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { Registration } from '../../agent-worker/rooms/registration.ts';
import type { RegistrationOptions, RoomJob } from '../../agent-worker/rooms/registration-types.ts';
import { HeardLog } from '../kit/clients/room-caller.ts';
import { LiveKitServer, onLiveKit } from '../kit/servers/livekit.ts';
import { TcpProxy } from '../kit/servers/tcp-proxy.ts';

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
/** Short times, so that faults are detected quickly. */
const HASTY = { maxRetryMs: 300, pingMs: 100, silenceMs: 1500, reportMs: 100, connectMs: 1000 };
/** Bytes of a WebSocket frame (RFC 6455, 5.2): FIN, binary, unmasked. */
const frame = (bytes: number[]) => Uint8Array.from([0x82, bytes.length, ...bytes]);

onLiveKit((livekit) => {
  test('a dispatch becomes a job with its metadata, room and a token to join with', async () => {
    const { jobs, registration, agentName } = await register(livekit());
    const room = await dispatch(livekit(), agentName, 'who it is for');
    await until(() => expect(jobs).toHaveLength(1));
    const [job] = jobs;
    expect(job).toMatchObject({ roomName: room, metadata: 'who it is for', url: livekit().url });
    const claims = JSON.parse(Buffer.from(job?.token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: `agent-${job?.id}`, kind: 'agent', video: { room, roomJoin: true } });
    expect(registration.jobs).toBe(1);
    registration.finish(job?.id ?? '', { status: 'success' });
    expect(registration.jobs).toBe(0);
  });

  test('the server records the result of a job', async () => {
    const { jobs, registration, agentName } = await register(livekit());
    const rooms = [await dispatch(livekit(), agentName), await dispatch(livekit(), agentName)];
    await until(() => expect(jobs).toHaveLength(2));
    for (const [i, room] of rooms.entries()) {
      const job = jobs.find(({ roomName }) => roomName === room);
      registration.finish(
        job?.id ?? '',
        i === 0 ? { status: 'success' } : { status: 'failed', error: 'no such agent' },
      );
    }
    await until(() => {
      expect(livekit().log).toMatch(new RegExp(`"jobID":"${jobs[0]?.id}"[^\\n]*JS_SUCCESS`));
      expect(livekit().log).toMatch(
        new RegExp(`"jobID":"${jobs[1]?.id}"[^\\n]*JS_FAILED[^\\n]*no such agent`),
      );
    });
  });

  test('a full worker gets no job, and one with one free place gets one', async () => {
    let load = 1;
    const { jobs, agentName } = await register(livekit(), { load: () => load });
    await dispatch(livekit(), agentName);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(jobs).toHaveLength(0);
    load = 0.99;
    await until(async () => {
      await dispatch(livekit(), agentName);
      expect(jobs.length).toBeGreaterThan(0);
    });
  });

  test('a draining worker leaves new rooms to others', async () => {
    const first = await register(livekit());
    const second = await register(livekit(), { agentName: first.agentName });
    first.registration.drain();
    await until(() => expect(livekit().log).toContain(first.agentName));
    for (let i = 0; i < 4; i++) await dispatch(livekit(), first.agentName);
    await until(() => expect(second.jobs).toHaveLength(4));
    expect(first.jobs).toHaveLength(0);
  });

  test('a deleted dispatch ends its job', async () => {
    const { jobs, ended, agentName } = await register(livekit());
    const room = await dispatch(livekit(), agentName);
    await until(() => expect(jobs).toHaveLength(1));
    const client = dispatches(livekit());
    let id = '';
    await until(async () => {
      const [found] = await client.listDispatch(room);
      expect(found?.state?.jobs).toHaveLength(1);
      id = found?.id ?? '';
    });
    await client.deleteDispatch(id, room);
    await until(() => expect(ended).toEqual([jobs[0]?.id]));
  });

  test('after a lost connection it registers again, and still counts running jobs', async () => {
    const proxy = await proxyTo(livekit());
    const { jobs, ended, registration, agentName, log } = await register(livekit(), {}, proxy);
    await dispatch(livekit(), agentName);
    await until(() => expect(jobs).toHaveLength(1));
    proxy.refuse(true);
    proxy.cut();
    await until(() => expect(registration.isRegistered).toBe(false));
    expect(registration.jobs).toBe(1);
    proxy.refuse(false);
    await until(() => expect(registration.isRegistered).toBe(true));
    expect(registration.jobs).toBe(1);
    expect(ended).toEqual([]);
    expect(log.said('LiveKit is not connected')).toBe(true);
    await until(async () => {
      await dispatch(livekit(), agentName);
      expect(jobs.length).toBeGreaterThan(1);
    });
    registration.finish(jobs[0]?.id ?? '', { status: 'success' });
    await until(() => expect(registration.jobs).toBe(jobs.length - 1));
  });

  test('a silent connection is abandoned', async () => {
    const proxy = await proxyTo(livekit());
    const { registration, log } = await register(livekit(), {}, proxy);
    proxy.freeze();
    await until(() => expect(registration.isRegistered).toBe(false));
    proxy.thaw();
    await until(() => expect(registration.isRegistered).toBe(true));
    expect(log.lines.map(({ fields }) => (fields as { reason?: string }).reason)).toContain(
      'the server stopped responding',
    );
  });

  test('invalid messages are ignored; an invalid WebSocket frame costs one connection', async () => {
    const proxy = await proxyTo(livekit());
    const { jobs, registration, agentName, log } = await register(livekit(), {}, proxy);
    proxy.inject(frame([0xff, 0xff, 0xff, 0x07, 0x00]));
    await until(() => expect(log.said('invalid worker message')).toBe(true));
    expect(registration.isRegistered).toBe(true);
    expect(proxy.connections).toBe(1);
    // A reserved opcode.
    proxy.inject(Uint8Array.from([0x8b, 0x00]));
    await until(() => expect(proxy.connections).toBeGreaterThan(1));
    await until(() => expect(registration.isRegistered).toBe(true));
    await until(async () => {
      await dispatch(livekit(), agentName);
      expect(jobs.length).toBeGreaterThan(0);
    });
  });

  test('a worker registers again with a server that was killed and restarted', async () => {
    const server = await LiveKitServer.start();
    onTestFinished(() => server.remove());
    const { jobs, registration, agentName } = await register(server);
    await server.kill();
    await until(() => expect(registration.isRegistered).toBe(false));
    await server.restart();
    await until(() => expect(registration.isRegistered).toBe(true));
    await until(async () => {
      await dispatch(server, agentName);
      expect(jobs.length).toBeGreaterThan(0);
    });
  });

  test('a wrong key is refused and logged; the worker keeps trying and can be closed', async () => {
    const log = new HeardLog();
    const { url, apiKey } = livekit();
    const registration = new Registration(
      options({ livekit: { url, apiKey, apiSecret: 'another secret of 32 characters!' }, log }),
    );
    await until(() => expect(log.said('LiveKit is not connected')).toBe(true));
    expect(JSON.stringify(log.lines)).toContain('401');
    expect(JSON.stringify(log.lines)).not.toContain('another secret');
    expect(registration.isRegistered).toBe(false);
    await registration.close();
    await registration.registered();
  });

  test('a connection to a server that never answers the registration is closed', async () => {
    const mute = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => void mute.close());
    await once(mute, 'listening');
    let connections = 0;
    mute.on('connection', () => connections++);
    const { port } = mute.address() as { port: number };
    const log = new HeardLog();
    const registration = new Registration(
      options({ livekit: { url: `http://127.0.0.1:${port}`, apiKey: 'a', apiSecret: 'b' }, log }),
    );
    await until(() => expect(connections).toBeGreaterThan(1));
    await registration.close();
    for (const socket of mute.clients) socket.terminate();
  });

  test('closing while the server is unavailable ends the attempts', async () => {
    const log = new HeardLog();
    const registration = new Registration(
      options({ livekit: { url: 'ws://127.0.0.1:9', apiKey: 'a', apiSecret: 'b' }, log }),
    );
    await until(() => expect(log.said('LiveKit is not connected')).toBe(true));
    await registration.close();
    const { length } = log.lines;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(log.lines).toHaveLength(length);
  });
});

function options(
  changes: Partial<RegistrationOptions> & Pick<RegistrationOptions, 'livekit'>,
): RegistrationOptions {
  return {
    agentName: `agent-${randomUUID()}`,
    participantName: 'Agent',
    load: () => 0,
    onJob: () => undefined,
    onTerminate: () => undefined,
    log: new HeardLog(),
    times: HASTY,
    ...changes,
  };
}

/** A registered worker that only records its jobs. */
async function register(server: LiveKitServer, changes: Partial<RegistrationOptions> = {}, proxy?: TcpProxy) {
  const jobs: RoomJob[] = [];
  const ended: string[] = [];
  const log = new HeardLog();
  const agentName = changes.agentName ?? `agent-${randomUUID()}`;
  const { apiKey, apiSecret } = server;
  const url = proxy ? `ws://127.0.0.1:${proxy.port}` : server.url;
  const registration = new Registration(
    options({
      livekit: { url, apiKey, apiSecret },
      agentName,
      onJob: (job) => jobs.push(job),
      onTerminate: (id) => ended.push(id),
      log,
      ...changes,
    }),
  );
  onTestFinished(() => registration.close());
  await registration.registered();
  return { registration, jobs, ended, log, agentName };
}

async function proxyTo(server: LiveKitServer): Promise<TcpProxy> {
  const proxy = await TcpProxy.start(server.port);
  onTestFinished(() => proxy.close());
  return proxy;
}

function dispatches(server: LiveKitServer): AgentDispatchClient {
  return new AgentDispatchClient(server.url.replace('ws', 'http'), server.apiKey, server.apiSecret);
}

/**
 * Creates an empty room that requests an agent.
 * @returns its name
 */
async function dispatch(server: LiveKitServer, agentName: string, metadata = ''): Promise<string> {
  const room = `room-${randomUUID()}`;
  await dispatches(server).createDispatch(room, agentName, { metadata });
  return room;
}
