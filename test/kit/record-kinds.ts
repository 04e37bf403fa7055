/**
 * Every kind of write besides voices and candidates, for a process that will be killed, and the checks afterwards. Each
 * write announces a value only when it is certainly stored.
 */
import { createHash, randomUUID } from 'node:crypto';
import { deleteAgent, insertAgent, listAgents } from '../../api/storage/agents.ts';
import { insertApiKey, listApiKeys, revokeApiKey } from '../../api/storage/api-keys.ts';
import {
  appendConversationEntry,
  endConversation,
  insertConversation,
} from '../../api/storage/conversations.ts';
import type { Database } from '../../api/storage/database.ts';
import {
  deletePronunciation,
  listPronunciations,
  pronunciationRevision,
  putPronunciation,
} from '../../api/storage/pronunciations.ts';
import {
  beginAgentSession,
  claimAgentSession,
  endAgentSession,
  insertAgentSession,
} from '../../api/storage/room-sessions.ts';
import { addUsage, usageByDay } from '../../api/storage/usage.ts';
import { useLink } from '../../api/storage/used-links.ts';
import { plainAgent } from './plain-agent.ts';

/** The owner of the records. */
export interface RecordOwner {
  readonly ownerId: string;
  readonly keyId: string;
}

export interface Write {
  readonly db: Database;
  readonly owner: RecordOwner;
  /** Grows with every turn of a writer. */
  readonly version: number;
  /** Announces a value that is certainly stored. */
  readonly say: (what: string, value: string | number) => void;
}

export interface Check {
  readonly db: Database;
  readonly owner: RecordOwner;
  /** Returns what was announced under a name since the database was created, in order. */
  readonly said: (what: string) => readonly string[];
  /** Like `said`, for the last writer alone. */
  readonly saidLast: (what: string) => readonly string[];
  /** Number of killed writers. Each may have stored one change more than it announced. */
  readonly kills: number;
}

export interface RecordKind {
  readonly name: string;
  write(write: Write): Promise<void>;
  /** @throws Error when a record is missing or incomplete */
  check(check: Check): Promise<void>;
}

const DAYS = ['2030-01-01', '2030-01-02'];
const HOUR_MS = 3_600_000;
/** Longer than any test. */
const until = (): { nowMs: number; expiresAtMs: number } => ({
  nowMs: Date.now(),
  expiresAtMs: Date.now() + 24 * HOUR_MS,
});

function expectAll(what: string, said: readonly string[], found: (one: string) => boolean): void {
  const missing = said.filter((one) => !found(one));
  if (missing.length > 0) throw new Error(`${what}: ${missing.length} of ${said.length} lost: ${missing[0]}`);
}

function expectBetween(what: string, value: number, least: number, most: number): void {
  if (value < least || value > most) throw new Error(`${what}: ${value} is not in ${least} to ${most}`);
}

const agents: RecordKind = {
  name: 'agents',
  async write({ db, owner: { ownerId }, version, say }) {
    const id = randomUUID();
    const text = `agent ${version}`.repeat(200);
    const content = { name: text.slice(0, 40), prompt: text, greeting: text, more: { text } };
    const agent = plainAgent(ownerId, { id, ...content });
    await insertAgent(db, agent);
    if (version % 3 !== 0) return say('agent', id);
    await deleteAgent(db, ownerId, id);
    say('deleted agent', id);
  },
  async check({ db, owner: { ownerId }, said }) {
    const ids = new Set((await listAgents(db, ownerId)).map(({ id }) => id));
    expectAll('agents', said('agent'), (id) => ids.has(id));
    expectAll('deletions of agents', said('deleted agent'), (id) => !ids.has(id));
    for (const { prompt, greeting, details } of await db.selectFrom('agents').selectAll().execute()) {
      const { more } = JSON.parse(details) as { more: { text: string } };
      if (prompt !== greeting || prompt !== more.text) throw new Error('an agent is a mixture');
    }
  },
};

const keys: RecordKind = {
  name: 'keys',
  async write({ db, owner: { ownerId }, version, say }) {
    const hash = createHash('sha256').update(randomUUID()).digest('hex');
    const columns = { owner_id: ownerId, name: `key ${version}`, hash, prefix: hash.slice(0, 8) };
    const rights = { origin: 'created', is_admin: 0, scopes: null, expires_at: null } as const;
    const { id } = await insertApiKey(db, { ...columns, ...rights });
    say('key', id);
    if (version % 2 !== 0) return;
    await revokeApiKey(db, id);
    say('revoked key', id);
  },
  async check({ db, said }) {
    const stored = new Map((await listApiKeys(db)).map((key) => [key.id, key]));
    expectAll('keys', said('key'), (id) => stored.has(id));
    expectAll('revocations', said('revoked key'), (id) => typeof stored.get(id)?.revoked_at === 'string');
  },
};

const usage: RecordKind = {
  name: 'usage',
  async write({ db, owner: { keyId }, say }) {
    const amounts = { characters: 3, audioMs: 20, requests: 1 };
    await addUsage(
      db,
      DAYS.map((day) => ({ keyId, day, ...amounts })),
    );
    say('usage', 1);
  },
  async check({ db, owner: { ownerId }, said, kills }) {
    const days = (await usageByDay(db, ownerId, DAYS[0]!)).map(({ characters, audioMs, requests }) => {
      if (characters !== 3 * requests || audioMs !== 20 * requests) throw new Error('usage: half of a sum');
      return requests;
    });
    const stored = said('usage').length;
    if (new Set(days).size > 1) throw new Error(`usage: one day without the other: ${days.join()}`);
    expectBetween('usage', days[0] ?? 0, stored, stored + kills);
  },
};

