/** Forced alignment: a transcript whose sound is known (a rendition) laid over a recording of the same words. */

export interface RenditionPhoneme {
  /** One symbol as the phonemizer gave it, without stress marks. */
  readonly ipa: string;
  /** Index into the words of the rendition; -1 for silence between words. */
  readonly word: number;
  readonly startSamples: number;
  readonly endSamples: number;
}

export interface RenditionWord {
  /** The word as the transcript writes it. */
  readonly text: string;
  readonly startSamples: number;
  readonly endSamples: number;
}

/** A transcript spoken by one of our synthesizers: sound with exact times of words and phonemes. */
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
  /** 0 to 1: how sure it is that this word was said here. */
  readonly confidence: number;
  readonly phonemes: readonly AlignedPhoneme[];
  /** What it lasts in the rendition. */
  readonly renderedMs: number;
}

export interface Alignment {
  readonly words: readonly AlignedWord[];
  /** 0 to 1 for the whole; below `MIN_CONFIDENCE` the recording does not say the transcript. */
  readonly confidence: number;
}
