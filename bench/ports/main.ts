/** Entry of `npm run bench:ports`: the cost of sockets, messages and requests with each HTTP library. */
import '../processes/environment.ts';

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { WebSocket } from 'ws';
import type { Usage } from '../children/port-server.ts';
import { startModule, stop, stopChildrenAtExit } from '../processes/children.ts';
import { median } from '../stats.ts';

const IDLE_SOCKETS = 4000;
const BUSY_SOCKETS = 100;
/** Messages of 8 KiB to each of the busy sockets. */
const MESSAGES = 50;
const REQUESTS = 5000;
const CONNECTIONS = 50;
const ROUND_TRIPS = 300;
const ROUNDS = 3;

interface Figures {
  /** Resident memory of an idle WebSocket, in KiB. */
  readonly socketKib: number;
  /** CPU time per sent message of 8 KiB, per answered request and per opened WebSocket, in microseconds. */
  readonly messageUs: number;
  readonly requestUs: number;
  readonly openUs: number;
  /** Time from a short message to its echo among the idle sockets, in ms. */
  readonly echoMs: number;
}

async function usage(child: ChildProcess): Promise<Usage> {
  const [answer] = await Promise.all([once(child, 'message'), child.send('usage')]);
  return answer[0] as Usage;
}

async function open(port: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

/**
 * Sends messages to one socket, one after the other.
 * @returns the latency of each in ms
 */
async function converse(socket: WebSocket, message: string, count: number): Promise<number[]> {
  const waits: number[] = [];
  for (let i = 0; i < count; i++) {
    const beganMs = performance.now();
    socket.send(message);
    await once(socket, 'message');
    waits.push(performance.now() - beganMs);
  }
  return waits;
}

async function request(port: number, agent: Agent): Promise<void> {
  const [response] = await once(get({ port, host: '127.0.0.1', path: '/ping', agent }), 'response');
  response.resume();
  await once(response, 'end');
}

async function inParallel(count: number, body: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, body));
}

async function measure(httpServer: string): Promise<Figures> {
  const child = startModule('children/port-server', {
    env: { ...process.env, HTTP_SERVER: httpServer },
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const requests = (): Promise<void> =>
    inParallel(CONNECTIONS, async () => {
      for (let i = 0; i < REQUESTS / CONNECTIONS; i++) await request(port, agent);
    });
  const busy = await Promise.all(Array.from({ length: BUSY_SOCKETS }, () => open(port)));
  const messages = (): Promise<unknown> => Promise.all(busy.map((socket) => converse(socket, '?', MESSAGES)));
  // Repeated until hot code is compiled.
  await requests();
  await messages();
  agent.destroy();

  const before = await usage(child);
  const idle: WebSocket[] = [];
  while (idle.length < IDLE_SOCKETS) {
    idle.push(...(await Promise.all(Array.from({ length: 100 }, () => open(port)))));
  }
  const opened = await usage(child);
  const echoes = await converse(busy[0]!, 'echo', ROUND_TRIPS);
  const atRest = await usage(child);
  await messages();
  const sent = await usage(child);
  const next = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await inParallel(CONNECTIONS, async () => {
    for (let i = 0; i < REQUESTS / CONNECTIONS; i++) await request(port, next);
  });
  const answered = await usage(child);
  next.destroy();
  for (const socket of [...busy, ...idle]) socket.terminate();
  await stop(child);

  return {
    socketKib: (opened.rssBytes - before.rssBytes) / IDLE_SOCKETS / 1024,
    openUs: ((opened.cpuMs - before.cpuMs) / IDLE_SOCKETS) * 1000,
    messageUs: ((sent.cpuMs - atRest.cpuMs) / (BUSY_SOCKETS * MESSAGES)) * 1000,
    requestUs: ((answered.cpuMs - sent.cpuMs) / REQUESTS) * 1000,
    echoMs: median(echoes),
  };
}

const LABELS: Readonly<Record<keyof Figures, string>> = {
  socketKib: 'memory of an idle WebSocket, KiB',
  openUs: 'CPU time to open a WebSocket, µs',
  messageUs: 'CPU time of a message of 8 KiB, µs',
  requestUs: 'CPU time of a request on an open connection, µs',
  echoMs: 'echo of a short message among the idle ones, median, ms',
};

stopChildrenAtExit();
const results: Record<string, Figures[]> = { uwebsockets: [], node: [] };
// In turn, so that other load on the machine affects both.
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, figures] of Object.entries(results)) figures.push(await measure(name));
}
const figure = (name: string, key: keyof Figures): number =>
  median(results[name]!.map((figures) => figures[key]));
console.log(`Node.js ${process.versions.node}, median of ${ROUNDS} rounds\n`);
console.log('| | uWebSockets.js | node:http, ws | ratio |\n|---|---|---|---|');
for (const [key, label] of Object.entries(LABELS) as [keyof Figures, string][]) {
  const [uws, node] = [figure('uwebsockets', key), figure('node', key)];
  console.log(`| ${label} | ${uws.toPrecision(2)} | ${node.toPrecision(2)} | ${(node / uws).toFixed(1)} |`);
}
