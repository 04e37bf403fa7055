import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { AllowedHost } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { modelsFolder } from '../../engine/setup.ts';
import {
  addressList,
  apiKey,
  boolean,
  folder,
  host,
  hostList,
  httpUrl,
  idList,
  oneOf,
  origins,
  plainName,
  postgresUrl,
  readableFile,
  roomServerUrl,
  type SettingKind,
  token,
  wholeNumber,
} from './kinds.ts';

/** One environment variable: everything that parsing, error messages and `docs/settings.md` say about it. */
export interface SettingDeclaration<T = unknown> {
  readonly name: string;
  readonly kind: SettingKind<NonNullable<T>>;
  /** Value when the variable is unset or empty; computed from the other variables where it depends on them. */
  readonly fallback: (env: Environment) => T;
  /** The default in words, for the documentation. */
  readonly fallbackText: string;
  readonly description: string;
  /** Secrets are never echoed, not even in the message about a bad value. */
  readonly secret: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const DAY_MS = 86_400_000;

/** Every setting of the server, declared once. */
export const SETTINGS = {
  role: setting(
    'ROLE',
    oneOf(['all', 'api', 'agent']),
    'all',
    'What this process does: `api` serves clients, `agent` holds conversations in LiveKit rooms, `all` does both.',
  ),
  host: setting(
    'HOST',
    host,
    '127.0.0.1',
    'Address to listen on. `0.0.0.0` accepts connections from other machines.',
  ),
  port: setting('PORT', wholeNumber(0, 65535), 8000, 'Port for HTTP and WebSockets; 0 picks a free one.'),
  dataDir: setting(
    'DATA_DIR',
    folder,
    () => resolve('data'),
    'Folder for the database. Created at the first start, readable only by its owner.',
    { fallbackText: '`./data`' },
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    postgresUrl,
    (): string | null => null,
    'PostgreSQL database for all data, such as `postgres://USER:PASSWORD@HOST:5432/NAME`. Without it an SQLite ' +
      'file in `DATA_DIR` is used.',
    { secret: true },
  ),
  bootstrapApiKey: setting(
    'BOOTSTRAP_API_KEY',
    apiKey,
    (): string | null => null,
    'A fixed API key, instead of the one created and shown once at the first start. Changing it revokes the ' +
      'previous one.',
    { secret: true },
  ),
  tlsCert: setting(
    'TLS_CERT',
    readableFile,
    (): string | null => null,
    'Certificate chain (PEM). Together with `TLS_KEY` it opens a TLS listener beside the plain one; `npm run tls` ' +
      'creates both for this machine.',
  ),
  tlsKey: setting(
    'TLS_KEY',
    readableFile,
    (): string | null => null,
    'Private key (PEM) that belongs to `TLS_CERT`.',
  ),
  tlsPort: setting('TLS_PORT', wholeNumber(0, 65535), 8443, 'Port of the TLS listener; 0 picks a free one.'),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'Minimum level of log lines. No level logs credentials or spoken text.',
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    origins,
    (): readonly string[] => [],
    'Other origins whose web pages may call the server: a comma-separated list, or `*` for all.',
    { fallbackText: 'none: only pages served by the server itself' },
  ),
  modelsDir: setting('MODELS_DIR', folder, modelsFolder, 'Folder for downloaded voices and models.', {
    fallbackText: '`$XDG_CACHE_HOME/parley/models`, or `~/.cache/parley/models`',
  }),
  sttBaseUrl: setting(
    'STT_BASE_URL',
    httpUrl,
    (): string | null => null,
    'Address of an OpenAI-compatible API (`https://api.example.org/v1`) that transcribes recordings instead of the ' +
      'local recogniser.',
    { fallbackText: 'none: English is recognised locally' },
  ),
  sttApiKey: setting(
    'STT_API_KEY',
    token,
    (): string | null => null,
    'API key for `STT_BASE_URL`, if it requires one.',
    { secret: true },
  ),
  sttModel: setting('STT_MODEL', token, 'whisper-1', 'Model to request from `STT_BASE_URL`.'),
  enhancerUrl: setting(
    'ENHANCER_URL',
    httpUrl,
    (): string | null => null,
    'Address of a service that cleans the recordings of assisted cloning, such as `http://127.0.0.1:8100/enhance`.',
    { fallbackText: 'none: only the built-in enhancer' },
  ),
  enhancerTimeoutMs: setting(
    'ENHANCER_TIMEOUT_MS',
    wholeNumber(1000, 120_000),
    40_000,
    'Time limit for one recording at `ENHANCER_URL`, in milliseconds.',
  ),
  livekitUrl: setting(
    'LIVEKIT_URL',
    roomServerUrl,
    (): string | null => null,
    'Address of the LiveKit server, such as `ws://127.0.0.1:7880`, for conversations in rooms. It needs ' +
      '`LIVEKIT_API_KEY` and `LIVEKIT_API_SECRET`.',
    { fallbackText: 'none: no room tokens' },
  ),
  livekitPublicUrl: setting(
    'LIVEKIT_PUBLIC_URL',
    roomServerUrl,
    (): string | null => null,
    'Address at which callers reach the same LiveKit server, if it differs; returned with room tokens.',
    { fallbackText: '`LIVEKIT_URL`' },
  ),
  livekitApiKey: setting(
    'LIVEKIT_API_KEY',
    token,
    (): string | null => null,
    'API key of the LiveKit server.',
  ),
  livekitApiSecret: setting(
    'LIVEKIT_API_SECRET',
    token,
    (): string | null => null,
    'Secret of `LIVEKIT_API_KEY`, used to sign room tokens.',
    { secret: true },
  ),
  livekitAgentName: setting(
    'LIVEKIT_AGENT_NAME',
    plainName,
    'parley',
    'Agent name under which workers register with LiveKit and are dispatched. Installations that share a LiveKit ' +
      'server need different names.',
  ),
  llmBaseUrl: setting(
    'LLM_BASE_URL',
    httpUrl,
    (): string | null => null,
    'Address of an OpenAI-compatible API (`https://api.example.org/v1`) with the language model for agents. ' +
      'It needs `LLM_MODEL`.',
    { fallbackText: 'none: a few built-in rules answer' },
  ),
  llmApiKey: setting(
    'LLM_API_KEY',
    token,
    (): string | null => null,
    'API key for `LLM_BASE_URL`, if it requires one.',
    { secret: true },
  ),
  llmModel: setting('LLM_MODEL', token, (): string | null => null, 'Model to request from `LLM_BASE_URL`.'),
  mcpAllowHosts: setting(
    'MCP_ALLOW_HOSTS',
    hostList,
    (): readonly AllowedHost[] => [],
    'Hosts with private addresses that agents may nevertheless connect to, for tools (MCP) and for language ' +
      'models of their own (`llm.base_url`), with a port or without one (then all ports of the host). `LLM_BASE_URL` needs no ' +
      'entry.',
    { fallbackText: 'none: public addresses only' },
  ),
  maxAgentSessions: setting(
    'MAX_AGENT_SESSIONS',
    wholeNumber(1, 10_000),
    10,
    'Maximum number of concurrent conversations in this process.',
  ),
  agentDrainMs: setting(
    'AGENT_DRAIN_MS',
    wholeNumber(0, DAY_MS),
    60_000,
    'Time that conversations get to finish after SIGTERM or SIGINT, in milliseconds.',
  ),
  lanes: setting(
    'LANES',
    wholeNumber(1, 256),
    () => availableParallelism(),
    'Worker threads that compute speech (lanes), one CPU core each.',
    { fallbackText: 'number of CPU cores' },
  ),
  maxStreamsPerKey: setting(
    'MAX_STREAMS_PER_KEY',
    wholeNumber(0, 1_000_000),
    0,
    'Speech streams one API key may have open at a time; 0 means no limit.',
  ),
  maxCharactersPerMinute: setting(
    'MAX_CHARACTERS_PER_MINUTE',
    wholeNumber(0, 1_000_000_000),
    0,
    'Characters one API key may have spoken per minute; a full minute may be used at once. 0 means no limit.',
  ),
  maxTextChars: setting(
    'MAX_TEXT_CHARS',
    wholeNumber(1, 500_000),
    100_000,
    'Maximum length of `text` in `POST /sse/speak/{lang_code}`, in characters.',
  ),
  shutdownGraceMs: setting(
    'SHUTDOWN_GRACE_MS',
    wholeNumber(0, 3_600_000),
    10_000,
    'Time that open streams get to finish after SIGTERM or SIGINT, in milliseconds.',
  ),
  idleSocketMs: setting(
    'IDLE_SOCKET_MS',
    wholeNumber(1000, DAY_MS),
    600_000,
    'A WebSocket on which the client sends nothing is closed after this time, in milliseconds.',
  ),
  slowReaderMs: setting(
    'SLOW_READER_MS',
    wholeNumber(100, DAY_MS),
    30_000,
    'A client that does not read its data is disconnected after this time, in milliseconds.',
  ),
  uploadTimeoutMs: setting(
    'UPLOAD_TIMEOUT_MS',
    wholeNumber(1000, DAY_MS),
    120_000,
    'Time limit for the upload of a file, in milliseconds.',
  ),
  maxEnrolments: setting(
    'MAX_ENROLMENTS',
    wholeNumber(1, 64),
    2,
    'Voices that are learned concurrently, at most 2 of them for one owner. Each keeps a CPU core busy for ' +
      'some seconds; assisted cloning keeps two busy.',
  ),
  restoreJobs: setting(
    'RESTORE_JOBS',
    wholeNumber(0, 16),
    1,
    'Recordings that this process restores concurrently, one CPU core each, at a lower priority than speech. With ' +
      '0 it accepts jobs but leaves the work to other processes on the same database.',
  ),
  restoreMaxSeconds: setting(
    'RESTORE_MAX_SECONDS',
    wholeNumber(10, 3600),
    600,
    'Maximum length of a recording to restore, in seconds. Each second takes up to a megabyte of memory.',
  ),
  restoreMaxWaiting: setting(
    'RESTORE_MAX_WAITING',
    wholeNumber(1, 10_000),
    10,
    'Maximum number of waiting restore jobs per owner.',
  ),
  restoreMaxMib: setting(
    'RESTORE_MAX_MIB',
    wholeNumber(64, 1_000_000),
    1024,
    "Maximum size of one owner's recordings in the database, uploaded and restored, in MiB.",
  ),
  restoreKeepHours: setting(
    'RESTORE_KEEP_HOURS',
    wholeNumber(1, 8760),
    72,
    'Restored recordings are deleted after this time, in hours.',
  ),
  metricsOpen: setting(
    'METRICS_OPEN',
    boolean,
    // By the address listened on and not by the caller's: behind a reverse proxy every caller looks local.
    (env) => isLoopback(env.HOST ?? '127.0.0.1'),
    'Whether `GET /metrics` answers without credentials. Set it to false when a reverse proxy on this machine ' +
      'forwards requests from elsewhere.',
    { fallbackText: '`true` when `HOST` is a loopback address, otherwise `false`' },
  ),
  demoOpen: setting(
    'DEMO_OPEN',
    boolean,
    false,
    'Allows everybody who can reach the server to use `/demo/`, without key and without challenge. Only if `HOST` ' +
      'is a loopback address, and not behind a reverse proxy.',
  ),
  demoSiteKey: setting(
    'DEMO_SITE_KEY',
    token,
    (): string | null => null,
    'Public key of the challenge that a demo page shows to its visitors. Together with `DEMO_SECRET_KEY` and ' +
      '`DEMO_VERIFY_URL` it enables the demo.',
    { fallbackText: 'none: the demo is off' },
  ),
  demoSecretKey: setting(
    'DEMO_SECRET_KEY',
    token,
    (): string | null => null,
    'Secret that belongs to `DEMO_SITE_KEY`.',
    { secret: true },
  ),
  demoVerifyUrl: setting(
    'DEMO_VERIFY_URL',
    httpUrl,
    (): string | null => null,
    'Endpoint that verifies answers to the challenge (`siteverify`), as provided by Turnstile, hCaptcha and ' +
      'reCAPTCHA.',
  ),
  demoVerifyTimeoutMs: setting(
    'DEMO_VERIFY_TIMEOUT_MS',
    wholeNumber(100, 60_000),
    5000,
    'Time limit for the answer of `DEMO_VERIFY_URL`, in milliseconds.',
  ),
  demoVoices: setting(
    'DEMO_VOICES',
    idList,
    (): readonly string[] => [],
    'Ids of the built-in voices offered in the demo.',
    { fallbackText: 'all built-in voices' },
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    addressList,
    (): readonly string[] => [],
    'Reverse proxies whose `X-Forwarded-For` is trusted, so that limits per address apply to the visitors and not ' +
      'to the proxy.',
    { fallbackText: 'none: the address is that of the connection' },
  ),
} as const;

