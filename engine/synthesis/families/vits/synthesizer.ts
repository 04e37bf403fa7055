import type { Pronounced } from '../../../../language/pronunciation/pronounce.ts';
import type { PiperConfig } from '../../../../model-files/piper-config.ts';
import { loadOptimized } from '../../optimized/optimized-files.ts';
import { withoutGaps } from '../../phoneme-timings.ts';
import { idSpeeds } from '../../prosody.ts';
import { stateOf } from '../../state-of.ts';
import type {
  RenderState,
  SynthesisControls,
  SynthesizedPhrase,
  Synthesizer,
  WordTiming,
} from '../../synthesizer.ts';
import { type Utterance, type UtteranceControls, VitsModel } from './model.ts';
import { BLANK, phonemeIds } from './phoneme-ids.ts';

/** Highest accepted noise scale: beyond it the voice breaks up. */
const MAX_TEMPERATURE = 1.5;

interface VitsState extends RenderState {
  readonly engine: 'vits';
  readonly utterance: Utterance;
}

/** A Piper voice. `temperature` is the scale of the noise in its latent frames; `topK` has no effect here. */
export class VitsSynthesizer implements Synthesizer {
  readonly espeakVoice: string;
  readonly #model: VitsModel;
  readonly #config: PiperConfig;
  readonly #speaker: number;

  /** @throws Error for a voice that was not trained on espeak's phonemes */
  constructor(model: VitsModel, config: PiperConfig, speaker: number) {
    if (config.espeakVoice === null)
      throw new Error('the voice does not name the espeak voice it was trained on');
    this.#model = model;
    this.#config = config;
    this.#speaker = speaker;
    this.espeakVoice = config.espeakVoice;
  }

  /** Loads the model. The first call on a machine also splits it, which takes some seconds. */
  static async loadModel(modelPath: string, boost = false): Promise<VitsModel> {
    return loadOptimized(
      { engine: 'vits', modelPath },
      {
        open: (folder) => VitsModel.open(folder, boost),
        load: (bytes) => VitsModel.load(bytes, boost),
      },
    );
  }

  async prepare(
    pronounced: readonly Pronounced[],
    controls: SynthesisControls,
    boost = false,
  ): Promise<SynthesizedPhrase> {
    const { ids, wordRanges, phonemeRanges, soundRange } = phonemeIds(pronounced, this.#config.phonemeIdMap);
    const utteranceControls: UtteranceControls = {
      noiseScale: Math.min(MAX_TEMPERATURE, Math.max(0, controls.temperature ?? this.#config.noiseScale)),
      durationNoiseScale: this.#config.noiseW,
      lengthScale: this.#config.lengthScale,
      speed: idSpeeds(pronounced, controls.speed, wordRanges, ids.length),
      blank: this.#config.phonemeIdMap[BLANK]?.[0] ?? null,
      speaker: this.#speaker,
      seed: controls.seed,
    };
    const utterance = await this.#model.prepare(ids, utteranceControls, boost);
    const startFrames = new Int32Array(ids.length + 1);
    for (let i = 0; i < ids.length; i++) {
      startFrames[i + 1] = (startFrames[i] ?? 0) + (utterance.idFrames[i] ?? 0);
    }
    const frameAt = (index: number): number => startFrames[index] ?? utterance.frames;
    const hop = this.#model.hopSamples;
    const words: WordTiming[] = wordRanges.map(([from, to]) => ({
      startSamples: frameAt(from) * hop,
      endSamples: frameAt(to) * hop,
    }));
    const state: VitsState = { engine: 'vits', utterance };
    return {
      sampleRate: this.#config.sampleRate,
      frames: phonemeRanges.length === 0 ? 0 : utterance.frames,
      frameSamples: hop,
      soundFrom: frameAt(soundRange[0]),
      soundTo: frameAt(soundRange[1]),
      maxWindowFrames: Number.POSITIVE_INFINITY,
      words,
      phonemes: withoutGaps(
        phonemeRanges.map(({ ipa, word, from, to }) => ({
          ipa,
          word,
          startSamples: frameAt(from) * hop,
          endSamples: frameAt(to) * hop,
        })),
        utterance.frames * hop,
      ),
      state,
    };
  }

  render(state: RenderState, from: number, to: number, boost = false): Promise<Float32Array> {
    const { utterance } = stateOf<VitsState>(state, 'vits');
    return this.#model.render(utterance, from, to, boost);
  }
}
