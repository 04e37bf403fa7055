/**
 * Entry of `npm run bench:fair`: how long one owner waits for first audio while another floods the server, beside how
 * long he waits alone.
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
import { LoadClient } from '../processes/load-client.ts';
import { ParleyServer } from '../processes/parley.ts';
import { summary } from '../stats.ts';
import { FIVE_WORDS } from '../texts.ts';

const USAGE = `Usage: npm run bench:fair -- [--rounds=N] [--streams=N] [--paced]

One owner asks for a sentence every second, in turn alone and beside another owner who keeps many streams of
paragraphs open. Reports how long the sentences wait for first audio.

  --rounds=N    how often both are measured; default 4
  --streams=N   of the other owner; default 50
  --paced       the other owner's listeners read as fast as they play, not as fast as they can
  --help        shows this
`;

const SENTENCES = 20;
const EVERY_MS = 1000;
/** The flood begins so long before it is measured beside. */
const LEAD_IN_MS = 4000;
const FLOOD_MS = LEAD_IN_MS + SENTENCES * EVERY_MS;

interface Options {
  readonly rounds: number;
  readonly streams: number;
  readonly paced: boolean;
}

/** @returns null when help was asked for. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  let options: Options = { rounds: 4, streams: 50, paced: false };
  for (const arg of args) {
    const [name, value = ''] = arg.split('=');
    if (name === '--rounds') options = { ...options, rounds: wholeNumber(name, value, 1, 100) };
    else if (name === '--streams') options = { ...options, streams: wholeNumber(name, value, 1, 1000) };
    else if (arg === '--paced') options = { ...options, paced: true };
    else if (arg === '--help' || arg === '-h') return null;
    else throw new UsageError(`unknown argument "${arg}"`);
  }
  return options;
}

interface Waits {
  readonly firstAudioMs: number[];
  refused: number;
  gaps: number;
}

/** Asks for a sentence every second. */
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

const inMs = (value: number): string => `${Math.round(value)} ms`;

async function bench({ rounds, streams, paced }: Options): Promise<void> {
  const server = await ParleyServer.start();
  const client = await LoadClient.start();
  const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  const { ownerId } = await ensureOwner(db, 'the other');
  const { key } = await createKey(db, ownerId, 'flood');
  await db.destroy();
  const speaker = new ParleySse(server.port, server.key);
  const alone: Waits = { firstAudioMs: [], refused: 0, gaps: 0 };
  const beside: Waits = { firstAudioMs: [], refused: 0, gaps: 0 };
  const flood = { seconds: 0, audioSeconds: 0, refused: 0 };
  try {
    await speaker.connect();
    // What is slow once.
    await ask(speaker, { firstAudioMs: [], refused: 0, gaps: 0 });
    for (let round = 1; round <= rounds; round++) {
      await ask(speaker, alone);
      const target = { kind: 'parley-sse', port: server.port, key } as const;
      const flooding = client.run({
        target,
        streams,
        durationMs: FLOOD_MS,
        spreadMs: LEAD_IN_MS / 4,
        paced,
        countFromMs: LEAD_IN_MS,
        seed: round,
      });
      await sleep(LEAD_IN_MS);
      await ask(speaker, beside);
      const { utterances, countedAudioMs, countedMs, failures } = await flooding;
      for (const [message, times] of Object.entries(failures)) {
        process.stderr.write(`bench: ${times} × ${message}\n`);
      }
      flood.refused += utterances.filter(({ outcome }) => outcome === 'refused').length;
      flood.audioSeconds += countedAudioMs / 1000;
      flood.seconds += countedMs / 1000;
      process.stderr.write(`bench: round ${round} of ${rounds}\n`);
    }
  } finally {
    speaker.close();
    await client.close();
    await server.close();
  }
  const [a, b] = [summary(alone.firstAudioMs), summary(beside.firstAudioMs)];
  const lines = [
    `alone:   p50 ${inMs(a.median)}, p95 ${inMs(a.p95)} (${a.count} sentences, ${alone.refused} refused)`,
    `beside:  p50 ${inMs(b.median)}, p95 ${inMs(b.p95)} (${b.count} sentences, ${beside.refused} refused)`,
    `ratio:   p50 ${(b.median / a.median).toFixed(2)}, p95 ${(b.p95 / a.p95).toFixed(2)}`,
    `gaps:    ${alone.gaps} alone, ${beside.gaps} beside`,
    `flood:   ${(flood.audioSeconds / flood.seconds).toFixed(1)} s of audio a second, ${flood.refused} refused`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

stopChildrenAtExit();
try {
  const options = parse(process.argv.slice(2));
  if (options === null) process.stdout.write(USAGE);
  else await bench(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
