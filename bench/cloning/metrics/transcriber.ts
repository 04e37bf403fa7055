/** What a recogniser hears in the sounds to be judged. */
import { readFile } from 'node:fs/promises';
import { Whisper, WhisperFullParams, WhisperSamplingStrategy } from '@napi-rs/whisper';
import { ENGLISH_RECOGNISER } from '../../../engine/models/manifest.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { evaluationModel } from './models.ts';

const RATE = 16_000;

export class Transcriber {
  readonly #whisper: Whisper;

  private constructor(whisper: Whisper) {
    this.#whisper = whisper;
  }

  static async load(): Promise<Transcriber> {
    return new Transcriber(new Whisper(await readFile(await evaluationModel(ENGLISH_RECOGNISER))));
  }

  /** @param samples mono */
  transcribe(samples: Float32Array, sampleRate: number): string {
    const params = new WhisperFullParams(WhisperSamplingStrategy.Greedy);
    params.language = 'en';
    // Its threads wait for each other by spinning, which is ruinous on a busy machine.
    params.nThreads = 1;
    params.noTimestamps = true;
    params.printProgress = false;
    params.printRealtime = false;
    return this.#whisper.full(params, resampleAll(samples, sampleRate, RATE)).trim();
  }
}
