/** Silence with real voices: at the ends of utterances, in pauses and between sentences. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rmsDbfs } from '../../media/level.ts';
import { int16ToFloat } from '../../media/pcm.ts';
import { hibariFolder, kokoroFolder, piperFolders } from '../../model-files/folders.ts';
import { HIBARI_HEART } from '../../model-files/hibari-files.ts';
import { isLongForm } from '../../test/kit/long-form.ts';
import type { Engine } from '../engine.ts';
import { createEngine } from '../index.ts';
import { DEFAULT_VOICE_ID } from '../synthesis/default-voice-id.ts';
import { HIBARI_MODEL_PATH } from '../testing/hibari-voice.ts';
import { KOKORO_MODEL_PATH } from '../testing/kokoro-voice.ts';
import { NEURAL_MODEL } from '../testing/neural-voice.ts';
import { say } from '../testing/speech.ts';

const RATE = 24_000;
const HOP_MS = 5;
/** Speech is 25 to 40 dB louder in these voices. */
const SILENCE_DBFS = -50;
const CLOSURE_MS = 80;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({
    voiceFolders: { vits: piperFolders(), hibari: [hibariFolder()], kokoro: [kokoroFolder()] },
    lanes: 1,
  });
});
afterAll(() => engine.close());

interface Silences {
  readonly leadMs: number;
  readonly tailMs: number;
  /** Silences of 90 ms or more between sounds, longer than most closures. */
  readonly innerMs: readonly number[];
}

async function silencesOf(voiceId: string, lang: string, text: string, speed = 1): Promise<Silences> {
  const samples = int16ToFloat(await say(engine, text, RATE, { lang, voiceId, speed }));
  const hop = (RATE * HOP_MS) / 1000;
  const isSound = Array.from(
    { length: Math.floor(samples.length / hop) },
    (_, i) => rmsDbfs(samples.subarray(i * hop, (i + 1) * hop)) > SILENCE_DBFS,
  );
  const [first, last] = [isSound.indexOf(true), isSound.lastIndexOf(true)];
  expect(first, `sound of ${text}`).toBeGreaterThanOrEqual(0);
  const innerMs: number[] = [];
  for (let at = first, from = first; at <= last; at++) {
    if (!isSound[at]) continue;
    if ((at - from) * HOP_MS >= 90) innerMs.push((at - from) * HOP_MS);
    from = at + 1;
  }
  return { leadMs: first * HOP_MS, tailMs: (isSound.length - 1 - last) * HOP_MS, innerMs };
}

const EDGES: Readonly<Record<string, readonly string[]>> = {
  // Alone, with plosives, fricatives and vowels at both ends, and where a voice used to begin late.
  en: [
    'Why?',
    'No.',
    'Keep the cat.',
    'Please come in, Bob.',
    'Five fish.',
    'Go away!',
    'The answer is forty two, my friend.',
  ],
  hi: ['नहीं।', 'ट्रेन दस बजे जाती है।'],
  pt: ['Não.', 'O trem sai às dez horas.'],
};
const SPEEDS = isLongForm ? [0.5, 0.7, 1.5, 2] : [0.5, 2];

/** Voices of every family that is installed. */
const VOICES = [
  { name: 'espeak', id: 'espeak-en-us', lang: 'en', isThere: true },
  { name: 'Joe', id: DEFAULT_VOICE_ID, lang: 'en', isThere: existsSync(NEURAL_MODEL) },
  { name: 'hibari', id: HIBARI_HEART, lang: 'en', isThere: existsSync(HIBARI_MODEL_PATH) },
  // Kokoro takes most of the time, so its short form has the languages of few texts.
  ...[...(isLongForm ? ['af_heart:en'] : []), 'hf_alpha:hi', 'pf_dora:pt'].map((voice) => {
    const [name = '', lang = ''] = voice.split(':');
    return { name, id: `kokoro-${name}`, lang, isThere: existsSync(KOKORO_MODEL_PATH) };
  }),
];

describe.each(VOICES)('$name', ({ id, lang, isThere }) => {
  const testVoice = test.skipIf(!isThere && process.env.CI !== 'true');

  testVoice('an utterance begins and ends at once', async () => {
    for (const text of EDGES[lang] ?? []) {
      const { leadMs, tailMs } = await silencesOf(id, lang, text);
      expect(leadMs, `before ${text}`).toBeLessThanOrEqual(40);
      expect(tailMs, `behind ${text}`).toBeLessThanOrEqual(150);
    }
  });

  testVoice('a pause is heard as long as it was asked to be', async () => {
    const [one = '', two = ''] = EDGES[lang] ?? [];
    for (const pauseMs of [100, 500]) {
      const { innerMs } = await silencesOf(id, lang, `${one} <pause:${pauseMs}ms> ${two}`);
      const [longest = 0] = [...innerMs].sort((a, b) => b - a);
      expect(longest, `${pauseMs} ms`).toBeGreaterThanOrEqual(pauseMs - 5);
      expect(longest, `${pauseMs} ms`).toBeLessThanOrEqual(pauseMs + 20 + CLOSURE_MS);
    }
    const { leadMs, tailMs } = await silencesOf(id, lang, `<pause:300ms>${one}<pause:200ms>`);
    expect(Math.abs(leadMs - 300)).toBeLessThanOrEqual(40);
    expect(Math.abs(tailMs - 200)).toBeLessThanOrEqual(40);
  });

  testVoice('between sentences is what a reader leaves, more between paragraphs', async () => {
    const [one = '', two = ''] = EDGES[lang] ?? [];
    const longest = async (text: string): Promise<number> =>
      Math.max(...(await silencesOf(id, lang, text)).innerMs);
    const sentences = await longest(`${one} ${two}`);
    expect(sentences).toBeGreaterThanOrEqual(250);
    expect(sentences).toBeLessThanOrEqual(450);
    const paragraphs = await longest(`${one}\n\n${two}`);
    expect(paragraphs).toBeGreaterThanOrEqual(600);
    expect(paragraphs).toBeLessThanOrEqual(750);
  });
});

describe.each(VOICES.filter((voice) => voice.lang === 'en'))(
  '$name at other speeds',
  ({ id, lang, isThere }) => {
    test.skipIf(!isThere && process.env.CI !== 'true')('begins and ends at once, too', async () => {
      for (const speed of SPEEDS) {
        const { leadMs, tailMs, innerMs } = await silencesOf(id, lang, 'No. <pause:400ms> Go away!', speed);
        expect(leadMs, `before, at ${speed}`).toBeLessThanOrEqual(40);
        expect(tailMs, `behind, at ${speed}`).toBeLessThanOrEqual(150);
        const pauseMs = Math.max(...innerMs);
        expect(pauseMs, `pause at ${speed}`).toBeGreaterThanOrEqual(360);
        expect(pauseMs, `pause at ${speed}`).toBeLessThanOrEqual(420 + CLOSURE_MS);
      }
    });
  },
);
