import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Espeak } from '../../../../language/pronunciation/espeak.ts';
import { type Pronounced, pronounce } from '../../../../language/pronunciation/pronounce.ts';
import type { ClauseMark, Token } from '../../../../language/text/types.ts';
import { trackPitch } from '../../../../media/pitch.ts';
import { quantileLower } from '../../../../media/statistics.ts';
import { type EspeakUtterance, speakWithEspeak } from './utterance.ts';

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

const pronounced = (voice: string, sentence: string): Pronounced[] => {
  const tokens = sentence.split(' ').flatMap((piece): Token[] => {
    const mark = /[,;:.?!]$/.exec(piece)?.[0];
    const spoken = mark === undefined ? piece : piece.slice(0, -1);
    const span = { start: 0, end: spoken.length };
    const word: Token = { kind: 'word', unit: spoken, span, spoken, ipa: null };
    return mark === undefined ? [word] : [word, { kind: 'punctuation', mark: mark as ClauseMark }];
  });
  return pronounce(tokens, voice, espeak, () => []);
};

const speak = (voice: string, sentence: string, speed = 1): EspeakUtterance =>
  speakWithEspeak(espeak, pronounced(voice, sentence), { voice, speed });

const expectOrder = ({ words, audio }: EspeakUtterance): void => {
  let previous = 0;
  for (const [index, word] of words.entries()) {
    expect(word.index).toBe(index);
    expect(word.startSamples).toBeGreaterThanOrEqual(previous);
    expect(word.endSamples).toBeGreaterThanOrEqual(word.startSamples);
    expect(word.endSamples).toBeLessThanOrEqual(audio.length);
    previous = word.startSamples;
  }
};

/** Median fundamental frequency of the voiced parts, in Hz. */
const pitchOf = (audio: Float32Array): number =>
  quantileLower(
    trackPitch(audio, 22_050).f0Hz.filter((hz) => hz > 0),
    0.5,
  );

const SENTENCES: readonly (readonly [voice: string, sentence: string])[] = [
  ['en-us', 'It has been a good day, and the apple is on the table.'],
  ['de', 'Die Donaudampfschifffahrt ist schön und das Wetter bleibt gut.'],
  ['fr-fr', 'Les amis sont arrivés hier soir, mais il y a un problème.'],
  ['it', 'La ragazza ha comprato una bella macchina rossa.'],
  ['es-419', 'Gracias por llamar, en qué puedo ayudarle?'],
  ['pt', 'O que é que eu faço agora, meu amigo?'],
  ['ru', 'Мальчик читает интересную книгу в библиотеке.'],
  ['hi', 'मैं घर जा रहा हूँ, आप कैसे हैं?'],
  ['ko', '안녕하세요, 저는 학생입니다.'],
  ['cmn', '今天 天气 很 好, 我们 去 公园.'],
  ['ja', 'コンニチハ, ワタシ ハ ガクセイ デス.'],
  ['ar', 'مرحبا كيف حالك, أنا بخير.'],
  ['hr', 'Dobar dan, kako ste danas?'],
];

describe.each(SENTENCES)('%s: %s', (voice, sentence) => {
  it('sounds as long as the plain text does', () => {
    const plain = espeak.synthesize(sentence, { voice, rate: 175, pitch: 50, range: 50 });
    expect(Math.abs(speak(voice, sentence).audio.length / plain.audio.length - 1)).toBeLessThan(0.06);
  });

  it('times every word in order', () => {
    const utterance = speak(voice, sentence);
    expect(utterance.words).toHaveLength(sentence.split(' ').length);
    expectOrder(utterance);
    for (const word of utterance.words) {
      expect(word.endSamples - word.startSamples).toBeGreaterThan(0.03 * utterance.sampleRate);
    }
  });
});

// Russian and Italian are the languages whose duration follows espeak's rate least.
describe.each(SENTENCES.filter(([voice]) => ['en-us', 'it', 'ru', 'cmn'].includes(voice)))(
  '%s: %s',
  (voice, sentence) => {
    it.each([0.7, 1.5])('lasts as long as speed %d asks', (speed) => {
      const ratio = speak(voice, sentence).audio.length / speak(voice, sentence, speed).audio.length;
      expect(Math.abs(ratio / speed - 1)).toBeLessThan(0.01);
    });
  },
);

