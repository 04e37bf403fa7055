import { initializeLogger, stt } from '@livekit/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Recogniser } from '../../engine/index.ts';
import { wordErrors } from '../../engine/recognition/wer.ts';
import { createRecogniser } from '../../engine/setup.ts';
import { say, speakForTest } from '../../engine/testing/speech.ts';
import { createHearing } from './create-hearing.ts';
import { DEFAULT_ENDPOINTING } from './endpointing/endpointing.ts';
import { prepareHearing } from './load-models.ts';
import { NotingObserver, ScriptedRecogniser } from './testing.ts';

initializeLogger({ pretty: false, level: 'silent' });
const SILENCE = new Int16Array(16_000);
const WINDOW = 512;

/** The texts of one stream of recognition. A guess is reported while the caller pauses, a text when it is final. */
class Transcripts {
  readonly guesses: string[] = [];
  readonly texts: string[] = [];
  readonly ended: Promise<void>;

  constructor(stream: stt.SpeechStream) {
    this.ended = this.#read(stream);
  }

  async #read(stream: stt.SpeechStream): Promise<void> {
    for await (const { type, alternatives } of stream) {
      const into = type === stt.SpeechEventType.PREFLIGHT_TRANSCRIPT ? this.guesses : this.texts;
      into.push(alternatives![0].text);
    }
  }
}

/** Hearing with its streams open, as the session has them. */
function open(recogniser: Recogniser) {
  const observer = new NotingObserver();
  const hearing = createHearing({
    recogniser,
    lang: 'en',
    observer,
    endpointing: DEFAULT_ENDPOINTING,
    echo: true,
    vocabulary: { names: [] },
  });
  const vad = hearing.vad.stream();
  const stream = hearing.stt.stream();
  const { texts, guesses, ended } = new Transcripts(stream);
  /** Windows up to the last one that was reported; while the caller speaks, every window is reported. */
  let judged = 0;
  void (async () => {
    for await (const { samplesIndex } of vad) judged = samplesIndex / WINDOW;
  })();
  /** Pushes one window of silence, and waits until it has been judged. */
  const hearWindow = async (): Promise<void> => {
    const before = judged;
    hearing.callerSays(new Int16Array(WINDOW));
    await expect.poll(() => judged, { interval: 1 }).toBe(before + 1);
  };
  const hear = async (...sounds: readonly Int16Array[]): Promise<void> => {
    for (const sound of sounds) {
      for (let at = 0; at < sound.length; at += 320) {
        hearing.callerSays(sound.subarray(at, at + 320));
        if (at % 8000 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
  };
  const close = async (): Promise<void> => {
    vad.close();
    stream.close();
    hearing.close();
    await ended;
  };
  return { hearing, observer, texts, guesses, hear, hearWindow, judged: () => judged, close };
}

describe('createHearing', () => {
  let engine: Engine;
  let question: Int16Array;
  beforeAll(async () => {
    await prepareHearing();
    engine = await createEngine({ voiceFolders: {}, lanes: 1 });
    question = await say(engine, 'Could you tell me what time it is?', 16_000);
  }, 60_000);
  afterAll(() => engine.close());

  it('hears a question and tells the session its text', async () => {
    const { hear, texts, observer, close } = open(
      new ScriptedRecogniser('Could you tell me what time it is?'),
    );
    await hear(SILENCE, question, SILENCE);
    await expect.poll(() => texts).toEqual(['Could you tell me what time it is?']);
    expect(observer.notes).toEqual(['began', 'confirmed', 'recognised']);
    await close();
  });

  it('hears nothing in silence, and is over at once when closed in the middle of speech', async () => {
    const recogniser = new ScriptedRecogniser();
    const { hear, texts, observer, close } = open(recogniser);
    await hear(SILENCE);
    expect(observer.notes).toEqual([]);
    await hear(question.subarray(0, 16_000));
    await close();
    for (const job of recogniser.jobs) job.answer('Too late for that.');
    expect(texts).toEqual([]);
  });

  it('serves a session that opens its streams again', async () => {
    const { hearing, hear, texts, close } = open(new ScriptedRecogniser('What time is it?'));
    const stream = hearing.stt.stream();
    const later = new Transcripts(stream);
    await hear(SILENCE, question, SILENCE);
    await expect.poll(() => later.texts).toEqual(['What time is it?']);
    expect(texts).toEqual([]);
    stream.close();
    await later.ended;
    await close();
    expect(later.texts).toEqual(['What time is it?']);
  });

  it('guesses while the caller pauses, and tells the text once when that was all', async () => {
    const { hear, hearWindow, judged, texts, guesses, close } = open(
      new ScriptedRecogniser('What time is it?'),
    );
    const sound = question.subarray(0, question.length - (question.length % WINDOW));
    await hear(sound);
    await expect.poll(judged).toBe(sound.length / WINDOW);
    while (guesses.length === 0) await hearWindow();
    expect(texts).toEqual([]);
    await hear(SILENCE);
    await expect.poll(() => texts).toEqual(['What time is it?']);
    await close();
    expect(texts).toEqual(['What time is it?']);
    // Several if a closure within the question is taken for a pause.
    expect(new Set(guesses)).toEqual(new Set(texts));
  });

  it('understands speech with the recogniser of this machine', async (context) => {
    const recogniser = await createRecogniser({ remote: null });
    if (!recogniser.supports('en')) {
      // In continuous integration the tools must be installed.
      if (process.env.CI === 'true') throw new Error('install the default models: npm run models -- pull');
      return context.skip('the recogniser is not installed');
    }
    const { hear, texts, close } = open(recogniser);
    try {
      const text = 'Could you please tell my sister that the parcel was left with the neighbours?';
      const [recording] = await speakForTest(text);
      await hear(
        SILENCE,
        Int16Array.from(recording!, (x) => x * 32767),
        SILENCE,
      );
      const wer = (): number => {
        const { errors, words } = wordErrors(text, texts.join(' '));
        return errors / words;
      };
      // A pause within the sentence splits it into two texts.
      await expect.poll(wer, { timeout: 30_000 }).toBeLessThan(0.35);
    } finally {
      await close();
      await recogniser.close();
    }
  }, 90_000);
});
