import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Rendition, TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { LanePool } from '../../../../engine/lanes/pool.ts';
import { espeakSource } from '../../../../engine/synthesis/families/espeak/source.ts';
import { renderRendition } from '../../../../engine/voices/rendition.ts';
import { stillVoice } from '../../../../language/pronunciation/still-voice.ts';
import { scriptSentences } from '../script/sentences.ts';
import { takeFault } from '../take-fault.ts';
import type { AlignedTake, SentenceFault } from '../types.ts';
import { alignTake } from './align-take.ts';

const SENTENCES = [
  'The harbour was very quiet at noon.',
  'A few gulls circled over the pier.',
  'My grandmother kept her recipes in a tin box.',
  'Please remember to water the plants while I am away.',
  'Nobody expected the bridge to close.',
];
const SCRIPT = SENTENCES.join(' ');
const READER = 'en-us+f4';
const RATE = 16_000;

let lanes: LanePool;
let rendition: Rendition;
beforeAll(async () => {
  lanes = new LanePool(1);
  await lanes.ready();
  rendition = await speak('en-us', SCRIPT);
});
afterAll(() => lanes.close());

const spoken = new Map<string, Promise<Rendition>>();

function speak(voice: string, text: string): Promise<Rendition> {
  const key = `${voice}: ${text}`;
  const { signal } = new AbortController();
  const rendition =
    spoken.get(key) ??
    renderRendition(lanes, espeakSource(stillVoice(voice)), text, 'en', { signal, speed: 1 });
  spoken.set(key, rendition);
  return rendition;
}

type Part = number | string | { readonly ms: number } | { readonly samples: Float32Array };

interface Recording {
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** Positions of the parts. */
  readonly at: readonly TimeSpan[];
  readonly durationMs: number;
}

/** A recording under construction: the number of a sentence adds a reading of it, a text adds other words. */
async function record(...parts: readonly Part[]): Promise<{ take: AlignedTake } & Recording> {
  const made = await recorded(...parts);
  return {
    take: alignTake({ ...made, rendition, sentences: scriptSentences(SCRIPT), script: SCRIPT }),
    ...made,
  };
}

async function recorded(...parts: readonly Part[]): Promise<Recording> {
  const sounds: Float32Array[] = [];
  const at: TimeSpan[] = [];
  let rate = RATE;
  let length = 0;
  const add = (samples: Float32Array): void => {
    at.push({ startMs: (length * 1000) / rate, endMs: ((length + samples.length) * 1000) / rate });
    sounds.push(samples);
    length += samples.length;
  };
  for (const part of parts) {
    if (typeof part === 'object')
      add('ms' in part ? new Float32Array((part.ms * rate) / 1000) : part.samples);
    else {
      const text = typeof part === 'number' ? SENTENCES[part]! : part;
      const spoken = await speak(READER, text);
      rate = spoken.sampleRate;
      add(spoken.samples);
      sounds.push(new Float32Array(rate * 0.4));
      length += rate * 0.4;
    }
  }
  const samples = new Float32Array(length);
  let offset = 0;
  for (const sound of sounds) {
    samples.set(sound, offset);
    offset += sound.length;
  }
  let seed = 1;
  for (let i = 0; i < length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    samples[i]! += 0.0005 * (seed / 2 ** 31 - 1);
  }
  return { samples, sampleRate: rate, at, durationMs: (length * 1000) / rate };
}

const faults = ({ sentences }: AlignedTake): (SentenceFault | null)[] => sentences.map(({ fault }) => fault);

/** Asserts that a sentence was found there and nowhere else. */
function expectAt({ sentences }: AlignedTake, sentence: number, { startMs, endMs }: TimeSpan): void {
  const found = sentences[sentence]!;
  expect(found.startMs).toBeGreaterThan(startMs - 100);
  expect(found.startMs).toBeLessThan(startMs + 400);
  expect(found.endMs).toBeGreaterThan(endMs - 600);
  expect(found.endMs).toBeLessThan(endMs + 100);
}

const isExtraneous = ({ extraneous }: AlignedTake, { startMs, endMs }: TimeSpan): boolean =>
  extraneous.some(
    (sound) => Math.min(sound.endMs, endMs) - Math.max(sound.startMs, startMs) > (endMs - startMs) / 3,
  );

