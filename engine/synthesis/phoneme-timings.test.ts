import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { Espeak } from '../../language/pronunciation/espeak.ts';
import { type Pronounced, pronounce } from '../../language/pronunciation/pronounce.ts';
import { analyse } from '../../language/text/analyse.ts';
import { parsePiperConfig } from '../../model-files/piper-config.ts';
import { NEURAL_CONFIG, NEURAL_MODEL, testWithNeuralVoice } from '../testing/neural-voice.ts';
import { type EspeakState, EspeakSynthesizer } from './families/espeak/synthesizer.ts';
import { VitsSynthesizer } from './families/vits/synthesizer.ts';
import { withoutGaps } from './phoneme-timings.ts';
import { stateOf } from './state-of.ts';
import type { SynthesizedPhrase } from './synthesizer.ts';

const CONTROLS = { speed: 1, temperature: null, topK: null, seed: 1 };

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

function pronounced(voice: string, text: string): Pronounced[] {
  const span = { start: 0, end: text.length };
  return pronounce(analyse([{ kind: 'text', text, span }], voice, text), voice, espeak, () => []);
}

const speak = (voice: string, text: string): Promise<SynthesizedPhrase> =>
  new EspeakSynthesizer(espeak, voice).prepare(pronounced(voice, text), CONTROLS);

function expectCover({ words, phonemes }: SynthesizedPhrase, totalSamples: number): void {
  let end = 0;
  for (const phoneme of phonemes) {
    expect(phoneme.startSamples).toBe(end);
    expect(phoneme.endSamples).toBeGreaterThan(end);
    end = phoneme.endSamples;
    const word = words[phoneme.word];
    if (phoneme.ipa !== '') expect(word).toBeDefined();
    if (!word) continue;
    expect(phoneme.startSamples).toBeGreaterThanOrEqual(word.startSamples);
    expect(phoneme.endSamples).toBeLessThanOrEqual(word.endSamples);
  }
  expect(end).toBe(totalSamples);
  const named = new Set(phonemes.flatMap(({ ipa, word }) => (ipa === '' ? [] : [word])));
  expect(named.size).toBe(words.length);
}

const said = ({ phonemes }: SynthesizedPhrase): string =>
  phonemes.map(({ ipa, word }) => (ipa === '' ? `(${word})` : ipa)).join(' ');

it.each([
  ['en-us', 'It has been a good day, and the apple is on the table.'],
  ['de', 'Die Donaudampfschifffahrt ist schön und das Wetter bleibt gut.'],
  ['fr-fr', 'Les amis sont arrivés hier soir, mais il y a un problème.'],
  ['it', 'La ragazza ha comprato una bella macchina rossa.'],
  ['ru', 'Мальчик читает интересную книгу в библиотеке.'],
  ['hi', 'मैं घर जा रहा हूँ, आप कैसे हैं?'],
  ['ko', '안녕하세요, 저는 학생입니다.'],
])('espeak times every phoneme inside its word (%s)', async (voice, text) => {
  const phrase = await speak(voice, text);
  expectCover(phrase, stateOf<EspeakState>(phrase.state, 'espeak').audio.length);
});

it('espeak names its phonemes, and the comma belongs to none', async () => {
  expect(said(await speak('en-us', 'Hello world, how are you?'))).toBe(
    'h ə l oʊ w ɜː l d (-1) h aʊ ɑːɹ j uː (-1)',
  );
});

testWithNeuralVoice('a neural voice times every phoneme by its own frames', async () => {
  const config = parsePiperConfig(JSON.parse(await readFile(NEURAL_CONFIG, 'utf8')));
  const synthesizer = new VitsSynthesizer(await VitsSynthesizer.loadModel(NEURAL_MODEL), config, 0);
  const phrase = await synthesizer.prepare(
    pronounced(synthesizer.espeakVoice, 'Hello world, how are you?'),
    CONTROLS,
  );
  expectCover(phrase, phrase.frames * phrase.frameSamples);
  expect(said(phrase)).toBe('(-1) h ə l oʊ w ɜː l d (-1) h aʊ ɑːɹ j uː (-1)');
});

it('fills gaps, keeps order, and drops phonemes without length', () => {
  const phoneme = (ipa: string, word: number, startSamples: number, endSamples: number) => ({
    ipa,
    word,
    startSamples,
    endSamples,
  });
  expect(
    withoutGaps(
      [phoneme('a', 0, 5, 10), phoneme('b', 0, 12, 20), phoneme('c', 1, 18, 20), phoneme('d', 1, 30, 99)],
      40,
    ),
  ).toEqual([
    phoneme('', -1, 0, 5),
    phoneme('a', 0, 5, 10),
    phoneme('', 0, 10, 12),
    phoneme('b', 0, 12, 20),
    phoneme('', 1, 20, 30),
    phoneme('d', 1, 30, 40),
  ]);
  expect(withoutGaps([], 0)).toEqual([]);
});
