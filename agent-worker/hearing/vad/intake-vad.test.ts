import { ReadableStream } from 'node:stream/web';
import { inference, initializeLogger, type VAD, type VADEvent, VADEventType } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../engine/index.ts';
import { say } from '../../../engine/testing/speech.ts';
import { prepareHearing } from '../load-models.ts';
import { PlainVadModel, plainSound, settled } from '../testing.ts';
import { AudioIntake } from './audio-intake.ts';
import { IntakeVad } from './intake-vad.ts';
import { createVadModel } from './vad-model.ts';

initializeLogger({ pretty: false, level: 'silent' });

/** All events of our detector for a sound that arrives in frames of 20 ms. */
async function eventsOf(intake: AudioIntake, sound: Int16Array): Promise<VADEvent[]> {
  const stream = new IntakeVad(intake).stream();
  const events: VADEvent[] = [];
  void (async () => {
    for await (const event of stream) events.push(event);
  })();
  let judged = 0;
  intake.onWindow(() => judged++);
  for (let at = 0; at < sound.length; at += 320) intake.push(sound.subarray(at, at + 320));
  await expect.poll(() => judged, { timeout: 10_000 }).toBe(Math.floor(sound.length / 512));
  await settled();
  stream.close();
  intake.close();
  return events;
}

/** The events of the framework's detector. */
async function frameworksEventsOf(vad: VAD, sound: Int16Array): Promise<VADEvent[]> {
  const windows = Math.floor(sound.length / 512);
  const stream = vad.stream();
  let at = 0;
  stream.updateInputStream(
    new ReadableStream<AudioFrame>({
      pull(controller) {
        if (at >= sound.length) return;
        controller.enqueue(new AudioFrame(sound.slice(at, at + 320), 16_000, 1, 320));
        at += 320;
      },
    }),
  );
  const events: VADEvent[] = [];
  let judged = 0;
  for await (const event of stream) {
    events.push(event);
    if (event.type === VADEventType.INFERENCE_DONE) judged++;
    if (judged === windows) break;
  }
  stream.detachInputStream();
  stream.close();
  return events;
}

/** All fields except those that depend on the machine or the frames, and the silence, which ours reports sooner. */
function facts({
  inferenceDuration: _took,
  frames: _frames,
  rawAccumulatedSilence: _silence,
  ...rest
}: VADEvent): unknown {
  return rest;
}

/** Without the events in which nothing happens, except for the first. */
function withoutIdle(events: readonly VADEvent[]): VADEvent[] {
  const isIdle = (event: VADEvent | undefined): boolean =>
    event?.type === VADEventType.INFERENCE_DONE && !event.speaking && event.rawAccumulatedSpeech === 0;
  return events.filter((event, i) => !isIdle(event) || !isIdle(events[i - 1]));
}

describe('IntakeVad', () => {
  let engine: Engine;
  let sound: Int16Array;
  beforeAll(async () => {
    await prepareHearing();
    engine = await createEngine({ voiceFolders: {}, lanes: 1 });
    const [one, two] = [
      await say(engine, 'Hello there, is anybody at home?', 16_000),
      await say(engine, 'Stop!', 16_000),
    ];
    sound = new Int16Array(320 * Math.ceil((one.length + two.length + 48_000) / 320));
    sound.set(one, 8000);
    sound.set(two, 8000 + one.length + 16_000);
  }, 60_000);
  afterAll(() => engine.close());

  it("tells what the framework's own detector tells, event by event", async () => {
    // Loud noise, so that the level of the line decides nothing and both use the same model.
    const noisy = sound.map((sample) =>
      Math.max(-32_768, Math.min(32_767, sample + (Math.random() - 0.5) * 2400)),
    );
    const ours = await eventsOf(new AudioIntake(), noisy);
    const theirs = await frameworksEventsOf(new inference.VAD({ minSilenceDuration: 250 }), noisy);
    expect(ours.map(facts)).toEqual(withoutIdle(theirs).map(facts));
    expect(ours.length).toBeLessThan(theirs.length);
    const starts = ours.filter((event) => event.type === VADEventType.START_OF_SPEECH);
    const ends = ours.filter((event) => event.type === VADEventType.END_OF_SPEECH);
    expect([starts.length >= 2, ends.length]).toEqual([true, starts.length]);
    expect(ours.every((event) => event.frames[0]?.sampleRate === 16_000)).toBe(true);
  });

  it('hears on a quiet line that speech is over before the model does', async () => {
    const ours = await eventsOf(new AudioIntake(), sound);
    const theirs = await frameworksEventsOf(new inference.VAD({ minSilenceDuration: 250 }), sound);
    const endOf = (events: readonly VADEvent[]): number =>
      events.find((event) => event.type === VADEventType.END_OF_SPEECH)?.timestamp ?? Number.NaN;
    expect(endOf(ours)).toBeLessThan(endOf(theirs));
  });

  it('tells of the end of speech although its words are late', async () => {
    const intake = new AudioIntake({ model: new PlainVadModel() });
    const late = { isPending: true, isHolding: false, patienceMs: 20, onSettled: () => undefined };
    const stream = new IntakeVad(intake, late).stream();
    const types: VADEventType[] = [];
    void (async () => {
      for await (const { type } of stream) types.push(type);
    })();
    intake.push(plainSound([10, 0], [20, 0.95], [20, 0]));
    await expect.poll(() => types).toContain(VADEventType.END_OF_SPEECH);
    stream.close();
    intake.close();
  });

  it('hears the same however the sound is cut', async () => {
    const probabilitiesOf = async (pieceSamples: number): Promise<number[]> => {
      const intake = new AudioIntake({ model: createVadModel() });
      const probabilities: number[] = [];
      const all = new Promise<void>((resolve) => {
        intake.onWindow((window) => {
          if (probabilities.push(window.probability) === 60) resolve();
        });
      });
      for (let at = 0; at < 60 * 512; at += pieceSamples)
        intake.push(sound.subarray(at, Math.min(at + pieceSamples, 60 * 512)));
      await all;
      intake.close();
      return probabilities;
    };
    expect(await probabilitiesOf(37)).toEqual(await probabilitiesOf(5000));
  });

  it('loses the oldest sound, not the newest, when the machine does not keep up', async () => {
    const heard: number[] = [];
    let release = (): void => {};
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    const model = {
      async predict(window: Int16Array): Promise<number> {
        await stuck;
        heard.push(window[0]!);
        return 0;
      },
      reset(): void {},
    };
    const intake = new AudioIntake({ model });
    for (let i = 0; i < 1000; i++) intake.push(new Int16Array(512).fill(i));
    release();
    await expect.poll(() => heard.at(-1)).toBe(999);
    expect(heard.length).toBeLessThanOrEqual(321);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    intake.close();
  });

  it('goes on when the model fails', async () => {
    const faults: unknown[] = [];
    let calls = 0;
    const model = {
      async predict(): Promise<number> {
        if (++calls < 3) throw new Error('broken');
        return 0.9;
      },
      reset(): void {},
    };
    const intake = new AudioIntake({ model, onFault: (error) => faults.push(error) });
    const changes: string[] = [];
    intake.onWindow(({ step }) => changes.push(step.change));
    intake.push(new Int16Array(512 * 4));
    await expect.poll(() => changes).toEqual(['none', 'none', 'none', 'started']);
    expect(faults).toHaveLength(1);
    intake.close();
  });
});
