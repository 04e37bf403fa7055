/** Entry of `npm run soak`: mixed traffic for any duration, with checks for growth and failures. */
import '../processes/environment.ts';

import { setTimeout as sleep } from 'node:timers/promises';
import { InstantModel } from '../agent/instant-model.ts';
import { UsageError, wholeNumber } from '../arguments.ts';
import { ParleyClient, Refused } from '../load/parley-client.ts';
import { stopChildrenAtExit } from '../processes/children.ts';
import { ParleyServer } from '../processes/parley.ts';
import { VISITORS, type Visitor } from './visitors.ts';
import { grown, lookAt, VITALS, type Vital, type Vitals } from './vitals.ts';

const USAGE = `Usage: npm run soak -- [--minutes=N] [--only=NAME]

Starts the server as a process of its own, sends it mixed traffic, and looks at its memory, file descriptors and threads
every ten seconds. After each sixth of the time it is left at rest for 75 seconds. What it has at the last rest is
compared with what it had at the first, which ends the warm-up, and in the middle. Ends with code 1 if any of them grew,
or if a request failed that should not have.

  --minutes=N   of traffic, without the rests; default 60
  --only=NAME   only the visitors whose names contain this
  --help        shows this
`;

const EVERY_MS = 10_000;
/**
 * Number of parts of the duration. The server rests after each. The first part is the warm-up: what is loaded at first
 * use or kept from peaks is not a leak.
 */
const PARTS = 6;
/** Rest between parts, in ms. Idle threads and processes stay for a minute. */
const REST_MS = 75_000;
const MOST_FAULTS_SHOWN = 20;

interface Tally {
  visits: number;
  refused: number;
  failed: number;
}

class Soak {
  readonly samples: Vitals[] = [];
  readonly rests: Vitals[] = [];
  readonly tallies = new Map<string, Tally>();
  readonly #visitors: readonly Visitor[];
  readonly #server: ParleyServer;
  readonly #client: ParleyClient;
  #faults = 0;

  constructor(server: ParleyServer, visitors: readonly Visitor[]) {
    this.#server = server;
    this.#client = new ParleyClient(server);
    this.#visitors = visitors;
  }

  /** Runs all visitors, with rests. */
  async run(ms: number): Promise<void> {
    // Each continues where it was before the rest, so that all its variants occur.
    const places = this.#visitors.flatMap((visitor) =>
      Array.from({ length: visitor.count }, (_, place) => ({ visitor, turn: place })),
    );
    for (let part = 1; part <= PARTS; part++) {
      await this.#traffic(places, performance.now() + ms / PARTS);
      await sleep(REST_MS);
      const rest = await this.#look();
      this.rests.push(rest);
      say(
        `at rest ${part} of ${PARTS}: ${VITALS.map((vital) => `${vital} ${UNITS[vital](rest[vital])}`).join(', ')}`,
      );
    }
  }

  /** Runs until the time is over and each visitor has finished. */
  async #traffic(places: readonly { visitor: Visitor; turn: number }[], endMs: number): Promise<void> {
    await Promise.all([
      this.#sampleUntil(endMs),
      ...places.map(async (place) => {
        for (; performance.now() < endMs; place.turn += place.visitor.count) {
          await this.#visit(place.visitor, place.turn);
          await sleep(Math.random() * place.visitor.pauseMs);
        }
      }),
    ]);
  }

  async #look(): Promise<Vitals> {
    return lookAt(this.#server.pid, await this.#server.collectGarbage());
  }

  async #sampleUntil(endMs: number): Promise<void> {
    while (performance.now() < endMs) {
      await sleep(EVERY_MS);
      this.samples.push(await this.#look());
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
  memory: (value) => `${(value / 2 ** 20).toFixed(0)} MiB`,
  heap: (value) => `${(value / 2 ** 20).toFixed(1)} MiB`,
  handles: (value) => value.toFixed(0),
  threads: (value) => value.toFixed(0),
};

function table(rests: readonly Vitals[], samples: readonly Vitals[]): string {
  const head = ['', ...rests.map((_, at) => `at rest ${at + 1}`), 'maximum'];
  const rows = VITALS.map((vital) => {
    const most = Math.max(...samples.map((sample) => sample[vital]));
    return [vital, ...[...rests.map((rest) => rest[vital]), most].map(UNITS[vital])];
  });
  return toColumns([head, ...rows]);
}

function toColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

interface Order {
  readonly minutes: number;
  readonly visitors: readonly Visitor[];
}

/** @returns whether all checks pass */
async function soak({ minutes, visitors }: Order): Promise<boolean> {
  const model = await InstantModel.start();
  const agents = { LLM_BASE_URL: model.url, LLM_MODEL: 'instant', LLM_API_KEY: 'none' };
  // Like `npm start`, because malloc arenas that fill up one after the other would look like a leak for hours. And with
  // the voices that this machine chooses by default.
  const malloc = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '4194304' };
  const settings = { ...agents, ...malloc, DEFAULT_VOICES: '' };
  const server = await ParleyServer.start({ settings });
  try {
    const soak = new Soak(server, visitors);
    say(`${minutes} min of traffic`);
    await soak.run(minutes * 60_000);
    process.stdout.write(`${table(soak.rests, soak.samples)}\n`);
    const tallies = [...soak.tallies].map(([name, { visits, refused, failed }]) =>
      [name, visits, refused, failed].map(String),
    );
    process.stdout.write(toColumns([['', 'visits', 'refused for overload', 'failed'], ...tallies]));
    const leaks = grown(soak.rests);
    for (const vital of leaks) say(`${vital} grew`);
    const failed = [...soak.tallies.values()].reduce((sum, tally) => sum + tally.failed, 0);
    if (failed > 0) say(`${failed} visits failed`);
    return leaks.length === 0 && failed === 0;
  } finally {
    await server.close();
    model.close();
  }
}

/**
 * @returns null when help was requested
 * @throws UsageError
 */
function parse(args: readonly string[]): Order | null {
  let minutes = 60;
  let visitors = VISITORS;
  for (const arg of args) {
    const [name, value = ''] = arg.split('=');
    if (arg === '--help' || arg === '-h') return null;
    if (name === '--minutes') minutes = wholeNumber(name, value, 1, 100_000);
    else if (name === '--only') {
      visitors = VISITORS.filter((visitor) => visitor.name.includes(value));
      if (visitors.length === 0) throw new UsageError(`no visitor is called "${value}"`);
    } else throw new UsageError(`unknown argument "${arg}"`);
  }
  return { minutes, visitors };
}

stopChildrenAtExit();
try {
  const order = parse(process.argv.slice(2));
  if (order === null) process.stdout.write(USAGE);
  else if (!(await soak(order))) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
