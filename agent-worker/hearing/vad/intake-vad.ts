import { VAD, type VADEvent, VADEventType, VADStream } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { CALLER_SAMPLE_RATE } from '../../audio-rates.ts';
import { END_OF_SPEECH_BEHIND_WORDS_MS } from '../endpointing/endpointing.ts';
import type { AudioIntake, VadWindow } from './audio-intake.ts';
import { WINDOW_MS, WINDOW_SAMPLES } from './vad-model.ts';

/** The words of speech, which are known only after it has ended, and whether they are complete. */
export interface PendingTranscript {
  /** Some speech has no known words yet. */
  readonly isPending: boolean;
  /** How long after the end of speech the session waits for the words. */
  readonly patienceMs: number;
  /** All words are known, but the caller may continue. It ends by itself. */
  readonly isHolding: boolean;
  /** @param tell called whenever all words are known and the turn is over; only one callback at a time */
  onSettled(tell: () => void): void;
}

/**
 * Voice activity detection for AgentSession. Its audio comes from the `AudioIntake`; the session has none to give.
 */
export class IntakeVad extends VAD {
  override label = 'parley.IntakeVad';
  readonly #intake: AudioIntake;
  readonly #transcript: PendingTranscript | null;

  /**
   * @param transcript delays the end of speech for the session until its words are known and the turn is over: at
   *   the end of speech the session takes the words it has for the whole turn, and an interrupted agent resumes
   */
  constructor(intake: AudioIntake, transcript: PendingTranscript | null = null) {
    super({ updateInterval: WINDOW_MS });
    this.#intake = intake;
    this.#transcript = transcript;
  }

  /**
   * Null, since the session would otherwise require 250 ms.
   */
  override get minSilenceDuration(): null {
    return null;
  }

  /** The session opens a new stream only after it has closed the previous one. */
  override stream(): VADStream {
    return new IntakeVadStream(this, this.#intake, this.#transcript);
  }
}

/**
 * Reports every window, and where speech begins and ends, with the times and in the order of the framework's own
 * detector: a window is reported with the state before it, except that its own silence counts. Of windows in which
 * nothing happens only the first is reported, since the others would tell the session nothing new. Frames contain only
 * the window: the session reads nothing but their sample rate, and recognition gets its audio from the intake.
 */
class IntakeVadStream extends VADStream {
  readonly #intake: AudioIntake;
  readonly #transcript: PendingTranscript | null;
  readonly #stopListening: () => void;
  /** An end of speech that has not been reported yet, and when it happened. */
  #ended: { readonly event: VADEvent; readonly atMs: number } | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** The session knows that nothing is happening. */
  #isIdle = false;

  constructor(vad: IntakeVad, intake: AudioIntake, transcript: PendingTranscript | null) {
    super(vad);
    this.#intake = intake;
    this.#transcript = transcript;
    transcript?.onSettled(() => this.#tellEndIn(END_OF_SPEECH_BEHIND_WORDS_MS));
    this.#stopListening = intake.onWindow((window) => this.#tell(window));
  }

  /** The next audio is unrelated to what came before. */
  override flush(): void {
    this.#intake.reset();
  }

  override close(): void {
    if (this.closed) return;
    this.#stopListening();
    this.#forgetEnd();
    super.close();
  }

  #tell(window: VadWindow): void {
    const { before, step, probability, samples, index } = window;
    const wasIdle = this.#isIdle;
    this.#isIdle = !before.speaking && !before.voiced && step.change === 'none';
    if (wasIdle && this.#isIdle) return;
    const common = {
      samplesIndex: (index + 1) * WINDOW_SAMPLES,
      timestamp: (index + 1) * WINDOW_MS,
      frames: [new AudioFrame(samples, CALLER_SAMPLE_RATE, 1, samples.length)],
      probability,
      inferenceDuration: window.tookMs,
    };
    this.#send({
      ...common,
      type: VADEventType.INFERENCE_DONE,
      speechDuration: before.speaking ? before.speechMs + WINDOW_MS : 0,
      silenceDuration: before.speaking ? 0 : before.silenceMs + WINDOW_MS,
      speaking: before.speaking,
      rawAccumulatedSpeech: before.accumulatedSpeechMs,
      rawAccumulatedSilence: step.accumulatedSilenceMs,
    });
    if (step.change !== 'started' && step.change !== 'ended') return;
    // Speech that resumes before its words are known is one stretch for the session.
    this.#forgetEnd();
    const event = {
      ...common,
      type: step.change === 'started' ? VADEventType.START_OF_SPEECH : VADEventType.END_OF_SPEECH,
      speechDuration: step.speechMs,
      silenceDuration: step.change === 'started' ? 0 : step.silenceMs,
      speaking: step.speaking,
      rawAccumulatedSpeech: 0,
      rawAccumulatedSilence: 0,
    };
    if (step.change === 'started' || this.#transcript === null) {
      this.#send(event);
      return;
    }
    this.#ended = { event, atMs: Date.now() };
    this.#tellEndIn(END_OF_SPEECH_BEHIND_WORDS_MS);
  }

  #tellEndIn(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = this.#ended && setTimeout(() => this.#tellEnd(), ms);
  }

  #tellEnd(): void {
    if (!this.#ended) return;
    const { event, atMs } = this.#ended;
    const waitedMs = Date.now() - atMs;
    // Reports the end of speech.
    if (this.#transcript?.isHolding) return;
    const patienceMs = this.#transcript?.isPending ? this.#transcript.patienceMs : 0;
    if (waitedMs < patienceMs) {
      this.#tellEndIn(patienceMs - waitedMs);
      return;
    }
    this.#forgetEnd();
    this.#send({ ...event, silenceDuration: event.silenceDuration + waitedMs });
  }

  #forgetEnd(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#ended = null;
  }

  #send(event: VADEvent): void {
    if (!this.closed) this.sendVADEvent(event);
  }
}
