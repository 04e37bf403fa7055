import { parseArgs } from 'node:util';

export interface Options {
  readonly files: readonly string[];
  readonly junit: string | null;
  readonly html: string | null;
  readonly json: string | null;
  /** An earlier JSON report. */
  readonly compare: string | null;
  readonly agentId: string | null;
  /** A language model in place of those in the files; null for those. */
  readonly model: string | null;
  /** Runs only scenarios whose names contain it; null for all. */
  readonly only: string | null;
  readonly url: string | null;
  readonly key: string | null;
  /** The file that the answers of language models are written to, or read from; null for none. */
  readonly record: string | null;
  readonly replay: string | null;
  readonly repeat: number;
  readonly jobs: number;
  readonly seed: number;
}

/** A stored conversation from which a scenario is made. */
export interface FromOptions {
  /** Its id. */
  readonly from: string;
  /** The file that is written. */
  readonly out: string;
  readonly url: string;
  readonly key: string;
}

/** Thrown for invalid arguments. The message names them. */
export class UsageError extends Error {}

export const USAGE = `Usage: npm run scenarios -- FILE... [options]

Calls agents as the scenarios in YAML files say, at real speed, and tells what did not hold (docs/scenarios.md).

  --html FILE     a page with the sound of what failed
  --json FILE     all results, also for --compare
  --junit FILE    results for build servers
  --compare FILE  tells what changed since an earlier JSON report
  --model NAME    has this language model answer for the agents, instead of those of the files
  --record FILE   writes the answers of the agents' language models
  --replay FILE   gives recorded answers again, without a language model
  --repeat N      runs each scenario N times, with other noise each time (default: 1)
  --only TEXT     only the scenarios whose names contain this
  --jobs N        calls that go on at the same time (default: 1)
  --seed N        of noise and sounds (default: 1); the same seed makes the same
  --agent ID      calls this agent of a server instead of those of the files; needs --url
  --url URL       a running server (default: one is started for the time)
  --key KEY       its API key (default: PARLEY_API_KEY)
  --from ID       makes a scenario of a kept conversation instead of calling; needs --out and --url
  --out FILE      the file that it is written to
  --schema        prints the JSON schema of the files
  --help          shows this

Exit code: 0 all of it held, 1 something did not, 2 a file or an argument cannot be used.
`;

/**
 * @returns `help` or `schema` if requested
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): Options | FromOptions | 'help' | 'schema' {
  const { values, positionals } = read(args);
  if (values.help) return 'help';
  if (values.schema) return 'schema';
  const key = values.key ?? process.env.PARLEY_API_KEY ?? null;
  if (values.url !== undefined && key === null) throw new UsageError('--url needs --key, or PARLEY_API_KEY');
  const url = values.url?.replace(/\/+$/, '') ?? null;
  if (values.from !== undefined) {
    const { from, out } = values;
    if (out === undefined || url === null || key === null)
      throw new UsageError('--from needs --out and --url');
    return { from, out, url, key };
  }
  if (positionals.length === 0) throw new UsageError('no file was given');
  if (values.agent !== undefined && values.url === undefined) throw new UsageError('--agent needs --url');
  if (values.record !== undefined && values.replay !== undefined)
    throw new UsageError('--record and --replay exclude each other');
  const forFiles = values.record ?? values.replay ?? values.model;
  if (values.agent !== undefined && forFiles !== undefined)
    throw new UsageError('--model, --record and --replay are for the agents of the files, not for --agent');
  return {
    files: positionals,
    junit: values.junit ?? null,
    html: values.html ?? null,
    json: values.json ?? null,
    compare: values.compare ?? null,
    agentId: values.agent ?? null,
    model: values.model ?? null,
    only: values.only ?? null,
    url,
    key,
    record: values.record ?? null,
    replay: values.replay ?? null,
    repeat: count('--repeat', values.repeat, 1000),
    jobs: count('--jobs', values.jobs, 100),
    seed: count('--seed', values.seed, 1_000_000),
  };
}

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;

/** @throws UsageError */
function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        junit: TEXT,
        html: TEXT,
        json: TEXT,
        compare: TEXT,
        agent: TEXT,
        model: TEXT,
        only: TEXT,
        record: TEXT,
        replay: TEXT,
        url: TEXT,
        key: TEXT,
        from: TEXT,
        out: TEXT,
        repeat: { ...TEXT, default: '1' },
        jobs: { ...TEXT, default: '1' },
        seed: { ...TEXT, default: '1' },
        schema: FLAG,
        help: { ...FLAG, short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function count(name: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new UsageError(`${name} must be a whole number from 1 to ${most}`);
}
