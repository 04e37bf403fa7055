import { beforeEach, expect, test, vi } from 'vitest';
import type { VoiceReference } from '../../cloning/index.ts';
import type { Voice } from '../../engine/index.ts';
import { loadSettings } from '../settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { ensureOwner } from '../storage/owners.ts';
import { insertVoice, readReference } from '../storage/voices.ts';
import { temporaryDatabase } from '../testing.ts';
import { VoiceLibrary } from './library.ts';
import { type Recording, Voices } from './voices.ts';

const builtIn = (id: string, ...langs: string[]): Voice => ({
  id,
  name: id,
  lang: langs[0]!,
  langs,
  engine: 'vits',
  sampleRate: 22_050,
  license: 'CC0-1.0',
  supportsTimings: true,
  tags: [],
  notice: null,
});
const BUILT_IN = [builtIn('american', 'en', 'en-us'), builtIn('british', 'en-gb')];

const reference = (fill: number): VoiceReference => ({
  lang: 'en',
  transcript: 'words',
  markers: { slow: [], normal: [], fast: [] },
  codes: new Uint8Array(8).fill(fill),
  report: {},
});
const recording: Recording = {
  audio: new Uint8Array(1),
  transcript: null,
  fields: { file: 'voice_file', transcriptIn: 'body' },
};
const NAME_TAKEN = { kind: 'voice_name_taken', status: 400 };
const { signal } = new AbortController();

let db: Database;
let owner: string;
let other: string;
let library: VoiceLibrary;
const enrol = vi.fn(async () => reference(1));
let voices: Voices;
beforeEach(async () => {
  db = await temporaryDatabase();
  owner = (await ensureOwner(db, 'one')).ownerId;
  other = (await ensureOwner(db, 'other')).ownerId;
  const engine = {
    voices: () => BUILT_IN,
    voice: (id: string) => BUILT_IN.find((voice) => voice.id === id) ?? null,
    findVoices: ({ query = '' }) => BUILT_IN.filter(({ name }) => name.includes(query)),
  };
  library = new VoiceLibrary(db, engine);
  enrol.mockClear();
  voices = new Voices({ db, engine, library, enrolments: { enrol }, settings: loadSettings({}) });
});

const create = (name: string, lang = 'en') =>
  voices.create(owner, { ...recording, name, tags: ['mine'], lang }, { signal });

test('built-in voices are visible to all, cloned ones to their owner alone', async () => {
  const { id } = await create('Ada');
  const types = async (ownerId: string) => (await voices.list(ownerId)).map(({ voice }) => voice.name);
  expect(await types(owner)).toEqual(['american', 'british', 'Ada']);
  expect(await types(other)).toEqual(['american', 'british']);
  expect(await voices.find(owner, id)).toMatchObject({
    type: 'cloned',
    voice: { name: 'Ada', tags: ['mine'] },
  });
  expect(await voices.find(other, id)).toBeUndefined();
  expect(await voices.find(other, 'british')).toMatchObject({ type: 'standard' });
});

test('a cloned voice has the properties of the built-in voice of its language, or else of its family', async () => {
  const ids = await Promise.all(['en-GB', 'en_AU', 'fi'].map(async (lang) => (await create(lang, lang)).id));
  const found = await Promise.all(ids.map((id) => voices.find(owner, id)));
  expect(found.map((voice) => voice?.type === 'cloned' && voice.base?.id)).toEqual([
    'british',
    'american',
    undefined,
  ]);
});

test('renaming keeps the reference of a voice, a recording replaces it', async () => {
  const before = await create('Ada');
  const renamed = await voices.update(owner, before, { name: 'Lovelace' }, null, { signal });
  expect(renamed).toMatchObject({ id: before.id, name: 'Lovelace', referenceId: before.referenceId });
  expect(enrol).toHaveBeenCalledTimes(1);
  await library.resolve(owner, before.id);
  enrol.mockResolvedValueOnce(reference(2));
  const learned = await voices.update(owner, renamed!, {}, recording, { signal });
  expect(learned).toMatchObject({ id: before.id, name: 'Lovelace', tags: ['mine'] });
  expect((await readReference(db, learned!.referenceId))?.codes[0]).toBe(2);
  expect((await library.resolve(owner, before.id))?.codes[0]).toBe(2);
});

test('a voice of assisted cloning becomes a plain one with a new recording, but not with a new name', async () => {
  const voice = { ownerId: owner, langCode: 'en', tags: [], assisted: true, assistedReport: { a: 1 } };
  const plain = await insertVoice(db, { ...voice, name: 'plain' }, reference(1));
  expect(await voices.update(owner, plain, { name: 'renamed' }, null, { signal })).toMatchObject({
    assisted: true,
  });
  expect(await voices.update(owner, plain, {}, recording, { signal })).toMatchObject({
    assisted: false,
    assistedReport: null,
  });
});

test('a taken name is refused, and the voice is not changed', async () => {
  await create('Ada');
  const voice = await create('Grace');
  expect(await voices.isNameTaken(owner, 'Ada')).toBe(true);
  expect(await voices.isNameTaken(other, 'Ada')).toBe(false);
  await expect(create('Ada')).rejects.toMatchObject(NAME_TAKEN);
  await expect(voices.update(owner, voice, { name: 'Ada' }, recording, { signal })).rejects.toMatchObject(
    NAME_TAKEN,
  );
  expect(await voices.findOwn(owner, voice.id)).toEqual(voice);
});

test('a voice that is deleted while it is learned again stays deleted', async () => {
  const before = await create('Ada');
  expect(await voices.delete(other, before.id)).toBe(false);
  enrol.mockImplementationOnce(async () => {
    expect(await voices.delete(owner, before.id)).toBe(true);
    return reference(2);
  });
  expect(await voices.update(owner, before, { name: 'Grace' }, recording, { signal })).toBeUndefined();
  expect(await voices.findOwn(owner, before.id)).toBeUndefined();
  expect(await library.resolve(owner, before.id)).toBeUndefined();
  expect(await voices.delete(owner, before.id)).toBe(false);
});
