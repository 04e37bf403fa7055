import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { createEngine } from '../index.ts';
import { DEFAULT_VOICE_ID } from '../synthesis/default-voice-id.ts';
import { NEURAL_MODEL, testWithNeuralVoice } from '../testing/neural-voice.ts';
import type { SpeakSettings } from '../types.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ voiceFolders: { vits: [path.dirname(NEURAL_MODEL)] }, lanes: 1 });
});
afterAll(() => engine.close());

const SETTINGS: SpeakSettings = {
  lang: 'en',
  voiceId: null,
  speed: 1,
  samplingRate: 22050,
  encoding: 'pcm_linear',
  timestamps: true,
  ipaKey: null,
  temperature: null,
  topK: null,
};

interface Spoken {
  readonly audio: Buffer;
  readonly durations: Record<string, number>;
}

async function speak(text: string, settings: Partial<SpeakSettings>): Promise<Spoken> {
  const stream = engine.open({ ...SETTINGS, ...settings });
  stream.push(text, null);
  stream.end();
  const parts: Uint8Array[] = [];
  const durations: Record<string, number> = {};
  for await (const { audio, alignment } of stream) {
    parts.push(audio);
    alignment?.units.forEach((unit, i) => {
      durations[unit] = alignment.unitDurationsMs[i] ?? 0;
    });
  }
  return { audio: Buffer.concat(parts), durations };
}

/**
 * In a sentence of each language, a short word tagged with the pronunciation of a long one, or the reverse: [language,
 * text before, tagged word, its IPA, the word with this pronunciation, text after, variant].
 */
const CASES = [
  ['en', 'We saw the', 'dog', 'ˌælɪˈɡeɪɾɚ', 'alligator', 'today'],
  ['de', 'Das ist ein', 'Hund', 'ʃmˈɛtɜlɪŋ', 'Schmetterling', 'heute'],
  ['nl', 'Wij zien een', 'hond', 'kroːkodˈɪl', 'krokodil', 'vandaag'],
  ['fr', 'Voici un', 'chat', 'kʁɔkɔdˈil', 'crocodile', 'vert'],
  ['it', 'Ecco un', 're', 'kokkodrˈillo', 'coccodrillo', 'verde'],
  ['es', 'Vemos un', 'pez', 'kokodɾˈilo', 'cocodrilo', 'verde'],
  ['pt', 'Eis um', 'cão', 'kɾukudˈilu', 'crocodilo', 'verde'],
  ['ru', 'Вот', 'кот', 'krəkɐdʲˈil', 'крокодил', 'сегодня'],
  ['hi', 'यह एक', 'घर', 'kəbˈuːt̪əɾ', 'कबूतर', 'है'],
  ['ko', '이것은', '개', 'ˈakʌ', '악어', '입니다'],
] as const;

describe('a tagged word sounds as tagged', () => {
  test.each(CASES)('%s with the built-in synthesizer', async (lang, before, word, ipa, model, after) => {
    const settings = { lang, voiceId: `espeak-${lang}` };
    const tagged = await speak(`${before} <phoneme:${ipa}>${word}</phoneme> ${after}.`, settings);
    const plain = await speak(`${before} ${word} ${after}.`, settings);
    const wanted = await speak(`${before} ${model} ${after}.`, settings);
    const [heard, untagged, expected] = [
      tagged.durations[word] ?? 0,
      plain.durations[word] ?? 0,
      wanted.durations[model] ?? 0,
    ];
    // The sound must be close to that of the given phonemes, and closer to it than to the word as written.
    expect(Math.abs(heard - expected)).toBeLessThan(Math.abs(heard - untagged));
    expect(Math.abs(heard / expected - 1)).toBeLessThan(0.2);
  });

  testWithNeuralVoice('English with the neural voice, to the sample', async () => {
    const settings = { lang: 'en', voiceId: DEFAULT_VOICE_ID };
    const tagged = await speak('A <phoneme:/kˈæt/>dog</phoneme> ran.', settings);
    const wanted = await speak('A cat ran.', settings);
    const plain = await speak('A dog ran.', settings);
    expect(tagged.audio.equals(wanted.audio)).toBe(true);
    expect(tagged.audio.equals(plain.audio)).toBe(false);
    expect(tagged.durations.dog).toBe(wanted.durations.cat);
  });
});
