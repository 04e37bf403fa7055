/** Any valid transcription can be spoken: by the built-in synthesizer in each language, and by neural voices. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  INVENTORY_KEYS,
  type InventoryKey,
  inventory,
} from '../../language/pronunciation/inventory/index.ts';
import { validateIpa } from '../../language/pronunciation/validate.ts';
import { times } from '../../test/kit/long-form.ts';
import type { Engine } from '../engine.ts';
import { createEngine } from '../index.ts';
import { DEFAULT_VOICE_ID } from '../synthesis/default-voice-id.ts';
import { type PhonemeIdMap, phonemeIds } from '../synthesis/families/vits/phoneme-ids.ts';
import { NEURAL_CONFIG, NEURAL_MODEL, testWithNeuralVoice } from '../testing/neural-voice.ts';
import { IPA_KEYS, type SpeakSettings } from '../types.ts';

const RUNS = times(2, 5);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ voiceFolders: { vits: [path.dirname(NEURAL_MODEL)] }, lanes: 1 });
});
afterAll(() => engine.close());

/** How long the tagged word lasts. @throws EngineError when the transcription is refused */
async function durationOf(ipa: string, key: InventoryKey, voiceId: string): Promise<number> {
  const settings: SpeakSettings = {
    lang: key.split('-')[0] ?? key,
    voiceId,
    speed: 1,
    samplingRate: 22050,
    encoding: 'pcm_linear',
    timestamps: true,
    ipaKey: IPA_KEYS.find((each) => each === key) ?? null,
    temperature: null,
    topK: null,
  };
  const stream = engine.open(settings);
  stream.push(`<phoneme:${ipa}>x</phoneme>.`, null);
  stream.end();
  let durationMs = 0;
  for await (const { alignment } of stream) {
    for (const each of alignment?.unitDurationsMs ?? []) durationMs += each;
  }
  return durationMs;
}

/** Random words of a language's sounds, with or without stress, dots, and the spellings that dictionaries use. */
function transcriptions(key: InventoryKey): fc.Arbitrary<string> {
  const spelling = fc.constantFrom(...inventory(key).spellings.keys());
  const sound = fc.tuple(fc.constantFrom('', '', '.', 'ˈ', 'ˌ'), spelling).map((parts) => parts.join(''));
  return fc
    .array(sound, { minLength: 1, maxLength: 9 })
    .map((sounds) => sounds.join(''))
    .filter((ipa) => validateIpa(ipa, key).valid);
}

describe.each(INVENTORY_KEYS)('%s', (key) => {
  it('is spoken by the built-in voice, as sent and in canonical spelling', { timeout: 30_000 }, async () => {
    const voice = `espeak-${key.split('-')[0]}`;
    await fc.assert(
      fc.asyncProperty(transcriptions(key), async (ipa) => {
        const sent = await durationOf(ipa, key, voice);
        expect(sent, ipa).toBeGreaterThan(0);
        const canonical = await durationOf(validateIpa(ipa, key).ipa, key, voice);
        // The same word twice differs by some milliseconds.
        expect(Math.abs(canonical - sent)).toBeLessThan(80);
      }),
      { numRuns: RUNS },
    );
  });

  testWithNeuralVoice('has a symbol of neural voices for each of its sounds', async () => {
    const { phoneme_id_map: map } = JSON.parse(await readFile(NEURAL_CONFIG, 'utf8')) as {
      phoneme_id_map: PhonemeIdMap;
    };
    const sounds = inventory(key).symbols.flatMap(({ espeakIpa, stressed, betweenVowelsIpa, initialIpa }) => [
      espeakIpa,
      ...[stressed?.espeakIpa, betweenVowelsIpa, initialIpa].filter((ipa) => typeof ipa === 'string'),
    ]);
    const silent = sounds.filter((ipa) => {
      const word = { kind: 'word', unit: 'x', span: { start: 0, end: 1 }, spoken: 'x', ipa } as const;
      const { wordRanges } = phonemeIds([{ kind: 'word', word, phonemes: [{ ipa, mnemonic: '' }] }], map);
      const [from = 0, to = 0] = wordRanges[0] ?? [];
      return to === from;
    });
    expect(silent).toEqual([]);
  });
});

testWithNeuralVoice('neural English speaks what is valid', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(transcriptions('en'), async (ipa) => {
      expect(await durationOf(ipa, 'en', DEFAULT_VOICE_ID), ipa).toBeGreaterThan(0);
    }),
    { numRuns: RUNS },
  );
});
