/**
 * The deployment files docker-compose.yml, livekit.yaml and Dockerfile agree with each other, with the settings and
 * with a real LiveKit server. No container is started.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { RoomWorker } from '../../agent-worker/rooms/room-worker.ts';
import { loadSettings, SETTINGS } from '../../api/settings/settings.ts';
import { enhancerSettings } from '../../services/enhancer/settings.ts';
import { Caller, enterInTurn, HeardLog, someRoom, ToneConversation } from '../kit/clients/room-caller.ts';
import { buildLiveKit, LIVEKIT_BUILD_MS, whyNoLiveKit } from '../kit/livekit-program.ts';
import { LiveKitServer, onLiveKit } from '../kit/servers/livekit.ts';
import { RedisServer, whyNoRedis } from '../kit/servers/redis.ts';

interface Service {
  readonly profiles?: readonly string[];
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly network_mode?: string;
  readonly extra_hosts?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string; readonly required?: boolean }>>;
  readonly deploy?: { readonly replicas: number };
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface LiveKitFile {
  readonly port: number;
  readonly rtc: Readonly<Record<string, unknown>>;
  readonly [section: string]: unknown;
}

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const livekitFile = parse(file('livekit.yaml')) as LiveKitFile;
const dockerfile = file('Dockerfile');

/** The lines for rooms that the head of the compose file tells to put into .env. */
const ROOMS_ENV = {
  ROLE: 'api',
  POSTGRES_PASSWORD: 'a5f0c2',
  LIVEKIT_API_KEY: 'our-key',
  LIVEKIT_API_SECRET: '0123456789012345678901234567890123456789',
};

/**
 * Expands `${NAME}`, `${NAME-otherwise}`, `${NAME:-otherwise}` and `${NAME:+then}`, also nested (Compose specification,
 * "Interpolation").
 */
function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  for (;;) {
    const innermost = /\$\{(\w+)(?:(:?[-+])([^${}]*))?\}/.exec(text);
    if (innermost === null) return text;
    const [whole, name = '', sign, rest = ''] = innermost;
    const value = env[name] ?? '';
    // With a colon, an empty variable counts as an unset one.
    const isSet = sign?.startsWith(':') ? value !== '' : name in env;
    const replaced = sign === undefined ? value : sign.endsWith('-') === isSet ? value : rest;
    text = text.replace(whole, () => replaced);
  }
}

/** @param env the contents of the .env file, which Compose uses for both purposes */
function compose(env: Readonly<Record<string, string>>): Compose {
  return parse(interpolate(file('docker-compose.yml'), env), { merge: true }) as Compose;
}

