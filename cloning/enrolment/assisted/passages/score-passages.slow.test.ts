import { beforeAll, describe, expect, it } from 'vitest';
import type { AlignedWord, Rendition } from '../../../../engine/forced-alignment/types.ts';
import { LanePool } from '../../../../engine/lanes/pool.ts';
import { espeakSource } from '../../../../engine/synthesis/families/espeak/source.ts';
import { renderRendition } from '../../../../engine/voices/rendition.ts';
import { resampleAll } from '../../../../media/resampler.ts';
import {
  type AlignedTake,
  MAX_PASSAGE_MS,
  MIN_PASSAGE_MS,
  type ReadSentence,
  type ScoredPassage,
} from '../types.ts';
import { pairsOf, scorePassages } from './score-passages.ts';

const RATE = 16_000;
const SENTENCES = [
  'The bakery on the corner opens before the first bus leaves the square.',
  'My uncle repairs old clocks, and his kitchen is full of ticking.',
  'Nobody could explain why the lights went out during the concert.',
  'A thin layer of ice covered the pond, so we walked around it.',
  'She folded the letter twice and put it back into the drawer.',
  'The children measured the garden with a rope and twelve wooden pegs.',
];
const GAP_MS = 500;

interface Made {
  readonly samples: Float32Array;
  readonly take: AlignedTake;
}

let made: Made;
let whole: readonly ScoredPassage[];
beforeAll(async () => {
  const lanes = new LanePool(1);
  try {
    const { signal } = new AbortController();
    const spoken: Rendition[] = [];
    for (const text of SENTENCES)
      spoken.push(await renderRendition(lanes, espeakSource('en-us'), text, 'en', { signal, speed: 1 }));
    made = takeOf(spoken);
    whole = passagesOf(made);
  } finally {
    await lanes.close();
  }
});

/** Consecutive renditions in a quiet room, with their exact times. */
function takeOf(renditions: readonly Rendition[]): Made {
  const sounds = renditions.map(({ samples, sampleRate }) => resampleAll(samples, sampleRate, RATE));
  const gap = (GAP_MS * RATE) / 1000;
  const samples = noise(
    sounds.reduce((sum, sound) => sum + sound.length + gap, gap),
    0.0003,
  );
  let at = gap;
  const sentences = renditions.map((rendition, index): ReadSentence => {
    const sound = sounds[index]!;
    for (let i = 0; i < sound.length; i++) samples[at + i]! += sound[i]!;
    const offsetMs = (at * 1000) / RATE;
    at += sound.length + gap;
    const place = (n: number): number => offsetMs + (n * 1000) / rendition.sampleRate;
    const words = rendition.words.map(
      ({ text, startSamples, endSamples }, word): AlignedWord => ({
        text,
        startMs: place(startSamples),
        endMs: place(endSamples),
        confidence: 0.9,
        phonemes: rendition.phonemes
          .filter((phoneme) => phoneme.word === word)
          .map(({ ipa, startSamples, endSamples }) => ({
            ipa,
            startMs: place(startSamples),
            endMs: place(endSamples),
          })),
        renderedMs: ((endSamples - startSamples) * 1000) / rendition.sampleRate,
      }),
    );
    return {
      index,
      text: SENTENCES[index]!,
      fault: null,
      confidence: 0.95,
      words,
      startMs: words[0]!.startMs,
      endMs: words.at(-1)!.endMs,
    };
  });
  return { samples, take: { sentences, extraneous: [] } };
}

/** Noise from a fixed seed, between -`level` and `level`. */
function noise(length: number, level: number): Float32Array {
  let state = 7;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return level * (state / 2 ** 31 - 1);
  });
}

const passagesOf = ({ samples, take }: Made): readonly ScoredPassage[] =>
  scorePassages({ samples, sampleRate: RATE, take, cleaned: null });

function changed(index: number, change: Partial<ReadSentence>): AlignedTake {
  const sentences = made.take.sentences.map((sentence) =>
    sentence.index === index ? { ...sentence, ...change } : sentence,
  );
  return { ...made.take, sentences };
}

/** Level of 10 ms around a moment, dB of full scale. */
function levelAt(samples: Float32Array, ms: number): number {
  const centre = Math.round((ms * RATE) / 1000);
  const part = samples.subarray(Math.max(0, centre - 80), centre + 80);
  return 10 * Math.log10(part.reduce((sum, x) => sum + x * x, 0) / Math.max(1, part.length) + 1e-12);
}

