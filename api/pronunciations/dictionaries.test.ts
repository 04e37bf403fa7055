import { expect, test } from 'vitest';
import { type InventoryKey, lexiconKey } from '../../engine/phonetics.ts';
import { ensureDefaultOwner, ensureOwner } from '../storage/owners.ts';
import { deletePronunciation, putPronunciation } from '../storage/pronunciations.ts';
import { temporaryDatabase } from '../testing.ts';
import { Dictionaries } from './dictionaries.ts';

async function setUp(options: { maxWords?: number } = {}) {
  const db = await temporaryDatabase();
  const { ownerId } = await ensureDefaultOwner(db);
  const clock = { ms: 1000 };
  const warnings: unknown[] = [];
  const dictionaries = new Dictionaries(db, {
    now: () => clock.ms,
    log: { warn: (...fields: unknown[]) => void warnings.push(fields) },
    ...options,
  });
  const put = (word: string, ipa: string, langCode: InventoryKey = 'en', owner = ownerId) =>
    putPronunciation(db, { ownerId: owner, langCode, wordKey: lexiconKey(word) }, { word, ipa }, 100);
  return { db, ownerId, clock, dictionaries, put, warnings };
}

test('finds the words of a text', async () => {
  const { ownerId, dictionaries, put } = await setUp();
  await put('Parley', 'ˈpɑːɹli');
  await put('Straße', 'ˈʃtʁaːsə', 'de');
  const lexicon = dictionaries.lexicon(ownerId, 'en-gb', null);
  expect(await lexicon?.entriesIn('PARLEY, Straße')).toEqual({ parley: 'ˈpɑːɹli' });
  expect(await lexicon?.entriesIn('nothing of it, constructor __proto__')).toBeNull();
  expect(await dictionaries.find(ownerId, 'en', ' Parley')).toBe('ˈpɑːɹli');
  expect(dictionaries.lexicon(ownerId, 'pl', null)).toBeUndefined();
});

test('a variant has the words of its language whose sounds it has', async () => {
  const { ownerId, dictionaries, put } = await setUp();
  await put('Cruz', 'kɾus', 'es');
  await put('llave', 'ˈʝabe', 'es');
  await put('llave', 'ˈʎabe', 'es-castilian');
  await put('forte', 'ˈfɔɫtɨ', 'pt');
  const castilian = dictionaries.lexicon(ownerId, 'es', 'es-castilian');
  expect(await castilian?.entriesIn('Cruz llave')).toEqual({ cruz: 'ˈkɾus', llave: 'ˈʎabe' });
  expect(await dictionaries.find(ownerId, 'es', 'llave')).toBe('ˈʝabe');
  // ɫ and ɨ exist only in the inventory of Portugal.
  expect(await dictionaries.find(ownerId, 'pt', 'forte')).toBe('ˈfɔɫtɨ');
  expect(await dictionaries.find(ownerId, 'pt-br', 'forte')).toBeNull();
});

test('a change in this process applies at once, one elsewhere within seconds', async () => {
  const { db, ownerId, clock, dictionaries, put } = await setUp();
  const lexicon = dictionaries.lexicon(ownerId, 'en', null)!;
  const said = async () => (await lexicon.entriesIn('one'))?.one ?? null;
  expect(await said()).toBeNull();
  await put('one', 'ˈa');
  dictionaries.forget(ownerId);
  expect(await said()).toBe('ˈæ');

  await put('one', 'ˈi');
  clock.ms += 400;
  expect(await said(), 'too fresh to look').toBe('ˈæ');
  clock.ms += 200;
  expect(await said(), 'nobody waits for the look-up').toBe('ˈæ');
  await expect.poll(said).toBe('ˈi');

  await deletePronunciation(db, { ownerId, langCode: 'en', wordKey: 'one' });
  clock.ms += 60_000;
  expect(await said(), 'what is old is looked up before it is used').toBeNull();
});

test('cached entries are used when the database does not answer', async () => {
  const { db, ownerId, clock, dictionaries, put, warnings } = await setUp();
  await put('one', 'ˈa');
  expect(await dictionaries.find(ownerId, 'en', 'one')).toBe('ˈæ');
  await db.destroy();
  clock.ms += 60_000;
  expect(await dictionaries.find(ownerId, 'en', 'one')).toBe('ˈæ');
  expect(await dictionaries.find('somebody else', 'en', 'one')).toBeNull();
  expect(warnings).toHaveLength(2);
});

test('the cache holds a limited number of words of all owners', async () => {
  const { db, clock, dictionaries, put } = await setUp({ maxWords: 3 });
  const owners: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const { ownerId } = await ensureOwner(db, name);
    owners.push(ownerId);
    await put('one', 'ˈa', 'en', ownerId);
    await put('two', 'ˈa', 'en', ownerId);
    expect(await dictionaries.find(ownerId, 'en', 'two')).toBe('ˈæ');
  }
  // Evicted entries are loaded again.
  for (const ownerId of owners) {
    clock.ms++;
    expect(await dictionaries.find(ownerId, 'en', 'one')).toBe('ˈæ');
  }
});
