import { expect, test } from 'vitest';
import type { Voice } from '../../engine/index.ts';
import { chooseVoice, KNOWN_VOICES } from './voice-choice.ts';

const voice = (id: string, more: Partial<Voice> = {}): Voice => ({
  id,
  name: id,
  lang: 'en',
  langs: ['en'],
  engine: 'espeak',
  sampleRate: 22_050,
  license: '',
  supportsTimings: true,
  tags: [],
  notice: null,
  ...more,
});

const ESPEAK = [
  voice('man', { tags: ['male'] }),
  voice('woman', { tags: ['female'] }),
  voice('londoner', { langs: ['en-gb'], tags: ['male'] }),
];

function choose(voices: readonly Voice[], asked: string, lang: string | null = null) {
  const engine = { voices: () => voices, voice: (id: string) => voices.find((one) => one.id === id) ?? null };
  const library = { find: async () => undefined, findByName: async () => undefined };
  return chooseVoice({ engine, library }, 'owner', asked, lang);
}

test('natural voices get the names in turn, and the default voice the first one', async () => {
  const voices = [voice('joe', { engine: 'vits' }), voice('amy', { engine: 'vits' }), ...ESPEAK];
  const names = Object.keys(KNOWN_VOICES);
  const chosen = await Promise.all(names.map((name) => choose(voices, name)));
  expect(chosen.map(({ voiceId }) => voiceId)).toEqual(
    names.map((_, i) => (i === 0 ? null : i % 2 ? 'amy' : 'joe')),
  );
  expect(await choose(voices, 'Alloy')).toEqual({ voiceId: null, lang: 'en' });
});

test('a female name gets a female voice if one is known', async () => {
  const voices = [
    voice('joe', { engine: 'vits', tags: ['neural', 'male'] }),
    voice('amy', { engine: 'vits', tags: ['neural'] }),
    voice('kokoro-af_heart', { engine: 'kokoro', tags: ['neural', 'female'] }),
    ...ESPEAK,
  ];
  expect(await choose(voices, 'nova')).toEqual({ voiceId: 'kokoro-af_heart', lang: 'en' });
  expect(await choose(voices, 'onyx')).toEqual({ voiceId: 'joe', lang: 'en' });
});

test('without natural voices, male and female variants of the synthesizer are used', async () => {
  expect(await choose(ESPEAK, 'onyx')).toEqual({ voiceId: 'man', lang: 'en' });
  expect(await choose(ESPEAK, 'nova')).toEqual({ voiceId: 'woman', lang: 'en' });
  expect(await choose(ESPEAK, 'onyx', 'en-GB')).toEqual({ voiceId: 'londoner', lang: 'en-GB' });
});

test('a language without a female voice, or without any voice, is left to the engine', async () => {
  expect(await choose(ESPEAK, 'nova', 'en-gb')).toEqual({ voiceId: null, lang: 'en-gb' });
  expect(await choose(ESPEAK, 'nova', 'xx')).toEqual({ voiceId: null, lang: 'xx' });
});

test('among voices of one name, the one of the language is chosen', async () => {
  const voices = [voice('a', { name: 'Kim' }), voice('b', { name: 'Kim', lang: 'ko', langs: ['ko'] })];
  expect(await choose(voices, 'kim')).toEqual({ voiceId: 'a', lang: 'en' });
  expect(await choose(voices, 'kim', 'ko')).toEqual({ voiceId: 'b', lang: 'ko' });
  expect(await choose(voices, 'kim', 'de')).toEqual({ voiceId: 'a', lang: 'de' });
});

test('a voice with one of OpenAI’s names has it in its own language only', async () => {
  const german = voice('hans', { lang: 'de', langs: ['de'], tags: ['male'] });
  const voices = [voice('a', { name: 'Onyx', engine: 'kokoro' }), ...ESPEAK, german];
  expect(await choose(voices, 'onyx')).toEqual({ voiceId: 'a', lang: 'en' });
  expect(await choose(voices, 'onyx', 'de')).toEqual({ voiceId: 'hans', lang: 'de' });
});

test('the default name of tools is the default voice, even if another voice has that name', async () => {
  const alloy = voice('b', { name: 'Alloy', engine: 'kokoro', tags: ['male'] });
  expect(await choose([...ESPEAK, alloy], 'alloy')).toEqual({ voiceId: null, lang: 'en' });
  expect(await choose([...ESPEAK, alloy], 'b')).toEqual({ voiceId: 'b', lang: 'en' });
});

test('others are unknown', async () => {
  for (const asked of ['nobody', 'toString', '']) {
    await expect(choose(ESPEAK, asked)).rejects.toMatchObject({ status: 422 });
  }
});
