import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { editDistance } from '../../language/edit-distance.ts';
import { conditioned } from '../../media/conditioning.ts';
import { ENGLISH_RECOGNISER } from '../../model-files/manifest.ts';
import { missingInstructions } from '../../model-files/onnx/instruction-sets.ts';
import { ModelStore } from '../../model-files/store.ts';
import { times } from '../../test/kit/long-form.ts';
import { speakForTest } from '../testing/speech.ts';
import { LocalRecogniser, type LocalRecogniserOptions } from './local-recogniser.ts';
import { RECOGNITION_SAMPLE_RATE, RecognitionError } from './types.ts';
import { wordErrors } from './wer.ts';

const [modelPath = ''] = new ModelStore().paths(ENGLISH_RECOGNISER).values();
const canRecognise = existsSync(modelPath) && missingInstructions().length === 0;
/** Needs the model, which `npm run models -- pull` fetches. */
const withModel = describe.skipIf(!canRecognise && process.env.CI !== 'true');

const EN = { lang: 'en-us' };
const folder = mkdtempSync(join(tmpdir(), 'parley-recogniser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

/** Bursts of a tone: enough to pass for speech. */
function bursts(seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * RECOGNITION_SAMPLE_RATE }, (_, i) =>
    i % 6400 < 3200 ? 0.3 * Math.sin(i / 5) : 0,
  );
}

