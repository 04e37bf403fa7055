/** Scores of predicted listeners and of a recogniser. */
import { type WordErrors, wordErrors } from '../../engine/research.ts';
import { mean } from '../../media/statistics.ts';
import type { Spoken } from '../cloning/judges.ts';
import { QualityPredictor } from '../cloning/metrics/dnsmos.ts';
import { Transcriber } from '../cloning/metrics/transcriber.ts';
import { atRatedLevel } from '../cloning/sound.ts';

export interface Rating {
  /** Overall score of DNSMOS. */
  readonly quality: number;
  /** Null if not requested. */
  readonly words: WordErrors | null;
}

export class Raters {
  readonly #predictor: QualityPredictor;
  readonly #transcriber: Transcriber;

  private constructor(predictor: QualityPredictor, transcriber: Transcriber) {
    this.#predictor = predictor;
    this.#transcriber = transcriber;
  }

  /** @throws EvaluationModelMissing */
  static async load(): Promise<Raters> {
    return new Raters(await QualityPredictor.load(), await Transcriber.load());
  }

  /** @param isEnglish whether its words can be recognised */
  async rate(sound: Spoken, isEnglish: boolean): Promise<Rating> {
    const { ovrl } = await this.#predictor.rate(atRatedLevel(sound).samples, sound.sampleRate);
    if (!isEnglish) return { quality: ovrl, words: null };
    const heard = await this.#transcriber.transcribe(sound.samples, sound.sampleRate);
    return { quality: ovrl, words: wordErrors(sound.text, heard) };
  }

  async close(): Promise<void> {
    await Promise.all([this.#predictor.close(), this.#transcriber.close()]);
  }
}

export const meanQuality = (ratings: readonly Rating[]): number =>
  mean(ratings.map(({ quality }) => quality));

/** Word error rate in per cent; null without recognised sentences. */
export function wordErrorPercent(ratings: readonly Rating[]): number | null {
  const counted = ratings.flatMap(({ words }) => words ?? []);
  if (counted.length === 0) return null;
  const total = (key: keyof WordErrors): number => counted.reduce((sum, each) => sum + each[key], 0);
  return (100 * total('errors')) / total('words');
}
