import { expect, test } from 'vitest';
import { eachDatabase } from '../../test/kit/databases.ts';
import { ensureDefaultOwner, ensureOwner } from './owners.ts';
import {
  deletePronunciation,
  listPronunciations,
  pronunciationRevision,
  putPronunciation,
} from './pronunciations.ts';

eachDatabase((databases) => {
  async function setUp() {
    const db = await databases.open();
    const { ownerId } = await ensureDefaultOwner(db);
    const put = (word: string, ipa: string, max = 100) =>
      putPronunciation(db, { ownerId, langCode: 'en', wordKey: word.toLowerCase() }, { word, ipa }, max);
    const words = async () =>
      (await listPronunciations(db, ownerId)).map(({ word, ipa }) => `${word} ${ipa}`);
    return { db, ownerId, put, words };
  }

  test('a word is returned as it was stored, and is replaced by its key', async () => {
    const { db, ownerId, put, words } = await setUp();
    const first = await put('Parley', 'ˈpɑːɹli');
    expect(first).toMatchObject({ langCode: 'en', word: 'Parley', wordKey: 'parley', ipa: 'ˈpɑːɹli' });
    const again = await put('PARLEY', 'pɑːɹˈleɪ');
    expect(again?.createdAt).toBe(first?.createdAt);
    await put('Ana', 'ˈɑːnə');
    await putPronunciation(db, { ownerId, langCode: 'de', wordKey: 'x' }, { word: 'x', ipa: 'ˈa' }, 100);
    expect(await words()).toEqual(['x ˈa', 'Ana ˈɑːnə', 'PARLEY pɑːɹˈleɪ']);
    expect(await listPronunciations(db, ownerId, 'de')).toHaveLength(1);
  });

  test('every change is counted, and nothing else', async () => {
    const { db, ownerId, put } = await setUp();
    expect(await pronunciationRevision(db, ownerId)).toBe(0);
    await put('one', 'a');
    await put('one', 'b');
    await listPronunciations(db, ownerId);
    expect(await pronunciationRevision(db, ownerId)).toBe(2);
    expect(await deletePronunciation(db, { ownerId, langCode: 'en', wordKey: 'one' })).toMatchObject({
      word: 'one',
    });
    expect(await pronunciationRevision(db, ownerId)).toBe(3);
  });

  test('there are never more than allowed, also with concurrent writes', async () => {
    const { db, ownerId, put, words } = await setUp();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => put(`word${index}`, 'a', 5)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    expect(await words()).toHaveLength(5);
    const kept = answers.find((answer) => answer !== null);
    expect(await put(kept?.word ?? '', 'b', 5)).toMatchObject({ ipa: 'b' });
    expect(await listPronunciations(db, ownerId)).toHaveLength(5);
  });

  test('no owner can change another one’s words, which are deleted with their owner', async () => {
    const { db, ownerId, put, words } = await setUp();
    const ada = await ensureOwner(db, 'Ada');
    await put('one', 'a');
    expect(
      await deletePronunciation(db, { ownerId: ada.ownerId, langCode: 'en', wordKey: 'one' }),
    ).toBeUndefined();
    expect(await listPronunciations(db, ada.ownerId)).toEqual([]);
    expect(await words()).toEqual(['one a']);
    await db.deleteFrom('owners').where('id', '=', ownerId).execute();
    expect(await words()).toEqual([]);
  });
});
