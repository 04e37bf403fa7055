import { AddedWords, PartialWords } from '../../agent-worker/hearing/recognition/partial-words.ts';
import { RecognitionQueue } from '../../agent-worker/hearing/recognition/recognition-queue.ts';
import type { Utterance } from '../../agent-worker/hearing/recognition/utterance-recording.ts';
import { EngineError, languageToHear, type Recogniser, RecognitionError } from '../../engine/index.ts';
import { conditioned } from '../../media/conditioning.ts';
import { joinSamples, LIVE_RATE } from '../../media/live/live-decoder.ts';
import { PcmDecoder } from '../../media/live/raw-decoder.ts';
import { int16ToFloat } from '../../media/pcm.ts';
import { refusal } from '../errors/api-error.ts';
import type { Slot } from '../limits/slots.ts';
import { MAX_WYOMING_RECORDING_SECONDS } from '../limits/wyoming.ts';
import type { WyomingDeps } from './deps.ts';
import type { TranscribeRequest } from './requests.ts';

export interface RecordingOptions extends TranscribeRequest {
  /** In Hz. */
  readonly rate: number;
  /** Held until the recording is released. */
  readonly slot: Slot;
  readonly recogniser: Recogniser;
  /** The stable words so far; the rest follows when the recording is complete. */
  readonly onWords: (words: string) => void;
}

/** Ongoing audio is recognised again after each addition of this length, ... */
const FOLLOW_EVERY = 0.45 * LIVE_RATE;
/** ... up to this length, because each pass processes all of it. */
const MOST_FOLLOWED = 25 * LIVE_RATE;

/** Audio as it arrives. It is recognised as a whole when it is complete; before that, stable words are reported. */
export class Recording {
  readonly #options: RecordingOptions;
  readonly #decoder: PcmDecoder;
  readonly #queue: RecognitionQueue;
  readonly #partial = new PartialWords();
  readonly #added = new AddedWords();
  #parts: Int16Array[] = [];
  #samples = 0;
  #followed = 0;

  constructor(options: RecordingOptions) {
    this.#options = options;
    const { rate, recogniser } = options;
    this.#decoder = new PcmDecoder(rate);
    recogniser.prepare?.(this.#lang);
    this.#queue = new RecognitionQueue({
      recogniser,
      lang: this.#lang,
      onText: () => undefined,
      onPartial: (text, confidences) => this.#tell(this.#partial.hear(text, confidences).stable),
      onFailure: () => undefined,
    });
  }

  /** @param bytes 16-bit samples of one channel, little endian. @throws ApiError 413 */
  push(bytes: Uint8Array): void {
    const samples = this.#decoder.push(bytes);
    this.#samples += samples.length;
    if (this.#samples > MAX_WYOMING_RECORDING_SECONDS * LIVE_RATE) {
      throw refusal('wyoming_recording_too_long', { values: { seconds: MAX_WYOMING_RECORDING_SECONDS } });
    }
    // At 16 kHz these are the bytes as received, which are a part of a larger buffer.
    this.#parts.push(samples.slice());
    if (this.#samples < this.#followed + FOLLOW_EVERY || this.#samples > MOST_FOLLOWED) return;
    this.#followed = this.#samples;
    this.#queue.follow(() => this.#soFar());
  }

  /**
   * Its text. A user waits for it, as in a conversation, so it takes precedence over files.
   * @throws EngineError; the signal's reason when aborted
   */
  async transcribe(
    { engine, metrics, log }: Pick<WyomingDeps, 'engine' | 'metrics' | 'log'>,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly lang: string | null }> {
    this.#queue.close();
    const { lang, names, recogniser } = this.#options;
    engine.checkTranscription(lang);
    const asked = this.#lang;
    const startMs = performance.now();
    let outcome = 'failed';
    try {
      const { samples } = this.#soFar();
      this.#parts = [];
      const heard = await recogniser.transcribe(samples, { lang: asked, names, isLive: true, signal });
      outcome = 'transcribed';
      this.#tell(heard.text);
      return { text: heard.text.trim(), lang: asked || (heard.lang ?? null) };
    } catch (error) {
      if (signal.aborted) outcome = 'aborted';
      if (!(error instanceof RecognitionError)) throw error;
      log.warn({ reason: error.message }, 'a recording could not be transcribed');
      throw new EngineError(error.retryable ? 'transcription_busy' : 'transcription_unavailable', {
        cause: error,
      });
    } finally {
      metrics.transcriptions.inc({ outcome });
      const seconds = (performance.now() - startMs) / 1000;
      log.info({ outcome, seconds }, 'a transcription ended');
    }
  }

  /** Releases its slot, at the latest when the client has gone. */
  release(): void {
    this.#queue.close();
    this.#options.slot.release();
  }

  get #lang(): string {
    const { lang, recogniser } = this.#options;
    return languageToHear(recogniser, lang);
  }

  #soFar(): Utterance {
    this.#parts = [joinSamples(this.#parts)];
    const samples = conditioned(int16ToFloat(this.#parts[0]!), LIVE_RATE);
    return { samples, endedMs: performance.now(), facts: { voicedMs: 0, overAgent: false } };
  }

  #tell(text: string): void {
    const words = this.#added.next(text);
    if (words !== '') this.#options.onWords(words);
  }
}