/** Validated settings, typed by their declarations. Paths are absolute, times in milliseconds. */
export type Settings = {
  readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['fallback']>;
};

/** Thrown by `loadSettings` with every problem found, each naming its variable. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * Reads and validates all settings. An empty variable counts as unset (compose files pass those on).
 * @throws SettingsError naming every variable at fault, with secrets left out.
 */
export function loadSettings(environment: Environment = process.env): Settings {
  const env = withoutEmpty(environment);
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const declarations: Record<string, SettingDeclaration> = SETTINGS;
  for (const [key, { name, kind, fallback, secret }] of Object.entries(declarations)) {
    const text = env[name];
    if (text === undefined) {
      values[key] = fallback(env);
      continue;
    }
    const value = kind.parse(text);
    if (value === undefined) {
      problems.push(`${name} must be ${kind.expected}${secret ? '' : `, not ${JSON.stringify(text)}`}`);
    }
    values[key] = value;
  }
  const settings = values as Settings;
  problems.push(...contradictions(settings, env));
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function withoutEmpty(environment: Environment): Environment {
  const entries = Object.entries(environment).map(([name, text]) => [name, text?.trim()] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== undefined && text !== ''));
}

/** Values that are fine alone and make no sense together. */
function contradictions(settings: Settings, env: Environment): string[] {
  const problems: string[] = [];
  if (env.TLS_CERT && !env.TLS_KEY)
    problems.push('TLS_CERT needs TLS_KEY, the private key that belongs to it');
  if (env.TLS_KEY && !env.TLS_CERT)
    problems.push('TLS_KEY needs TLS_CERT, the certificate that belongs to it');
  const room = ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'] as const;
  const [given] = room.filter((name) => env[name]);
  const missing = room.filter((name) => !env[name]);
  if (given && missing.length > 0) problems.push(`${given} needs ${missing.join(' and ')}, too`);
  if (env.LIVEKIT_PUBLIC_URL && !env.LIVEKIT_URL) {
    problems.push('LIVEKIT_PUBLIC_URL needs LIVEKIT_URL, the address at which this server reaches LiveKit');
  }
  if (settings.role === 'agent' && !env.LIVEKIT_URL) {
    problems.push(
      'ROLE=agent needs LIVEKIT_URL: it holds conversations in LiveKit rooms and does nothing else',
    );
  }
  if (env.LLM_BASE_URL && !env.LLM_MODEL) {
    problems.push('LLM_BASE_URL needs LLM_MODEL, the model to request from it');
  }
  problems.push(...demoContradictions(settings, env));
  if (settings.tlsCert && settings.tlsPort !== 0 && settings.tlsPort === settings.port) {
    problems.push(`TLS_PORT must differ from PORT, both are ${settings.port}`);
  }
  return problems;
}

