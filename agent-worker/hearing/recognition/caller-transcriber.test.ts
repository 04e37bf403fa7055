import { describe, expect, it } from 'vitest';
import { RecognitionError } from '../../../engine/index.ts';
import { DEFAULT_ENDPOINTING } from '../endpointing/endpointing.ts';
import { TurnSound } from '../endpointing/turn-sound.ts';
import {
  NotingObserver,
  PlainVadModel,
  plainSound,
  ScriptedRecogniser,
  type Stretch,
  settled,
} from '../testing.ts';
import { AudioIntake } from '../vad/audio-intake.ts';
import { CallerTranscriber } from './caller-transcriber.ts';

const WINDOW = 512;

function setup(
  options: {
    readonly lang?: string;
    readonly maxPieceMs?: number;
    readonly maxSpeechMs?: number;
    readonly minDelayMs?: number;
    readonly maxDelayMs?: number;
    readonly follows?: boolean;
  } = {},
) {
  const { lang = 'en', maxPieceMs = 25_000, maxSpeechMs = 60_000, follows = false } = options;
  const { minDelayMs, maxDelayMs } = { ...DEFAULT_ENDPOINTING, ...options };
  const recogniser = new ScriptedRecogniser(null, follows);
  const partials: string[] = [];
  const observer = new NotingObserver();
  const texts: string[] = [];
  const guesses: string[] = [];
  /** Whether the end of a turn was certain when it came. */
  const ends: boolean[] = [];
  const transcriber: CallerTranscriber = new CallerTranscriber({
    recogniser,
    lang,
    observer,
    endpointing: { minDelayMs: Math.min(minDelayMs, maxDelayMs), maxDelayMs },
    maxPieceMs,
    turnSound: new TurnSound({
      inputMs: 1200,
      askAfterMs: 192,
      judge: async () => ({ over: 0.9, finished: 0.9 }),
    }),
    onText: (text) => texts.push(text),
    onGuess: (text) => guesses.push(text),
    onSettled: () => ends.push(transcriber.isTurnCertain),
    onPartial: ({ before, stable, text }) => partials.push(`${before}|${stable}|${text}`),
  });
  const intake = new AudioIntake({ model: new PlainVadModel(), maxSpeechMs });
  intake.onWindow((window) => transcriber.push(window));
  /** Feeds series of windows as fast as they are judged. */
  const hear = async (...stretches: readonly Stretch[]): Promise<void> => {
    const sound = plainSound(...stretches);
    for (let at = 0; at < sound.length; at += WINDOW * 32) {
      intake.push(sound.subarray(at, at + WINDOW * 32));
      await settled();
    }
  };
  const answer = async (index: number, text: string, confidence?: number): Promise<void> => {
    recogniser.jobs[index]!.answer(text, confidence);
    await settled();
  };
  const fail = async (index: number, error: Error): Promise<void> => {
    recogniser.jobs[index]!.fail(error);
    await settled();
  };
  return { recogniser, observer, texts, guesses, ends, partials, transcriber, hear, answer, fail };
}

const SPEECH: Stretch = [30, 0.95];
const PAUSE: Stretch = [4, 0];
const END: Stretch = [10, 0];

