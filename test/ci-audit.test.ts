/** The audit for known vulnerabilities in CI: it fails neither for vulnerabilities nor without a network. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const AUDIT = resolve(import.meta.dirname, '../.ci/audit');

/** Runs it with an npm that prints this text and exits with this code. */
function auditWith(printed: string, code: number): { code: number | null; out: string } {
  const folder = mkdtempSync(join(tmpdir(), 'parley-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const npm = join(folder, 'npm');
  writeFileSync(npm, `#!/bin/sh\necho '${printed}'\nexit ${code}\n`);
  chmodSync(npm, 0o755);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const { status, stdout } = spawnSync(AUDIT, { env, encoding: 'utf8' });
  return { code: status, out: stdout };
}

test.each([
  ['nothing', '{"auditReportVersion": 2, "vulnerabilities": {}}', 0, /^None of high severity/],
  ['something', '{"auditReportVersion": 2, "vulnerabilities": {"tar": {}}}', 1, /^WARNING: .*\n.*tar/],
  ['no answer', '{"message": "405 Method Not Allowed", "error": {"summary": ""}}', 1, /^SKIPPED: /],
  ['no output', '', 124, /^SKIPPED: /],
])('%s is known', (_, printed, npmCode, expected) => {
  const { code, out } = auditWith(printed, npmCode);
  expect(out).toMatch(expected);
  expect(code).toBe(0);
});