withModel('with a real model', () => {
  const SENTENCE = 'The quick brown fox jumps over the lazy dog. She bought three red apples at the market.';
  const recogniser = new LocalRecogniser({ id: ENGLISH_RECOGNISER, files: [modelPath] });
  afterAll(() => recogniser.close());
  let speech: Float32Array;
  let yes: Float32Array;
  beforeAll(async () => {
    [speech, yes] = (await speakForTest(SENTENCE, 'Yes.')) as [Float32Array, Float32Array];
  });

  test('hears a short sentence once, wherever it begins', async () => {
    const [sentence] = (await speakForTest('Call me tomorrow.')) as [Float32Array];
    const heard: string[] = [];
    for (const leadSeconds of [0, 0.2, 0.1, 0.3].slice(0, times(2, 4))) {
      const lead = leadSeconds * RECOGNITION_SAMPLE_RATE;
      const samples = new Float32Array(lead + sentence.length);
      samples.set(sentence, lead);
      heard.push((await recogniser.transcribe(samples, EN)).text);
    }
    expect(heard.filter((text) => text.match(/tomorrow/gi)?.length !== 1)).toEqual([]);
  });

  test('recognises speech, with words in order and inside the recording', async () => {
    const { text, words } = await recogniser.transcribe(speech, EN);
    expect(wordErrors(SENTENCE, text).errors).toBeLessThanOrEqual(1);
    expect(words.map((word) => word.text).join(' ')).toBe(text);
    const durationMs = (speech.length / RECOGNITION_SAMPLE_RATE) * 1000;
    let before = 0;
    for (const { startMs, endMs } of words) {
      expect(startMs).toBeGreaterThanOrEqual(before);
      expect(endMs).toBeGreaterThanOrEqual(startMs);
      before = startMs;
    }
    expect(words.at(-1)!.endMs).toBeLessThanOrEqual(durationMs + 1);
  });

  test('gives times from the beginning of the recording, silence included', async () => {
    const late = new Float32Array(speech.length + 5 * RECOGNITION_SAMPLE_RATE);
    late.set(speech, 5 * RECOGNITION_SAMPLE_RATE);
    const { words } = await recogniser.transcribe(late, EN);
    expect(words[0]!.startMs).toBeGreaterThan(4500);
    expect(words[0]!.startMs).toBeLessThan(5800);
  });

  test('recognises a single word of less than a second', async () => {
    const { text } = await recogniser.transcribe(yes, EN);
    expect(wordErrors('Yes.', text).errors).toBe(0);
  });

  test('recognises more than one window of 30 s', async () => {
    const second = 28 * RECOGNITION_SAMPLE_RATE;
    const long = new Float32Array(second + speech.length);
    long.set(speech);
    long.set(speech, second);
    const { text, words } = await recogniser.transcribe(long, EN);
    expect(wordErrors(`${SENTENCE} ${SENTENCE}`, text).errors).toBeLessThanOrEqual(4);
    expect(words.at(-1)!.startMs).toBeGreaterThan(30_000);
  });

  /** The dictated signs, one by one; "o" is also how people say zero. */
  const signsIn = (text: string): string =>
    text
      .toLowerCase()
      .replace(/\b(?:zero|oh)\b/g, '0')
      .replace(/[^a-z0-9]/g, '');

  test('keeps what is dictated, though it is written as one long word', async () => {
    const dictated: readonly (readonly [said: string, wanted: string])[] = [
      ['two zero two, five five five, zero one seven three.', '2025550173'],
      ['seven seven seven seven seven seven seven seven.', '77777777'],
      ['M, A, R, T, I, N, E, Z.', 'martinez'],
      ['zero zero zero zero.', '0000'],
      ['four four, two zero, seven nine four six, zero nine five eight.', '442079460958'],
      ['three seven eight two, eight two two four six three, one zero zero zero five.', '378282246310005'],
      ['S, M, I, T, H.', 'smith'],
      ['five five five, zero one four two.', '5550142'],
      ['A, one, B, two, C, three.', 'a1b2c3'],
      ['Yes, yes, yes, yes.', 'yesyesyesyes'],
    ];
    const chosen = dictated.slice(0, times(2, dictated.length));
    const recordings = await speakForTest(...chosen.map(([said]) => said));
    const missed: string[] = [];
    for (const [i, [said, wanted]] of chosen.entries()) {
      const { text } = await recogniser.transcribe(conditioned(recordings[i]!, RECOGNITION_SAMPLE_RATE), EN);
      // A small model may misrecognise signs, but must not lose any.
      const errors = editDistance([...signsIn(text)], [...wanted]);
      if (errors > wanted.length / 3) missed.push(`${said} -> ${text}`);
    }
    expect(missed).toEqual([]);
  });

  test.each<[string, (sample: number) => number]>([
    ['an offset', (sample) => 0.5 * sample + 2000 / 32768],
    ['peaks of some -42 dBFS', (sample) => 0.01 * sample],
    ['clipped peaks', (sample) => Math.max(-0.2, Math.min(0.2, 2 * sample))],
  ])('recognises speech with %s', async (_, change) => {
    const samples = conditioned(speech.map(change), RECOGNITION_SAMPLE_RATE);
    const { text } = await recogniser.transcribe(samples, EN);
    expect(wordErrors(SENTENCE, text).errors).toBeLessThanOrEqual(2);
  });

  test('recognises speech at the end of a long silence', async () => {
    const late = new Float32Array(speech.length + 30 * RECOGNITION_SAMPLE_RATE);
    late.set(speech, 30 * RECOGNITION_SAMPLE_RATE);
    const { text } = await recogniser.transcribe(conditioned(late, RECOGNITION_SAMPLE_RATE), EN);
    expect(wordErrors(SENTENCE, text).errors).toBeLessThanOrEqual(2);
  });

  test('invents no words for sounds without speech', async () => {
    const seconds = 3;
    const sound = (sample: (t: number) => number) =>
      Float32Array.from({ length: seconds * RECOGNITION_SAMPLE_RATE }, (_, i) =>
        sample(i / RECOGNITION_SAMPLE_RATE),
      );
    let seed = 1;
    const noise = () => {
      seed = (seed * 48271) % 2147483647;
      return (seed / 2147483647) * 2 - 1;
    };
    const sounds = {
      silence: sound(() => 0),
      'noise in waves': sound((t) => 0.3 * noise() * Math.max(0, Math.sin(8 * t))),
      'white noise': sound(() => 0.5 * noise()),
      breath: sound((t) => 0.25 * noise() * Math.max(0, Math.sin(Math.PI * t)) ** 2),
      keyboard: sound((t) =>
        t % 0.19 < 0.02 ? 0.3 * noise() * Math.exp(-250 * (t % 0.19)) : 0.001 * noise(),
      ),
      'tones of keys': sound((t) =>
        t % 0.25 < 0.12 ? 0.25 * (Math.sin(2 * Math.PI * 852 * t) + Math.sin(2 * Math.PI * 1336 * t)) : 0,
      ),
      'a busy line': sound((t) =>
        t % 1 < 0.5 ? 0.2 * (Math.sin(2 * Math.PI * 480 * t) + Math.sin(2 * Math.PI * 620 * t)) : 0,
      ),
      'a tone': sound((t) => 0.3 * Math.sin(2 * Math.PI * 440 * t)),
      // A major chord's notes, each struck and dying away.
      melody: sound((t) => {
        const note = [262, 330, 392, 523][Math.floor(t * 2) % 4]!;
        return 0.4 * Math.exp(-4 * (t % 0.5)) * Math.sin(2 * Math.PI * note * t);
      }),
    };
    for (const [name, samples] of Object.entries(sounds).slice(0, times(3, 9))) {
      for (const gain of [1, 0.02]) {
        const given = conditioned(
          samples.map((sample) => gain * sample),
          RECOGNITION_SAMPLE_RATE,
        );
        expect({ name, gain, ...(await recogniser.transcribe(given, EN)) }).toEqual({
          name,
          gain,
          text: '',
          words: [],
        });
      }
    }
  });

  test('an utterance of a caller is aborted: the process remains', async () => {
    await recogniser.transcribe(speech, EN);
    const { pid } = recogniser;
    const abort = new AbortController();
    const job = recogniser.transcribe(speech, { ...EN, isLive: true, signal: abort.signal });
    await sleep(20);
    abort.abort(new Error('speaks again'));
    await expect(job).rejects.toThrow('speaks again');
    expect((await recogniser.transcribe(speech, EN)).text).toMatch(/fox/i);
    expect(recogniser.pid).toBe(pid);
  });

  test('a recording is aborted in its middle: its process ends, and the next job gets another', async () => {
    await recogniser.transcribe(speech, EN);
    const pid = recogniser.pid!;
    const abort = new AbortController();
    const job = recogniser.transcribe(speech, { ...EN, signal: abort.signal });
    await sleep(20);
    abort.abort(new Error('hung up'));
    await expect(job).rejects.toThrow('hung up');
    await until(() => !isAlive(pid));
    expect((await recogniser.transcribe(speech, EN)).text).toMatch(/fox/i);
  });
});

