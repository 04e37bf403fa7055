import { EngineError, RecognitionError } from '../../engine/index.ts';
import { conditioned } from '../../media/conditioning.ts';
import { joinSamples, LIVE_RATE } from '../../media/live/live-decoder.ts';
import { PcmDecoder } from '../../media/live/raw-decoder.ts';
import { int16ToFloat } from '../../media/pcm.ts';
import { refusal } from '../errors/api-error.ts';
import type { Slot } from '../limits/slots.ts';
import { MAX_WYOMING_RECORDING_SECONDS } from '../limits/wyoming.ts';
import type { WyomingDeps } from './deps.ts';
import type { TranscribeRequest } from './requests.ts';

/** Audio as it arrives, to be recognised when it is complete. */
export class Recording {
  readonly #decoder: PcmDecoder;
  readonly #slot: Slot;
  readonly #parts: Int16Array[] = [];
  #samples = 0;

  /**
   * @param rate in Hz
   * @param slot held until the recording is released
   */
  constructor(rate: number, slot: Slot) {
    this.#decoder = new PcmDecoder(rate);
    this.#slot = slot;
  }

  /** @param bytes 16-bit samples of one channel, little endian. @throws ApiError 413 */
  push(bytes: Uint8Array): void {
    const samples = this.#decoder.push(bytes);
    this.#samples += samples.length;
    if (this.#samples > MAX_WYOMING_RECORDING_SECONDS * LIVE_RATE) {
      throw refusal('wyoming_recording_too_long', { values: { seconds: MAX_WYOMING_RECORDING_SECONDS } });
    }
    // At 16 kHz these are the bytes as received, which are part of something larger.
    this.#parts.push(samples.slice());
  }

  /**
   * What is said in it. Somebody waits for it, as in a conversation: it goes before files.
   * @throws EngineError; the signal's reason when aborted
   */
  async transcribe(
    { engine, metrics, log }: Pick<WyomingDeps, 'engine' | 'metrics' | 'log'>,
    { lang, names }: TranscribeRequest,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly lang: string | null }> {
    engine.checkTranscription(lang);
    const { recogniser } = engine;
    // One that has to be told a language is told the one it knows.
    const asked = lang ?? (recogniser.supports('') ? '' : 'en');
    const startMs = performance.now();
    let outcome = 'failed';
    try {
      const samples = conditioned(int16ToFloat(joinSamples(this.#parts.splice(0))), LIVE_RATE);
      const heard = await recogniser.transcribe(samples, { lang: asked, names, isLive: true, signal });
      outcome = 'transcribed';
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

  /** Gives back its slot, at the latest when the client has gone. */
  release(): void {
    this.#slot.release();
  }
}
