import { beforeAll, expect, test } from 'vitest';
import { Espeak } from '../../language/pronunciation/espeak.ts';
import { MAX_PART_SYMBOLS } from '../../language/pronunciation/parts.ts';
import type { Pronounced } from '../../language/pronunciation/pronounce.ts';
import { parsePiece } from '../speech/parsed-text.ts';
import { espeakSource } from '../synthesis/families/espeak/source.ts';
import { wordFactors } from '../synthesis/prosody.ts';
import type { SynthesisControls, SynthesizedPhrase, Synthesizer } from '../synthesis/synthesizer.ts';
import { prepare } from './prepare.ts';
import type { PreparedPhrase, PrepareRequest } from './protocol.ts';

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

/** Gives every phoneme a frame, and counts its calls. */
class Counting implements Synthesizer {
  readonly espeakVoice = 'en-us';
  readonly symbols: number[] = [];

  async prepare(pronounced: readonly Pronounced[]): Promise<SynthesizedPhrase> {
    const spoken = pronounced.flatMap((token) => (token.kind === 'word' ? [token.phonemes] : []));
    this.symbols.push(spoken.flat().reduce((sum, { ipa }) => sum + ipa.length, 0));
    const phonemes = spoken.flatMap((own, word) => own.map(({ ipa }) => ({ ipa, word })));
    let at = 0;
    const words = spoken.map(({ length }) => {
      at += length;
      return { startSamples: at - length, endSamples: at };
    });
    return {
      sampleRate: 8000,
      frames: at,
      frameSamples: 1,
      soundFrom: 0,
      soundTo: at,
      maxWindowFrames: at,
      words,
      phonemes: phonemes.map((phoneme, i) => ({ ...phoneme, startSamples: i, endSamples: i + 1 })),
      state: { engine: 'espeak' },
    };
  }

  async render(): Promise<Float32Array> {
    return new Float32Array();
  }
}

async function partsOf(text: string): Promise<{ parts: PreparedPhrase[]; symbols: number[] }> {
  const synthesizer = new Counting();
  const request: PrepareRequest = {
    kind: 'prepare',
    voice: espeakSource('en-us'),
    lang: 'en',
    ipaKey: null,
    source: text,
    segments: [{ kind: 'text', text, span: { start: 0, end: text.length } }],
    ending: '.',
    controls: { speed: 1, temperature: null, topK: null, seed: 1 },
    urgent: false,
  };
  const parts = [await prepare(request, synthesizer, espeak, false)];
  for (let rest = parts[0]?.rest; rest; rest = parts.at(-1)?.rest) {
    parts.push(await prepare({ ...request, rest }, synthesizer, espeak, false));
  }
  return { parts, symbols: synthesizer.symbols };
}

test('a sentence is one part', async () => {
  const { parts } = await partsOf(
    'In 1998, the two companies agreed to sell 35.5% of the shares for $12,750,000.',
  );
  expect(parts).toHaveLength(1);
});

test.each([
  ['©', 399],
  ['½', 399],
  ['≤', 399],
  ['999 ', 99],
])('"%s", %i times, is spoken in bounded parts, each word once', async (sign, count) => {
  const { parts, symbols } = await partsOf(sign.repeat(count));
  expect(parts.length).toBeGreaterThan(2);
  for (const each of symbols) expect(each).toBeLessThanOrEqual(MAX_PART_SYMBOLS);
  const words = parts.flatMap((part) => part.words);
  expect(words.map(({ span }) => span.start)).toEqual(
    Array.from({ length: count }, (_, i) => i * sign.length),
  );
  for (const part of parts) {
    for (const { startSamples, endSamples } of part.words) expect(endSamples).toBeGreaterThan(startSamples);
    for (const { word } of part.phonemes) expect(word).toBeLessThan(part.words.length);
  }
});

