/** Measures how many listeners in real time the server supports, their first-audio latency, and gaps. */
import { availableParallelism } from 'node:os';
import { HIBARI_HEART } from '../../model-files/hibari-files.ts';
import type { LoadJob, LoadOutcome } from '../load/job.ts';
import type { Target } from '../load/target.ts';
import { ClientProcess } from '../processes/client-process.ts';
import { ParleyServer } from '../processes/parley.ts';
import { PeerServer } from '../processes/peer-server.ts';
import type { LoadFigures, LoadRow, LoadTargetName } from '../report/figures.ts';
import { summary } from '../stats.ts';
import type { Context } from './context.ts';
import { levelsFor, targetStreams } from './levels.ts';

/** Duration of a level, in ms: some five paragraphs per stream. The throughput limit needs less. */
const LEVEL_MS = { full: 30_000, quick: 6_000 } as const;
const LIMIT_MS = { full: 20_000, quick: 5_000 } as const;
/** Throughput is counted after this time, when all streams have begun, in ms. */
const RUN_UP_MS = { full: 4_000, quick: 1_500 } as const;
/** Range of the streams' random start times, in ms: about one paragraph, so that utterances overlap evenly. */
const SPREAD_MS = { full: 10_000, quick: 2_000 } as const;
const SEED = 20_240_501;

type Listeners = ClientProcess<LoadJob, LoadOutcome>;

interface Contender {
  readonly name: LoadTargetName;
  readonly target: Target;
}

export async function measureLoad(context: Context): Promise<LoadFigures> {
  const closers: (() => Promise<void>)[] = [];
  const opened = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const resource = await starting;
    closers.push(() => resource.close());
    return resource;
  };
  try {
    const client = await opened(ClientProcess.listeners());
    const { port, key } = await opened(ParleyServer.start());
    const ours: Contender = { name: 'ours', target: { kind: 'parley-websocket', port, key } };
    const { peer, modelPath } = context;
    const peerServer = peer ? await opened(PeerServer.startStreaming(peer, modelPath)) : null;
    const theirs: Contender | null = peerServer && {
      name: 'peer',
      target: { kind: 'peer', port: peerServer.port },
    };

    await warmUp(client, ours);
    if (theirs) await warmUp(client, theirs);
    let ourLimit = 0;
    let peerLimit: number | null = null;
    for (const streams of limitStreams()) {
      ourLimit = Math.max(ourLimit, await throughput(client, ours, streams, context));
      if (theirs) peerLimit = Math.max(peerLimit ?? 0, await throughput(client, theirs, streams, context));
    }
    const ourTargetStreams = targetStreams(ourLimit);
    const peerTargetStreams = peerLimit === null ? null : targetStreams(peerLimit);

    const rows: LoadRow[] = [];
    for (const streams of levelsFor(ourLimit, context.quick)) {
      rows.push(await level(client, ours, streams, context));
      if (theirs) rows.push(await level(client, theirs, streams, context));
    }
    const sse: Contender = { name: 'ours, SSE', target: { kind: 'parley-sse', port, key } };
    rows.push(await level(client, sse, ourTargetStreams, context));
    if (theirs && peerTargetStreams !== null) {
      if (!rows.some((row) => row.target === 'peer' && row.streams === peerTargetStreams)) {
        rows.push(await level(client, theirs, peerTargetStreams, context));
      }
    }
    if (peer && peerServer && peerTargetStreams !== null) {
      // Two servers would share the memory and the caches of the machine.
      await peerServer.close();
      const own = await opened(PeerServer.startOwn(peer, modelPath));
      const contender: Contender = { name: 'peer, own server', target: { kind: 'peer', port: own.port } };
      await warmUp(client, contender);
      rows.push(await level(client, contender, peerTargetStreams, context));
    }
    const hibari = await opened(ParleyServer.start({ settings: { DEFAULT_VOICES: `en=${HIBARI_HEART}` } }));
    const withHibari: Contender = {
      name: 'ours, hibari',
      target: { kind: 'parley-websocket', port: hibari.port, key: hibari.key },
    };
    await warmUp(client, withHibari);
    let hibariLimit = 0;
    for (const streams of limitStreams()) {
      hibariLimit = Math.max(hibariLimit, await throughput(client, withHibari, streams, context));
    }
    rows.push(await level(client, withHibari, targetStreams(hibariLimit), context));
    return { ourLimit, peerLimit, hibariLimit, ourTargetStreams, peerTargetStreams, rows };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** Returns a few more streams than processors, and many: the better result counts as a server's limit. */
function limitStreams(): number[] {
  const cores = availableParallelism();
  return [2 * cores, 4 * cores];
}

/** Every listener reads as fast as possible, so that the audio received per second is the server's throughput. */
async function throughput(
  client: Listeners,
  { name, target }: Contender,
  streams: number,
  context: Context,
): Promise<number> {
  context.say(`throughput limit of ${name}, ${streams} streams at a time`);
  const outcome = await client.run({
    target,
    streams,
    durationMs: pick(LIMIT_MS, context),
    spreadMs: 500,
    paced: false,
    countFromMs: pick(RUN_UP_MS, context),
    seed: SEED,
  });
  refuseFailures(outcome);
  return outcome.countedAudioMs / outcome.countedMs;
}

async function level(
  client: Listeners,
  { name, target }: Contender,
  streams: number,
  context: Context,
): Promise<LoadRow> {
  context.say(`${streams} streams in real time, ${name}`);
  const job: LoadJob = {
    target,
    streams,
    durationMs: pick(LEVEL_MS, context),
    spreadMs: pick(SPREAD_MS, context),
    paced: true,
    countFromMs: pick(SPREAD_MS, context),
    seed: SEED + streams,
  };
  return rowOf(name, streams, await client.run(job));
}

function rowOf(target: LoadTargetName, streams: number, outcome: LoadOutcome): LoadRow {
  const spoken = outcome.utterances.filter((utterance) => utterance.outcome === 'done');
  const gapsMs = spoken.flatMap((utterance) => utterance.gapsMs);
  return {
    target,
    streams,
    utterances: spoken.length,
    firstAudio: summary(spoken.flatMap(({ firstAudioMs }) => (firstAudioMs === null ? [] : [firstAudioMs]))),
    underruns: gapsMs.length,
    longestGapMs: Math.max(0, ...gapsMs),
    cutUtterances: spoken.filter((utterance) => utterance.gapsMs.length > 0).length,
    refused: outcome.utterances.length - spoken.length,
    failures: Object.values(outcome.failures).reduce((total, count) => total + count, 0),
    throughput: outcome.countedAudioMs / outcome.countedMs,
  };
}

async function warmUp(client: Listeners, { target }: Contender): Promise<void> {
  const streams = availableParallelism();
  const job = { target, streams, durationMs: 500, spreadMs: 0, paced: false, countFromMs: 0, seed: SEED };
  refuseFailures(await client.run(job));
}

/** At the limit, failures are a result. A server that cannot speak at all is an error. */
function refuseFailures({ utterances, failures }: LoadOutcome): void {
  if (utterances.length > 0) return;
  throw new Error(`nobody could be spoken to: ${Object.keys(failures).join('; ') || 'no answer'}`);
}

const pick = (values: { full: number; quick: number }, { quick }: Context): number =>
  quick ? values.quick : values.full;