const pronunciations: RecordKind = {
  name: 'pronunciations',
  async write({ db, owner: { ownerId }, version, say }) {
    const wordKey = `word ${version % 7}`;
    const place = { ownerId, langCode: 'en', wordKey } as const;
    await putPronunciation(db, place, { word: `${wordKey} ${version}`, ipa: String(version) }, 100);
    say('pronunciation', `${wordKey}=${version}`);
    if (version % 4 !== 0) return;
    await deletePronunciation(db, { ...place, wordKey: 'word 0' });
    say('deleted pronunciation', version);
  },
  async check({ db, owner: { ownerId }, said, kills }) {
    const stored = await listPronunciations(db, ownerId);
    for (const { word, wordKey, ipa } of stored) {
      if (word !== `${wordKey} ${ipa}`) throw new Error(`a pronunciation is a mixture: ${word}, ${ipa}`);
    }
    const changes = said('pronunciation');
    const latest = new Map(changes.map((change) => change.split('=') as [string, string]));
    // The first word is repeatedly created and deleted.
    latest.delete('word 0');
    expectAll(
      'pronunciations',
      [...latest.keys()],
      (key) => Number(stored.find(({ wordKey }) => wordKey === key)?.ipa) >= Number(latest.get(key)),
    );
    const count = changes.length + said('deleted pronunciation').length;
    expectBetween('changes of the book', await pronunciationRevision(db, ownerId), count, count + kills);
  },
};

const sessions: RecordKind = {
  name: 'room sessions',
  async write({ db, owner: { ownerId, keyId }, version, say }) {
    const agent = plainAgent(ownerId, { name: 'of a session', more: { text: '' } });
    await insertAgent(db, agent);
    const id = randomUUID();
    const { nowMs, expiresAtMs } = until();
    const settings = JSON.stringify({ version });
    const names = { agentId: agent.id, roomName: `room ${id}`, settings, sealedKey: null };
    await insertAgentSession(db, { id, ownerId, keyId, createdAtMs: nowMs, expiresAtMs, ...names });
    say('session', id);
    await claimAgentSession(db, { id, roomName: `room ${id}` }, until());
    await beginAgentSession(db, id, nowMs);
    say('begun session', id);
    if (version % 2 !== 0) return;
    await endAgentSession(db, id, until());
    say('ended session', id);
  },
  async check({ db, said }) {
    const rows = await db.selectFrom('agent_sessions').selectAll().execute();
    const stored = new Map(rows.map((row) => [row.id, row]));
    expectAll('sessions', said('session'), (id) => stored.has(id));
    expectAll('begun sessions', said('begun session'), (id) => typeof stored.get(id)?.begun_at === 'string');
    expectAll(
      'ends of sessions',
      said('ended session'),
      (id) => typeof stored.get(id)?.ended_at === 'string',
    );
    for (const { begun_at, claimed_at } of rows) {
      if (begun_at !== null && claimed_at === null) throw new Error('a session began without its claim');
    }
  },
};

const links: RecordKind = {
  name: 'used links',
  async write({ db, say }) {
    const id = randomUUID();
    if (await useLink(db, id, until())) say('link', id);
  },
  async check({ db, said }) {
    const rows = await db.selectFrom('used_links').select('id').execute();
    const used = new Set(rows.map(({ id }) => id));
    expectAll('used links', said('link'), (id) => used.has(id));
  },
};

const conversations: RecordKind = {
  name: 'conversations',
  async write({ db, owner: { ownerId }, version, say }) {
    const id = randomUUID();
    const made = { id, ownerId, agentId: randomUUID(), door: 'websocket', langCode: 'en', sealedKey: '' };
    await insertConversation(db, { ...made, keepDays: 1, isRecorded: false }, Date.now());
    say('conversation', id);
    for (let entry = 1; entry <= 3; entry++) {
      await appendConversationEntry(db, id, { entry, sealed: 'x'.repeat(100) }, Date.now());
      say('entry', `${id}=${entry}`);
    }
    if (version % 2 !== 0) return;
    await endConversation(db, id, { atMs: Date.now(), reason: 'caller_left', keepDays: 1 });
    say('ended conversation', id);
  },
  async check({ db, said }) {
    const rows = await db.selectFrom('conversations').selectAll().execute();
    const stored = new Map(rows.map((row) => [row.id, row]));
    expectAll('conversations', said('conversation'), (id) => stored.has(id));
    expectAll(
      'ends of conversations',
      said('ended conversation'),
      (id) => stored.get(id)?.end_reason === 'caller_left',
    );
    const entries = await db
      .selectFrom('conversation_entries')
      .select(['conversation_id', 'entry'])
      .execute();
    const written = new Set(entries.map(({ conversation_id, entry }) => `${conversation_id}=${entry}`));
    expectAll('entries', said('entry'), (one) => written.has(one));
    const counted = rows.reduce((sum, row) => sum + row.entries, 0);
    if (counted !== entries.length) throw new Error('an entry was counted and not written, or the other way');
  },
};

export const RECORD_KINDS: readonly RecordKind[] = [
  agents,
  keys,
  usage,
  pronunciations,
  sessions,
  links,
  conversations,
];
