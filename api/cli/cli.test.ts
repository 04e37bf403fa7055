import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Authenticator } from '../credentials/authenticator.ts';
import { errorsPage } from '../errors/page.ts';
import { settingsPage } from '../settings/page.ts';
import { openDatabase } from '../storage/database.ts';
import { temporaryFolder } from '../testing.ts';
import { copyDataCommand } from './copy-data-command.ts';
import { errorsCommand } from './errors-command.ts';
import { keysCommand } from './keys-command.ts';
import { settingsCommand } from './settings-command.ts';
import { tlsCommand } from './tls-command.ts';

function capture() {
  const out: string[] = [];
  const err: string[] = [];
  return {
    out,
    err,
    output: { log: (line: string) => out.push(line), error: (line: string) => err.push(line) },
  };
}

describe('keys', () => {
  async function keys(env: Record<string, string>, ...args: string[]) {
    const { out, err, output } = capture();
    return { code: await keysCommand(args, output, env), out: out.join('\n'), err: err.join('\n') };
  }

  test('create, use, list, revoke', async () => {
    const env = { DATA_DIR: temporaryFolder() };
    const created = await keys(env, 'create', '--name', 'telephone bridge');
    expect(created.code).toBe(0);
    expect(created.out).toMatch(/^pk_[\w-]{43}$/);

    const db = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: null });
    const authenticator = await Authenticator.open(db);
    onTestFinished(async () => {
      await authenticator.close();
      await db.destroy();
    });
    const { keyId } = await authenticator.authenticate({ xApiKey: created.out });

    const listed = await keys(env, 'list');
    expect(listed.out).toContain('telephone bridge');
    expect(listed.out).toContain(keyId);
    expect(listed.out).not.toContain(created.out);

    expect(await keys(env, 'revoke', keyId)).toMatchObject({ code: 0, out: `Revoked: ${keyId}` });
    expect(await keys(env, 'revoke', keyId)).toMatchObject({ code: 1, err: expect.stringContaining(keyId) });
  });

  test.each([
    [[]],
    [['dance']],
    [['revoke']],
    [['list', 'x']],
    [['create', '--name', '']],
    [['list', '--name', 'x']],
    [['owners', '--owner', 'x']],
    [['create', '--owner', ' ']],
    [['--what']],
    [['create', '--scopes', 'speak,fly']],
    [['create', '--scopes', ',']],
    [['create', '--scopes', 'speak', '--admin']],
    [['create', '--expires', 'soon']],
    [['create', '--expires', '2020-01-31']],
    [['list', '--expires', '1d']],
  ])('wrongly called with %j: exit code 2 and the help', async (args) => {
    const { code, err } = await keys({ DATA_DIR: temporaryFolder() }, ...args);
    expect(code).toBe(2);
    expect(err).toContain('Usage: npm run keys');
  });

  test('a key may be limited to scopes and to a time, which the list shows', async () => {
    const env = { DATA_DIR: temporaryFolder() };
    const limited = await keys(env, 'create', '--scopes', 'converse,speak', '--expires', '2999-01-31');
    await keys(env, 'create');
    const [head, first, second] = (await keys(env, 'list')).out.split('\n');
    expect(head).toMatch(/ADMIN +SCOPES +CREATED +EXPIRES +LAST USED/);
    expect(first).toMatch(/ - +speak,converse +\S+ +2999-01-31T00:00:00.000Z +never/);
    expect(second).toMatch(/ - +all +\S+ +never +never/);

    const db = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: null });
    const authenticator = await Authenticator.open(db);
    onTestFinished(async () => {
      await authenticator.close();
      await db.destroy();
    });
    expect(await authenticator.authenticate({ xApiKey: limited.out })).toMatchObject({
      scopes: ['speak', 'converse'],
      expiresAtMs: Date.parse('2999-01-31'),
    });
  });

  test('each owner has keys of their own, and is created with the first of them', async () => {
    const env = { DATA_DIR: temporaryFolder() };
    expect((await keys(env, 'create', '--owner', 'Ada', '--name', 'phone')).err).toContain(
      'Created owner Ada',
    );
    const second = await keys(env, 'create', '--owner', 'Ada', '--name', 'desk');
    expect(second.err).not.toContain('Created owner');
    expect(await keys(env, 'create')).toMatchObject({ code: 0 });

    const db = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: null });
    const authenticator = await Authenticator.open(db);
    onTestFinished(async () => {
      await authenticator.close();
      await db.destroy();
    });
    const { ownerId, keyId } = await authenticator.authenticate({ xApiKey: second.out });

    const ofAda = (await keys(env, 'list', '--owner', 'Ada')).out.split('\n');
    expect(ofAda).toHaveLength(3);
    expect(ofAda.slice(1).every((line) => line.includes(' Ada '))).toBe(true);
    expect((await keys(env, 'list')).out.split('\n')).toHaveLength(4);
    expect(await keys(env, 'list', '--owner', 'Bob')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Bob'),
    });
    await keys(env, 'revoke', keyId);
    const [head, ada, other, ...more] = (await keys(env, 'owners')).out.split('\n');
    expect(head).toMatch(/^ID +NAME +CREATED +KEYS +VOICES$/);
    expect(ada).toMatch(new RegExp(`^${ownerId} +Ada +\\S+ +1 +0$`));
    expect(other).toMatch(/ default +\S+ +1 +0$/);
    expect(more).toEqual([]);
  });

  test('help is not an error and does not open the database', async () => {
    const folder = join(temporaryFolder(), 'data');
    expect(await keys({ DATA_DIR: folder }, '--help')).toMatchObject({ code: 0, err: '' });
    expect(existsSync(folder)).toBe(false);
  });

  test('an invalid setting and an unusable folder are reported in one sentence', async () => {
    expect(await keys({ PORT: 'x' }, 'list')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^PORT must be/),
    });
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(await keys({ DATA_DIR: file }, 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining(file),
    });
  });
});

