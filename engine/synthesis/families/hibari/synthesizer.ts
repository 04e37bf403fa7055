import type { Pronounced } from '../../../../language/pronunciation/pronounce.ts';
import { framesAtSpeed, type Speeds } from '../../durations.ts';
import { loadOptimized } from '../../optimized/optimized-files.ts';
import { stateOf } from '../../state-of.ts';
import type {
  RenderState,
  SynthesisControls,
  SynthesizedPhrase,
  Synthesizer,
  UtterancePart,
} from '../../synthesizer.ts';
import { type PhonemeNotation, phonemeNotation } from '../kokoro/phoneme-symbols.ts';
import { type PreparedRun, renderParts, spokenRuns, startFramesOf } from '../kokoro/phrase.ts';
import { SPACE_TOKEN, type TokenRun } from '../kokoro/tokens.ts';
import { HibariModel, type HibariUtterance } from './model.ts';

/** 6 s, some 50 ms of a lane: most sentences. Every window also computes up to 54 frames of context. */
const WINDOW_FRAMES = 480;
/** The model's output is 3 dB softer than the Kokoro voice that it was distilled from. */
const GAIN = 1.4;

export interface HibariState extends RenderState {
  readonly engine: 'hibari';
  readonly utterances: readonly UtterancePart<HibariUtterance>[];
}

/**
 * A voice of hibari, which was distilled from one of Kokoro's and takes the same tokens. The seed determines its noise;
 * `temperature` and `topK` have no effect.
 */
export class HibariSynthesizer implements Synthesizer {
  readonly espeakVoice: string;
  readonly readsByDictionary = true;
  readonly #model: HibariModel;
  readonly #notation: PhonemeNotation;

  constructor(model: HibariModel, espeakVoice: string) {
    this.#model = model;
    this.#notation = phonemeNotation(espeakVoice);
    this.espeakVoice = espeakVoice;
  }

  /** Loads the graph. The first call on a machine also cuts it, which takes a second. */
  static async load(modelPath: string, espeakVoice: string): Promise<HibariSynthesizer> {
    const model = await loadOptimized({ engine: 'hibari', modelPath }, HibariModel);
    return new HibariSynthesizer(model, espeakVoice);
  }

  async prepare(
    pronounced: readonly Pronounced[],
    { speed, seed }: SynthesisControls,
  ): Promise<SynthesizedPhrase> {
    const { utterances, ...phrase } = await spokenRuns(pronounced, this.#notation, speed, (run, speeds) =>
      this.#prepareRun(run, speeds, seed),
    );
    const state: HibariState = { engine: 'hibari', utterances };
    return {
      ...phrase,
      leastWindowFrames: WINDOW_FRAMES,
      maxWindowFrames: WINDOW_FRAMES,
      state,
    };
  }

  async render(state: RenderState, from: number, to: number): Promise<Float32Array> {
    const { utterances } = stateOf<HibariState>(state, 'hibari');
    const samples = await renderParts(utterances, from, to, (utterance, first, last) =>
      this.#model.render(utterance, first, last),
    );
    for (let i = 0; i < samples.length; i++) samples[i]! *= GAIN;
    return samples;
  }

  /** Frees the model's sessions. */
  async release(): Promise<void> {
    await this.#model.release();
  }

  async #prepareRun({ ids }: TokenRun, speeds: Speeds, seed: number): Promise<PreparedRun<HibariUtterance>> {
    const text = await this.#model.encode(ids);
    const normal = text.durations.map((steps) => Math.max(1, Math.round(steps)));
    const steps = framesAtSpeed(normal, speeds, (i) => ids[i] === SPACE_TOKEN);
    const prepared = await this.#model.prepare(text, steps, seed);
    return { ...prepared, startFrames: startFramesOf(steps) };
  }
}
