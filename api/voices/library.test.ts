import { beforeEach, expect, test, vi } from 'vitest';
import type { VoiceReference } from '../../cloning/index.ts';
import type { Database } from '../storage/database.ts';
import { ensureOwner } from '../storage/owners.ts';
import { deleteVoice, insertVoice, updateVoice } from '../storage/voices.ts';
import { temporaryDatabase } from '../testing.ts';
import { VoiceLibrary } from './library.ts';

const BUILT_IN = '8e9c4bc8-3979-48ab-8626-df53befc2090';
const NOBODYS = '00000000-0000-4000-8000-000000000000';

function reference(fill: number): VoiceReference {
  return {
    lang: 'en',
    transcript: 'words',
    markers: { slow: [], normal: [], fast: [] },
    codes: new Uint8Array(8).fill(fill),
    report: {},
  };
}

let db: Database;
let owner: string;
let other: string;
let clock: { ms: number };
let library: VoiceLibrary;
beforeEach(async () => {
  db = await temporaryDatabase();
  owner = (await ensureOwner(db, 'one')).ownerId;
  other = (await ensureOwner(db, 'other')).ownerId;
  clock = { ms: 0 };
  const engine = { voice: (id: string) => (id === BUILT_IN ? ({ id } as never) : null) };
  library = new VoiceLibrary(db, engine, { now: () => clock.ms });
});

const store = (name: string, fill = 1) =>
  insertVoice(db, { ownerId: owner, name, langCode: 'en', tags: [] }, reference(fill));

test('a voice is found for its owner alone', async () => {
  const { id, referenceId } = await store('Ada');
  expect(await library.resolve(owner, id)).toEqual({
    id,
    name: 'Ada',
    lang: 'en',
    referenceId,
    codes: new Uint8Array(8).fill(1),
  });
  expect(await library.resolve(other, id)).toBeUndefined();
  expect(await library.resolve(owner, NOBODYS)).toBeUndefined();
});

test('an id that cannot be a cloned voice is not looked up', async () => {
  const looked = vi.spyOn(db, 'selectFrom');
  for (const id of [null, BUILT_IN, 'espeak-de', 'x', `${NOBODYS} `]) {
    expect(await library.resolve(owner, id)).toBeUndefined();
  }
  expect(looked).not.toHaveBeenCalled();
});

test('a voice in constant use is looked up at intervals, and its codes are loaded once', async () => {
  const { id } = await store('Ada');
  const looked = vi.spyOn(db, 'selectFrom');
  const first = await library.resolve(owner, id);
  const once = looked.mock.calls.length;
  for (let i = 0; i < 10; i++) await library.resolve(owner, id);
  expect(looked.mock.calls).toHaveLength(once);
  clock.ms += 501;
  expect((await library.resolve(owner, id))?.codes).toBe(first?.codes);
  expect(looked.mock.calls).toHaveLength(once + 1);
});

test('a change by another process is visible within half a second', async () => {
  const { id } = await store('Ada');
  await library.resolve(owner, id);
  await updateVoice(db, owner, id, { name: 'Eve' }, reference(2));
  clock.ms += 501;
  const changed = await library.resolve(owner, id);
  expect(changed).toMatchObject({ name: 'Eve', codes: new Uint8Array(8).fill(2) });
  await deleteVoice(db, owner, id);
  clock.ms += 501;
  expect(await library.resolve(owner, id)).toBeUndefined();
});

test('a reference that is replaced between the two look-ups is found', async () => {
  const { id } = await store('Ada');
  // The record is cached, its codes are not.
  await library.find(owner, id);
  await updateVoice(db, owner, id, {}, reference(2));
  expect((await library.resolve(owner, id))?.codes).toEqual(new Uint8Array(8).fill(2));
  await deleteVoice(db, owner, id);
  library.forget(owner, id);
  expect(await library.resolve(owner, id)).toBeUndefined();
});

test('a voice that is deleted here is gone at once', async () => {
  const record = await store('Ada');
  await library.resolve(owner, record.id);
  await deleteVoice(db, owner, record.id);
  library.drop(owner, record);
  expect(await library.resolve(owner, record.id)).toBeUndefined();
});

test('an offered variant of a candidate resolves to its voice with its sampling', async () => {
  const { id } = await store('Ada');
  const variant = `${id}_top_k_10`;
  expect(await library.resolve(owner, variant)).toBeUndefined();
  const variants = [
    { id, top_k: null, temperature: null },
    { id: variant, top_k: 10, temperature: null },
  ];
  await updateVoice(db, owner, id, { assistedReport: { variants } });
  library.forget(owner, id);
  const voice = await library.resolve(owner, id);
  expect(voice).not.toHaveProperty('topK');
  expect(await library.resolve(owner, variant)).toEqual({ ...voice, topK: 10 });
  expect((await library.resolve(owner, variant))?.codes).toBe(voice?.codes);
  expect(await library.resolve(other, variant)).toBeUndefined();
  for (const odd of [`${id}_top_k_11`, `${variant}_top_k_10`, `${id}_top_k_`, '_top_k_10']) {
    expect(await library.resolve(owner, odd)).toBeUndefined();
  }
  // A variant is not a voice of its own.
  expect([await library.read(owner, variant), await library.find(owner, variant)]).toEqual([
    undefined,
    undefined,
  ]);
});

test.each(['text', {}, 5])('a report with invalid variants (%j) offers none', async (variants) => {
  const { id } = await store('Ada');
  await updateVoice(db, owner, id, { assistedReport: { variants } });
  expect(await library.resolve(owner, `${id}_top_k_10`)).toBeUndefined();
  expect(await library.resolve(owner, id)).toBeDefined();
});
