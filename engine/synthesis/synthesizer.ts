import type { Pronounced } from '../../language/pronunciation/pronounce.ts';
import type { VoiceMorph } from '../conversion/voice-morph.ts';
import type { Voice } from '../types.ts';

export interface WordTiming {
  /** Native samples from the beginning of the phrase. */
  readonly startSamples: number;
  readonly endSamples: number;
}

/** A phoneme or a silence of a phrase. */
export interface PhonemeTiming {
  /** One symbol as given by the phonemizer ("oʊ", "tʃ"), without stress marks; '' for silence. */
  readonly ipa: string;
  /** Index of the word it belongs to; -1 between words. */
  readonly word: number;
  /** Native samples from the beginning of the phrase. */
  readonly startSamples: number;
  readonly endSamples: number;
}

export interface SynthesisControls {
  /** 0.5 to 2. The sound lasts 1 / speed of what it lasts at 1; the pitch stays. */
  readonly speed: number;
  /** Null leaves the voice's default. */
  readonly temperature: number | null;
  readonly topK: number | null;
  readonly seed: number;
}

/** An utterance that is silent outside of frames [from, to). */
export interface UtterancePart<U> {
  readonly utterance: U;
  readonly from: number;
  readonly to: number;
}

/**
 * State of a synthesizer between windows of one phrase: plain data, cheap to pass between threads. Only the
 * synthesizers of its family know its contents (`stateOf`).
 */
export interface RenderState {
  readonly engine: Voice['engine'] | 'clone';
}

export interface SynthesizedPhrase {
  readonly sampleRate: number;
  readonly frames: number;
  readonly frameSamples: number;
  /**
   * Whether the end of the phrase, after at most `frames`, and the times of its words are known only after rendering.
   * Default: false.
   */
  readonly isOpen?: boolean;
  /**
   * Approximate start and end of its sound, in frames. Silence before and after it is trimmed by the sound itself,
   * within 0.1 s of these, so a synthesizer need not trim it.
   */
  readonly soundFrom: number;
  readonly soundTo: number;
  /** Frames below which a smaller window is worth it only for a first one that is waited for. Default: 0. */
  readonly leastWindowFrames?: number;
  /** Frames beyond which a larger window saves no time, or would occupy its lane for too long. */
  readonly maxWindowFrames: number;
  /**
   * One per pronounced word, in order; words without phonemes are empty, at the end of the word before. For an open
   * phrase, only which words are empty is known.
   */
  readonly words: readonly WordTiming[];
  /** In order, covering the phrase without gaps; none is empty. None of an open phrase. */
  readonly phonemes: readonly PhonemeTiming[];
  readonly state: RenderState;
}

/** Turns phonemes into audio in two steps: first the computations for the whole phrase, then window by window. */
export interface Synthesizer {
  /** The espeak voice whose phonemes this synthesizer understands. */
  readonly espeakVoice: string;
  /** Whether it was trained on the readings of the English dictionary. */
  readonly readsByDictionary?: boolean;
  /**
   * Whether it speaks the phonemes of every language; otherwise foreign ones are mapped to the sounds of its language.
   */
  readonly speaksAllPhonemes?: boolean;
  /** Whether its sound is espeak's, so that espeak has to be loaded before it speaks. */
  readonly speaksWithEspeak?: boolean;
  /** @param boost use a second core if that is faster */
  prepare(
    pronounced: readonly Pronounced[],
    controls: SynthesisControls,
    boost?: boolean,
  ): Promise<SynthesizedPhrase>;
  /**
   * Samples of frames [from, to), fewer where an open phrase ends; windows must be consecutive. Updates `state` in
   * place.
   */
  render(state: RenderState, from: number, to: number, boost?: boolean): Promise<Float32Array>;
  /** The times of the words of an open phrase once it has ended; null before. */
  endOf?(state: RenderState): readonly WordTiming[] | null;
  /** The same voice moved towards a speaker. @throws Error for a morph of another size */
  morphed?(morph: VoiceMorph): Synthesizer;
}