function demoContradictions({ demoOpen, host, trustedProxies }: Settings, env: Environment): string[] {
  const problems: string[] = [];
  const challenge = ['DEMO_SITE_KEY', 'DEMO_SECRET_KEY', 'DEMO_VERIFY_URL'] as const;
  const [given] = challenge.filter((name) => env[name]);
  const missing = challenge.filter((name) => !env[name]);
  if (given && missing.length > 0) problems.push(`${given} needs ${missing.join(' and ')}, too`);
  if (!demoOpen) return problems;
  if (given) problems.push(`DEMO_OPEN lets everybody in without a challenge: leave it out, or ${given}`);
  if (!isLoopback(host)) {
    problems.push(
      'DEMO_OPEN needs a loopback HOST such as 127.0.0.1: on any other, strangers could use up the server. For a demo ' +
        `that others reach set ${challenge.join(', ')} instead`,
    );
  }
  if (trustedProxies.length > 0) {
    problems.push(
      'DEMO_OPEN is for this machine alone: leave it out where TRUSTED_PROXIES bring visitors in',
    );
  }
  return problems;
}

/** True for the names and addresses that only this machine can reach (RFC 1122 127/8, RFC 4291 ::1). */
export function isLoopback(hostName: string): boolean {
  return hostName === 'localhost' || hostName === '::1' || /^127(\.\d{1,3}){3}$/.test(hostName);
}

function setting<T>(
  name: string,
  kind: SettingKind<NonNullable<T>>,
  fallback: T | ((env: Environment) => T),
  description: string,
  more: { readonly fallbackText?: string; readonly secret?: boolean } = {},
): SettingDeclaration<T> {
  const isComputed = typeof fallback === 'function';
  return {
    name,
    kind,
    description,
    fallback: isComputed ? (fallback as (env: Environment) => T) : () => fallback,
    fallbackText: more.fallbackText ?? (isComputed ? 'none' : `\`${String(fallback)}\``),
    secret: more.secret ?? false,
  };
}
