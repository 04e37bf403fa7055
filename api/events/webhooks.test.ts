/** Events on their way to webhooks: real receivers, on each kind of database. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AddressGuard } from '../../agent-worker/address-guard/address-guard.ts';
import { eachDatabase } from '../../test/kit/databases.ts';
import { WebhookReceiver } from '../../test/kit/servers/webhook-receiver.ts';
import { SecretEncryption } from '../agents/secret-encryption.ts';
import { createLog } from '../observability/log.ts';
import type { Database } from '../storage/database.ts';
import { ensureOwner } from '../storage/owners.ts';
import { EventKeeper } from './event-keeper.ts';
import type { NewEvent } from './event-types.ts';
import { ALIVE_MS, Events } from './events.ts';
import { WebhookSender } from './webhook-sender.ts';
import { Webhooks } from './webhooks.ts';

const log = createLog({ logLevel: 'silent' });
const allowHosts = [{ host: '127.0.0.1', port: null }];
const guard = async () => new AddressGuard({ allowHosts });
const settings = { maxWebhooksPerOwner: 20, mcpAllowHosts: allowHosts } as unknown as ConstructorParameters<
  typeof Webhooks
>[0]['settings'];
const ALL = { events: null, agentId: null };

/** The components of one process on a database. */
async function processOn(
  db: Database,
  { now = Date.now, backoffMs = [10, 10], details = async () => ({}) } = {},
) {
  const sealer = new SecretEncryption(db);
  const events = new Events({ db, sealer, details, log, now });
  const webhooks = new Webhooks({ db, sealer, settings, now });
  const timing = { pollMs: 20, backoffMs };
  const sender = new WebhookSender({ db, sealer, events, guard, log, now, timing });
  onTestFinished(() => sender.close());
  const { ownerId } = await ensureOwner(db, 'Ada');
  const event = (type: NewEvent['type'], subject: string, data = {}): NewEvent => ({
    ownerId,
    type,
    subject,
    agentId: null,
    data,
  });
  return { sealer, events, webhooks, sender, ownerId, event };
}

const subjects = (receiver: WebhookReceiver, path = '/') =>
  receiver.at(path).map(({ event }) => `${event.data.n} ${event.type.split('.')[1]}`);