/** Invariants of every take. */
function expectSound({ sentences, extraneous }: AlignedTake, durationMs: number): void {
  expect(sentences.map(({ text }) => text)).toEqual(SENTENCES);
  expect(sentences.map(({ index }) => index)).toEqual([...SENTENCES.keys()]);
  let lastMs = 0;
  for (const { fault, words, text, startMs, endMs, confidence } of sentences) {
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
    if (fault === 'skipped') {
      expect([words.length, startMs, endMs]).toEqual([0, 0, 0]);
      continue;
    }
    expect(words.map((word) => word.text)).toEqual(text.match(/\w+/g));
    expect(startMs).toBe(words[0]!.startMs);
    expect(endMs).toBe(words.at(-1)!.endMs);
    for (const word of words) {
      expect(word.startMs).toBeGreaterThanOrEqual(lastMs);
      expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
      lastMs = word.startMs;
    }
    lastMs = endMs;
  }
  expect(lastMs).toBeLessThanOrEqual(durationMs);
  let extraneousMs = 0;
  for (const sound of extraneous) {
    expect(sound.startMs).toBeGreaterThanOrEqual(extraneousMs);
    expect(sound.endMs).toBeGreaterThan(sound.startMs);
    extraneousMs = sound.endMs;
  }
  expect(extraneousMs).toBeLessThanOrEqual(durationMs);
}

describe('a take', () => {
  test('in which all is read as written', async () => {
    const { take, at, durationMs } = await record(0, 1, 2, 3, 4);
    expectSound(take, durationMs);
    expect(faults(take)).toEqual([null, null, null, null, null]);
    expect(take.extraneous).toEqual([]);
    for (const i of SENTENCES.keys()) expectAt(take, i, at[i]!);
  });

  test('with long pauses', async () => {
    const { take, at } = await record({ ms: 1500 }, 0, 1, { ms: 3000 }, 2, 3, { ms: 2000 }, 4);
    expect(faults(take)).toEqual([null, null, null, null, null]);
    expect(take.extraneous).toEqual([]);
    expectAt(take, 2, at[4]!);
  });

  test('in which sentences are skipped, the last one among them', async () => {
    const { take, at, durationMs } = await record(0, 2, 3);
    expectSound(take, durationMs);
    expect(faults(take)).toEqual([null, 'skipped', null, null, 'skipped']);
    expectAt(take, 2, at[1]!);
  });

  test('in which a sentence is read again: the last reading counts', async () => {
    const { take, at, durationMs } = await record(0, 1, 2, 2, 3, 4);
    expectSound(take, durationMs);
    expect(faults(take)).toEqual([null, null, 'repeated', null, null]);
    expectAt(take, 2, at[3]!);
    expect(isExtraneous(take, at[2]!)).toBe(true);
  });

  test('in which the reader goes back two sentences', async () => {
    const { take, at, durationMs } = await record(0, 1, 2, 1, 2, 3, 4);
    expectSound(take, durationMs);
    expect(faults(take)).toEqual([null, 'repeated', 'repeated', null, null]);
    expectAt(take, 1, at[3]!);
    expectAt(take, 2, at[4]!);
  });

  test('with a false start', async () => {
    const { take, at } = await record(0, 1, 2, 'Please remember to', 3, 4);
    expect(faults(take).filter((fault) => fault === 'misread' || fault === 'skipped')).toEqual([]);
    expectAt(take, 3, at[4]!);
    expect(isExtraneous(take, at[3]!)).toBe(true);
  });

  test('in which another sentence is read instead of one', async () => {
    const { take, at, durationMs } = await record(
      0,
      1,
      'It took two hours longer, but the view was worth it.',
      3,
      4,
    );
    expectSound(take, durationMs);
    expect(['skipped', 'misread']).toContain(take.sentences[2]!.fault);
    // This reading may be taken for a first attempt at the next sentence, whose last reading counts.
    expect([null, 'repeated']).toContain(take.sentences[3]!.fault);
    expect(faults(take).toSpliced(2, 2)).toEqual([null, null, null]);
    expectAt(take, 3, at[3]!);
  });

  test('in which words are exchanged in one sentence', async () => {
    const { take } = await record(0, 1, 2, 'Please water to away the plants while I am remember.', 4);
    expect(['skipped', 'misread']).toContain(take.sentences[3]!.fault);
    expect(faults(take).toSpliced(3, 1)).toEqual([null, null, null, null]);
  });

  test('in which a single word is wrong: its sentence is the least sure, and the word in it', async () => {
    const { take } = await record(0, 1, 'My grandmother kept her bicycles in a tin box.', 3, 4);
    const confidences = take.sentences.map(({ confidence }) => confidence);
    expect(confidences.indexOf(Math.min(...confidences))).toBe(2);
    const words = take.sentences[2]!.words.toSorted((a, b) => a.confidence - b.confidence);
    expect(words[0]!.text).toBe('recipes');
  });

  test('with a cough between two sentences', async () => {
    const cough = Float32Array.from({ length: 5000 }, (_, i) => 0.5 * Math.sin(i * i) * Math.exp(-i / 1500));
    const { take, at } = await record(0, 1, { samples: cough }, { ms: 300 }, 2, 3, 4);
    expect(faults(take)).toEqual([null, null, null, null, null]);
    expect(take.extraneous).toHaveLength(1);
    expect(take.extraneous[0]!.startMs).toBeGreaterThan(at[2]!.startMs - 50);
    expect(take.extraneous[0]!.endMs).toBeLessThan(at[2]!.endMs + 50);
  });

  test('in which somebody else says something', async () => {
    const remark = (await speak('en-us+m3', 'Have you seen the keys of my car anywhere?')).samples;
    const { take, at } = await record(0, 1, 2, { samples: remark }, { ms: 300 }, 3, 4);
    expect(faults(take)).toEqual([null, null, null, null, null]);
    expect(isExtraneous(take, at[3]!)).toBe(true);
  });
});

