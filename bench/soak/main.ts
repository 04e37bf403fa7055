/** Entry of `npm run soak`: mixed traffic for as long as you like, and whether anything grows or fails meanwhile. */
import '../processes/environment.ts';

import { setTimeout as sleep } from 'node:timers/promises';
import { InstantModel } from '../agent/instant-model.ts';
import { UsageError, wholeNumber } from '../arguments.ts';
import { stopChildrenAtExit } from '../processes/children.ts';
import { ParleyServer } from '../processes/parley.ts';
import { Refused, SoakClient } from './client.ts';
import { VISITORS, type Visitor } from './visitors.ts';
import { grown, lookAt, type Sample, slopePerHour, VITALS, type Vital, type Vitals } from './vitals.ts';

const USAGE = `Usage: npm run soak -- [--minutes=N]

Starts the server as a process of its own, sends it mixed traffic, and looks at its memory, file descriptors and threads
every ten seconds. They are compared at rest, before and after. Ends with code 1 if any of them grew, or if a request
failed that should not have.

  --minutes=N   of traffic; default 60
  --help        shows this
`;

const EVERY_MS = 10_000;
/** What is loaded at first use is not a leak: each visitor comes so often before anything is compared. */
const WARM_UP_VISITS = 2;
/** Idle threads and processes stay for a minute. */
const REST_MS = 75_000;
const MOST_FAULTS_SHOWN = 20;

interface Tally {
  visits: number;
  refused: number;
  failed: number;
}

class Soak {
  readonly samples: Sample[] = [];
  readonly tallies = new Map<string, Tally>();
  readonly #server: ParleyServer;
  readonly #client: SoakClient;
  #faults = 0;

  constructor(server: ParleyServer) {
    this.#server = server;
    this.#client = new SoakClient(server);
  }

  async warmUp(): Promise<void> {
    for (const visitor of VISITORS) {
      for (let turn = 1; turn <= WARM_UP_VISITS; turn++) await this.#visit(visitor, turn);
    }
  }

  /** All visitors, until the time is over and each has left. */
  async run(ms: number): Promise<void> {
    const endMs = performance.now() + ms;
    const looking = this.#sampleUntil(endMs);
    const places = VISITORS.flatMap((visitor) =>
      Array.from({ length: visitor.count }, (_, place) => ({ visitor, place })),
    );
    await Promise.all([
      looking,
      ...places.map(async ({ visitor, place }) => {
        for (let turn = place; performance.now() < endMs; turn += visitor.count) {
          await this.#visit(visitor, turn);
          await sleep(Math.random() * visitor.pauseMs);
        }
      }),
    ]);
  }

  async look(): Promise<Vitals> {
    return lookAt(this.#server.pid, await this.#server.collectGarbage());
  }

  async #sampleUntil(endMs: number): Promise<void> {
    while (performance.now() < endMs) {
      await sleep(EVERY_MS);
      this.samples.push({ ...(await this.look()), atMs: performance.now() });
    }
  }

  async #visit({ name, visit }: Visitor, turn: number): Promise<void> {
    const tally = this.tallies.get(name) ?? { visits: 0, refused: 0, failed: 0 };
    this.tallies.set(name, tally);
    tally.visits++;
    try {
      await visit(this.#client, turn);
    } catch (error) {
      if (error instanceof Refused) {
        tally.refused++;
        return;
      }
      tally.failed++;
      if (++this.#faults <= MOST_FAULTS_SHOWN) say(`${name}, turn ${turn}: ${error}`);
    }
  }
}

const say = (line: string): void => void process.stderr.write(`soak: ${line}\n`);

const UNITS: Readonly<Record<Vital, (value: number) => string>> = {
  resident: (value) => `${(value / 2 ** 20).toFixed(0)} MiB`,
  heap: (value) => `${(value / 2 ** 20).toFixed(1)} MiB`,
  handles: (value) => value.toFixed(0),
  threads: (value) => value.toFixed(0),
};

function table(before: Vitals, after: Vitals, samples: readonly Sample[]): string {
  const rows = VITALS.map((vital) => {
    const unit = UNITS[vital];
    const most = Math.max(...samples.map((sample) => sample[vital]));
    const cells = [before[vital], samples[0]?.[vital] ?? 0, most, samples.at(-1)?.[vital] ?? 0];
    const slope = `${unit(slopePerHour(samples, vital))}/h`;
    return [vital, ...cells.map(unit), slope, unit(after[vital])];
  });
  const head = ['', 'at rest before', 'first', 'maximum', 'last', 'slope', 'at rest after'];
  return toColumns([head, ...rows]);
}

function toColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** @returns whether all is well */
async function soak(minutes: number): Promise<boolean> {
  const model = await InstantModel.start();
  const settings = { LLM_BASE_URL: model.url, LLM_MODEL: 'instant', LLM_API_KEY: 'none' };
  const server = await ParleyServer.start({ settings });
  try {
    const soak = new Soak(server);
    say('warming up');
    await soak.warmUp();
    await sleep(REST_MS);
    const before = await soak.look();
    say(`${minutes} min of traffic`);
    await soak.run(minutes * 60_000);
    await sleep(REST_MS);
    const after = await soak.look();
    process.stdout.write(`${table(before, after, soak.samples)}\n`);
    const tallies = [...soak.tallies].map(([name, { visits, refused, failed }]) =>
      [name, visits, refused, failed].map(String),
    );
    process.stdout.write(toColumns([['', 'visits', 'refused for overload', 'failed'], ...tallies]));
    const leaks = grown(before, after);
    for (const vital of leaks) say(`${vital} grew`);
    const failed = [...soak.tallies.values()].reduce((sum, tally) => sum + tally.failed, 0);
    if (failed > 0) say(`${failed} visits failed`);
    return leaks.length === 0 && failed === 0;
  } finally {
    await server.close();
    model.close();
  }
}

/** @returns null when help was asked for. @throws UsageError */
function parse(args: readonly string[]): number | null {
  let minutes = 60;
  for (const arg of args) {
    const [name, value = ''] = arg.split('=');
    if (arg === '--help' || arg === '-h') return null;
    if (name !== '--minutes') throw new UsageError(`unknown argument "${arg}"`);
    minutes = wholeNumber(name, value, 1, 100_000);
  }
  return minutes;
}

stopChildrenAtExit();
try {
  const minutes = parse(process.argv.slice(2));
  if (minutes === null) process.stdout.write(USAGE);
  else if (!(await soak(minutes))) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
