/** All metrics together, loaded once and applied to every voice. */
import { type WordErrors, wordErrors } from '../../engine/research.ts';
import { type SpeakerEncoder, similarity } from '../../recordings/research.ts';
import { type Quality, QualityPredictor } from './metrics/dnsmos.ts';
import { loadSpeakerEncoder } from './metrics/models.ts';
import { Transcriber } from './metrics/transcriber.ts';
import { atRatedLevel, joinSounds, type Sound } from './sound.ts';

export interface Spoken extends Sound {
  readonly text: string;
}

export interface SentenceScore extends WordErrors, Quality {
  readonly text: string;
  readonly heard: string;
  /** Similarity of this sentence alone. It is a little lower for short sentences. */
  readonly similarity: number;
}

/** Scores of a voice. */
export interface VoiceScore extends Quality {
  /** Cosine similarity between the speaker's embedding and that of all sentences together. */
  readonly similarity: number;
  /** Word error rate of all sentences together. */
  readonly wordErrorRate: number;
  readonly sentences: readonly SentenceScore[];
}

const EMBEDDING_RATE = 16_000;

export class Judges {
  readonly #encoder: SpeakerEncoder;
  readonly #predictor: QualityPredictor;
  readonly #transcriber: Transcriber;
  /**
   * Scores of the unconverted voice, whose speech is the same for every speaker: scores that do not depend on the
   * speaker are computed once.
   */
  readonly #known = new WeakMap<Spoken, Omit<SentenceScore, 'similarity'>>();

  private constructor(encoder: SpeakerEncoder, predictor: QualityPredictor, transcriber: Transcriber) {
    this.#encoder = encoder;
    this.#predictor = predictor;
    this.#transcriber = transcriber;
  }

  /** @throws EvaluationModelMissing */
  static async load(): Promise<Judges> {
    return new Judges(await loadSpeakerEncoder(), await QualityPredictor.load(), await Transcriber.load());
  }

  /** One embedding of all sounds together. */
  async embed(sounds: readonly Sound[]): Promise<Float32Array> {
    return await this.#encoder.embed(joinSounds(sounds, EMBEDDING_RATE, 0), EMBEDDING_RATE);
  }

  /**
   * @param speaker embedding of the person to compare with
   * @param spoken at least one sentence
   */
  async judge(speaker: Float32Array, spoken: readonly Spoken[], signal?: AbortSignal): Promise<VoiceScore> {
    const sentences: SentenceScore[] = [];
    for (const sound of spoken) {
      signal?.throwIfAborted();
      const alike = similarity(await this.embed([sound]), speaker);
      sentences.push({ ...(await this.#sentence(sound)), similarity: alike });
    }
    const mean = (key: keyof Quality) => total(sentences, (score) => score[key]) / sentences.length;
    return {
      similarity: similarity(await this.embed(spoken), speaker),
      wordErrorRate: total(sentences, (score) => score.errors) / total(sentences, (score) => score.words),
      sig: mean('sig'),
      bak: mean('bak'),
      ovrl: mean('ovrl'),
      sentences,
    };
  }

  async #sentence(sound: Spoken): Promise<Omit<SentenceScore, 'similarity'>> {
    const known = this.#known.get(sound);
    if (known) return known;
    const { samples, sampleRate, text } = sound;
    const heard = await this.#transcriber.transcribe(samples, sampleRate);
    const quality = await this.#predictor.rate(atRatedLevel(sound).samples, sampleRate);
    const score = { text, heard, ...wordErrors(text, heard), ...quality };
    this.#known.set(sound, score);
    return score;
  }

  async close(): Promise<void> {
    await Promise.all([this.#encoder.close(), this.#predictor.close(), this.#transcriber.close()]);
  }
}

function total<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}
