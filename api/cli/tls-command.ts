import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generate } from 'selfsigned';
import type { Environment } from '../settings/declaration.ts';
import { loadSettings, SettingsError } from '../settings/settings.ts';
import { type CommandOutput, EXIT, readCommand } from './command.ts';

const HELP = `Usage: npm run tls [-- --out DIR]

Creates a self-signed certificate for localhost, 127.0.0.1 and ::1, and prints the two settings that use it.
Clients must be configured to trust it (curl --cacert, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE).

  --out DIR   folder for cert.pem and key.pem (default: tls in DATA_DIR); existing files are replaced
  --help      this text`;

/** The longest validity that current browsers and operating systems accept for a manually trusted certificate. */
const VALID_DAYS = 825;
const DAY_MS = 86_400_000;
const GENERAL_NAME = { dns: 2, ip: 7 } as const;

/** @returns the exit code */
export async function tlsCommand(
  args: readonly string[],
  output: CommandOutput = console,
  env: Environment = process.env,
): Promise<number> {
  const command = readCommand(args, { help: HELP, options: ['out'], allowPositionals: false }, output);
  if (typeof command === 'number') return command;
  try {
    // TLS_CERT may already name the file that this run creates, so the TLS settings are ignored here.
    const folder = resolve(
      command.values.out ??
        join(loadSettings({ ...env, TLS_CERT: '', TLS_KEY: '', TLS_PORT: '' }).dataDir, 'tls'),
    );
    const pair = await makePair();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const cert = join(folder, 'cert.pem');
    const key = join(folder, 'key.pem');
    writePrivate(key, pair.key);
    writePrivate(cert, pair.cert);
    output.log(`TLS_CERT=${cert}`);
    output.log(`TLS_KEY=${key}`);
    return EXIT.done;
  } catch (error) {
    output.error(error instanceof Error ? error.message : String(error));
    return error instanceof SettingsError ? EXIT.usage : EXIT.failed;
  }
}

async function makePair(): Promise<{ cert: string; key: string }> {
  const nowMs = Date.now();
  const pair = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // Clients whose clock is slow must not see it as "not yet valid".
    notBeforeDate: new Date(nowMs - DAY_MS),
    notAfterDate: new Date(nowMs + (VALID_DAYS - 1) * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: GENERAL_NAME.dns, value: 'localhost' },
          { type: GENERAL_NAME.ip, ip: '127.0.0.1' },
          { type: GENERAL_NAME.ip, ip: '::1' },
        ],
      },
    ],
  });
  return { cert: pair.cert, key: pair.private };
}

/** Replaces the file atomically. Its mode is 0600 from the start, regardless of the previous file's. */
function writePrivate(path: string, text: string): void {
  const partial = `${path}.${process.pid}.partial`;
  writeFileSync(partial, text, { mode: 0o600, flag: 'wx' });
  renameSync(partial, path);
}
