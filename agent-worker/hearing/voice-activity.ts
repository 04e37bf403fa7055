import { VAD, type VADEvent, VADEventType, VADStream } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';
import type { Ear, HeardWindow } from './ear.ts';
import { WINDOW_MS, WINDOW_SAMPLES } from './models.ts';

/** Knows what speech said, later than the ear knows that it ended. */
export interface Deciding {
  readonly isUndecided: boolean;
  whenDecided(tell: () => void): void;
}

/** Words reach the session through queues of its own; the end of the speech that they belong to must not overtake them. */
const BEHIND_WORDS_MS = 3;
/**
 * The session asks its end-of-turn model at the first window of which it is told 200 ms of silence. It should be the one
 * after 192 ms: the answer takes some 30 ms, and is there when speech has ended.
 */
const ASK_AHEAD_MS = 8;
/** A recogniser that takes longer does not keep the agent from going on. */
const MAX_UNDECIDED_MS = 5000;

/** Voice activity as AgentSession takes it. Its streams carry the caller's sound to the ear, which all of hearing shares. */
export class VoiceActivity extends VAD {
  override label = 'parley.VoiceActivity';
  readonly #ear: Ear;
  readonly #deciding: Deciding | null;

  /**
   * @param deciding keeps the end of speech from the session until its words are known: the session takes the words that it
   *   has for the whole turn then, and an agent that was talked over goes on
   */
  constructor(ear: Ear, deciding: Deciding | null = null) {
    super({ updateInterval: WINDOW_MS });
    this.#ear = ear;
    this.#deciding = deciding;
  }

  /** Not for the session to judge, which would want 250 ms: the end-of-turn model is asked in time, see `ASK_AHEAD_MS`. */
  override get minSilenceDuration(): null {
    return null;
  }

  /** The session opens another only after having closed the one before. */
  override stream(): VADStream {
    return new VoiceActivityStream(this, this.#ear, this.#deciding);
  }
}

/**
 * Tells of every window, and where speech begins and ends, with the times and in the order of the framework's own
 * detector: a window is told of with the state before it, except that its own silence counts. Frames hold the window alone: the session reads no more
 * than their rate, and the recogniser takes its speech from the ear.
 */
class VoiceActivityStream extends VADStream {
  readonly #ear: Ear;
  readonly #deciding: Deciding | null;
  readonly #stopListening: () => void;
  /** The end of speech that is not told yet, and since when. */
  #ended: { readonly event: VADEvent; readonly atMs: number } | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(vad: VoiceActivity, ear: Ear, deciding: Deciding | null) {
    super(vad);
    this.#ear = ear;
    this.#deciding = deciding;
    deciding?.whenDecided(() => this.#tellEndIn(BEHIND_WORDS_MS));
    this.#stopListening = ear.listen((window) => this.#tell(window));
    void this.#carry();
  }

  override close(): void {
    if (this.closed) return;
    this.#stopListening();
    this.#forgetEnd();
    super.close();
  }

  async #carry(): Promise<void> {
    for (;;) {
      const { done, value } = await this.inputReader.read();
      if (done || this.closed) return;
      if (typeof value === 'symbol') this.#ear.reset();
      else this.#ear.hear(value.data);
    }
  }

  #tell(window: HeardWindow): void {
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
      rawAccumulatedSilence: step.accumulatedSilenceMs > 0 ? step.accumulatedSilenceMs + ASK_AHEAD_MS : 0,
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
    if (step.change === 'started' || this.#deciding === null) {
      this.#send(event);
      return;
    }
    this.#ended = { event, atMs: Date.now() };
    this.#tellEndIn(BEHIND_WORDS_MS);
  }

  #tellEndIn(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = this.#ended && setTimeout(() => this.#tellEnd(), ms);
  }

  #tellEnd(): void {
    if (!this.#ended) return;
    const { event, atMs } = this.#ended;
    const waitedMs = Date.now() - atMs;
    if (this.#deciding?.isUndecided && waitedMs < MAX_UNDECIDED_MS) {
      this.#tellEndIn(MAX_UNDECIDED_MS - waitedMs);
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