eachDatabase((databases) => {
  test('events of a conversation arrive in order, one that fails holds only its own', async () => {
    const one = await processOn(await databases.open(), { backoffMs: [300, 300] });
    const receiver = await WebhookReceiver.start();
    await one.webhooks.create(one.ownerId, { ...ALL, url: `${receiver.base}/` });
    let failures = 1;
    receiver.answer = ({ event }, response) => {
      const fails = event.data.n === 'a' && failures-- > 0;
      response.writeHead(fails ? 500 : 200).end('x'.repeat(100_000));
    };
    await one.events.emit(one.event('conversation.started', 'a', { n: 'a' }));
    await one.events.emit(one.event('conversation.ended', 'a', { n: 'a' }));
    await one.events.emit(one.event('conversation.started', 'b', { n: 'b' }));
    one.sender.start();
    await expect.poll(() => receiver.messages.length).toBe(4);
    expect(subjects(receiver)).toEqual(['a started', 'b started', 'a started', 'a ended']);
    const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
    expect(ids[2]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
  });

  test('several processes send each event once, and one that dies leaves it to the others', async () => {
    const db = await databases.open();
    let nowMs = Date.now();
    const dying = await processOn(db, { now: () => nowMs });
    const receiver = await WebhookReceiver.start();
    await dying.webhooks.create(dying.ownerId, { ...ALL, url: `${receiver.base}/` });
    // Never responds, as if the process were killed while it waits.
    receiver.answer = () => undefined;
    const id = await dying.events.emit(dying.event('conversation.ended', 'a', { n: 0 }));
    dying.sender.start();
    await expect.poll(() => receiver.messages.length).toBe(1);
    receiver.answer = (_message, response) => void response.end();
    const others = await Promise.all([1, 2].map(() => processOn(db, { now: () => nowMs })));
    for (const { sender } of others) sender.start();
    nowMs += 60_000;
    await expect.poll(() => receiver.messages.length).toBe(2);
    expect(receiver.messages.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    for (let n = 1; n <= 20; n++)
      await others[0]!.events.emit(dying.event('conversation.ended', `${n}`, { n }));
    await expect.poll(() => receiver.messages.length).toBe(22);
    const counts = receiver.messages.slice(2).map(({ event }) => event.data.n);
    expect(counts).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  test('a delivery is given up after its attempts, listed, and sent again on demand', async () => {
    const one = await processOn(await databases.open());
    const receiver = await WebhookReceiver.start();
    const { webhook } = await one.webhooks.create(one.ownerId, { ...ALL, url: `${receiver.base}/` });
    receiver.answer = (_message, response) => void response.writeHead(503).end();
    const id = await one.events.emit(one.event('conversation.ended', 'a', { n: 'a' }));
    one.sender.start();
    const page = { limit: 10, cursor: null, status: null };
    const status = async () => (await one.webhooks.deliveries(one.ownerId, webhook.id, page)).deliveries[0];
    await expect.poll(async () => (await status())?.status).toBe('failed');
    expect(await status()).toMatchObject({ eventId: id, attempts: 3, lastStatus: 503 });
    receiver.answer = (_message, response) => void response.writeHead(200).end();
    await one.webhooks.sendAgain(one.ownerId, webhook.id, id);
    await expect.poll(async () => (await status())?.status).toBe('delivered');
    expect(await status()).toMatchObject({ attempts: 1, lastStatus: 200, lastError: null });
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));

    receiver.answer = (_message, response) => void response.writeHead(410).end();
    const unwanted = await one.events.emit(one.event('conversation.ended', 'b', { n: 'b' }));
    await expect.poll(async () => (await status())?.status).toBe('failed');
    expect(await status()).toMatchObject({ eventId: unwanted, attempts: 1, lastStatus: 410 });
  });

  test('a receiver that does not answer does not delay others', async () => {
    const db = await databases.open();
    const one = await processOn(db);
    const receiver = await WebhookReceiver.start();
    receiver.answer = ({ path }, response) => {
      if (path === '/fast') response.end();
    };
    for (let n = 0; n < 12; n++)
      await one.webhooks.create(one.ownerId, { ...ALL, url: `${receiver.base}/slow` });
    await one.events.emit(one.event('conversation.ended', 'a', { n: 'a' }));
    one.sender.start();
    await expect.poll(() => receiver.at('/slow').length).toBe(3);
    const { ownerId } = await ensureOwner(db, 'Grace');
    await one.webhooks.create(ownerId, { ...ALL, url: `${receiver.base}/fast` });
    await one.events.emit({ ...one.event('conversation.ended', 'b', { n: 'b' }), ownerId });
    await expect.poll(() => subjects(receiver, '/fast')).toEqual(['b ended']);
    expect(receiver.at('/slow').length).toBe(3);
  });

  test('a webhook receives the requested types, of its owner only', async () => {
    const db = await databases.open();
    const one = await processOn(db);
    const receiver = await WebhookReceiver.start();
    const url = `${receiver.base}/`;
    await one.webhooks.create(one.ownerId, { url, events: ['conversation.ended'], agentId: null });
    const { ownerId } = await ensureOwner(db, 'Grace');
    await one.events.emit({ ...one.event('conversation.ended', 'x', { n: 'x' }), ownerId });
    await one.events.emit(one.event('conversation.started', 'a', { n: 'a' }));
    await one.events.emit(one.event('conversation.ended', 'a', { n: 'a' }));
    one.sender.start();
    await expect.poll(() => subjects(receiver)).toEqual(['a ended']);
    expect((await one.events.list({ ownerId, agentId: null }, { after: 0, limit: 9 })).length).toBe(1);
  });

  test('conversations of a lost process get one end event, those of other processes none', async () => {
    const db = await databases.open();
    let nowMs = Date.now();
    const now = () => nowMs;
    const one = await processOn(db, { now });
    const lostId = await one.events.begin(one.event('conversation.started', 'lost', { n: 1 }));
    const heldId = await one.events.begin(one.event('conversation.started', 'held', { n: 2 }));
    const lost = (beginning: Pick<NewEvent, 'ownerId' | 'subject' | 'agentId'>, data: object): NewEvent => ({
      ...beginning,
      type: 'conversation.failed',
      data: { ...data, lost: true },
    });
    const keepers = [1, 2].map(
      () => new EventKeeper({ db, events: one.events, lost, log, now, everyMs: 20 }),
    );
    onTestFinished(async () => void (await Promise.all(keepers.map((keeper) => keeper.close()))));
    keepers[0]!.hold(heldId);
    nowMs += ALIVE_MS - 1000;
    await vi.waitFor(async () => {
      const rows = await db.selectFrom('events').select('alive_until').where('id', '=', heldId).execute();
      expect(Date.parse(rows[0]!.alive_until!)).toBeGreaterThan(nowMs + 10_000);
    });
    nowMs += 2000;
    const ends = async () =>
      (await one.events.list({ ownerId: one.ownerId, agentId: null }, { after: 2, limit: 9 })).map(
        (e) => e.data,
      );
    await expect.poll(ends).toEqual([{ n: 1, lost: true }]);
    expect(await one.events.end(lostId, one.event('conversation.ended', 'lost'))).toBe(false);
    expect(await one.events.end(heldId, one.event('conversation.ended', 'held', { n: 2 }))).toBe(true);
    expect(await ends()).toEqual([{ n: 1, lost: true }, { n: 2 }]);
  });

  test('events are followed across processes from any one on, and nothing said is in the database', async () => {
    const db = await databases.open();
    const details = async () => ({ transcript: ['a secret'] });
    const one = await processOn(db, { details });
    const other = await processOn(db, { details });
    const first = await one.events.emit(one.event('conversation.started', 'a', { n: 'a private name' }));
    const following = other.events.follow(
      { ownerId: one.ownerId, agentId: null },
      await other.events.positionOf(one.ownerId, first),
    );
    const second = one.events.emit(one.event('conversation.ended', 'a', { n: 2 }));
    const found: unknown[] = [];
    for await (const event of following) {
      if (event) found.push(event);
      if (found.length > 0) break;
    }
    expect(found).toMatchObject([{ id: await second, data: { n: 2, transcript: ['a secret'] } }]);
    const stored = JSON.stringify(await db.selectFrom('events').selectAll().execute());
    expect(stored).not.toContain('secret');
    expect(stored).not.toContain('private');
  });
});

describe('addresses', () => {
  test('that may not be connected to are refused, and one that leads to a private address is not reached', async () => {
    const { temporaryDatabase } = await import('../testing.ts');
    const db = await temporaryDatabase();
    const one = await processOn(db);
    const refused = [
      'http://10.0.0.1/',
      'http://[::1]/',
      'ftp://example.org/',
      'http://user:pass@example.org/',
    ];
    for (const url of refused) {
      await expect(one.webhooks.create(one.ownerId, { ...ALL, url }), url).rejects.toMatchObject({
        status: 422,
      });
    }
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const timing = { pollMs: 20, backoffMs: [] };
    const rebinding = async () => new AddressGuard({ resolve });
    const sender = new WebhookSender({ ...one, db, guard: rebinding, log, timing });
    onTestFinished(() => sender.close());
    const { webhook } = await one.webhooks.create(one.ownerId, { ...ALL, url: 'http://hooks.example.org/' });
    await one.events.emit(one.event('conversation.ended', 'a'));
    sender.start();
    const page = { limit: 10, cursor: null, status: null };
    const last = async () => (await one.webhooks.deliveries(one.ownerId, webhook.id, page)).deliveries[0];
    await expect.poll(async () => (await last())?.status).toBe('failed');
    expect((await last())?.lastError).toMatch(/not a public address/);
  });
});
