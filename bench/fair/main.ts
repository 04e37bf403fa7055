/**
 * Entry of `npm run bench:fair`: the first-audio latency of one owner while another floods the server, compared with
 * the latency alone.
 */
import '../processes/environment.ts';

import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../../api/credentials/keys.ts';
import { openDatabase } from '../../api/storage/database.ts';
import { ensureOwner } from '../../api/storage/owners.ts';
import { UsageError, wholeNumber } from '../arguments.ts';
import { listen } from '../load/listener.ts';
import { ParleySse } from '../load/parley-sse.ts';
import { stopChildrenAtExit } from '../processes/children.ts';
import { ClientProcess } from '../processes/client-process.ts';
import { ParleyServer } from '../processes/parley.ts';
import { summary } from '../stats.ts';
import { FIVE_WORDS } from '../texts.ts';
import { FLOOD_KINDS, type FloodKind } from './floods.ts';

const USAGE = `Usage: npm run bench:fair -- [--by=KIND,...] [--rounds=N] [--streams=N] [--paced]

One owner asks for a sentence every second, in turn alone and beside another owner who floods the server. Reports how
long the sentences wait for first audio.

  --by=KIND,... what the other owner asks for; default: speech, many streams of paragraphs. Otherwise some of
                ${FLOOD_KINDS.join(', ')}; or all
  --rounds=N    how often both are measured, for each kind; default 4
  --streams=N   of the other owner at a time; default 50
  --paced       the other owner's listeners read as fast as they play, not as fast as they can
  --help        shows this
`;

const SENTENCES = 20;
const EVERY_MS = 1000;
/** Lead time of the flood before the measurement, in ms. */
const LEAD_IN_MS = 4000;
const FLOOD_MS = LEAD_IN_MS + SENTENCES * EVERY_MS;

const SPEECH = 'speech';
type Kind = typeof SPEECH | FloodKind;
const KINDS: readonly Kind[] = [SPEECH, ...FLOOD_KINDS];

interface Options {
  readonly by: readonly Kind[];
  readonly rounds: number;
  readonly streams: number;
  readonly paced: boolean;
}

/**
 * @returns null when help was requested
 * @throws UsageError
 */
function parse(args: readonly string[]): Options | null {
  let options: Options = { by: [SPEECH], rounds: 4, streams: 50, paced: false };
  for (const arg of args) {
    const [name, value = ''] = arg.split('=');
    if (name === '--by') options = { ...options, by: kinds(value) };
    else if (name === '--rounds') options = { ...options, rounds: wholeNumber(name, value, 1, 100) };
    else if (name === '--streams') options = { ...options, streams: wholeNumber(name, value, 1, 1000) };
    else if (arg === '--paced') options = { ...options, paced: true };
    else if (arg === '--help' || arg === '-h') return null;
    else throw new UsageError(`unknown argument "${arg}"`);
  }
  return options;
}

function kinds(list: string): readonly Kind[] {
  if (list === 'all') return KINDS;
  return list.split(',').map((name) => {
    const kind = KINDS.find((known) => known === name);
    if (kind === undefined) throw new UsageError(`--by: "${name}" is none of ${KINDS.join(', ')}, all`);
    return kind;
  });
}

interface Waits {
  readonly firstAudioMs: number[];
  refused: number;
  gaps: number;
}

/** Requests a sentence every second. */
async function ask(speaker: ParleySse, waits: Waits): Promise<void> {
  for (let i = 0; i < SENTENCES; i++) {
    const nextMs = performance.now() + EVERY_MS;
    const { firstAudioMs, outcome, gapsMs } = await listen(
      speaker,
      FIVE_WORDS[i % FIVE_WORDS.length] ?? '',
      false,
      () => undefined,
    );
    if (outcome === 'refused') waits.refused++;
    else if (firstAudioMs !== null) waits.firstAudioMs.push(firstAudioMs);
    waits.gaps += gapsMs.length;
    await sleep(Math.max(0, nextMs - performance.now()));
  }
}

/**
 * Floods the server for a while.
 * @returns a line about the results of the flood
 */
type Flooding = (round: number) => Promise<string>;

async function startFlood(kind: Kind, server: ParleyServer, key: string, options: Options) {
  const { port } = server;
  const { streams, paced } = options;
  if (kind !== SPEECH) {
    const client = await ClientProcess.flooder();
    const job = { port, key, kind, clients: streams, durationMs: FLOOD_MS };
    // Makes the recordings beforehand.
    await client.run({ ...job, durationMs: 0 });
    const flooding: Flooding = async () => {
      const { answered, refused, failures } = await client.run(job);
      return told(`${answered} answered, ${refused} refused`, failures);
    };
    return { flooding, close: () => client.close() };
  }
  const client = await ClientProcess.listeners();
  const flooding: Flooding = async (seed) => {
    const { utterances, countedAudioMs, countedMs, failures } = await client.run({
      target: { kind: 'parley-sse', port, key },
      streams,
      durationMs: FLOOD_MS,
      spreadMs: LEAD_IN_MS / 4,
      paced,
      countFromMs: LEAD_IN_MS,
      seed,
    });
    const refused = utterances.filter(({ outcome }) => outcome === 'refused').length;
    return told(
      `${(countedAudioMs / countedMs).toFixed(1)} s of audio a second, ${refused} refused`,
      failures,
    );
  };
  return { flooding, close: () => client.close() };
}

const told = (what: string, failures: Readonly<Record<string, number>>): string =>
  [what, ...Object.entries(failures).map(([message, times]) => `${times} × ${message}`)].join('; ');

const inMs = (value: number): string => `${Math.round(value)} ms`;

/** Each kind of flood has a server of its own, so that one does not affect the next. */
async function bench(kind: Kind, options: Options): Promise<void> {
  const server = await ParleyServer.start();
  const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  const { ownerId } = await ensureOwner(db, 'the other');
  const { key } = await createKey(db, ownerId, 'flood');
  await db.destroy();
  const flood = await startFlood(kind, server, key, options);
  const speaker = new ParleySse(server.port, server.key);
  const alone: Waits = { firstAudioMs: [], refused: 0, gaps: 0 };
  const beside: Waits = { firstAudioMs: [], refused: 0, gaps: 0 };
  try {
    await speaker.connect();
    // Warm-up, not counted.
    await ask(speaker, { firstAudioMs: [], refused: 0, gaps: 0 });
    for (let round = 1; round <= options.rounds; round++) {
      await ask(speaker, alone);
      const flooding = flood.flooding(round);
      await sleep(LEAD_IN_MS);
      await ask(speaker, beside);
      process.stderr.write(`bench: ${kind}, round ${round} of ${options.rounds}: ${await flooding}\n`);
    }
  } finally {
    speaker.close();
    await flood.close();
    await server.close();
  }
  const [a, b] = [summary(alone.firstAudioMs), summary(beside.firstAudioMs)];
  const lines = [
    `beside ${options.streams} clients: ${kind}`,
    `  alone   p50 ${inMs(a.median)}, p95 ${inMs(a.p95)} (${a.count} sentences, ${alone.refused} refused)`,
    `  beside  p50 ${inMs(b.median)}, p95 ${inMs(b.p95)} (${b.count} sentences, ${beside.refused} refused)`,
    `  ratio   p50 ${(b.median / a.median).toFixed(2)}, p95 ${(b.p95 / a.p95).toFixed(2)}`,
    `  gaps    ${alone.gaps} alone, ${beside.gaps} beside`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

stopChildrenAtExit();
try {
  const options = parse(process.argv.slice(2));
  if (options === null) process.stdout.write(USAGE);
  else for (const kind of options.by) await bench(kind, options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
