/** Recognises the sounds to be scored. */
import { ENGLISH_RECOGNISER, LocalRecogniser, RECOGNITION_SAMPLE_RATE } from '../../../engine/research.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { evaluationModel } from './models.ts';

export class Transcriber {
  readonly #recogniser: LocalRecogniser;

  private constructor(recogniser: LocalRecogniser) {
    this.#recogniser = recogniser;
  }

  /** @throws EvaluationModelMissing */
  static async load(): Promise<Transcriber> {
    return new Transcriber(
      new LocalRecogniser({ id: ENGLISH_RECOGNISER, files: [await evaluationModel(ENGLISH_RECOGNISER)] }),
    );
  }

  /** @param samples mono English speech */
  async transcribe(samples: Float32Array, sampleRate: number): Promise<string> {
    const sound = resampleAll(samples, sampleRate, RECOGNITION_SAMPLE_RATE);
    return (await this.#recogniser.transcribe(sound, { lang: 'en' })).text;
  }

  async close(): Promise<void> {
    await this.#recogniser.close();
  }
}
