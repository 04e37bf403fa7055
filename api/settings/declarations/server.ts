import { resolve } from 'node:path';
import type { AllowedHost } from '../../../agent-worker/address-guard/allowed-hosts.ts';
import { setting } from '../declaration.ts';
import {
  apiKey,
  encryptionKey,
  encryptionKeys,
  folder,
  host,
  hostNames,
  httpUrl,
  oneOf,
  origins,
  plainName,
  postgresUrl,
  readableFile,
  redisUrl,
  token,
  wholeNumber,
} from '../kinds.ts';
import { isLoopback } from '../loopback.ts';

/** The role of the process, its addresses, and the place of its data. */
export const SERVER_SETTINGS = {
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
  httpServer: setting(
    'HTTP_SERVER',
    oneOf(['auto', 'uwebsockets', 'node']),
    'auto',
    '[Library that listens](operations.md#http-servers). `auto` takes uWebSockets.js where a ' +
      'build of it loads.',
  ),
  allowedHosts: setting(
    'ALLOWED_HOSTS',
    hostNames,
    (env): readonly AllowedHost[] | '*' => (isLoopback(env.HOST ?? '127.0.0.1') ? [] : '*'),
    'Names at which clients reach the server ([what is ' +
      'refused](operations.md#what-the-port-refuses)): the `Host` of requests, with a port or ' +
      'without one (then any port), or `*` for all. The names of this machine are always ' +
      'allowed, and all IP addresses unless `HOST` is a loopback address. Pages from these ' +
      'hosts may open WebSockets.',
    { fallbackText: 'none but the names of this machine if `HOST` is a loopback address, otherwise `*`' },
  ),
  dataDir: setting(
    'DATA_DIR',
    folder,
    () => resolve('data'),
    'Folder for the database, for its owner alone. Created at the first start.',
    { fallbackText: '`./data`' },
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    postgresUrl,
    (): string | null => null,
    'PostgreSQL database for all data. Without it an SQLite file in `DATA_DIR` is used.',
    { secret: true },
  ),
  s3Bucket: setting(
    'S3_BUCKET',
    plainName,
    (): string | null => null,
    'Bucket to which [recordings](agent-transcripts.md#recordings-in-a-bucket) are moved when their conversations are ' +
      'over.',
    { fallbackText: 'none: they stay in the database' },
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    httpUrl,
    (): string | null => null,
    'Address of the store that has it, if that is not Amazon S3.',
    { fallbackText: "Amazon's of `S3_REGION`" },
  ),
  s3Region: setting('S3_REGION', plainName, 'us-east-1', 'Region of the bucket.'),
  s3AccessKeyId: setting(
    'S3_ACCESS_KEY_ID',
    token,
    (): string | null => null,
    'Key for the bucket, which may write, read and delete objects. It needs `S3_SECRET_ACCESS_KEY`.',
    {
      fallbackText: "what Amazon's own tools find: `AWS_ACCESS_KEY_ID`, the role of the machine or container",
    },
  ),
  s3SecretAccessKey: setting(
    'S3_SECRET_ACCESS_KEY',
    token,
    (): string | null => null,
    'Secret of `S3_ACCESS_KEY_ID`.',
    { secret: true },
  ),
  redisUrl: setting(
    'REDIS_URL',
    redisUrl,
    (): string | null => null,
    'Redis or Valkey in which several processes [count ' +
      'together](operations.md#limits-over-several-processes). Without it, each counts for ' +
      'itself.',
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
  encryptionKey: setting(
    'ENCRYPTION_KEY',
    encryptionKey,
    (): string | null => null,
    '[Encrypts](operations.md#encryption-of-stored-keys) transcripts, and stored keys of ' +
      "agents' language models. Without it a secret in the same database does.",
    { secret: true },
  ),
  encryptionKeysPrevious: setting(
    'ENCRYPTION_KEYS_PREVIOUS',
    encryptionKeys,
    (): readonly string[] => [],
    'Earlier values of `ENCRYPTION_KEY`, and the next one before all processes have it.',
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
} as const;
