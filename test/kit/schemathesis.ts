/**
 * Schemathesis, which tests a server with requests that its OpenAPI document allows, and with many that it does not.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPython } from './python/packages.ts';

/**
 * All checks except one: a schema cannot describe which bytes are a recording, which sounds a language has, and which
 * languages are supported, so a request that matches it may still be refused. 503 means that there is no LiveKit to
 * dispatch a call, or to make one. One place refuses all methods that a path lacks. Only an upgrade opens a socket: any
 * other request is a 426, whatever its parameters.
 */
const SETTINGS = `
[checks]
positive_data_acceptance.enabled = false

[phases.coverage]
unexpected-methods = []

[[operations]]
include-path = "/speak/{lang_code}"
checks.negative_data_rejection.expected-statuses = [400, 401, 422, 426]

[[operations]]
include-path = "/agents/{agent_id}/sip-dispatch"
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 503]

[[operations]]
include-path = "/agents/{agent_id}/calls"
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 503]
`;

export interface SchemathesisRun {
  /** 0 when no fault was found. */
  readonly code: number;
  readonly report: string;
}

/**
 * Tests every operation of `${base}/openapi.json`.
 * @param examples random requests for each operation, in addition to those at the bounds of its schema
 */
export async function askEverything(base: string, key: string, examples: number): Promise<SchemathesisRun> {
  const args = ['-m', 'schemathesis.cli', 'run', `${base}/openapi.json`, '-H', `x-api-key: ${key}`];
  const phases = examples > 0 ? 'examples,coverage,fuzzing' : 'examples,coverage';
  const how = ['--phases', phases, '--continue-on-failure', '--request-timeout', '60'];
  const out = [
    '--seed',
    '1',
    '--no-color',
    '--warnings',
    'off',
    '--max-examples',
    String(Math.max(1, examples)),
  ];
  // It leaves files in its working folder.
  const cwd = mkdtempSync(join(tmpdir(), 'parley-schemathesis-'));
  writeFileSync(join(cwd, 'schemathesis.toml'), SETTINGS);
  try {
    const { code, stdout, stderr } = await runPython('schemathesis', [...args, ...how, ...out], { cwd });
    return { code, report: stdout + stderr };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
