/** The conformance suite of the Model Context Protocol, which serves a scenario and checks the requests of a client. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SUITE = resolve(import.meta.dirname, '../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const CLIENT = resolve(import.meta.dirname, 'processes/tool-client.ts');
const WITHIN_MS = 90_000;

/** The result of the suite for one rule. */
export interface ConformanceCheck {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** @returns the names of all scenarios for clients */
export async function clientScenarios(): Promise<string[]> {
  const { output } = await suite(['list', '--client']);
  return [...output.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name ?? '');
}

/**
 * Runs our client in a scenario.
 * @returns the checks and the output
 */
export async function runScenario(name: string): Promise<{ checks: ConformanceCheck[]; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-conformance-'));
  const command = `${process.execPath} --import tsx ${CLIENT}`;
  const args = ['client', '--command', command, '--scenario', name, '--timeout', String(WITHIN_MS)];
  try {
    const { output } = await suite([...args, '--output-dir', folder]);
    const checks = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) =>
      file.endsWith('checks.json'),
    );
    if (checks === undefined) throw new Error(`the suite has checked nothing: ${output}`);
    return { checks: JSON.parse(readFileSync(join(folder, checks), 'utf8')) as ConformanceCheck[], output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function suite(args: readonly string[]): Promise<{ output: string }> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [...forNode20(), SUITE, ...args], {
      cwd: resolve(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', failed);
    child.on('close', () => done({ output }));
  });
}

/** The suite requires Node 22 for `fs.globSync`, which it uses for another purpose. Without it, it runs on Node 20. */
function forNode20(): string[] {
  if (Number(process.versions.node.split('.')[0]) >= 22) return [];
  const script = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
  const fs = script(
    `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = undefined;`,
  );
  const hooks = script(
    `export const resolve = (name, context, next) => name === 'fs' && context.parentURL?.includes('conformance')
      ? { url: ${JSON.stringify(fs)}, shortCircuit: true } : next(name, context);`,
  );
  const register = script(`import { register } from 'node:module'; register(${JSON.stringify(hooks)});`);
  return ['--import', register];
}