describe('a take that two voices judge', () => {
  const sentences = scriptSentences(SCRIPT);
  const confidenceOf = ({ sentences }: AlignedTake, text: string): number =>
    sentences.flatMap(({ words }) => words).find((word) => word.text === text)!.confidence;

  /** Like a voice that pronounces one word very differently. */
  async function odd(voice: string): Promise<Rendition> {
    const spoken = await speak(voice, SCRIPT.replace('recipes', 'bicycles'));
    const words = spoken.words.map((word) =>
      word.text === 'bicycles' ? { ...word, text: 'recipes' } : word,
    );
    return { ...spoken, words };
  }

  test('has a word wrong that a voice alone says otherwise', async () => {
    const made = await recorded(0, 1, 2, 3, 4);
    const alone = alignTake({ ...made, rendition: await odd('en-us'), sentences, script: SCRIPT });
    expect(confidenceOf(alone, 'recipes')).toBeLessThan(0.3);
  });

  test.each(['first', 'other'])('has a word right that the %s voice says otherwise', async (which) => {
    const made = await recorded(0, 1, 2, 3, 4);
    const extraneous = await odd('en-us');
    const usual = await speak('en-gb', SCRIPT);
    const voices = which === 'first' ? [extraneous, usual] : [usual, extraneous];
    const take = alignTake({
      ...made,
      rendition: voices[0]!,
      others: [voices[1]!],
      sentences,
      script: SCRIPT,
    });
    expectSound(take, made.durationMs);
    expect(faults(take)).toEqual([null, null, null, null, null]);
    for (const i of SENTENCES.keys()) expectAt(take, i, made.at[i]!);
    expect(confidenceOf(take, 'recipes')).toBeGreaterThan(0.7);
  });

  test('has a wrong word wrong that neither says', async () => {
    const made = await recorded(0, 1, 'My grandmother kept her bicycles in a tin box.', 3, 4);
    const others = [await speak('en-gb', SCRIPT)];
    const take = alignTake({ ...made, rendition, others, sentences, script: SCRIPT });
    const words = take.sentences.flatMap((sentence) => sentence.words);
    expect(words.toSorted((a, b) => a.confidence - b.confidence)[0]!.text).toBe('recipes');
  });

  test('where sentences are missing, and the other voice has other words', async () => {
    const made = await recorded(0, 2, 3);
    const spoken = await speak('en-gb', SCRIPT);
    const words = spoken.words.map((word) => (word.text === 'plants' ? { ...word, text: 'plans' } : word));
    const take = alignTake({ ...made, rendition, others: [{ ...spoken, words }], sentences, script: SCRIPT });
    expectSound(take, made.durationMs);
    expect(faults(take)).toEqual([null, 'skipped', null, null, 'skipped']);
  });

  test('of which one says nothing', async () => {
    const made = await recorded(0, 1);
    const script = SENTENCES.slice(0, 2).join(' ');
    const said = {
      ...made,
      rendition: await speak('en-us', script),
      sentences: scriptSentences(script),
      script,
    };
    const nothing: Rendition = { samples: new Float32Array(0), sampleRate: 22_050, words: [], phonemes: [] };
    const alone = alignTake(said);
    const take = alignTake({ ...said, others: [nothing] });
    expect(take).toEqual(alone);
  });
});