describe('CallerTranscriber', () => {
  it('asks while the caller pauses and tells the text at once when that was all', async () => {
    const { recogniser, observer, texts, hear, answer } = setup();
    await hear([20, 0], SPEECH, PAUSE);
    expect(recogniser.jobs).toHaveLength(1);
    await answer(0, 'Good morning everybody.');
    expect(texts).toEqual([]);
    await hear([5, 0]);
    expect(texts).toEqual(['Good morning everybody.']);
    expect(recogniser.jobs).toHaveLength(1);
    expect(observer.notes).toEqual(['began', 'confirmed', 'recognised']);
  });

  it('is over with what was said until it is told so, in the middle of a word, and when the words are known', async () => {
    const { recogniser, texts, ends, transcriber, hear, answer } = setup({
      minDelayMs: 60_000,
      maxDelayMs: 60_000,
    });
    await hear([20, 0], SPEECH, END);
    await answer(0, 'Good morning.');
    await hear(SPEECH);
    expect([texts, ends]).toEqual([['Good morning.'], []]);
    transcriber.finish();
    await settled();
    expect(ends).toHaveLength(0);
    await answer(recogniser.jobs.length - 1, 'My name is Anna.');
    expect(texts).toEqual(['Good morning.', 'My name is Anna.']);
    expect(ends).toHaveLength(1);
  });

  it('tells the text while the caller pauses, unless it will not do as a turn', async () => {
    const { guesses, texts, transcriber, hear, answer } = setup();
    await hear([20, 0], SPEECH, PAUSE);
    await answer(0, 'I would like to');
    await hear(SPEECH, PAUSE);
    await answer(1, '');
    await hear(SPEECH, PAUSE);
    transcriber.agentSpeaks(true);
    await answer(2, 'Is the museum open on Sundays?');
    expect(guesses).toEqual(['Is the museum open on Sundays?']);
    transcriber.agentSpeaks(false);
    await hear(END, SPEECH, PAUSE, SPEECH);
    await answer(3, 'Too late, for it went on.');
    await hear(END);
    await answer(4, 'Too late, for it went on and is over.');
    expect(guesses).toEqual(['Is the museum open on Sundays?']);
    expect(texts).toEqual(['Is the museum open on Sundays?', 'Too late, for it went on and is over.']);
  });

  it('takes "okay" for an answer when the agent has finished, and for none while it speaks', async () => {
    const { observer, texts, transcriber, hear, answer } = setup();
    transcriber.agentSpeaks(true);
    transcriber.agentSpeaks(false);
    await hear([20, 0], SPEECH, END);
    await answer(0, 'Okay.');
    expect(texts).toEqual(['Okay.']);
    transcriber.agentSpeaks(true);
    await hear(SPEECH, END);
    await answer(1, 'Okay.');
    expect(texts).toEqual(['Okay.']);
    expect(observer.notes).toContain('dismissed backchannel');
  });

  it.each([
    ['Your table is booked for eight.', 'Mm-hm.', []],
    ['Your table is booked for eight.', 'Yeah.', ['Yeah.']],
    ['Shall I book it?', 'Mm-hm.', ['Mm-hm.']],
  ])('after "%s" takes "%s" for %j', async (said, heard, expected) => {
    const { texts, transcriber, hear, answer } = setup();
    transcriber.agentSaid(said);
    await hear([20, 0], SPEECH, END);
    await answer(0, heard);
    expect(texts).toEqual(expected);
  });

  it.each([
    ['over the last word of a question', 400, ['Okay.']],
    ['over a question that is still asked', 4000, []],
    ['over a question of unknown length', Number.POSITIVE_INFINITY, []],
  ])('takes "okay" %s for an answer, or not', async (_, leftMs, expected) => {
    const { texts, transcriber, hear, answer } = setup();
    transcriber.agentSaid('Shall I book it for you?');
    transcriber.agentSpeaks(true);
    await hear([20, 0], [10, 0.95]);
    // The agent pauses for anyone who speaks.
    transcriber.agentSpeaks(false, leftMs);
    await hear([10, 0.95], END);
    await answer(0, 'Okay.');
    expect(texts).toEqual(expected);
  });

  it('takes an unsure word of a quarter of a second for an answer, and for noise where nothing was asked', async () => {
    for (const [said, confidence, expected] of [
      ['Would you like more?', 0.5, ['Thank you.']],
      ['Here you are.', 0.5, []],
      ['Here you are.', 0.9, ['Thank you.']],
      ['Here you are.', undefined, ['Thank you.']],
    ] as const) {
      const { texts, transcriber, hear, answer } = setup();
      transcriber.agentSaid(said);
      await hear([20, 0], [9, 0.95], END);
      await answer(0, 'Thank you.', confidence);
      expect(texts).toEqual(expected);
    }
  });

  it('gives the recogniser the speech with some 300 ms of what was before', async () => {
    const { recogniser, hear } = setup();
    await hear([50, 0], SPEECH, END);
    const { samples } = recogniser.jobs[0]!;
    const firstVoiced = samples.findIndex((sample) => sample > 0);
    expect(firstVoiced / WINDOW).toBe(10);
    expect(samples.filter((sample) => sample > 0)).toHaveLength(30 * WINDOW);
  });

  it('stops the guess when the caller goes on, and asks for all', async () => {
    const { recogniser, texts, hear, answer } = setup();
    await hear(SPEECH, PAUSE, SPEECH);
    expect([recogniser.aborted, recogniser.open]).toEqual([1, 0]);
    await hear(END);
    expect(recogniser.jobs).toHaveLength(2);
    await answer(1, 'I would like to order a pizza.');
    expect(texts).toEqual(['I would like to order a pizza.']);
    expect(recogniser.jobs[1]!.samples.length).toBeGreaterThan(recogniser.jobs[0]!.samples.length);
    expect(recogniser.mostOpen).toBe(1);
  });

  it('has one job at a time, and loses nothing when the recogniser is slow', async () => {
    const { recogniser, texts, hear, answer } = setup();
    await hear(SPEECH, END, SPEECH, END, SPEECH, PAUSE, SPEECH, END);
    expect(recogniser.jobs).toHaveLength(1);
    await answer(0, 'This is the first.');
    await answer(1, 'This is the second and the third of them.');
    expect(texts).toEqual(['This is the first.', 'This is the second and the third of them.']);
    expect(recogniser.jobs[1]!.samples.filter((sample) => sample > 0)).toHaveLength(90 * WINDOW);
    expect(recogniser.mostOpen).toBe(1);
  });

  it('cuts a long dictation into pieces that are together what was said', async () => {
    const { recogniser, texts, hear, answer } = setup({ maxPieceMs: 2000 });
    await hear([45, 0.95], [1, 0.1], [100, 0.95], END);
    for (let i = 0; i < recogniser.jobs.length; i++) await answer(i, `This is part ${i}.`);
    expect(texts.length).toBeGreaterThan(1);
    expect(texts).toEqual(texts.map((_, i) => `This is part ${i}.`));
    const voiced = recogniser.jobs.map(({ samples }) => samples.filter((sample) => sample > 0).length);
    expect(voiced.reduce((sum, samples) => sum + samples, 0)).toBe(146 * WINDOW);
    // The first piece is softest around its weak sound.
    expect([44 * WINDOW, 45 * WINDOW, 46 * WINDOW]).toContain(voiced[0]);
  });

  it('bounds noise that never ends', async () => {
    const { recogniser, observer, texts, hear } = setup({ maxPieceMs: 2000, maxSpeechMs: 5000 });
    await hear([600, 0.9]);
    for (const job of recogniser.jobs) {
      job.answer('');
      await settled();
    }
    expect(texts).toEqual([]);
    expect(observer.notes.filter((note) => note === 'began')).toHaveLength(1);
    expect(observer.notes).toContain('dismissed noise');
    const longest = Math.max(...recogniser.jobs.map(({ samples }) => samples.length));
    expect(longest).toBeLessThanOrEqual(5000 * 16 + 12 * WINDOW);
  });

  it('tries once more, and only where that may help', async () => {
    const { recogniser, observer, texts, hear, answer, fail } = setup();
    await hear(SPEECH, END);
    await fail(0, new RecognitionError('busy', { retryable: true }));
    await answer(1, 'Now it works well.');
    expect(texts).toEqual(['Now it works well.']);
    await hear(SPEECH, END);
    await fail(2, new RecognitionError('no such model', { retryable: false }));
    expect(recogniser.jobs).toHaveLength(3);
    expect(observer.notes.at(-1)).toBe('failed: no such model');
  });

  it('says nothing of errors that may hold what was said, and goes on', async () => {
    const { observer, texts, hear, answer, fail } = setup();
    await hear(SPEECH, END);
    await fail(0, new Error('secret words'));
    expect(observer.notes.at(-1)).toBe('failed: the recogniser failed');
    await hear(SPEECH, END);
    await answer(1, 'Here I am again.');
    expect(texts).toEqual(['Here I am again.']);
  });

  it('dismisses a backchannel over the agent, not an answer to it', async () => {
    const { observer, texts, transcriber, hear, answer } = setup();
    transcriber.agentSpeaks(true);
    await hear([8, 0.95], END);
    // This speech interrupts the agent, so it is silent when the text arrives.
    transcriber.agentSpeaks(false);
    await answer(0, 'Yeah.');
    expect(observer.notes).toEqual(['began', 'dismissed backchannel']);
    transcriber.agentSpeaks(true);
    await hear([8, 0.95], END);
    await answer(1, 'No, stop.');
    expect(texts).toEqual(['No, stop.']);
    transcriber.agentSpeaks(false);
    await hear([8, 0.95], END);
    await answer(2, 'Yes.');
    expect(texts).toEqual(['No, stop.', 'Yes.']);
  });

  it('tells the recogniser of backchannels where it may hear one: in what is short, over the agent', async () => {
    const { recogniser, transcriber, hear, answer } = setup();
    await hear([15, 0.95], END);
    await answer(0, 'Write it down.');
    transcriber.agentSpeaks(true);
    await hear([60, 0.95], END);
    await answer(1, 'Write it down.');
    await hear([15, 0.95], END);
    expect(recogniser.jobs.map(({ phrases }) => phrases)).toEqual([
      [],
      [],
      expect.arrayContaining(['okay', 'uh huh', 'i see']),
    ]);
    expect(recogniser.jobs.map(({ contrary }) => contrary)).toEqual([
      undefined,
      undefined,
      expect.arrayContaining(['no', 'wait', 'what']),
    ]);
  });

  it('has the agent wait less long for late words of what may be a backchannel', async () => {
    const { transcriber, hear } = setup();
    transcriber.agentSpeaks(true);
    await hear([60, 0.95], END);
    const longMs = transcriber.patienceMs;
    await hear([15, 0.95], END);
    const shortMs = transcriber.patienceMs;
    transcriber.agentSpeaks(false);
    transcriber.agentSaid('Is that all?');
    await hear([15, 0.95], END);
    expect(shortMs).toBeLessThan(longMs);
    expect(transcriber.patienceMs).toBe(longMs);
  });

  it('expects no backchannel of a caller who goes on as the answer begins', async () => {
    const { recogniser, transcriber, ends, hear, answer } = setup({ maxDelayMs: 0, minDelayMs: 0 });
    await hear([60, 0.95], END);
    await answer(0, 'Send it to my office.');
    await expect.poll(() => ends).toHaveLength(1);
    transcriber.agentSpeaks(true);
    await hear([15, 0.95], END);
    const goingOnMs = transcriber.patienceMs;
    await answer(1, 'Actually,');
    await expect.poll(() => ends).toHaveLength(2);
    // One answer is over, and another one begins.
    transcriber.agentSpeaks(false);
    transcriber.agentSpeaks(true);
    await hear([15, 0.95], END);
    expect(recogniser.jobs.slice(1).map(({ phrases = [] }) => phrases.length > 0)).toEqual([false, true]);
    expect(transcriber.patienceMs).toBeLessThan(goingOnMs);
  });

  it('tells the recogniser what the agent has asked for, or the client says, or the caller', async () => {
    const { recogniser, transcriber, hear, answer } = setup();
    transcriber.agentSaid('How can I help you?');
    await hear([15, 0.95], END);
    await answer(0, 'I have lost my card.');
    transcriber.agentSaid('Oh no. What is your e-mail address?');
    await hear([15, 0.95], END);
    await answer(1, 'My telephone number is');
    await hear([15, 0.95], END);
    await answer(2, '555 0142 617.');
    transcriber.expect('spelling');
    await hear([15, 0.95], END);
    expect(recogniser.jobs.map(({ dictation }) => dictation)).toEqual(['any', 'email', 'digits', 'letters']);
  });

  it('dismisses a second backchannel that comes before the agent has gone on', async () => {
    const { observer, texts, transcriber, hear, answer } = setup();
    transcriber.agentSpeaks(true);
    await hear([8, 0.95], END);
    transcriber.agentSpeaks(false);
    await answer(0, 'Uh-huh.');
    await hear([8, 0.95], END);
    await answer(1, 'Okay.');
    expect(texts).toEqual([]);
    expect(observer.notes.filter((note) => note === 'dismissed backchannel')).toHaveLength(2);
  });

  it('is certain of the end of a turn some time after it, and not while the caller is heard', async () => {
    const { texts, transcriber, hear, answer } = setup({ maxDelayMs: 60 });
    expect(transcriber.isTurnCertain).toBe(true);
    await hear([20, 0], SPEECH);
    expect(transcriber.isTurnCertain).toBe(false);
    await hear(END);
    // The words are not known.
    expect(transcriber.isTurnCertain).toBe(false);
    await answer(0, 'Please cancel my order.');
    expect(texts).toHaveLength(1);
    await expect.poll(() => transcriber.isTurnCertain).toBe(true);
    await hear(SPEECH);
    expect(transcriber.isTurnCertain).toBe(false);
    await hear(END);
    await answer(1, '');
    await expect.poll(() => transcriber.isTurnCertain).toBe(true);
  });

  it('waits a second after a turn that may go on, and not after the last digit of a number', async () => {
    const { transcriber, ends, hear, answer } = setup({ maxDelayMs: 60_000, minDelayMs: 0 });
    transcriber.agentSaid('What is your telephone number?');
    await hear([20, 0], SPEECH, END);
    await answer(0, '212 555 0142.');
    await expect.poll(() => ends).toEqual([true]);
    transcriber.agentSaid('Shall I book it?');
    await hear(SPEECH, END);
    await answer(1, 'Yes, please book it for me.');
    await expect.poll(() => ends, { timeout: 10_000 }).toEqual([true, false]);
    await expect.poll(() => transcriber.isTurnCertain, { timeout: 10_000 }).toBe(true);
  });

  it('takes a cough for no turn, whatever an unsure recogniser makes of it', async () => {
    const { observer, texts, hear, answer } = setup();
    await hear([6, 0.7], END);
    await answer(0, 'you', 0.6);
    await hear([6, 0.7], END);
    await answer(1, '');
    await hear([4, 0.7], END);
    await answer(2, 'Thank you for watching this video.');
    expect(texts).toEqual([]);
    expect(observer.notes.filter((note) => note === 'dismissed noise')).toHaveLength(3);
    expect(observer.notes).not.toContain('confirmed');
  });

  describe('while the caller speaks', () => {
    /** Longer than the interval of two passes. */
    const MORE: Stretch = [32, 0.95];

    it('tells the words as they come, and clears what was no turn', async () => {
      const { partials, recogniser, texts, hear, answer, observer } = setup({ follows: true });
      await hear(MORE);
      await answer(0, 'My name.');
      // A pause of the same length follows each pass.
      await expect.poll(() => hear(MORE).then(() => recogniser.jobs.length)).toBe(2);
      await answer(1, 'My name is An.');
      expect(partials).toEqual(['||My name', '|My name|My name is An']);
      await hear(END);
      await answer(2, '');
      expect(partials.at(-1)).toBe('||');
      expect(texts).toEqual([]);
      expect(observer.notes).toContain('dismissed noise');
    });

    it('gives up a pass when the caller pauses, and asks nothing where that is not wanted', async () => {
      const { recogniser, texts, hear, answer } = setup({ follows: true });
      await hear(MORE);
      expect(recogniser.open).toBe(1);
      await hear(END);
      expect(recogniser.aborted).toBe(1);
      await answer(1, 'My name is Anna.');
      expect(texts).toEqual(['My name is Anna.']);
      const other = setup();
      await other.hear(MORE, MORE);
      expect(other.recogniser.jobs).toEqual([]);
    });
  });
});
