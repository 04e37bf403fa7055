/** Ten thousand sockets on which nobody speaks: what they cost, and whether the one who speaks notices them. */
import { speakerFor } from '../load/target.ts';
import { ParleyServer } from '../processes/parley.ts';
import { maxSockets, SocketHolders } from '../processes/socket-holders.ts';
import type { IdleFigures } from '../report/figures.ts';
import { FIVE_WORDS } from '../texts.ts';
import type { Context } from './context.ts';
import { firstAudioSummary } from './first-audio.ts';

const SOCKETS = { full: 10_000, quick: 1_000 } as const;
const REPETITIONS = { full: 24, quick: 3 } as const;

export async function measureIdle(context: Context): Promise<IdleFigures> {
  const kind = context.quick ? 'quick' : 'full';
  const sockets = Math.min(SOCKETS[kind], await maxSockets());
  if (sockets < SOCKETS[kind]) context.say(`only ${sockets} sockets: the limit of open files allows no more`);
  const server = await ParleyServer.start();
  const holders = new SocketHolders();
  const { port, key } = server;
  const active = speakerFor({ kind: 'parley-websocket', port, key });
  try {
    await active.connect();
    context.say('first audio without idle sockets');
    await firstAudioSummary(active, FIVE_WORDS, REPETITIONS[kind]);
    const aloneFirstAudio = await firstAudioSummary(active, FIVE_WORDS, REPETITIONS[kind]);
    context.say('waiting for memory to come to rest');
    // Nothing is spoken from here to the next look: speech moves far more memory than sockets do.
    const before = await server.restingMemory();
    context.say(`opening ${sockets} sockets`);
    await holders.open(port, key, sockets);
    const after = await server.restingMemory();
    context.say(`first audio among ${sockets} idle sockets`);
    const amongFirstAudio = await firstAudioSummary(active, FIVE_WORDS, REPETITIONS[kind]);
    const open = await openSockets(port);
    if (open !== sockets + 1) throw new Error(`of ${sockets} idle sockets only ${open - 1} are still open`);
    return {
      sockets,
      beforeBytes: before.residentBytes,
      afterBytes: after.residentBytes,
      bytesPerSocket: (after.residentBytes - before.residentBytes) / sockets,
      heapBytesPerSocket: (after.heapBytes - before.heapBytes) / sockets,
      aloneFirstAudio,
      amongFirstAudio,
    };
  } finally {
    active.close();
    await holders.close();
    await server.close();
  }
}

/** WebSockets open on the server, by its own count. */
async function openSockets(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const count = /^parley_sockets_open\{.*\} (\d+)$/m.exec(await answer.text())?.[1];
  if (count === undefined) throw new Error('the server does not say how many sockets are open');
  return Number(count);
}
