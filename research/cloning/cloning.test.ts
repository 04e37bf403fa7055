import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../bench/arguments.ts';
import { toText } from '../../bench/report/table.ts';
import { wordErrors } from '../../engine/research.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { wavFile } from '../../media/wav.ts';
import { CorpusError, divide, joinedTranscript, listSpeakers, readClip } from './corpus.ts';
import type { SpeakerResult } from './evaluate.ts';
import type { VoiceScore } from './judges.ts';
import { parseOptions } from './options.ts';
import { cloningTable, type Evaluation } from './report.ts';
import { SENTENCES } from './sentences.ts';
import { atRatedLevel, joinSounds } from './sound.ts';

const clip = (seconds: number) => ({ samples: new Float32Array(seconds * 100), sampleRate: 100 });

describe('options', () => {
  test('have the defaults that the usage names', () => {
    const options = parseOptions(['recordings']);
    expect(options).toMatchObject({ corpus: 'recordings', sentences: 8, seconds: 30, page: null });
    expect(options).toMatchObject({ transcripts: true, times: false });
  });

  test('accept names, numbers and a page with or without a path', () => {
    const options = parseOptions(['x', '--speakers', 'a,b', '--seconds', '10', '--write']);
    expect(options).toMatchObject({ speakers: ['a', 'b'], seconds: 10, page: 'research/cloning/README.md' });
    expect(parseOptions(['x', '--write=other.md'])?.page).toBe('other.md');
    expect(parseOptions(['--help'])).toBeNull();
  });

  test.each([
    [[]],
    [['a', 'b']],
    [['a', '--sentences', '0']],
    [['a', '--seconds', 'many']],
    [['a', '--what']],
  ])('refuse %j', (args) => {
    expect(() => parseOptions(args)).toThrow(UsageError);
  });
});

describe('a folder of recordings', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-corpus-'));
    const wav = wavFile(
      { sampleRate: 8000, encoding: 'pcm16' },
      encodePcm16(new Float32Array(800).fill(0.5)),
    );
    const put = async (path: string, content: string | Uint8Array) => {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), content);
    };
    for (const name of ['ann/two.wav', 'ann/one.wav', '84/7/84-7-0.wav', '84/7/84-7-1.wav', 'lone/only.wav'])
      await put(name, wav);
    await put('ann/one.txt', 'One.\n');
    await put('84/7/84-7.trans.txt', '84-7-0 HELLO THERE\n84-7-1 AND GOODBYE\n');
    await put('transcripts.tsv', 'clip\tseconds\ttranscript\n84-7-1\t0.1\tAnd goodbye!\n');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test('has speakers with two clips or more, in order, with their transcripts from either format', async () => {
    const speakers = await listSpeakers(folder, []);
    expect(speakers.map(({ name }) => name)).toEqual(['84', 'ann']);
    const words = speakers.map(({ clips }) => clips.map(({ name, transcript }) => [name, transcript]));
    expect(words[0]).toEqual([
      ['84-7-0', 'hello there'],
      ['84-7-1', 'And goodbye!'],
    ]);
    expect(words[1]).toEqual([
      ['one', 'One.'],
      ['two', null],
    ]);
    expect(joinedTranscript(speakers[0]?.clips ?? [])).toBe('hello there. And goodbye!');
    expect(joinedTranscript(speakers[1]?.clips ?? [])).toBeNull();
  });

  test('gives its sounds', async () => {
    const [speaker] = await listSpeakers(folder, ['ann']);
    const { samples, sampleRate } = await readClip(speaker!.clips[0]!);
    expect([samples.length, sampleRate]).toEqual([800, 8000]);
    expect(samples[400]).toBeCloseTo(0.5, 3);
  });

  test('reports missing files', async () => {
    await expect(listSpeakers(folder, ['lone'])).rejects.toThrow(CorpusError);
    await expect(listSpeakers(join(folder, 'nowhere'), [])).rejects.toThrow(CorpusError);
  });
});

describe('division', () => {
  test('enrols the clips that fit, in order, and never the clips for comparison', () => {
    const clips = [clip(15), clip(12), clip(5), clip(2)];
    const { enrolled, others } = divide(clips, 30, 300);
    expect(enrolled).toEqual([clips[0], clips[1], clips[3]]);
    expect(others).toEqual([clips[2]]);
  });

  test('keeps the last clip for comparison when all would fit', () => {
    const clips = [clip(1), clip(1)];
    expect(divide(clips, 30, 300).others).toEqual([clips[1]]);
    expect(() => divide(clips, 0.5, 300)).toThrow(CorpusError);
  });
});

test('sounds are joined at one rate with silence between', () => {
  const a = { samples: new Float32Array(100).fill(1), sampleRate: 1000 };
  const b = { samples: new Float32Array(50).fill(1), sampleRate: 1000 };
  const joined = joinSounds([a, b], 1000, 20);
  expect(joined.length).toBe(170);
  expect([...joined.subarray(99, 121)]).toEqual([1, ...new Array(20).fill(0), 1]);
  expect(atRatedLevel({ samples: Float32Array.of(0.1, -0.2), sampleRate: 1000 }).samples[1]).toBeCloseTo(
    -0.7,
    5,
  );
});

test('the sentences are of 8 to 14 words that a recogniser can spell', () => {
  for (const sentence of SENTENCES) {
    const { words } = wordErrors(sentence, '');
    expect(words).toBeGreaterThanOrEqual(8);
    expect(words).toBeLessThanOrEqual(14);
    expect(sentence).toMatch(/^[A-Z][A-Za-z, ]+[.?]$/);
  }
});

describe('the table', () => {
  const score = (similarity: number, wordErrorRate: number, ovrl: number): VoiceScore => {
    return { similarity, wordErrorRate, sig: 3, bak: 3, ovrl, sentences: [] };
  };
  const result = (speaker: string, clone: VoiceScore | null): SpeakerResult => ({
    speaker,
    enrolledSeconds: 28,
    otherSeconds: 40,
    ownSimilarity: 0.95,
    base: score(0.5, 0.1, 3.2),
    clone,
    refusal: clone ? null : 'too noisy',
    enrolmentMs: 1000,
    report: null,
  });
  const evaluation = (...results: SpeakerResult[]): Evaluation => {
    const rest = { date: '2030-01-01T00:00:00Z', baseVoice: 'Joe', sentences: ['A.'], maxSeconds: 30 };
    return { ...rest, transcripts: true, results };
  };

  test('shows the clone beside the base with the difference, and means over the cloned speakers', () => {
    const table = cloningTable(
      evaluation(result('a', score(0.7, 0.12, 2.9)), result('b', score(0.8, 0.04, 3.3)), result('c', null)),
    );
    expect(table.rows.map((row) => row.slice(4))).toEqual([
      ['0.50 / 0.70 (+0.20)', '10.0 % / 12.0 % (+2.0 %)', '3.20 / 2.90 (−0.30)'],
      ['0.50 / 0.80 (+0.30)', '10.0 % / 4.0 % (−6.0 %)', '3.20 / 3.30 (+0.10)'],
      ['0.50 / -', '10.0 % / -', '3.20 / -'],
      ['0.50 / 0.75 (+0.25)', '10.0 % / 8.0 % (−2.0 %)', '3.20 / 3.10 (−0.10)'],
    ]);
    expect(toText(table)).toContain('c was refused: too noisy');
  });
});