test('a model that cannot be read fails the job and is tried again with the next', async () => {
  const recogniser = new LocalRecogniser({ id: ENGLISH_RECOGNISER, files: [join(folder, 'nothing.bin')] });
  for (let i = 0; i < 2; i++) {
    await expect(recogniser.transcribe(bursts(1), EN)).rejects.toThrow('the recogniser failed');
  }
});

describe('the process', () => {
  let recogniser: LocalRecogniser;
  afterEach(() => recogniser?.close());

  /** Answers with its process id; long recordings (over 2 s) as `body` says. */
  function program(body: string): URL {
    const file = join(folder, `${Math.abs(body.length)}.mjs`);
    const answer = `process.send({ type: 'done', text: String(process.pid), words: [] })`;
    writeFileSync(
      file,
      `process.on('message', ({ samples }) => { if (samples.length < 32000) ${answer}; else { ${body} } });
       process.on('disconnect', () => process.exit());
       process.send({ type: 'ready' });`,
    );
    return pathToFileURL(file);
  }
  const start = (body: string, options: Partial<LocalRecogniserOptions> = {}) => {
    recogniser = new LocalRecogniser({ id: 'whisper-a', files: [], module: program(body), ...options });
    return recogniser;
  };
  const HANG = '';
  const QUICK = bursts(1);
  const LONG = bursts(3);

  test('does not exist before the first job and is released when idle', async () => {
    start(HANG, { idleMs: 30 });
    expect(recogniser.pid).toBeNull();
    const { text } = await recogniser.transcribe(QUICK, EN);
    const pid = Number(text);
    await until(() => recogniser.pid === null && !isAlive(pid));
    expect(Number((await recogniser.transcribe(QUICK, EN)).text)).not.toBe(pid);
  });

  test('is kept for the next job, and replaced after the most it may do', async () => {
    start(HANG, { maxJobs: 2 });
    const pids: string[] = [];
    for (let i = 0; i < 4; i++) pids.push((await recogniser.transcribe(QUICK, EN)).text);
    expect(pids[0]).toBe(pids[1]);
    expect(pids[2]).toBe(pids[3]);
    expect(pids[1]).not.toBe(pids[2]);
  });

  test('dies with its job, which may be tried again, while those that wait are done by another', async () => {
    start('process.kill(process.pid, "SIGKILL")');
    const job = recogniser.transcribe(LONG, EN);
    const next = recogniser.transcribe(QUICK, EN);
    await expect(job).rejects.toMatchObject({ name: 'RecognitionError', retryable: true });
    expect((await next).text).toMatch(/^\d+$/);
  });

  test('a job that waits is aborted without touching the one that runs', async () => {
    start('setTimeout(() => process.send({ type: "done", text: "", words: [] }), 100)');
    const running = recogniser.transcribe(LONG, EN);
    const abort = new AbortController();
    const waiting = recogniser.transcribe(QUICK, { ...EN, signal: abort.signal });
    abort.abort(new Error('hung up'));
    await expect(waiting).rejects.toThrow('hung up');
    expect(await running).toEqual({ text: '', words: [] });
  });

  test('speech of callers goes before waiting recordings', async () => {
    start('setTimeout(() => process.send({ type: "done", text: "", words: [] }), 100)');
    const order: string[] = [];
    const hear = (name: string, isLive: boolean): Promise<unknown> =>
      recogniser.transcribe(LONG, { ...EN, isLive }).then(() => order.push(name));
    await Promise.all([
      hear('first', false),
      hear('second', false),
      hear('caller', true),
      hear('next caller', true),
    ]);
    expect(order).toEqual(['caller', 'next caller', 'first', 'second']);
  });

  test('a caller does not wait for the whole of a long recording', async () => {
    start('setTimeout(() => process.send({ type: "done", text: "", words: [] }), 100)');
    const order: string[] = [];
    const recording = recogniser.transcribe(bursts(90), EN).then(() => order.push('recording'));
    await until(() => recogniser.pid !== null);
    await recogniser.transcribe(LONG, { ...EN, isLive: true }).then(() => order.push('caller'));
    await recording;
    expect(order).toEqual(['caller', 'recording']);
  });

  test('refuses what does not fit in the queue, and fails the rest when it is closed', async () => {
    start(HANG, { maxWaiting: 2 });
    const running = recogniser.transcribe(LONG, EN);
    await until(() => recogniser.pid !== null);
    const outcome = [running];
    // The first leaves the queue once the process is ready; until then it takes a place.
    while (outcome.length < 3) {
      await sleep(20);
      outcome.push(recogniser.transcribe(QUICK, EN));
      outcome.at(-1)!.catch(() => undefined);
    }
    let refused: unknown;
    for (let i = 0; i < 3 && !refused; i++) {
      const extra = recogniser.transcribe(QUICK, EN);
      extra.catch(() => undefined);
      refused = await Promise.race([extra, sleep(50)]).catch((error: unknown) => error);
      if (!refused) outcome.push(extra);
    }
    expect(refused).toMatchObject({ name: 'RecognitionError', retryable: true });
    const pid = recogniser.pid!;
    const settled = Promise.allSettled(outcome);
    await recogniser.close();
    for (const { status } of await settled) expect(status).toBe('rejected');
    expect(isAlive(pid)).toBe(false);
    await expect(recogniser.transcribe(QUICK, EN)).rejects.toThrow('closed');
  });

  test('that never gets ready is given up, and tried again with the next job', async () => {
    const module = join(folder, 'never-ready.mjs');
    writeFileSync(module, `process.on('disconnect', () => process.exit()); setInterval(() => {}, 1000);`);
    recogniser = new LocalRecogniser({
      id: 'whisper-a',
      files: [],
      module: pathToFileURL(module),
      startMs: 100,
    });
    const pids: number[] = [];
    for (let i = 0; i < 2; i++) {
      const jobs = [recogniser.transcribe(QUICK, EN), recogniser.transcribe(QUICK, EN)];
      pids.push(recogniser.pid!);
      for (const job of jobs) await expect(job).rejects.toThrow('did not start in time');
      expect(recogniser.pid).toBeNull();
    }
    expect(pids[0]).not.toBe(pids[1]);
    await until(() => !pids.some(isAlive));
  });

  test('English only', async () => {
    start(HANG);
    expect(['en', 'en-us', 'en_GB', 'EN', 'eng'].every((lang) => recogniser.supports(lang))).toBe(true);
    expect(['de', 'deu', ''].some((lang) => recogniser.supports(lang))).toBe(false);
    await expect(recogniser.transcribe(QUICK, { lang: 'de' })).rejects.toBeInstanceOf(RecognitionError);
  });
});
