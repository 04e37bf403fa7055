/** Schemathesis, which asks a server everything that its OpenAPI document allows, and much that it does not. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { claim } from '../../engine/models/claim.ts';

const VERSION = '4.32.5';
/** What is checked of every answer: no 5xx, and nothing but what the document announces. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
];

/** The document describes the JSON in the events of a stream, which schemathesis takes for the events themselves. */
const SETTINGS = `
[checks]
enabled = false
${CHECKS.map((check) => `${check}.enabled = true`).join('\n')}

[[operations]]
include-path = "/sse/speak/{lang_code}"
checks.response_schema_conformance.enabled = false
`;

export interface SchemathesisRun {
  /** 0 when nothing was found. */
  readonly code: number;
  readonly report: string;
}

/** Why tests with schemathesis are skipped, or null where it is installed. */
export function whyNoSchemathesis(): string | null {
  if (existsSync(folder())) return null;
  return 'schemathesis is not installed: npx tsx test/kit/schemathesis/install.ts';
}

/** One folder for each version, beside the models in the user's cache folder. */
function folder(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'parley', 'schemathesis', VERSION);
}

/** Installed with pip where that has not been done yet. Several processes that ask at a time do it once. */
export async function installSchemathesis(): Promise<string> {
  const target = folder();
  const held = await claim(
    join(target, '..'),
    async () => existsSync(target),
    () => console.error('waiting for schemathesis to be installed by another process'),
  );
  if (held === null) return target;
  const unfinished = `${target}.${held.token}`;
  try {
    mkdirSync(unfinished, { recursive: true });
    const { code, report } = await python(
      ['-m', 'pip', 'install', '--quiet', '--target', unfinished, `schemathesis==${VERSION}`],
      {},
    );
    if (code !== 0) throw new Error(`schemathesis could not be installed: ${report.slice(-2000)}`);
    renameSync(unfinished, target);
    return target;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    await held.release();
  }
}

/**
 * Asks every operation of `${base}/openapi.json`.
 * @param examples requests for each operation, beside those that its bounds suggest
 */
export function askEverything(base: string, key: string, examples: number): Promise<SchemathesisRun> {
  const args = ['-m', 'schemathesis.cli', 'run', `${base}/openapi.json`, '-H', `x-api-key: ${key}`];
  const how = ['--phases', 'examples,coverage,fuzzing', '--continue-on-failure', '--request-timeout', '60'];
  const out = ['--seed', '1', '--no-color', '--warnings', 'off', '--max-examples', String(examples)];
  return python([...args, ...how, ...out], { PYTHONPATH: folder() });
}

function python(args: readonly string[], env: Readonly<Record<string, string>>): Promise<SchemathesisRun> {
  return new Promise((resolve) => {
    // It leaves notes where it runs.
    const cwd = mkdtempSync(join(tmpdir(), 'parley-schemathesis-'));
    writeFileSync(join(cwd, 'schemathesis.toml'), SETTINGS);
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    execFile('python3', args, options, (error, stdout, stderr) => {
      rmSync(cwd, { recursive: true, force: true });
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, report: stdout + stderr });
    });
  });
}