it('agrees with the word events of plain text', () => {
  const { words } = speak('en-us', 'Hello world, how are you?');
  const ms = words.map((word) => Math.round(word.startSamples / 22.05));
  for (const [index, expected] of [0, 296, 887, 1153, 1269].entries()) {
    expect(Math.abs((ms[index] ?? Number.NaN) - expected)).toBeLessThan(15);
  }
  // The pause of the comma belongs to no word.
  expect((words[2]?.startSamples ?? 0) - (words[1]?.endSamples ?? 0)).toBeGreaterThan(2205);
});

it.each([0.5, 0.7, 1.5, 2])('keeps the pitch at speed %d', (speed) => {
  const sentence = 'We are on our own now, mum.';
  const pitch = pitchOf(speak('en-us', sentence).audio);
  expect(Math.abs(pitchOf(speak('en-us', sentence, speed).audio) / pitch - 1)).toBeLessThan(0.03);
});

it('speaks with a higher voice when a variant asks for one', () => {
  expect(pitchOf(speak('en-us+f1', 'Mama.').audio)).toBeGreaterThan(
    1.2 * pitchOf(speak('en-us', 'Mama.').audio),
  );
});

it('speaks tagged phonemes', () => {
  const tokens: Token[] = [
    { kind: 'word', unit: 'x', span: { start: 0, end: 1 }, spoken: 'x', ipa: 'həloʊ' },
    { kind: 'punctuation', mark: '.' },
  ];
  const hello = espeak.phonemize('hello', 'en-us').flat();
  const tagged = speakWithEspeak(
    espeak,
    pronounce(tokens, 'en-us', espeak, () => hello),
    { voice: 'en-us', speed: 1 },
  );
  expect(Math.abs(tagged.audio.length / speak('en-us', 'hello.').audio.length - 1)).toBeLessThan(0.02);
});

it('speaks words of another language inside a sentence', () => {
  const { words } = speak('ru', 'Это hello сегодня.');
  const plain = espeak.synthesize('Это hello сегодня.', { voice: 'ru', rate: 175, pitch: 50, range: 50 });
  const starts = plain.marks.filter((mark) => mark.kind === 'word').map((mark) => mark.atMs * 22.05);
  expect(words.map((word, index) => Math.abs(word.startSamples - (starts[index] ?? 0)) < 330)).toEqual([
    true,
    true,
    true,
  ]);
});

it('reports the silence at both ends', () => {
  const { audio, leadSamples, tailSamples } = speak('ja', '私 は 学生 です.');
  expect(audio.subarray(0, leadSamples).every((sample) => Math.abs(sample) < 0.002)).toBe(true);
  expect(audio.subarray(audio.length - tailSamples).every((sample) => Math.abs(sample) < 0.002)).toBe(true);
  expect(leadSamples + tailSamples).toBeLessThan(audio.length);
});

it('is silent for inaudible words', () => {
  const utterance = speak('en-us', '— —');
  expect(utterance.audio).toHaveLength(0);
  expect(utterance.words).toEqual([
    { index: 0, startSamples: 0, endSamples: 0 },
    { index: 1, startSamples: 0, endSamples: 0 },
  ]);
  const { words } = speak('en-us', 'yes — no.');
  expect(words[1]?.startSamples).toBe(words[1]?.endSamples);
});

it('keeps times in order for any words', () => {
  const spoken = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
    fc.constantFrom('has', 'been', '12', 'yes.'),
  );
  fc.assert(
    fc.property(
      fc.array(spoken, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('en-us', 'ru', 'cmn', 'ar'),
      (words, voice) => {
        expectOrder(speak(voice, words.map((text) => text.replace(/\s/gu, '') || '-').join(' ')));
      },
    ),
    { numRuns: 25, interruptAfterTimeLimit: 2000 },
  );
});
