/** Entry of `npm run bench:pocket`: compares Pocket TTS with its reference, using random weights. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, wholeNumber } from '../../bench/arguments.ts';
import { toText } from '../../bench/report/table.ts';
import { type PocketConfig, PocketModel } from '../../engine/research.ts';
import { runEvaluation, say, writePage } from '../evaluation.ts';
import { compare } from './compare.ts';
import { type Measured, page, tables } from './page.ts';
import { measureSpeed } from './speed.ts';

const USAGE = `usage: npm run bench:pocket -- --python=PATH --folder=PATH [--configs=NAME,...] [--rounds=N] [--write]

  --python   a Python with the packages of research/pocket/reference/requirements.txt
  --folder   where models with random weights are kept, up to half a gigabyte each; those that are there are used
  --configs  configurations of the package (default: one of each published size)
  --rounds   how often each side speaks (default: 5)
  --write    writes research/pocket/README.md, with the last figures of configurations that are not measured now
  --help     shows this
`;

const CONFIGS = ['english_2m_2026-10', 'english_7m_2026-10', 'english_18m_2026-10', 'english_2026-10'];
const PRECISIONS = ['float32', 'int8'] as const;
/** Threads of PyTorch. */
const THREADS = 2;
/** File of a configuration, in its folder. */
const FIGURES = 'figures.json';
const PAGE = 'research/pocket/README.md';

interface Options {
  readonly python: string;
  readonly folder: string;
  readonly configs: readonly string[];
  readonly rounds: number;
  readonly write: boolean;
}

/** @throws UsageError */
function parseOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      python: { type: 'string' },
      folder: { type: 'string' },
      configs: { type: 'string', default: CONFIGS.join(',') },
      rounds: { type: 'string', default: '5' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const { python, folder, write } = values;
  if (python === undefined || folder === undefined) throw new UsageError('--python and --folder are needed');
  const rounds = wholeNumber('--rounds', values.rounds, 1, 100);
  return { python, folder, configs: values.configs.split(','), rounds, write };
}

await runEvaluation<Options>({
  usage: USAGE,
  parse: parseOptions,
  run: async ({ python, folder, configs, rounds, write }) => {
    for (const name of configs) {
      const measured: Measured[] = [];
      const path = join(folder, name);
      if (!existsSync(join(path, 'expected.safetensors'))) {
        const script = join(import.meta.dirname, 'reference/full.py');
        execFileSync(python, [script, name, path], { stdio: 'inherit' });
      }
      const config = JSON.parse(await readFile(join(path, 'config.json'), 'utf8')) as PocketConfig;
      const bytes = await readFile(join(path, 'model.safetensors'));
      for (const precision of PRECISIONS) {
        say(`${name}, ${precision}`);
        const model = await PocketModel.load(bytes, config, precision);
        const errors = await compare(model, path);
        const costs = await measureSpeed(model, path, { python, threads: THREADS, rounds });
        measured.push({ name, precision, head: config.flow_lm.flow.type ?? 'lsd', errors, costs });
        await model.release();
      }
      process.stdout.write(`${tables(measured).map(toText).join('\n')}\n`);
      await writeFile(join(path, FIGURES), JSON.stringify(measured));
    }
    if (!write) return;
    const all = CONFIGS.map((name) => join(folder, name, FIGURES)).filter((path) => existsSync(path));
    const figures = all.map(async (path) => JSON.parse(await readFile(path, 'utf8')) as Measured[]);
    await writePage(PAGE, page((await Promise.all(figures)).flat()));
  },
});
