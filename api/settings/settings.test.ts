import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { settingsPage } from './page.ts';
import { loadSettings, SETTINGS, SettingsError } from './settings.ts';

/** Returns the message of the error that these variables cause. */
function complaint(env: Record<string, string>): string {
  try {
    loadSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).message;
  }
  throw new Error('no complaint');
}

describe('loadSettings', () => {
  test('every setting has a default that works on this machine alone', () => {
    expect(loadSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      bootstrapApiKey: null,
      tlsCert: null,
      tlsPort: 8443,
      logLevel: 'info',
      corsOrigins: [],
      idleSocketMs: 600_000,
      slowReaderMs: 30_000,
      metricsOpen: true,
      role: 'all',
      livekitUrl: null,
      livekitAgentName: 'parley',
      llmBaseUrl: null,
      llmModel: null,
      mcpAllowHosts: [],
      maxAgentSessions: null,
      agentDrainMs: 60_000,
    });
    const { lanes, maxStreamsPerKey, maxCharactersPerMinute } = loadSettings({});
    for (const limit of [lanes, maxStreamsPerKey, maxCharactersPerMinute]) expect(limit).toBeGreaterThan(0);
  });

  test.each([
    'postgres://me:p%40ss@db.example.org:5433/parley?sslmode=verify-full',
    'postgresql:///parley?host=/run/postgresql',
    'postgresql://me@/parley?host=/run/postgresql',
    'postgres://[::1]/parley',
  ])('DATABASE_URL may be %s', (url) => {
    expect(loadSettings({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test('a secret may be in a file', () => {
    const file = join(temporaryFolder(), 'secret');
    writeFileSync(file, 'sk-from-a-file\n');
    expect(loadSettings({ LLM_API_KEY_FILE: file }).llmApiKey).toBe('sk-from-a-file');
    expect(complaint({ LLM_API_KEY_FILE: file, LLM_API_KEY: 'x' })).toMatch(/are both set/);
    expect(complaint({ LLM_API_KEY_FILE: `${file}.gone` })).toMatch(/^LLM_API_KEY_FILE must be the path/);
    // Not shown, even when it is invalid.
    writeFileSync(file, 'two words');
    expect(complaint({ LLM_API_KEY_FILE: file })).toMatch(/^LLM_API_KEY must be (?!.*words)/);
    writeFileSync(file, '\n');
    expect(complaint({ LLM_API_KEY_FILE: file })).toMatch(/^LLM_API_KEY_FILE must be the path/);
    // Only secrets.
    expect(loadSettings({ PORT_FILE: '/no/such/file' }).port).toBe(8000);
  });

  test('an empty variable counts as unset', () => {
    expect(loadSettings({ PORT: '', HOST: ' ' })).toEqual(loadSettings({}));
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc"'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536"'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ PORT: '8e3' }, 'PORT must be'],
    [{ HOST: 'not a host' }, 'HOST must be a host name or IP address'],
    [{ HOST: '300.1.1.1' }, 'HOST must be'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
    [{ LANES: '0' }, 'LANES must be a whole number from 1'],
    [{ METRICS_OPEN: 'perhaps' }, 'METRICS_OPEN must be true or false'],
    [{ CORS_ORIGINS: 'https://a.example, b.example' }, 'CORS_ORIGINS must be'],
    [{ CORS_ORIGINS: 'https://a.example/path' }, 'CORS_ORIGINS must be'],
    [{ ROLE: 'worker' }, 'ROLE must be one of all, api, agent'],
    [{ LIVEKIT_URL: 'livekit:7880' }, 'LIVEKIT_URL must be a ws://, wss://, http:// or https:// address'],
    [{ LIVEKIT_URL: 'wss://me:secret@rooms.example' }, 'LIVEKIT_URL must be'],
    [{ LIVEKIT_AGENT_NAME: 'my agent' }, 'LIVEKIT_AGENT_NAME must be'],
    [{ MCP_ALLOW_HOSTS: 'http://tools.example' }, 'MCP_ALLOW_HOSTS must be'],
    [{ MCP_ALLOW_HOSTS: '10.0.0.5:0' }, 'MCP_ALLOW_HOSTS must be'],
    [{ MCP_ALLOW_HOSTS: '10.0.0.5:99999' }, 'MCP_ALLOW_HOSTS must be'],
    [{ MCP_ALLOW_HOSTS: '::1]' }, 'MCP_ALLOW_HOSTS must be'],
    [{ MAX_AGENT_SESSIONS: '0' }, 'MAX_AGENT_SESSIONS must be a whole number from 1'],
    [{ TLS_CERT: '/no/such/file', TLS_KEY: '/no/such/file' }, 'TLS_CERT must be the path of a readable file'],
  ])('%o', (env, message) => {
    expect(complaint(env)).toContain(message);
  });

  test('all problems are reported together', () => {
    expect(complaint({ PORT: 'x', LANES: 'y' }).split('\n')).toHaveLength(2);
  });

  test('the message about a secret does not contain it', () => {
    expect(complaint({ BOOTSTRAP_API_KEY: 'too short' })).toMatch(/^BOOTSTRAP_API_KEY must be [^"]*$/);
    expect(complaint({ BOOTSTRAP_API_KEY: 'too short' })).not.toContain('too short');
    const wrong = complaint({ DATABASE_URL: 'mysql://me:not-to-be-seen@127.0.0.1/parley' });
    expect(wrong).toMatch(/^DATABASE_URL must be a URL such as postgres:/);
    expect(wrong).not.toContain('not-to-be-seen');
  });

  test('half a TLS pair is an error', () => {
    const file = join(temporaryFolder(), 'a.pem');
    writeFileSync(file, '');
    expect(complaint({ TLS_CERT: file })).toContain('TLS_CERT needs TLS_KEY');
    expect(complaint({ TLS_KEY: file })).toContain('TLS_KEY needs TLS_CERT');
    const pair = { TLS_CERT: file, TLS_KEY: file };
    expect(complaint({ ...pair, PORT: '9000', TLS_PORT: '9000' })).toContain(
      'TLS_PORT must differ from PORT',
    );
    expect(loadSettings(pair)).toMatchObject({ tlsCert: file, tlsKey: file });
  });

  test('the settings of the demo are required together, and an open demo stays on this machine', () => {
    const challenge = {
      DEMO_SITE_KEY: 'site',
      DEMO_SECRET_KEY: 'not-to-be-seen',
      DEMO_VERIFY_URL: 'https://challenges.example/siteverify',
    };
    expect(loadSettings({ ...challenge, HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8, ::1' })).toMatchObject(
      {
        demoOpen: false,
        demoVerifyUrl: 'https://challenges.example/siteverify',
        trustedProxies: ['10.0.0.0/8', '::1'],
      },
    );
    expect(complaint({ DEMO_SITE_KEY: 'site' })).toBe(
      'DEMO_SITE_KEY needs DEMO_SECRET_KEY and DEMO_VERIFY_URL, too',
    );
    expect(complaint({ DEMO_SECRET_KEY: 'not-to-be-seen' })).not.toContain('not-to-be-seen');
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      expect(loadSettings({ DEMO_OPEN: '1', HOST: host }).demoOpen).toBe(true);
    }
    for (const host of ['0.0.0.0', '::', '10.0.0.5', 'speech.example']) {
      expect(complaint({ DEMO_OPEN: '1', HOST: host })).toContain('DEMO_OPEN needs a loopback HOST');
    }
    expect(complaint({ DEMO_OPEN: '1', ...challenge })).toContain('DEMO_OPEN lets everybody in');
    expect(complaint({ DEMO_OPEN: '1', TRUSTED_PROXIES: '127.0.0.1' })).toContain('TRUSTED_PROXIES');
  });

  test.each(['10.0.0.0/33', '::1/129', 'proxy.example', '10.0.0.0/8/8', '10.0.0.0/', '1.2.3'])(
    'TRUSTED_PROXIES may not be %s',
    (text) => {
      expect(complaint({ TRUSTED_PROXIES: text })).toContain('TRUSTED_PROXIES must be');
    },
  );

  test('the settings of LiveKit are required together', () => {
    expect(complaint({ LIVEKIT_URL: 'ws://127.0.0.1:7880' })).toBe(
      'LIVEKIT_URL needs LIVEKIT_API_KEY and LIVEKIT_API_SECRET, too',
    );
    expect(complaint({ LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' })).toBe(
      'LIVEKIT_API_KEY needs LIVEKIT_URL, too',
    );
    expect(complaint({ LIVEKIT_URL: 'ws://127.0.0.1:7880', LIVEKIT_API_SECRET: 'secret' })).toBe(
      'LIVEKIT_URL needs LIVEKIT_API_KEY, too',
    );
  });

  test.each([
    ['ws://127.0.0.1:7880/', 'ws://127.0.0.1:7880'],
    ['wss://rooms.example.org', 'wss://rooms.example.org'],
    ['http://[::1]:7880', 'http://[::1]:7880'],
    ['HTTPS://rooms.example.org/rtc', 'https://rooms.example.org/rtc'],
  ])('LIVEKIT_URL may be %s', (url, meant) => {
    const others = { LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' };
    expect(loadSettings({ LIVEKIT_URL: url, ...others }).livekitUrl).toBe(meant);
  });

  test('the public address of LiveKit requires LiveKit', () => {
    expect(complaint({ LIVEKIT_PUBLIC_URL: 'wss://rooms.example.org' })).toBe(
      'LIVEKIT_PUBLIC_URL needs LIVEKIT_URL, the address at which this server reaches LiveKit',
    );
  });

  test('an agent process requires LiveKit', () => {
    expect(complaint({ ROLE: 'agent' })).toMatch(/^ROLE=agent needs LIVEKIT_URL/);
    const livekit = { LIVEKIT_URL: 'ws://[::1]:7880', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' };
    expect(loadSettings({ ROLE: 'agent', ...livekit }).role).toBe('agent');
    expect(loadSettings({ ROLE: 'api' }).livekitUrl).toBeNull();
  });

  test('a language model requires its name', () => {
    expect(complaint({ LLM_BASE_URL: 'http://127.0.0.1:8080/v1' })).toContain('LLM_BASE_URL needs LLM_MODEL');
    const env = { LLM_BASE_URL: 'http://127.0.0.1:8080/v1/', LLM_MODEL: 'small' };
    expect(loadSettings(env)).toMatchObject({ llmBaseUrl: 'http://127.0.0.1:8080/v1', llmModel: 'small' });
  });

  test('values are parsed by their types', () => {
    expect(loadSettings({ MCP_ALLOW_HOSTS: 'Tools.internal, 10.0.0.5:8080,[::1]:80' }).mcpAllowHosts).toEqual(
      [
        { host: 'tools.internal', port: null },
        { host: '10.0.0.5', port: 8080 },
        { host: '[::1]', port: 80 },
      ],
    );
    expect(loadSettings({ CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).corsOrigins).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ]);
    expect(loadSettings({ DEFAULT_VOICES: 'fast, en-GB=kokoro-bf_emma,es=espeak-es' }).defaultVoices).toEqual(
      {
        preference: 'fast',
        byLanguage: { 'en-gb': 'kokoro-bf_emma', es: 'espeak-es' },
      },
    );
    expect(loadSettings({ XDG_CACHE_HOME: '/cache' }).modelsDir).toBe('/cache/parley/models');
    expect(loadSettings({ LOG_LEVEL: 'DEBUG' }).logLevel).toBe('debug');
    expect(loadSettings({ HOST: '::1' })).toMatchObject({ host: '::1', metricsOpen: true });
  });

  test('metrics are protected when other machines can connect', () => {
    expect(loadSettings({ HOST: '0.0.0.0' }).metricsOpen).toBe(false);
    expect(loadSettings({ HOST: '0.0.0.0', METRICS_OPEN: 'true' }).metricsOpen).toBe(true);
    expect(loadSettings({ METRICS_OPEN: 'false' }).metricsOpen).toBe(false);
  });

  test('any values are accepted or refused by name, without any other error', () => {
    const names = Object.values(SETTINGS).map(({ name }) => name);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' })), (env) => {
        try {
          loadSettings(env);
        } catch (error) {
          expect(error).toBeInstanceOf(SettingsError);
          for (const problem of (error as SettingsError).problems) {
            expect(names.some((name) => problem.startsWith(`${name} `))).toBe(true);
          }
        }
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });
});

test('docs/settings.md matches the declarations (node scripts/run.mjs api/cli/settings rewrites it)', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'settings.md'), 'utf8');
  expect(page).toBe(settingsPage());
});

test('no secret has a default to show', () => {
  for (const { name, secret, fallbackText } of Object.values(SETTINGS)) {
    if (secret) expect(fallbackText, name).toBe('none');
  }
});
