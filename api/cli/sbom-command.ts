import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { ModelStore, wantedModels } from '../../engine/setup.ts';
import type { Environment } from '../settings/declaration.ts';
import { type CommandOutput, EXIT, readCommand } from './command.ts';
import { type Bom, inventory, type UsedModel } from './inventory.ts';

const HELP = `Usage: npm run --silent sbom [-- --out FILE]

Lists the packages and models of this checkout as a software bill of materials (CycloneDX, JSON): packages with their
locked versions, hashes and licences, and the models that MODELS names or that are installed.

  --out FILE   output file (default: standard output)
  --help       this text`;

const MAX_BYTES = 64 * 1024 * 1024;

/** @returns the exit code */
export async function sbomCommand(
  args: readonly string[],
  output: CommandOutput = console,
  env: Environment = process.env,
): Promise<number> {
  const command = readCommand(args, { help: HELP, options: ['out'], allowPositionals: false }, output);
  if (typeof command === 'number') return command;
  try {
    const bom = JSON.stringify(inventory(await lockedPackages(), await usedModels(env)), null, 2);
    const { out } = command.values;
    if (out === undefined) output.log(bom);
    else {
      writeFileSync(out, `${bom}\n`);
      output.log(`Written: ${out}`);
    }
    return EXIT.done;
  } catch (error) {
    output.error(error instanceof Error ? error.message : String(error));
    return EXIT.failed;
  }
}

/** Lists the packages of package-lock.json with npm. This sends no request to a registry. */
async function lockedPackages(): Promise<Bom> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--package-lock-only',
    '--include=dev',
    '--loglevel=error',
  ];
  const { stdout } = await promisify(execFile)(npm, options, { maxBuffer: MAX_BYTES });
  return JSON.parse(stdout) as Bom;
}

async function usedModels(env: Environment): Promise<UsedModel[]> {
  const store = new ModelStore();
  const ids = new Set([
    ...wantedModels(env.MODELS?.trim()),
    ...(await store.installed()).map(({ id }) => id),
  ]);
  return Promise.all(
    [...ids].map(async (id) => ({
      model: store.model(id),
      license: (await store.acceptedCard(id))?.license ?? store.model(id).license,
    })),
  );
}