describe('passages', () => {
  it('are whole consecutive sentences of 4 to 13 s, the best first', () => {
    expect(whole.length).toBeGreaterThan(8);
    for (const { sentences, startMs, endMs, score, scores } of whole) {
      expect(sentences).toEqual(sentences.map((_, i) => sentences[0]! + i));
      expect(endMs - startMs).toBeGreaterThanOrEqual(MIN_PASSAGE_MS);
      expect(endMs - startMs).toBeLessThanOrEqual(MAX_PASSAGE_MS);
      expect(startMs).toBeLessThan(made.take.sentences[sentences[0]!]!.startMs);
      expect(endMs).toBeGreaterThan(made.take.sentences[sentences.at(-1)!]!.endMs - 60);
      for (const value of [score, ...Object.values(scores)]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }
    const scores = whole.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(whole.map(({ sentences }) => sentences.join())).size).toBe(whole.length);
  });

  it('are cut in silence, of which they keep 50 to 150 ms at either end', () => {
    for (const { sentences, startMs, endMs } of whole) {
      for (const ms of [startMs - 15, startMs, startMs + 15, endMs - 15, endMs, endMs + 15])
        expect(levelAt(made.samples, ms)).toBeLessThan(-65);
      const silentFor = (fromMs: number, step: number): number => {
        let ms = fromMs;
        while (levelAt(made.samples, ms) < -65) ms += step;
        return Math.abs(ms - fromMs);
      };
      for (const ms of [silentFor(startMs, 1), silentFor(endMs, -1)]) {
        expect(ms).toBeGreaterThan(50);
        expect(ms).toBeLessThan(160);
      }
      expect(sentences.length).toBeGreaterThan(0);
    }
  });

  it('say what their sentences say', () => {
    for (const { sentences, text } of whole) {
      const written = sentences.map((index) => SENTENCES[index]).join(' ');
      expect(text.replaceAll(',', '')).toBe(written.replaceAll(',', ''));
    }
  });

  it('of two sentences are the pairs', () => {
    const pairs = pairsOf(whole);
    expect(pairs.length).toBeGreaterThan(2);
    expect(pairs.every(({ sentences }) => sentences.length === 2)).toBe(true);
    expect(pairs.map(({ score }) => score)).toEqual(
      whole.filter(({ sentences }) => sentences.length === 2).map(({ score }) => score),
    );
  });

  it('hold no sentence that was skipped or misread, but those that were repeated', () => {
    for (const fault of ['skipped', 'misread'] as const) {
      const passages = passagesOf({ ...made, take: changed(2, { fault }) });
      expect(passages.length).toBeGreaterThan(0);
      expect(passages.some(({ sentences }) => sentences.includes(2))).toBe(false);
    }
    const passages = passagesOf({ ...made, take: changed(2, { fault: 'repeated' }) });
    expect(passages.some(({ sentences }) => sentences.includes(2))).toBe(true);
  });

  it('hold no extraneous sounds', () => {
    const { startMs, endMs } = made.take.sentences[2]!;
    const extraneous = [{ startMs: endMs + 180, endMs: endMs + 300 }];
    const passages = passagesOf({ ...made, take: { ...made.take, extraneous } });
    expect(passages.length).toBeGreaterThan(0);
    for (const passage of passages)
      expect(passage.startMs >= endMs + 300 || passage.endMs <= endMs + 180).toBe(true);
    expect(startMs).toBeLessThan(endMs);
  });

  /** Adds sound of this level from just before the end of a sentence to the start of the next. */
  function readOn(index: number, level: number): Made {
    const [from, to] = [made.take.sentences[index]!.endMs - 30, made.take.sentences[index + 1]!.startMs].map(
      (ms) => Math.round((ms * RATE) / 1000),
    ) as [number, number];
    const samples = made.samples.slice();
    samples.set(noise(to - from, level), from);
    return { ...made, samples };
  }

  it('never end where one word runs into the next', () => {
    const passages = passagesOf(readOn(1, 0.2));
    expect(passages.length).toBeGreaterThan(0);
    for (const { sentences } of passages) expect(sentences.includes(1)).toBe(sentences.includes(2));
  });

  it('may end in a soft moment where nothing is silent, which counts against them the louder it is', () => {
    const scoreOf = (passages: readonly ScoredPassage[]): number =>
      passages.find(({ sentences }) => sentences.join() === '0,1')?.scores.cleanness ?? 0;
    const [silent, soft, louder] = [whole, passagesOf(readOn(1, 0.006)), passagesOf(readOn(1, 0.03))].map(
      scoreOf,
    ) as [number, number, number];
    expect(silent).toBeGreaterThan(0);
    expect(soft).toBeGreaterThan(0.9 * silent);
    expect(louder).toBeGreaterThan(0);
    expect(louder).toBeLessThan(0.9 * soft);
  });

  it('are found where a recorder cut some pauses to nothing and left the room in others', () => {
    const room = noise(made.samples.length, 0.004);
    const gated = made.samples.map((x, i) => {
      const ms = (i * 1000) / RATE;
      const isPause = made.take.sentences.every(({ startMs, endMs }) => ms < startMs - 40 || ms > endMs + 40);
      return isPause && ms > 9000 ? 0 : x + room[i]!;
    });
    const pairs = pairsOf(passagesOf({ ...made, samples: gated })).map(({ sentences }) => sentences.join());
    expect(pairs.toSorted()).toEqual(['0,1', '1,2', '2,3', '3,4', '4,5']);
  });

  it('are found in a take as noisy as it may be, everywhere the same', () => {
    const hiss = noise(made.samples.length, 0.02);
    const samples = made.samples.map((x, i) => x + hiss[i]!);
    const passages = passagesOf({ ...made, samples });
    expect(passages.length).toBeGreaterThan(3);
    expect(passages[0]!.score).toBeGreaterThan(0);
    expect(passages[0]!.scores.noise).toBeLessThan(whole[0]!.scores.noise);
  });
});

