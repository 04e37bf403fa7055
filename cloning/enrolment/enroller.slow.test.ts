import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EngineError } from '../../engine/errors.ts';
import { LanePool } from '../../engine/lanes/pool.ts';
import { type Recogniser, RecognitionError } from '../../engine/recognition/types.ts';
import { TEST_TEXT, testSpeech, testWav } from '../../engine/testing/speakers.ts';
import { Catalog } from '../../engine/voices/catalog.ts';
import { modelsFolder } from '../../model-files/folders.ts';
import { SPEAKER_ENCODER } from '../../model-files/manifest.ts';
import { ModelStore } from '../../model-files/store.ts';
import { isLongForm } from '../../test/kit/long-form.ts';
import { Enroller, type EnrollerDeps } from './enroller.ts';
import type { VoiceReference } from './types.ts';

const catalog = new Catalog([]);
const [encoderPath = ''] = new ModelStore().paths(SPEAKER_ENCODER).values();
const faulty = new URL('./testing/faulty-worker.ts', import.meta.url);
const open: Enroller[] = [];
const warnings: string[] = [];

/** A recogniser for English that returns given texts. */
class TestRecogniser implements Recogniser {
  heard: string | Error | 'nothing yet' = TEST_TEXT;
  asked = 0;
  /** Of the longest sound that it was asked about. */
  seconds = 0;

  supports(lang: string): boolean {
    return lang.startsWith('en');
  }

  async transcribe(samples: Float32Array, { signal }: { signal?: AbortSignal }) {
    this.asked++;
    expect(samples.length).toBeGreaterThan(6 * 16_000);
    this.seconds = Math.max(this.seconds, samples.length / 16_000);
    if (this.heard === 'nothing yet') {
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    }
    if (this.heard instanceof Error) throw this.heard;
    return { text: this.heard, words: [] };
  }

  forget(): void {
    this.heard = TEST_TEXT;
    this.asked = 0;
    this.seconds = 0;
  }

  async close(): Promise<void> {}
}

let lanes: LanePool;
let recogniser: TestRecogniser;
/** Shared by the tests that do not change its threads, because starting new ones takes longer than learning a voice. */
let shared: Enroller;
const sharedEars = { recogniser: new TestRecogniser(), verifier: new TestRecogniser() };
let speech: Float32Array;
let wav: Buffer;
beforeAll(async () => {
  lanes = new LanePool(1);
  speech = await testSpeech();
  wav = testWav(speech);
  await lanes.ready();
  shared = new Enroller({ catalog, lanes, warn, ...sharedEars });
});
beforeEach(() => {
  recogniser = sharedEars.recogniser;
  for (const ears of Object.values(sharedEars)) ears.forget();
});
afterAll(async () => {
  await shared.close();
  await lanes.close();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((enroller) => enroller.close()));
  warnings.length = 0;
});

function warn(message: string, fields: Record<string, unknown>): void {
  warnings.push(`${message} ${JSON.stringify(fields)}`);
}

function enrollerWith(more: Partial<EnrollerDeps> = {}): Enroller {
  recogniser = new TestRecogniser();
  const enroller = new Enroller({ catalog, lanes, recogniser, warn, ...more });
  open.push(enroller);
  return enroller;
}

interface Wanted {
  readonly audio?: Uint8Array;
  readonly lang?: string;
  readonly transcript?: string | null;
  readonly signal?: AbortSignal;
  readonly onProgress?: (stage: string, fraction: number) => void;
}

const enrol = (
  enroller: Enroller,
  { audio = wav, lang = 'en', transcript = TEST_TEXT, ...options }: Wanted = {},
): Promise<VoiceReference> => enroller.enrol({ audio, lang, transcript }, options);

const withOrder = (order: string): Buffer => Buffer.concat([Buffer.from(`${order}\n`), wav]);

async function refusal(promise: Promise<unknown>): Promise<EngineError> {
  const error = await promise.then(
    () => new Error('was accepted'),
    (error: unknown) => error,
  );
  if (!(error instanceof EngineError)) throw error;
  return error;
}