test('a word that is read out as hundreds is listed once, with the sound of all its pieces in that part', async () => {
  const { parts, symbols } = await partsOf(`It is ${'9'.repeat(390)} in all.`);
  expect(parts.length).toBeGreaterThan(2);
  for (const each of symbols) expect(each).toBeLessThanOrEqual(MAX_PART_SYMBOLS);
  expect(parts.flatMap(({ words }) => words.map(({ unit }) => unit))).toEqual([
    'It',
    'is',
    '9'.repeat(390),
    'in',
    'all',
  ]);
});

/** Also records its input. */
class Listening extends Counting {
  readonly speaksAllPhonemes: boolean;
  said: readonly Pronounced[] = [];
  speed = 0;

  constructor(speaksAllPhonemes: boolean) {
    super();
    this.speaksAllPhonemes = speaksAllPhonemes;
  }

  override async prepare(
    pronounced: readonly Pronounced[],
    controls?: SynthesisControls,
  ): Promise<SynthesizedPhrase> {
    this.said = pronounced;
    this.speed = controls?.speed ?? 0;
    return super.prepare(pronounced);
  }
}

async function preparedWith(text: string, synthesizer: Listening): Promise<PreparedPhrase> {
  const [phrase] = parsePiece(text, { lang: 'en', ipaKey: null });
  if (phrase?.kind !== 'phrase') throw new Error('no phrase');
  const request: PrepareRequest = {
    kind: 'prepare',
    voice: espeakSource('en-us'),
    lang: 'en',
    ipaKey: null,
    source: text,
    segments: phrase.segments,
    ending: '.',
    controls: { speed: 1.2, temperature: null, topK: null, seed: 1 },
    urgent: false,
  };
  return prepare(request, synthesizer, espeak, false);
}

const ipaOf = (tokens: readonly Pronounced[], unit: string): string =>
  tokens
    .flatMap((token) => (token.kind === 'word' && token.word.unit === unit ? token.phonemes : []))
    .map(({ ipa }) => ipa)
    .join('');

test('words of another language are said in its sounds, or in those of the voice', async () => {
  const text = 'Say <lang:fr>rouge</lang> and <lang:fr><phoneme:ʁi>riz</phoneme></lang>.';
  const [all, own] = [new Listening(true), new Listening(false)];
  await preparedWith(text, all);
  await preparedWith(text, own);
  expect(ipaOf(all.said, 'rouge')).toMatch(/^ʁˈ?uː?ʒ$/u);
  expect(ipaOf(own.said, 'rouge')).toMatch(/^ɹˈuːʒ$/u);
  expect(ipaOf(all.said, 'riz')).toMatch(/^ʁˈi$/u);
  expect(ipaOf(own.said, 'riz')).toMatch(/^ɹˈ/u);
  expect(ipaOf(own.said, 'Say')).toBe(ipaOf(all.said, 'Say'));
});

test('a phrase at one rate is spoken at that speed; otherwise the words have theirs', async () => {
  const synthesizer = new Listening(false);
  await preparedWith('<prosody rate="50%">all of it</prosody>.', synthesizer);
  expect(synthesizer.speed).toBeCloseTo(0.6);
  expect(wordFactors(synthesizer.said, 'rate')).toBeNull();
  await preparedWith('some <prosody rate="50%">of it</prosody>.', synthesizer);
  expect(synthesizer.speed).toBe(1.2);
  expect(wordFactors(synthesizer.said, 'rate')).toEqual([1, 0.5, 0.5]);
});

test('louder and softer words have the gains of their places', async () => {
  const { gains, words } = await preparedWith(
    'some <prosody volume="soft">of it</prosody> all.',
    new Listening(false),
  );
  expect(gains).toEqual([
    { fromSample: 0, gain: 1 },
    { fromSample: words[1]?.startSamples, gain: 0.5 },
    { fromSample: words[3]?.startSamples, gain: 1 },
  ]);
  expect(await preparedWith('all of it.', new Listening(false))).not.toHaveProperty('gains');
});