/** Returns the environment of the process in the container: image, then .env, then the compose file. */
function settingsOf(service: Service, env: Readonly<Record<string, string>>) {
  const [, image = ''] = /ENV (NODE_ENV[\s\S]*?)\n(?!\s)/.exec(dockerfile) ?? [];
  const baked = Object.fromEntries(
    [...image.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  return loadSettings({ ...baked, ...env, ...service.environment });
}

describe('docker-compose.yml', () => {
  test('by default it is one server for everything and its enhancer, without required settings', () => {
    const { services } = compose({});
    const active = Object.entries(services).filter(([, { profiles }]) => profiles === undefined);
    expect(active.map(([name]) => name)).toEqual(['parley', 'enhancer']);
    const settings = settingsOf(services.parley!, {});
    expect(settings).toMatchObject({ role: 'all', databaseUrl: null, livekitUrl: null, host: '0.0.0.0' });
    for (const needed of Object.values(services.parley?.depends_on ?? {}))
      expect(needed.required).toBe(false);
  });

  test('with rooms there are LiveKit, Redis, PostgreSQL, a server for clients and two for conversations', () => {
    const { services } = compose(ROOMS_ENV);
    const active = Object.entries(services).filter(([, { profiles }]) => profiles?.includes('rooms') ?? true);
    expect(active.map(([name]) => name).sort()).toEqual([
      'agent',
      'enhancer',
      'livekit',
      'parley',
      'postgres',
      'redis',
    ]);
    expect(services.agent?.deploy?.replicas).toBe(2);
    const [api, agent] = [services.parley!, services.agent!].map((service) => settingsOf(service, ROOMS_ENV));
    expect(api?.role).toBe('api');
    expect(agent?.role).toBe('agent');
    for (const settings of [api, agent]) {
      expect(settings).toMatchObject({
        databaseUrl: `postgres://parley:${ROOMS_ENV.POSTGRES_PASSWORD}@postgres:5432/parley`,
        livekitUrl: `ws://host.docker.internal:${livekitFile.port}`,
        livekitPublicUrl: `ws://127.0.0.1:${livekitFile.port}`,
        livekitApiKey: ROOMS_ENV.LIVEKIT_API_KEY,
        livekitApiSecret: ROOMS_ENV.LIVEKIT_API_SECRET,
      });
    }
    expect(services.agent?.ports).toBeUndefined();
    expect(services.parley?.ports).toEqual(['127.0.0.1:8000:8000']);
  });

  test('values in .env take precedence over derived ones', () => {
    const env = {
      ...ROOMS_ENV,
      DATABASE_URL: 'postgres://u:p@db:5432/x',
      LIVEKIT_URL: 'wss://rooms.example.org',
    };
    const { services } = compose(env);
    expect(settingsOf(services.agent!, env)).toMatchObject({
      databaseUrl: env.DATABASE_URL,
      livekitUrl: env.LIVEKIT_URL,
      livekitPublicUrl: env.LIVEKIT_URL,
    });
    const publicly = { ...env, LIVEKIT_PUBLIC_URL: 'wss://callers.example.org' };
    expect(settingsOf(compose(publicly).services.parley!, publicly)).toMatchObject({
      livekitUrl: env.LIVEKIT_URL,
      livekitPublicUrl: publicly.LIVEKIT_PUBLIC_URL,
    });
  });

  test('variables of our servers are settings, and .env lines in its head are variables that it uses', () => {
    const text = file('docker-compose.yml');
    const { services } = compose(ROOMS_ENV);
    const names = new Set(Object.values(SETTINGS).map(({ name }) => name as string));
    for (const service of [services.parley!, services.agent!]) {
      for (const name of Object.keys(service.environment ?? {})) expect(names).toContain(name);
    }
    const told = [...text.matchAll(/^# {3}([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(told).toEqual(expect.arrayContaining(Object.keys(ROOMS_ENV)));
    for (const name of told) expect(text).toContain(`\${${name}`);
  });

  test('addresses, names and ports agree', () => {
    const { services, volumes } = compose(ROOMS_ENV);
    const { redis, livekit, agent, parley } = services;
    expect(redis?.ports).toEqual([`${livekit?.environment?.REDIS_HOST}:6379`]);
    expect(livekit?.network_mode).toBe('host');
    expect(livekit?.volumes).toEqual([`./livekit.yaml:${livekit?.command?.at(-1)}:ro`]);
    expect(livekit?.healthcheck?.test.at(-1)).toBe(`http://127.0.0.1:${livekitFile.port}/`);
    expect(parse(livekit?.environment?.LIVEKIT_KEYS ?? '')).toEqual({
      [ROOMS_ENV.LIVEKIT_API_KEY]: ROOMS_ENV.LIVEKIT_API_SECRET,
    });
    for (const service of [agent, parley]) {
      expect(service?.extra_hosts).toContain('host.docker.internal:host-gateway');
      expect(dockerfile).toContain(`VOLUME ${service?.volumes?.[0]?.split(':')[1]}`);
    }
    for (const [name, service] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(services[other], `${other}, for ${name}`).toBeDefined();
        if (condition === 'service_healthy') expect(services[other]?.healthcheck, other).toBeDefined();
      }
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (!source.startsWith('.')) expect(volumes).toHaveProperty(source);
      }
    }
  });

  test('the server posts recordings to its enhancer, which has neither its settings nor its data', () => {
    const { services } = compose({});
    const { parley, enhancer } = services;
    expect(settingsOf(parley!, {}).enhancerUrl).toBe(
      `http://enhancer:${enhancer?.environment?.PORT}/enhance`,
    );
    expect(enhancer?.image).toBe(parley?.image);
    expect(enhancer?.ports).toBeUndefined();
    expect(enhancer).not.toHaveProperty('env_file');
    expect(enhancer?.volumes?.[0]?.split(':')[0]).not.toBe(parley?.volumes?.[0]?.split(':')[0]);
    expect(enhancerSettings(enhancer?.environment)).toMatchObject({ port: 8100, jobs: 1 });
    const own = { ENHANCER_URL: 'http://cleaner.example.org/v2' };
    expect(settingsOf(compose(own).services.parley!, own).enhancerUrl).toBe(own.ENHANCER_URL);
    const none = { ENHANCER_URL: '' };
    expect(settingsOf(compose(none).services.parley!, none).enhancerUrl).toBeNull();
  });

  test('containers have more time to stop than conversations and streams', () => {
    const { services } = compose(ROOMS_ENV);
    const { agentDrainMs, shutdownGraceMs } = loadSettings({});
    for (const { stop_grace_period } of [services.parley!, services.agent!]) {
      // After that time the rest is closed, which takes time, too.
      expect(Number.parseInt(stop_grace_period ?? '', 10) * 1000).toBeGreaterThanOrEqual(
        agentDrainMs + 25_000,
      );
      expect(Number.parseInt(stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(shutdownGraceMs);
    }
  });

  test('the image of LiveKit is the version that is tested', () => {
    const [, version] = /livekit-server (v\S+)/.exec(file('test/kit/livekit/go.mod')) ?? [];
    expect(compose({}).services.livekit?.image).toBe(`livekit/livekit-server:${version}`);
  });
});

test('the image is built on and for the same C library, which is not musl', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:22-bookworm/);
  for (const tool of ['make', 'g++']) expect(dockerfile).toContain(tool);
});

const missing = whyNoLiveKit();
describe.skipIf(missing !== null && process.env.CI !== 'true')(`livekit.yaml ${missing ?? ''}`, () => {
  let program = '';
  beforeAll(async () => {
    program = await buildLiveKit();
  }, LIVEKIT_BUILD_MS);

  async function ports(config: string): Promise<string> {
    const keys = '"our-key": "0123456789012345678901234567890123456789"';
    const env = { ...process.env, LIVEKIT_KEYS: keys };
    const { stdout, stderr } = await promisify(execFile)(program, ['--config-body', config, 'ports'], {
      env,
    });
    return stdout + stderr;
  }

  test('a real server accepts it, and listens at its ports', async () => {
    const { port, rtc } = livekitFile;
    const said = await ports(file('livekit.yaml'));
    expect(said).toContain(`${port} - HTTP service`);
    expect(said).toContain(`${rtc.tcp_port} - ICE/TCP`);
    expect(said).toContain(`${rtc.port_range_start}-${rtc.port_range_end} - ICE/UDP range`);
  });

  test('its commented-out lines would be accepted, too', async () => {
    const uncommented = file('livekit.yaml')
      .replace(/^# (redis:|prometheus_port)/gm, '$1')
      .replace(/^# {3}(\w+:)/gm, '  $1')
      .replace(/^ {2}# (\w+:)/gm, '  $1');
    const config = parse(uncommented) as LiveKitFile;
    expect(config).toMatchObject({ redis: { address: '127.0.0.1:6379' }, prometheus_port: 6789 });
    expect(config.turn).toMatchObject({ domain: 'turn.example.org', udp_port: 3478 });
    expect(await ports(uncommented)).toContain('HTTP service');
  });

  test('a server rejects an invalid one', async () => {
    expect(await ports(`${file('livekit.yaml')}\nrooms: {}\n`)).toContain('field rooms not found');
  });
});

const noRedis = whyNoRedis();
describe.skipIf(noRedis !== null && process.env.CI !== 'true')(`as composed ${noRedis ?? ''}`, () => {
  let redis: RedisServer | null = null;
  let livekit: LiveKitServer | null = null;
  afterAll(async () => {
    await livekit?.remove();
    await redis?.remove();
  });

  onLiveKit(() => {
    test('two workers share four rooms of a LiveKit with Redis and the sections of livekit.yaml', {
      timeout: 180_000,
    }, async () => {
      redis = await RedisServer.start();
      const { room, agents, turn } = livekitFile;
      livekit = await LiveKitServer.start({ redis: redis.address, config: { room, agents, turn } });
      const { url, apiKey, apiSecret } = livekit;
      const agentName = `tone-${randomUUID()}`;
      const workers = [1, 2].map(() => {
        const worker = new RoomWorker({
          livekit: { url, apiKey, apiSecret },
          agentName,
          maxSessions: 2,
          load: () => 0,
          resolve: async () => someRoom(),
          openInRoom: async (_settings, room, door, caller) =>
            new ToneConversation(room, door, caller.identity),
          log: new HeardLog(),
          drainMs: 0,
        });
        onTestFinished(() => worker.close());
        return worker;
      });
      await Promise.all(workers.map((worker) => worker.registered()));
      const server = livekit;
      await enterInTurn(4, async () => {
        const caller = await Caller.join(server, { room: `room-${randomUUID()}`, agents: [{ agentName }] });
        onTestFinished(() => caller.leave());
        return caller;
      });
      expect(workers.map(({ sessions }) => sessions)).toEqual([2, 2]);
    });
  });
});
