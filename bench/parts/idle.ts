/** Ten thousand sockets on which nobody speaks: what they cost, and whether the one who speaks notices them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { speakerFor } from '../load/target.ts';
import { ParleyServer } from '../processes/parley.ts';
import { maxSockets, SocketHolders } from '../processes/socket-holders.ts';
import type { IdleFigures } from '../report/figures.ts';
import { FIVE_WORDS } from '../texts.ts';
import type { Context } from './context.ts';
import { firstAudioSummary } from './first-audio.ts';

const SOCKETS = { full: 10_000, quick: 1_000 } as const;
/** Opened before memory is looked at. */
const FIRST_SOCKETS = 200;
/** The clients come to rest after so many openings. */
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

/** On a server without a neural voice: a voice moves more memory about than all the sockets take. */
async function measureMemory(sockets: number, context: Context): Promise<Memory> {
  const server = await ParleyServer.start({ voiceless: true });
  const holders = new SocketHolders();
  try {
    // What the first ones make the server load and compile is not what the others cost.
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
    // Not counted: the first ones.
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

/** The server counts its WebSockets itself. @throws Error when some have gone */
async function expectOpen({ port }: ParleyServer, expected: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const count = /^parley_sockets_open\{.*\} (\d+)$/m.exec(await answer.text())?.[1];
  if (Number(count) !== expected) throw new Error(`of ${expected} sockets ${count ?? 'none'} are still open`);
}