describe('scores', () => {
  /** A change of the samples of one sentence. */
  function withSentence(index: number, change: (x: number, i: number) => number): Made {
    const { startMs, endMs } = made.take.sentences[index]!;
    const [from, to] = [startMs, endMs].map((ms) => Math.round((ms * RATE) / 1000)) as [number, number];
    return { ...made, samples: made.samples.map((x, i) => (i >= from && i < to ? change(x, i - from) : x)) };
  }

  it('call no passage noisy because a recorder cut all sound between the sentences', () => {
    const within = (ms: number): boolean =>
      made.take.sentences.some(({ startMs, endMs }) => ms > startMs - 60 && ms < endMs + 60);
    const gated = made.samples.map((x, i) => (within((i * 1000) / RATE) ? x : 0));
    const passages = passagesOf({ ...made, samples: gated });
    expect(passages.length).toBeGreaterThan(8);
    for (const { scores } of passages) expect(scores.noise).toBeGreaterThan(0.7);
  });

  it('prefer passages without a sentence that is a little worse than the others', () => {
    const hiss = noise(20 * RATE, 0.02);
    for (const spoiled of [
      withSentence(2, (x, i) => x + hiss[i]!),
      withSentence(2, (x) => 0.4 * x),
      { ...made, take: changed(2, { confidence: 0.6 }) },
    ]) {
      const passages = passagesOf(spoiled);
      expect(passages[0]!.sentences).not.toContain(2);
      const [own, same] = [passages, whole].map(
        (some) => some.find(({ sentences }) => sentences.join() === '2,3')?.score ?? 0,
      );
      expect(own).toBeLessThan(0.9 * same!);
    }
  });
});

describe('nothing usable', () => {
  it.each<[string, () => Made]>([
    [
      'all sentences misread',
      () => ({
        ...made,
        take: {
          ...made.take,
          sentences: made.take.sentences.map((sentence) => ({ ...sentence, fault: 'misread' as const })),
        },
      }),
    ],
    [
      'all skipped',
      () => ({
        ...made,
        take: {
          ...made.take,
          sentences: made.take.sentences.map((sentence) => ({
            ...sentence,
            fault: 'skipped' as const,
            words: [],
            startMs: 0,
            endMs: 0,
          })),
        },
      }),
    ],
    ['no sentences', () => ({ ...made, take: { sentences: [], extraneous: [] } })],
    ['no sound', () => ({ ...made, samples: new Float32Array(0) })],
    [
      'one short sentence',
      () => ({ ...made, take: { ...made.take, sentences: made.take.sentences.slice(0, 1) } }),
    ],
    [
      'one extraneous sound all over',
      () => ({
        ...made,
        take: { ...made.take, extraneous: [{ startMs: 0, endMs: 60_000 }] },
      }),
    ],
  ])('%s: no passages', (_, change) => {
    expect(passagesOf(change())).toEqual([]);
  });
});
