/**
 * Types of forced alignment: a transcript with known sound (a rendition) is aligned with a recording of the same words.
 */

export interface RenditionPhoneme {
  /** One symbol from the phonemizer, without stress marks. */
  readonly ipa: string;
  /** Index into the words of the rendition; -1 for silence between words. */
  readonly word: number;
  readonly startSamples: number;
  readonly endSamples: number;
}

export interface RenditionWord {
  /** The word as written in the transcript. */
  readonly text: string;
  readonly startSamples: number;
  readonly endSamples: number;
}

/** A transcript spoken by one of our synthesizers: audio with exact times of words and phonemes. */
export interface Rendition {
  /** Mono, -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly words: readonly RenditionWord[];
  /** In order, covering the rendition without gaps. */
  readonly phonemes: readonly RenditionPhoneme[];
}

/** A part of a recording. */
export interface TimeSpan {
  readonly startMs: number;
  readonly endMs: number;
}

export interface AlignedPhoneme extends TimeSpan {
  readonly ipa: string;
}

export interface AlignedWord extends TimeSpan {
  readonly text: string;
  /** Probability that this word was said here, 0 to 1. */
  readonly confidence: number;
  readonly phonemes: readonly AlignedPhoneme[];
  /** Its duration in the rendition. */
  readonly renderedMs: number;
}

export interface Alignment {
  readonly words: readonly AlignedWord[];
  /** Confidence in the whole, 0 to 1. Below `MIN_CONFIDENCE` the recording does not say the transcript. */
  readonly confidence: number;
}