describe('tls', () => {
  test('the pair serves localhost and 127.0.0.1 to a client that trusts it', async () => {
    const folder = join(temporaryFolder(), 'pair');
    const { out, output } = capture();
    expect(await tlsCommand(['--out', folder], output, {})).toBe(0);
    expect(out).toEqual([`TLS_CERT=${folder}/cert.pem`, `TLS_KEY=${folder}/key.pem`]);
    const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name)));
    if (!cert || !key) throw new Error('not written');
    expect(statSync(join(folder, 'key.pem')).mode & 0o777).toBe(0o600);

    const server = tls.createServer({ cert, key }, (socket) => socket.end()).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const host of ['localhost', '127.0.0.1']) {
      const client = tls.connect({
        host: '127.0.0.1',
        port,
        ca: cert,
        ...(host === 'localhost' && { servername: host }),
      });
      await once(client, 'secureConnect');
      expect(client.authorized, host).toBe(true);
      expect(tls.checkServerIdentity(host, client.getPeerCertificate())).toBeUndefined();
      client.destroy();
    }
  });

  test('by default the pair is in DATA_DIR, and a second run replaces it with mode 0600', async () => {
    const env = { DATA_DIR: temporaryFolder() };
    const key = join(env.DATA_DIR, 'tls', 'key.pem');
    expect(await tlsCommand([], capture().output, env)).toBe(0);
    const before = readFileSync(key, 'utf8');
    chmodSync(key, 0o644);
    expect(
      await tlsCommand([], capture().output, { ...env, TLS_CERT: '/not/yet', TLS_KEY: '/not/yet' }),
    ).toBe(0);
    expect(readFileSync(key, 'utf8')).not.toBe(before);
    expect(statSync(key).mode & 0o777).toBe(0o600);
  });

  test('a folder that cannot be created is exit code 1', async () => {
    const { err, output } = capture();
    expect(await tlsCommand(['--out', '/dev/null/x'], output, {})).toBe(1);
    expect(err.join()).toContain('/dev/null');
  });
});

describe('copy-data', () => {
  test('without DATABASE_URL, or without a file to copy, it reports that and creates none', async () => {
    const folder = temporaryFolder();
    const unset = capture();
    expect(await copyDataCommand([], unset.output, { DATA_DIR: folder })).toBe(2);
    expect(unset.err.join()).toContain('DATABASE_URL');
    const nothing = capture();
    const env = { DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1:1/parley' };
    expect(await copyDataCommand([], nothing.output, env)).toBe(1);
    expect(nothing.err.join()).toContain(join(folder, 'parley.sqlite'));
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('settings and errors write their pages', async () => {
  const path = join(temporaryFolder(), 'page.md');
  expect(await settingsCommand(['--out', path], capture().output)).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(settingsPage());
  expect(await errorsCommand(['--out', path], capture().output)).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(errorsPage());
});
