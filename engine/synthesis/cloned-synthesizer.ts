import type { Pronounced } from '../../language/pronunciation/pronounce.ts';
import { type BaseMap, decodeCodes, type SpeakerCodes } from '../conversion/codes.ts';
import { tokensOf } from '../conversion/content-keys.ts';
import type { ExemplarSampling } from '../conversion/exemplars.ts';
import {
  type ConversionState,
  createConversion,
  lookAheadSamples,
  PhraseConversion,
} from '../conversion/phrase-conversion.ts';
import { DEFAULT_SAMPLING } from '../conversion/tuning.ts';
import { baseKey } from './base-key.ts';
import { stateOf } from './state-of.ts';
import type { RenderState, SynthesisControls, SynthesizedPhrase, Synthesizer } from './synthesizer.ts';
import type { BaseSource } from './voice-source.ts';

interface CloneState extends RenderState {
  readonly engine: 'clone';
  readonly base: RenderState;
  readonly conversion: ConversionState;
  readonly sampling: ExemplarSampling;
  /** Frames of the base that are rendered: a few more than requested. */
  baseFrames: number;
}

/**
 * A cloned voice: a base voice speaks, and each window is converted as soon as it is rendered. Words and phonemes keep
 * the base's times. `temperature` and `topK` are the softmax temperature and the number of the speaker's own frames
 * that are mixed in; the base uses its defaults. A base that was moved near enough to the speaker inside the model
 * speaks unconverted unless one of them is given.
 */
export class ClonedSynthesizer implements Synthesizer {
  readonly espeakVoice: string;
  readonly readsByDictionary: boolean;
  readonly speaksAllPhonemes: boolean;
  readonly #base: Synthesizer;
  readonly #conversion: PhraseConversion;
  /**
   * The base was moved near enough to the speaker: its sound is converted only where a request sets `temperature` or
   * `topK`.
   */
  readonly #isNear: boolean;
  readonly #lookAheadSamples: number;

  /**
   * @param load gives the synthesizer of the base, which may be moved towards the speaker
   * @throws CodesError for unreadable codes; Error when they were not learned for this base
   */
  static async load(
    source: BaseSource,
    codes: Uint8Array,
    load: (source: BaseSource) => Promise<Synthesizer>,
  ): Promise<ClonedSynthesizer> {
    const speaker = decodeCodes(codes);
    const key = baseKey(source);
    const map = speaker.bases.find((candidate) => candidate.key === key);
    if (!map) throw new Error(`the voice was not enrolled for the base ${key}`);
    const { morph } = map;
    const base = await load(morph ? { ...source, morph } : source);
    return new ClonedSynthesizer(base, speaker, map);
  }

  private constructor(base: Synthesizer, speaker: SpeakerCodes, map: BaseMap) {
    this.espeakVoice = base.espeakVoice;
    this.readsByDictionary = base.readsByDictionary ?? false;
    this.speaksAllPhonemes = base.speaksAllPhonemes ?? false;
    this.#base = base;
    this.#conversion = new PhraseConversion(speaker, map);
    this.#isNear = map.morph !== null && !map.morph.isConverted;
    this.#lookAheadSamples = lookAheadSamples(map.sampleRate);
  }

  async prepare(
    pronounced: readonly Pronounced[],
    controls: SynthesisControls,
    boost?: boolean,
  ): Promise<SynthesizedPhrase> {
    const phrase = await this.#base.prepare(
      pronounced,
      { ...controls, temperature: null, topK: null },
      boost,
    );
    if (this.#isNear && controls.temperature === null && controls.topK === null) return phrase;
    const state: CloneState = {
      engine: 'clone',
      base: phrase.state,
      conversion: createConversion(
        phrase.frames * phrase.frameSamples,
        phrase.frames,
        tokensOf(phrase.phonemes),
      ),
      sampling: {
        temperature: controls.temperature ?? DEFAULT_SAMPLING.temperature,
        topK: controls.topK ?? DEFAULT_SAMPLING.topK,
      },
      baseFrames: 0,
    };
    return { ...phrase, state };
  }

  async render(state: RenderState, from: number, to: number, boost?: boolean): Promise<Float32Array> {
    if (state.engine !== 'clone') return this.#base.render(state, from, to, boost);
    const own = stateOf<CloneState>(state, 'clone');
    const { conversion } = own;
    const { frames, source, output } = conversion;
    const frameSamples = source.length / frames;
    const wanted = Math.min(frames, to + Math.ceil(this.#lookAheadSamples / frameSamples));
    if (wanted > own.baseFrames) {
      const samples = await this.#base.render(own.base, own.baseFrames, wanted, boost);
      source.set(samples, own.baseFrames * frameSamples);
      own.baseFrames = wanted;
    }
    this.#conversion.advance(conversion, own.baseFrames * frameSamples, own.sampling);
    return output.slice(from * frameSamples, to * frameSamples);
  }
}
