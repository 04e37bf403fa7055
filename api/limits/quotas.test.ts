import { expect, onTestFinished, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { plainAgent } from '../../test/kit/plain-agent.ts';
import { loadSettings } from '../settings/settings.ts';
import { insertAgent, listAgents } from '../storage/agents.ts';
import { openDatabase } from '../storage/database.ts';
import { ensureOwner } from '../storage/owners.ts';
import { storeWithin } from './quotas.ts';

eachDatabase((databases) => {
  async function setUp(limits: { maxAgentsPerOwner?: number; maxAgentMibPerOwner?: number }) {
    const place = await databases.place();
    const open = async () => {
      const db = await openDatabase(place);
      onTestFinished(() => db.destroy());
      return db;
    };
    const first = await open();
    // Connections of one thread to an SQLite file cannot wait for each other.
    const dbs = [first, databases.kind === 'SQLite' ? first : await open()] as const;
    const settings = { ...loadSettings({}), ...limits };
    const add = (ownerId: string, prompt = '', db = dbs[0]) =>
      storeWithin({ db, settings }, ['maxAgentsPerOwner', 'maxAgentMibPerOwner'], ownerId, (transaction) =>
        insertAgent(transaction, plainAgent(ownerId, { prompt })),
      );
    const [{ ownerId: ada }, { ownerId: ben }] = [
      await ensureOwner(dbs[0], 'Ada'),
      await ensureOwner(dbs[0], 'Ben'),
    ];
    return { dbs, ada, ben, add, settings };
  }

  test('of many concurrent additions, as many succeed as there is room for', async () => {
    const { dbs, ada, ben, add } = await setUp({ maxAgentsPerOwner: 5 });
    const adding = Array.from({ length: 16 }, (_, i) => add(ada, '', dbs[i % 2]));
    const all = await Promise.allSettled([...adding, add(ben)]);
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(11);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({
        status: 409,
        detail: expect.stringContaining('(MAX_AGENTS_PER_OWNER)'),
      });
    }
    expect(await listAgents(dbs[0], ada)).toHaveLength(5);
    expect(await listAgents(dbs[0], ben)).toHaveLength(1);
  });

  test('sizes are counted in bytes, and additions beyond the quota are not stored', async () => {
    const { dbs, ada, add } = await setUp({ maxAgentMibPerOwner: 1 });
    await add(ada, 'ä'.repeat(300_000));
    await expect(add(ada, 'ä'.repeat(300_000))).rejects.toMatchObject({
      status: 409,
      detail: 'An owner may have at most 1 MiB of agents (MAX_AGENT_MIB_PER_OWNER)',
    });
    await add(ada, 'short');
    expect(await listAgents(dbs[0], ada)).toHaveLength(2);
  });

  test('an owner above a lowered quota may change, but not add', async () => {
    const { dbs, ada, add, settings } = await setUp({ maxAgentsPerOwner: 3 });
    for (let i = 0; i < 3; i++) await add(ada);
    const lowered = { db: dbs[0], settings: { ...settings, maxAgentsPerOwner: 1 } };
    const kept = await storeWithin(lowered, ['maxAgentsPerOwner'], ada, async () => 'kept');
    expect(kept).toBe('kept');
  });
});
