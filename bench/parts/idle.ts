/** Measures the cost of ten thousand idle sockets, and their effect on the latency of an active one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { speakerFor } from '../load/target.ts';
import { ParleyServer } from '../processes/parley.ts';
import { maxSockets, SocketHolders } from '../processes/socket-holders.ts';
import type { IdleFigures } from '../report/figures.ts';
import { FIVE_WORDS } from '../texts.ts';
import type { Context } from './context.ts';
import { firstAudioSummary } from './first-audio.ts';

const SOCKETS = { full: 10_000, quick: 1_000 } as const;
/** Opened before the first memory measurement. */
const FIRST_SOCKETS = 200;
/** Pause after so many connections, so that the clients are idle, in ms. */
const SETTLE_MS = 5000;
const REPETITIONS = { full: 24, quick: 3 } as const;

export async function measureIdle(context: Context): Promise<IdleFigures> {
  const kind = context.quick ? 'quick' : 'full';
  const sockets = Math.min(SOCKETS[kind], await maxSockets());
  if (sockets < SOCKETS[kind]) context.say(`only ${sockets} sockets: the limit of open files allows no more`);
  return {
    sockets,
    ...(await measureMemory(sockets, context)),
    ...(await measureWaits(sockets, REPETITIONS[kind], context)),
  };
}

type Memory = Pick<IdleFigures, 'beforeBytes' | 'afterBytes' | 'bytesPerSocket' | 'heapBytesPerSocket'>;
type Waits = Pick<IdleFigures, 'aloneFirstAudio' | 'amongFirstAudio'>;

/** Uses a server without a neural voice, because the memory of a voice varies by more than all the sockets take. */
async function measureMemory(sockets: number, context: Context): Promise<Memory> {
  const server = await ParleyServer.start({ voiceless: true });
  const holders = new SocketHolders();
  try {
    // Memory that the first sockets make the server load and compile is not a cost of the others.
    await holders.open(server.port, server.key, FIRST_SOCKETS);
    context.say('waiting for memory to come to rest');
    const before = await server.restingMemory();
    context.say(`opening ${sockets} sockets`);
    await holders.open(server.port, server.key, sockets);
    const after = await server.restingMemory();
    await expectOpen(server, FIRST_SOCKETS + sockets);
    return {
      beforeBytes: before.residentBytes,
      afterBytes: after.residentBytes,
      bytesPerSocket: (after.residentBytes - before.residentBytes) / sockets,
      heapBytesPerSocket: (after.heapBytes - before.heapBytes) / sockets,
    };
  } finally {
    await holders.close();
    await server.close();
  }
}

async function measureWaits(sockets: number, repetitions: number, context: Context): Promise<Waits> {
  const server = await ParleyServer.start();
  const holders = new SocketHolders();
  const { port, key } = server;
  const active = speakerFor({ kind: 'parley-websocket', port, key });
  try {
    await active.connect();
    context.say('first audio without idle sockets');
    // Warm-up, not counted.
    await firstAudioSummary(active, FIVE_WORDS, repetitions);
    const aloneFirstAudio = await firstAudioSummary(active, FIVE_WORDS, repetitions);
    await holders.open(port, key, sockets);
    context.say(`first audio among ${sockets} idle sockets`);
    await sleep(SETTLE_MS);
    const amongFirstAudio = await firstAudioSummary(active, FIVE_WORDS, repetitions);
    await expectOpen(server, sockets + 1);
    return { aloneFirstAudio, amongFirstAudio };
  } finally {
    active.close();
    await holders.close();
    await server.close();
  }
}

/**
 * Checks the server's own count of WebSockets.
 * @throws Error when some are closed
 */
async function expectOpen({ port }: ParleyServer, expected: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const count = /^parley_sockets_open\{.*\} (\d+)$/m.exec(await answer.text())?.[1];
  if (Number(count) !== expected) throw new Error(`of ${expected} sockets ${count ?? 'none'} are still open`);
}
