/** Audio over a WebSocket: pauses exact to the sample, seams without clicks, messages of bounded size. */
import { describe, expect, test } from 'vitest';
import { textOf, wordsOf } from '../kit/clients/messages.ts';
import type { Query } from '../kit/clients/speak-client.ts';
import { socketSetup } from '../kit/socket-setup.ts';
import { bytesPerSample, decode, type Encoding, joinAudio, rms, silenceRuns } from '../kit/sounds/audio.ts';

const RATES = [8000, 16000, 22050, 24000];
const ENCODINGS: Encoding[] = ['pcm_linear', 'pcm_mulaw'];
const FORMATS = RATES.flatMap((rate) => ENCODINGS.map((encoding) => [rate, encoding] as const));

const setup = socketSetup();
const { open } = setup;

describe('pauses', () => {
  test.each(FORMATS)('are digital silence of the requested length: %i Hz %s', async (rate, encoding) => {
    const client = await open({ sampling_rate: rate, encoding, timestamps: true });
    const pauses = [250, 701, 1003];
    const audio = joinAudio(
      await client.say('One<pause:250ms>two<pause:701ms>three<break time="1.003s"/>four.'),
    );
    // Zero samples of the words beside the pause are few; natural pauses would have thousands.
    const runs = silenceRuns(audio, encoding, (rate * 200) / 1000);
    const slack = (rate * 8) / 1000;
    const inner = runs.filter(({ end }) => end < audio.length / bytesPerSample(encoding));
    expect(inner).toHaveLength(pauses.length);
    for (const [i, pauseMs] of pauses.entries()) {
      const samples = inner[i]!.end - inner[i]!.start;
      expect(samples).toBeGreaterThanOrEqual(Math.round((rate * pauseMs) / 1000));
      expect(samples).toBeLessThanOrEqual(Math.round((rate * pauseMs) / 1000) + slack);
    }
  });

  test.each(FORMATS)('alone are exact to the sample: %i Hz %s', async (rate, encoding) => {
    const client = await open({ sampling_rate: rate, encoding });
    for (const pauseMs of [1, 7, 333, 2000]) {
      const messages = await client.say(`<pause:${pauseMs}ms>`);
      const stopBytes = Buffer.from(messages.at(-1)!.data.audio, 'base64').length;
      const audio = joinAudio(messages);
      expect(audio.length - stopBytes).toBe(Math.round((rate * pauseMs) / 1000) * bytesPerSample(encoding));
      const silent = encoding === 'pcm_linear' ? 0 : 0xff;
      expect(audio.every((byte) => byte === silent)).toBe(true);
    }
  });

  test('replace the natural silence around them, in and between sentences', async () => {
    const client = await open({ sampling_rate: 8000 });
    for (const text of [
      'One. <pause:500ms> Two.',
      'One, <pause:500ms>, two.',
      'One <pause:200ms><pause:300ms> two.',
    ]) {
      const audio = joinAudio(await client.say(text));
      const [longest] = silenceRuns(audio.subarray(0, -200), 'pcm_linear', 800);
      expect(longest!.end - longest!.start, text).toBeGreaterThanOrEqual(4000);
      expect(longest!.end - longest!.start, text).toBeLessThanOrEqual(4080);
    }
  });

  test('move the words behind them', async () => {
    const client = await open({ sampling_rate: 8000, timestamps: true });
    const words = wordsOf(await client.say('One<pause:1s>two.'));
    expect(words.map(({ unit }) => unit)).toEqual(['One', 'two']);
    const gapMs = words[1]!.startMs - words[0]!.endMs;
    expect(gapMs).toBeGreaterThan(900);
    expect(gapMs).toBeLessThan(1150);
  });

  test('at the beginning and at the end', async () => {
    const client = await open({ sampling_rate: 8000, timestamps: true });
    const messages = await client.say('<pause:400ms>One.<pause:600ms>');
    const audio = joinAudio(messages);
    const [first] = silenceRuns(audio, 'pcm_linear', 800);
    expect(first?.start).toBe(0);
    expect(first!.end).toBeGreaterThanOrEqual(3200);
    expect(wordsOf(messages)[0]!.startMs).toBeGreaterThanOrEqual(400);
    const tail = audio.subarray(audio.length - 2 * 4800);
    expect(tail.every((byte) => byte === 0)).toBe(true);
  });
});

describe('seams', () => {
  test.each(FORMATS)('do not click: %i Hz %s', async (rate, encoding) => {
    const client = await open({ sampling_rate: rate, encoding });
    const messages = await client.say(
      'Mellow yellow, hello. <pause:100ms>Allow a lone willow. Oh no, I know.',
    );
    expect(messages.length).toBeGreaterThan(3);
    const samples = decode(joinAudio(messages), encoding);
    expect(rms(samples)).toBeGreaterThan(0.02);
    let seam = 0;
    for (const message of messages.slice(0, -1)) {
      seam += Buffer.from(message.data.audio, 'base64').length / bytesPerSample(encoding);
      // A click is a jump that is large compared to the differences just before and after.
      const jump = Math.abs(samples[seam]! - samples[seam - 1]!);
      let usual = 0;
      for (let i = Math.max(1, seam - 80); i < Math.min(samples.length, seam + 80); i++) {
        if (i !== seam) usual = Math.max(usual, Math.abs(samples[i]! - samples[i - 1]!));
      }
      expect(jump).toBeLessThanOrEqual(usual * 1.5 + 0.01);
    }
  });
});

describe('a message stays under 64 KiB', () => {
  const LIMIT = 64 * 1024;
  const SENTENCE = `${'The wind and the sun were disputing which was the stronger, '.repeat(12)}they said.`;

  test.each([
    ['a long sentence', {}, [SENTENCE]],
    ['with timings', { timestamps: true }, [SENTENCE]],
    [
      'in mu-law, four seconds a message',
      { encoding: 'pcm_mulaw', sampling_rate: 8000, timestamps: true },
      [SENTENCE],
    ],
    [
      'fast',
      { encoding: 'pcm_mulaw', sampling_rate: 8000, timestamps: true, speed: 1.5 },
      ['a b c d e '.repeat(30)],
    ],
    ['a long pause', {}, ['<pause:10s>']],
    ['one word without end', {}, ['a'.repeat(1500)]],
    ['much that is silent', {}, ['😀'.repeat(30_000 / 2), 'Hello.']],
    ['quotes and control characters', { timestamps: true }, [`${'"\u0001\u0002\\" '.repeat(2000)}Hello.`]],
    ['a long context id', {}, [{ text: SENTENCE, context_id: '\u0001'.repeat(1000) }]],
    ['a long tag', { timestamps: true }, [`<phoneme:${'hɛloʊ'.repeat(35)}>hello</phoneme> there.`]],
  ] as [string, Query, (string | Record<string, unknown>)[]][])('%s', async (_what, query, frames) => {
    const client = await open({ sampling_rate: 24000, ...query });
    const messages = await client.say(...frames);
    expect(client.errors).toEqual([]);
    expect(messages.length).toBeGreaterThan(1);
    expect(Math.max(...client.sizes)).toBeLessThan(LIMIT);
  });

  test('Cyrillic, which takes more bytes than letters', async () => {
    const client = await open({ timestamps: true, encoding: 'pcm_mulaw' }, 'ru');
    const text = 'Съешь же ещё этих мягких французских булок, да выпей чаю. '.repeat(6);
    expect(textOf(await client.say(text))).toBe(text);
    expect(Math.max(...client.sizes)).toBeLessThan(LIMIT);
  });
});