describe('a recording that is fine', () => {
  test('becomes a reference: words with their times at each speed, codes, facts', async () => {
    const stages: [string, number][] = [];
    const reference = await enrol(shared, {
      transcript: null,
      onProgress: (...stage) => void stages.push(stage),
    });
    expect(reference.lang).toBe('en');
    expect(reference.transcript).toBe(TEST_TEXT);
    expect(reference.codes.length).toBeGreaterThan(1000);
    const { slow, normal, fast } = reference.markers;
    expect(normal.map(({ text }) => text).join(' ')).toBe(TEST_TEXT.replace(/[.,]/g, ''));
    let lastMs = 0;
    for (const [i, { startMs, endMs }] of normal.entries()) {
      expect(startMs).toBeGreaterThanOrEqual(lastMs);
      expect(endMs).toBeGreaterThan(startMs);
      expect(slow[i]?.startMs).toBe(Math.round(startMs / 0.7));
      expect(fast[i]?.endMs).toBe(Math.round(endMs / 1.5));
      lastMs = endMs;
    }
    expect(lastMs).toBeLessThanOrEqual((speech.length * 1000) / 16_000);
    expect(lastMs).toBeGreaterThan(5000);
    expect(reference.report).toMatchObject({ recognised: true, base: 'espeak', bases: 1, words: 26 });
    expect(reference.report.confidence).toBeGreaterThan(0.5);
    expect([...new Set(stages.map(([stage]) => stage))]).toEqual([
      'decode',
      'check',
      'transcribe',
      'align',
      'learn',
    ]);
    const fractions = stages.map(([, fraction]) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
    expect(JSON.parse(JSON.stringify(reference.report))).toEqual(reference.report);
  });

  test("is not given to the recogniser when its words are, and compared with a woman's voice if one speaks", async () => {
    const audio = testWav(await testSpeech(TEST_TEXT, { voice: 'en-us+f2', pitch: 60 }));
    const { transcript, report } = await enrol(shared, { audio, transcript: `  ${TEST_TEXT}\n` });
    expect(transcript).toBe(TEST_TEXT);
    expect(report).toMatchObject({ recognised: false, base: 'espeak+f1' });
    expect(recogniser.asked).toBe(0);
  });

  test('in another language than the recogniser knows is learned with its words', async () => {
    const text =
      'Ich möchte dir etwas über das Wetter in unserer kleinen Stadt erzählen. Im Herbst regnet es viel, und der ' +
      'Wind weht vom Meer.';
    const audio = testWav(await testSpeech(text, { voice: 'de' }));
    const { lang, markers } = await enrol(shared, { audio, lang: 'de', transcript: text });
    expect(lang).toBe('de');
    expect(markers.normal[2]?.text).toBe('dir');
  });

  test('as a telephone makes it, AAC in M4A, is learned at the same places', async () => {
    const audio = readFileSync(new URL('./testing/telephone.m4a', import.meta.url));
    const { markers, report } = await enrol(shared, { audio, transcript: null });
    expect(report.confidence).toBeGreaterThan(0.9);
    const { markers: asWav } = await enrol(shared);
    for (const [i, { text, startMs }] of markers.normal.entries()) {
      expect(Math.abs(startMs - asWav.normal[i]!.startMs), text).toBeLessThan(80);
    }
  });

  test('and long is learned from its best part', async () => {
    const text = `${TEST_TEXT} The old bridge was built of stone by people from the next valley.`;
    const long = await testSpeech(text);
    const seconds = long.length / 16_000;
    expect(seconds).toBeGreaterThan(10);
    const { markers, transcript, report } = await enrol(enrollerWith({ limits: { learnedMs: 6000 } }), {
      audio: testWav(long),
      transcript: text,
    });
    expect(transcript).toBe(text);
    expect(markers.normal).toHaveLength(text.split(' ').length);
    expect(markers.normal.at(-1)?.endMs).toBeGreaterThan((seconds - 3) * 1000);
    expect(report.learnedSeconds).toBeLessThan(6.5);
    expect(report.learnedSeconds).toBeGreaterThan(3);
  });

  test('and long is recognised and learned from the part with most speech, without a transcript', async () => {
    const beforeSeconds = 20;
    const long = new Float32Array(beforeSeconds * 16_000 + speech.length);
    long.set(speech, beforeSeconds * 16_000);
    const { markers, transcript, report } = await enrol(shared, { audio: testWav(long), transcript: null });
    expect(transcript).toBe(TEST_TEXT);
    expect(recogniser.seconds).toBeLessThan(14);
    expect(report.learnedSeconds).toBeLessThanOrEqual(12);
    expect(report.seconds).toBeCloseTo(long.length / 16_000, 1);
    const { startMs, endMs } = { startMs: markers.normal[0]!.startMs, endMs: markers.normal.at(-1)!.endMs };
    expect(startMs).toBeGreaterThan(1000 * beforeSeconds - 200);
    expect(endMs).toBeGreaterThan(1000 * beforeSeconds + 5000);
  });
});

describe('is refused', () => {
  const noise = (seconds: number): Float32Array => {
    let state = 1;
    return Float32Array.from({ length: seconds * 16_000 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return 0.2 * Math.sqrt(-2 * Math.log((state + 0.5) / 2 ** 32)) * Math.cos(state);
    });
  };
  const cases: Readonly<Record<string, () => Wanted>> = {
    not_audio: () => ({ audio: Buffer.from('%PDF-1.7 surely no sound') }),
    too_short: () => ({ audio: testWav(speech.subarray(0, 90_000)) }),
    too_long: () => ({ audio: testWav(new Float32Array(121 * 16_000)) }),
    silent: () => ({ audio: testWav(new Float32Array(8 * 16_000)) }),
    clipped: () => ({ audio: testWav(speech.map((x) => Math.max(-0.8, Math.min(0.8, 20 * x)))) }),
    not_speech: () => ({ audio: testWav(noise(8)) }),
    no_words: () => ({ transcript: ' ... — ' }),
    not_aligned: () => ({
      transcript:
        'Seven green bottles stood quietly behind the cupboard until Margaret asked whose they were and nobody ' +
        'answered her.',
    }),
    language_unsupported: () => ({ lang: 'xx' }),
    transcript_needed: () => ({ lang: 'de', transcript: null }),
  };
  test.each(Object.keys(cases))('%s', async (fault) => {
    const error = await refusal(enrol(shared, cases[fault]?.()));
    expect(error.type).toBe(fault);
    expect(error.status).toBe(['language_unsupported', 'transcript_needed'].includes(fault) ? 422 : 400);
    expect(error.message).toMatch(/^[A-Z].{20,}/);
    if (fault === 'not_aligned')
      expect(error.message).toMatch(/wrong; (none|only \d) of its .*words were found/);
    if (fault === 'transcript_needed') {
      expect(error.field).toBe('transcript');
      expect(error.message).toContain('npm run models -- pull whisper-base');
    }
    if (fault === 'language_unsupported') expect(error.field).toBe('lang_code');
  });

  test('several_speakers', async () => {
    const other = await testSpeech(TEST_TEXT.split('.').reverse().join('.'), {
      voice: 'en-us+f2',
      pitch: 70,
    });
    const audio = testWav(speech.map((x, i) => 0.5 * (x + (other[i % other.length] ?? 0))));
    expect((await refusal(enrol(shared, { audio }))).type).toBe('several_speakers');
  });

  test('a transcript nobody could have said in the time, before it is spoken', async () => {
    const busyBeforeMs = lanes.busyMs;
    const error = await refusal(enrol(shared, { transcript: 'twelve '.repeat(1000) }));
    expect(error.type).toBe('not_aligned');
    expect(lanes.busyMs).toBe(busyBeforeMs);
    const numbers = await refusal(enrol(shared, { transcript: '987,654,321 '.repeat(15) }));
    expect(numbers.type).toBe('not_aligned');
  });

  test('where no words were understood', async () => {
    for (const heard of ['', ' ... ']) {
      recogniser.heard = heard;
      expect(await refusal(enrol(shared, { transcript: null }))).toMatchObject({
        type: 'no_words',
        status: 400,
      });
    }
  });

  test('where the recogniser fails: for now', async () => {
    recogniser.heard = new RecognitionError('it broke', { retryable: true });
    expect(await refusal(enrol(shared, { transcript: null }))).toMatchObject({
      type: 'busy',
      status: 503,
    });
    expect(warnings).toHaveLength(1);
  });
});

const hasEncoder = existsSync(encoderPath) || process.env.CI === 'true';
describe.skipIf(!hasEncoder)('two voices of like pitch, one after the other', () => {
  const TEXTS = [
    TEST_TEXT,
    'Nobody expected the bridge to be closed, so we drove around the lake in the evening.',
  ];
  const conversation = async (voices: readonly [string, string]): Promise<Wanted> => {
    const parts = await Promise.all(voices.map((voice, i) => testSpeech(TEXTS[i], { voice })));
    return {
      audio: testWav(Float32Array.from(parts.flatMap((part) => [...part]))),
      transcript: TEXTS.join(' '),
    };
  };

  test('are refused where a speaker encoder is installed; one voice that goes on is not', async () => {
    const enroller = enrollerWith({ modelsFolder: modelsFolder() });
    const error = await refusal(enrol(enroller, await conversation(['en-us', 'en-us+f2'])));
    expect(error).toMatchObject({ type: 'several_speakers', status: 400 });
    await enrol(enroller, await conversation(['en-us', 'en-us']));
  });

  test('pass without one: nothing is sure', async () => {
    await enrol(shared, await conversation(['en-us', 'en-us+f2']));
  });
});

describe('a transcript that fits the sound only by and large', () => {
  const LIKE_IT = TEST_TEXT.replace('our small town', 'the city where they live');
  const judged = async (heard: TestRecogniser['heard']): Promise<VoiceReference> => {
    const { verifier } = sharedEars;
    verifier.heard = heard;
    const reference = await enrol(shared, { transcript: LIKE_IT });
    expect(verifier.asked).toBe(1);
    expect(recogniser.asked).toBe(0);
    return reference;
  };

  test('is taken when it is what is heard', async () => {
    const { transcript, report } = await judged(LIKE_IT);
    expect(transcript).toBe(LIKE_IT);
    expect(report.recognised).toBe(false);
    expect(report.confidence).toBeGreaterThan(0.5);
    expect(report.confidence).toBeLessThan(0.95);
  });

  test('is refused when something else is heard', async () => {
    const other = 'I would rather hear nothing about any place where it always rains, thank you very much.';
    expect(await refusal(judged(other))).toMatchObject({ type: 'not_aligned', status: 400 });
  });

  test('is accepted if it cannot be checked, and the operator is warned', async () => {
    await judged(new RecognitionError('it broke', { retryable: true }));
    expect(warnings).toEqual([expect.stringContaining('it broke')]);
  });
});

describe('after any failure, nothing is left behind and the next enrolment works', () => {
  const STAGES = ['decode', 'check', 'transcribe', 'align', 'learn'];

  test('aborted at any stage', async () => {
    const enroller = enrollerWith();
    const reason = new Error('the client is gone');
    for (const stage of STAGES) {
      recogniser.heard = stage === 'transcribe' ? 'nothing yet' : TEST_TEXT;
      const abort = new AbortController();
      const onProgress = (now: string): void => {
        if (now === stage) setTimeout(() => abort.abort(reason), 3);
      };
      const promise = enrol(enroller, { transcript: null, signal: abort.signal, onProgress });
      await expect(promise, stage).rejects.toBe(reason);
      expect(lanes.queued).toBe(0);
    }
    await enrol(enroller, { transcript: null });
    expect(enroller.threads).toBe(1);
  });

  test('aborted before it began', async () => {
    const enroller = enrollerWith();
    await expect(enrol(enroller, { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
    expect(enroller.threads).toBe(0);
  });

  test('a thread that dies, and a failure of ours, which is not blamed on the recording', async () => {
    const enroller = enrollerWith({ module: faulty });
    for (const step of ['decode', 'align']) {
      await expect(enrol(enroller, { audio: withOrder(`die:${step}`) }), step).rejects.toThrow('thread');
      expect(enroller.threads).toBe(0);
    }
    const error: unknown = await enrol(enroller, { audio: withOrder('throw:learn') }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(EngineError);
    expect(enroller.threads).toBe(1);
    await enrol(enroller);
  });

  test('a file that takes for ever to decode, and one that takes for ever to check', async () => {
    const enroller = enrollerWith({ module: faulty, limits: { decodeMs: 1500 } });
    const hanging = ['decode', 'check'].map((step) => enrol(enroller, { audio: withOrder(`hang:${step}`) }));
    for (const error of await Promise.all(hanging.map(refusal))) {
      expect(error).toMatchObject({ type: 'not_audio', status: 400 });
    }
    expect(enroller.threads).toBe(0);
  });

  if (isLongForm)
    test('steps that take for ever, and a recogniser that never answers', async () => {
      // Several times as long as a whole enrolment takes now: three at a time have to get there.
      const beganMs = performance.now();
      await enrol(enrollerWith({ module: faulty }));
      const wholeMs = Math.max(4000, 6 * (performance.now() - beganMs));
      const enroller = enrollerWith({ module: faulty, limits: { wholeMs, running: 3 } });
      recogniser.heard = 'nothing yet';
      const hanging = [
        ...['align', 'learn'].map((step) => enrol(enroller, { audio: withOrder(`hang:${step}`) })),
        enrol(enroller, { transcript: null }),
      ];
      for (const error of await Promise.all(hanging.map(refusal))) {
        expect(error).toMatchObject({ type: 'timed_out', status: 503 });
      }
      await expect.poll(() => enroller.threads).toBeLessThan(2);
    });
});

describe('many at a time', () => {
  test('two run, some wait, more are refused, and those that waited are learned', async () => {
    const enroller = enrollerWith({ limits: { waiting: 1 } });
    recogniser.heard = 'nothing yet';
    const stuck = new AbortController();
    const first = [1, 2].map(() => enrol(enroller, { transcript: null, signal: stuck.signal }));
    const waiting = enrol(enroller);
    expect(await refusal(enrol(enroller))).toMatchObject({ type: 'busy', status: 503 });
    stuck.abort(new Error('enough'));
    for (const one of first) await expect(one).rejects.toThrow('enough');
    await expect(waiting).resolves.toBeDefined();
  });

  test('one that waits can be aborted', async () => {
    const enroller = enrollerWith({ limits: { running: 1 } });
    recogniser.heard = 'nothing yet';
    const stuck = new AbortController();
    const first = enrol(enroller, { transcript: null, signal: stuck.signal });
    const abort = new AbortController();
    const waiting = enrol(enroller, { signal: abort.signal });
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    stuck.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    // The place is free again.
    expect((await refusal(enrol(enroller, { audio: Buffer.from('no sound') }))).type).toBe('not_audio');
  });

  test('threads without work are ended', async () => {
    const enroller = enrollerWith({ limits: { idleMs: 50 } });
    for (let i = 0; i < 2; i++) {
      await refusal(enrol(enroller, { audio: Buffer.from('no sound') }));
      expect(enroller.threads).toBe(1);
      await expect.poll(() => enroller.threads, { timeout: 5000 }).toBe(0);
    }
  });

  test('a file that is refused while the speaker encoder is looked for leaves no thread behind', async () => {
    const enroller = enrollerWith({ modelsFolder: modelsFolder(), limits: { idleMs: 500 } });
    for (let i = 0; i < 3; i++) await refusal(enrol(enroller, { audio: Buffer.from('no sound') }));
    await expect.poll(() => enroller.threads, { timeout: 10_000 }).toBe(0);
  });

  test('closing ends those that run and those that wait', async () => {
    const enroller = enrollerWith({ limits: { running: 1 } });
    recogniser.heard = 'nothing yet';
    const all = [1, 2].map(() => refusal(enrol(enroller, { transcript: null })));
    await expect.poll(() => recogniser.asked, { timeout: 15_000 }).toBe(1);
    await enroller.close();
    for (const error of await Promise.all(all)) expect(error).toMatchObject({ type: 'busy', status: 503 });
    expect(enroller.threads).toBe(0);
    expect((await refusal(enrol(enroller))).type).toBe('busy');
  });
});
