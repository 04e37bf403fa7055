import { VAD, type VADEvent, VADEventType, VADStream } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { HEARING_RATE } from '../conversation/types.ts';
import type { Ear, HeardWindow } from './ear.ts';
import { WINDOW_MS, WINDOW_SAMPLES } from './models.ts';

/** Voice activity as AgentSession takes it. Its streams carry the caller's sound to the ear, which all of hearing shares. */
export class VoiceActivity extends VAD {
  override label = 'parley.VoiceActivity';
  readonly #ear: Ear;

  constructor(ear: Ear) {
    super({ updateInterval: WINDOW_MS });
    this.#ear = ear;
  }

  override get minSilenceDuration(): number {
    return this.#ear.minSilenceMs;
  }

  /** The session opens another only after having closed the one before. */
  override stream(): VADStream {
    return new VoiceActivityStream(this, this.#ear);
  }
}

/**
 * Tells of every window, and where speech begins and ends, with the times and in the order of the framework's own
 * detector: a window is told of with the state before it. Frames hold the window alone: the session reads no more
 * than their rate, and the recogniser takes its speech from the ear.
 */
class VoiceActivityStream extends VADStream {
  readonly #ear: Ear;
  readonly #stopListening: () => void;

  constructor(vad: VoiceActivity, ear: Ear) {
    super(vad);
    this.#ear = ear;
    this.#stopListening = ear.listen((window) => this.#tell(window));
    void this.#carry();
  }

  override close(): void {
    if (this.closed) return;
    this.#stopListening();
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
      frames: [new AudioFrame(samples, HEARING_RATE, 1, samples.length)],
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
      rawAccumulatedSilence: before.accumulatedSilenceMs,
    });
    if (step.change !== 'started' && step.change !== 'ended') return;
    this.#send({
      ...common,
      type: step.change === 'started' ? VADEventType.START_OF_SPEECH : VADEventType.END_OF_SPEECH,
      speechDuration: step.speechMs,
      silenceDuration: step.change === 'started' ? 0 : step.silenceMs,
      speaking: step.speaking,
      rawAccumulatedSpeech: 0,
      rawAccumulatedSilence: 0,
    });
  }

  #send(event: VADEvent): void {
    if (!this.closed) this.sendVADEvent(event);
  }
}