describe('sounds that are easily lost', () => {
  test('a take whose sentences begin with a word that the voice hardly says', async () => {
    const script = [SENTENCES[1], SENTENCES[0]].join(' ');
    const spoken = await speak('en-us', script);
    const { samples, sampleRate, at } = await recorded({ ms: 1500 }, 1, { ms: 800 }, 0);
    const take = alignTake({
      samples,
      sampleRate,
      rendition: withShortFirstWord(spoken, 6),
      sentences: scriptSentences(script),
      script,
    });
    expect(faults(take)).toEqual([null, null]);
    expectAt(take, 0, at[1]!);
    expectAt(take, 1, at[3]!);
  });

  test('sentences that were read much more quietly than the others', async () => {
    const parts = await Promise.all([0, 1, 2, 3, 4].map((sentence) => speak(READER, SENTENCES[sentence]!)));
    const made = await recorded(
      ...parts.flatMap(({ samples }, i): Part[] => [
        { samples: i === 2 ? samples : samples.map((x) => 0.1 * x) },
        { ms: 500 },
      ]),
    );
    // With the level, relative to the room, that it then has.
    let seed = 2;
    const noisy = made.samples.map((x) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return x + 0.005 * (seed / 2 ** 31 - 1);
    });
    const take = alignTake({
      samples: noisy,
      sampleRate: parts[0]!.sampleRate,
      rendition,
      sentences: scriptSentences(SCRIPT),
      script: SCRIPT,
    });
    expect(faults(take)).toEqual([null, null, null, null, null]);
  });
});

/** The same, with only the end of the first word. */
function withShortFirstWord({ samples, sampleRate, words, phonemes }: Rendition, leftMs: number): Rendition {
  const from = words[0]!.startSamples;
  const cut = words[0]!.endSamples - from - Math.round((leftMs * sampleRate) / 1000);
  const moved = <T extends { readonly startSamples: number; readonly endSamples: number }>(part: T): T => ({
    ...part,
    startSamples: part.startSamples <= from ? part.startSamples : Math.max(from, part.startSamples - cut),
    endSamples: part.endSamples <= from ? part.endSamples : Math.max(from, part.endSamples - cut),
  });
  return {
    samples: Float32Array.from([...samples.subarray(0, from), ...samples.subarray(from + cut)]),
    sampleRate,
    words: words.map(moved),
    phonemes: phonemes.map(moved),
  };
}

describe('no take', () => {
  test('when something else is read', async () => {
    const { take, durationMs } = await record(
      'It took two hours longer, but the view was worth it.',
      'We sat on the roof, drank cold tea, and watched the stars come out.',
    );
    expectSound(take, durationMs);
    // Of 40 readings by breathy voices, in 15 one of five sentences passed, and in one two.
    expect(faults(take).filter((fault) => fault === null || fault === 'repeated').length).toBeLessThan(3);
    expect(takeFault(take)).toMatchObject({ status: 400 });
  });

  test.each([0, 1, 100, 4000, 48_000])('when there are only %d samples of silence', (length) => {
    const sentences = scriptSentences(SCRIPT);
    const samples = new Float32Array(length);
    const take = alignTake({ samples, sampleRate: RATE, rendition, sentences, script: SCRIPT });
    expectSound(take, (length * 1000) / RATE);
    expect(new Set(faults(take))).toEqual(new Set(['skipped']));
  });

  test('when the voice says nothing', () => {
    const nothing: Rendition = { samples: new Float32Array(0), sampleRate: 22_050, words: [], phonemes: [] };
    const samples = rendition.samples.slice(0, 50_000);
    const sentences = scriptSentences(SCRIPT);
    const take = alignTake({ samples, sampleRate: 22_050, rendition: nothing, sentences, script: SCRIPT });
    expect(new Set(faults(take))).toEqual(new Set(['skipped']));
  });
});
