import { VAD, type VADEvent, VADEventType, VADStream } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { CALLER_SAMPLE_RATE } from '../../audio-rates.ts';
import { ASK_TURN_DETECTOR_AHEAD_MS, END_OF_SPEECH_BEHIND_WORDS_MS } from '../endpointing/endpointing.ts';
import { MAX_TRANSCRIPT_WAIT_MS } from '../interruption/interruption.ts';
import type { AudioIntake, VadWindow } from './audio-intake.ts';
import { WINDOW_MS, WINDOW_SAMPLES } from './vad-model.ts';

/** The words of speech, which are known later than that it ended. */
export interface PendingTranscript {
  /** There is speech of which it is not known yet what it says. */
  readonly isPending: boolean;
  /** @param tell called whenever that has become known; one at a time */
  onSettled(tell: () => void): void;
}

/**
 * Voice activity detection as AgentSession takes it, and the way in for the caller's audio: what the session writes to
 * its VAD stream is handed to the `AudioIntake`, from which recognition has its audio too.
 */
export class IntakeVad extends VAD {
  override label = 'parley.IntakeVad';
  readonly #intake: AudioIntake;
  readonly #transcript: PendingTranscript | null;

  /**
   * @param transcript keeps the end of speech from the session until its words are known: the session takes the words
   *   that it has for the whole turn then, and an agent that was interrupted resumes
   */
  constructor(intake: AudioIntake, transcript: PendingTranscript | null = null) {
    super({ updateInterval: WINDOW_MS });
    this.#intake = intake;
    this.#transcript = transcript;
  }

  /**
   * Not for the session to judge, which would want 250 ms: the end-of-turn model is asked in time, see
   * `ASK_TURN_DETECTOR_AHEAD_MS`.
   */
  override get minSilenceDuration(): null {
    return null;
  }

  /** The session opens another only after having closed the one before. */
  override stream(): VADStream {
    return new IntakeVadStream(this, this.#intake, this.#transcript);
  }
}

/**
 * Tells of every window, and where speech begins and ends, with the times and in the order of the framework's own
 * detector: a window is told of with the state before it, except that its own silence counts. Frames hold the window
 * alone: the session reads no more than their rate, and recognition takes its audio from the intake.
 */
class IntakeVadStream extends VADStream {
  readonly #intake: AudioIntake;
  readonly #transcript: PendingTranscript | null;
  readonly #stopListening: () => void;
  /** The end of speech that is not told yet, and since when. */
  #ended: { readonly event: VADEvent; readonly atMs: number } | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(vad: IntakeVad, intake: AudioIntake, transcript: PendingTranscript | null) {
    super(vad);
    this.#intake = intake;
    this.#transcript = transcript;
    transcript?.onSettled(() => this.#tellEndIn(END_OF_SPEECH_BEHIND_WORDS_MS));
    this.#stopListening = intake.onWindow((window) => this.#tell(window));
    void this.#carry();
  }

  override close(): void {
    if (this.closed) return;
    this.#stopListening();
    this.#forgetEnd();
    super.close();
  }

  /** The caller's audio, from the session to the intake. */
  async #carry(): Promise<void> {
    for (;;) {
      const { done, value } = await this.inputReader.read();
      if (done || this.closed) return;
      if (typeof value === 'symbol') this.#intake.reset();
      else this.#intake.push(value.data);
    }
  }

  #tell(window: VadWindow): void {
    const { before, step, probability, samples, index } = window;
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
      rawAccumulatedSilence:
        step.accumulatedSilenceMs > 0 ? step.accumulatedSilenceMs + ASK_TURN_DETECTOR_AHEAD_MS : 0,
    });
    if (step.change !== 'started' && step.change !== 'ended') return;
    // Speech that goes on before its words were known is one stretch to the session.
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
    if (this.#transcript?.isPending && waitedMs < MAX_TRANSCRIPT_WAIT_MS) {
      this.#tellEndIn(MAX_TRANSCRIPT_WAIT_MS - waitedMs);
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
