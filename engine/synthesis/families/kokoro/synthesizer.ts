import { readFile } from 'node:fs/promises';
import type { Pronounced } from '../../../../language/pronunciation/pronounce.ts';
import { equalised } from '../../../conversion/equaliser.ts';
import type { VoiceMorph } from '../../../conversion/voice-morph.ts';
import { framesAtSpeed, type Speeds } from '../../durations.ts';
import { loadOptimized } from '../../optimized/optimized-files.ts';
import { idFactors, wordFactors } from '../../prosody.ts';
import { stateOf } from '../../state-of.ts';
import type {
  RenderState,
  SynthesisControls,
  SynthesizedPhrase,
  Synthesizer,
  UtterancePart,
} from '../../synthesizer.ts';
import { LEAST_PITCH, STYLE } from './layers.ts';
import { KokoroModel } from './model.ts';
import { type PhonemeNotation, phonemeNotation } from './phoneme-symbols.ts';
import { renderParts, spokenRuns, startFramesOf } from './phrase.ts';
import { MAX_RUN_SYMBOLS, SPACE_TOKEN, type TokenRun } from './tokens.ts';
import type { KokoroUtterance } from './utterance.ts';

/** Values of one style: half for the sound, half for the prosody. */
const STYLE_VALUES = 256;
/** Range of symbols of texts of usual length: [from, to). */
const USUAL_SYMBOLS = [40, 80] as const;
/** 0.6 s: larger windows exceed the processor's caches, which costs more than the shared context saves. */
const MAX_WINDOW_FRAMES = 48;

export interface KokoroState extends RenderState {
  readonly engine: 'kokoro';
  readonly utterances: readonly UtterancePart<KokoroUtterance>[];
  /** The end of the rendered sound before the filter; null without a filter, and at the beginning. */
  before: Float32Array | null;
}

/** A voice of Kokoro-82M. The voice is deterministic: `temperature`, `topK` and the seed have no effect. */
export class KokoroSynthesizer implements Synthesizer {
  readonly espeakVoice: string;
  readonly readsByDictionary = true;
  /** The model was trained on its languages together, and a style keeps its timbre in all of them. */
  readonly speaksAllPhonemes = true;
  readonly #model: KokoroModel;
  readonly #styles: Float32Array;
  readonly #notation: PhonemeNotation;
  readonly #morph: VoiceMorph | null;

  /**
   * @param styles the voice: a style for every number of symbols, [510, 256]
   * @param morph null leaves the voice as it is
   */
  constructor(
    model: KokoroModel,
    styles: Float32Array,
    espeakVoice: string,
    morph: VoiceMorph | null = null,
  ) {
    if (styles.length !== MAX_RUN_SYMBOLS * STYLE_VALUES)
      throw new Error('this is not a table of Kokoro styles');
    this.#model = model;
    this.#styles = morph ? withTimbre(styles, morph.timbre) : styles;
    this.#notation = phonemeNotation(espeakVoice);
    this.espeakVoice = espeakVoice;
    this.#morph = morph;
  }

  morphed(morph: VoiceMorph): KokoroSynthesizer {
    return new KokoroSynthesizer(this.#model, this.#styles, this.espeakVoice, morph);
  }

  /** Loads the graph. The first call on a machine also rewrites it, which takes some seconds. */
  static async loadModel(modelPath: string): Promise<KokoroModel> {
    return loadOptimized({ engine: 'kokoro', modelPath }, KokoroModel);
  }

  static async load(model: KokoroModel, stylePath: string, espeakVoice: string): Promise<KokoroSynthesizer> {
    const bytes = Uint8Array.from(await readFile(stylePath));
    return new KokoroSynthesizer(model, new Float32Array(bytes.buffer), espeakVoice);
  }

  async prepare(pronounced: readonly Pronounced[], controls: SynthesisControls): Promise<SynthesizedPhrase> {
    const { utterances, ...phrase } = await spokenRuns(
      pronounced,
      this.#notation,
      controls.speed,
      (run, speeds) => this.#prepareRun(run, speeds, idPitches(pronounced, run)),
    );
    const state: KokoroState = { engine: 'kokoro', utterances, before: null };
    return { ...phrase, maxWindowFrames: MAX_WINDOW_FRAMES, state };
  }

  async render(state: RenderState, from: number, to: number): Promise<Float32Array> {
    const own = stateOf<KokoroState>(state, 'kokoro');
    const samples = await renderParts(own.utterances, from, to, (utterance, first, last) =>
      this.#model.render(utterance, first, last),
    );
    const equaliser = this.#morph?.equaliser;
    if (!equaliser) return samples;
    const before = own.before ?? new Float32Array(equaliser.length - 1);
    const all = new Float32Array(before.length + samples.length);
    all.set(before);
    all.set(samples, before.length);
    own.before = all.slice(-before.length);
    return equalised(all, equaliser);
  }

  /** @param pitches a factor of each id; null where all are 1 */
  async #prepareRun({ ids }: TokenRun, speeds: Speeds, pitches: Float32Array | null) {
    const encoded = await this.#model.encode(ids, styleFor(this.#styles, ids));
    const normal = encoded.durations.map((steps) => Math.max(1, Math.round(steps)));
    const steps = framesAtSpeed(normal, speeds, (i) => ids[i] === SPACE_TOKEN);
    const startFrames = startFramesOf(steps);
    const prepared = await this.#model.prepare(encoded, steps, (pitch) => {
      this.#repitch(pitch);
      if (pitches) scalePitch(pitch, startFrames, pitches);
    });
    return { ...prepared, startFrames };
  }

  /** The model computes everything from the changed pitch: the sound is not stretched. */
  #repitch(pitch: Float32Array): void {
    if (this.#morph === null) return;
    const { from, to, slope } = this.#morph.pitch;
    for (const [frame, hz] of pitch.entries()) {
      if (hz > LEAST_PITCH) pitch[frame] = Math.exp((Math.log(hz) - from) * slope + to);
    }
  }
}

/** The factor of the pitch of each id of a run; null where all are 1. */
function idPitches(pronounced: readonly Pronounced[], run: TokenRun): Float32Array | null {
  const factors = wordFactors(pronounced, 'pitch');
  return factors && idFactors(factors, run.wordRanges, run.ids.length, run.firstWord);
}

/** @param startFrames the frame that each id begins with, and the end of the last */
function scalePitch(pitch: Float32Array, startFrames: Int32Array, factors: Float32Array): void {
  const scale = pitch.length / (startFrames[factors.length] ?? pitch.length);
  for (const [id, factor] of factors.entries()) {
    const end = Math.round((startFrames[id + 1] ?? 0) * scale);
    for (let frame = Math.round((startFrames[id] ?? 0) * scale); frame < end; frame++) {
      if ((pitch[frame] ?? 0) > LEAST_PITCH) pitch[frame]! *= factor;
    }
  }
}

/** A table whose styles for texts of usual length have the wanted timbre. Their differences by length stay. */
function withTimbre(styles: Float32Array, timbre: Float32Array): Float32Array {
  if (timbre.length !== STYLE) throw new Error('this does not belong to a voice of Kokoro');
  const [from, to] = USUAL_SYMBOLS;
  const shift = Float32Array.from(timbre);
  for (let row = from; row < to; row++) {
    for (let i = 0; i < STYLE; i++) shift[i]! -= styles[row * STYLE_VALUES + i]! / (to - from);
  }
  return styles.map((value, i) => value + (shift[i % STYLE_VALUES] ?? 0));
}

/**
 * The style of a voice for a run of tokens: it depends on how many there are.
 * @param styles the voice, [510, 256]
 * @param ids with the boundary at either end
 */
export function styleFor(styles: Float32Array, ids: readonly number[]): Float32Array {
  const symbols = Math.max(1, ids.length - 2);
  return styles.slice((symbols - 1) * STYLE_VALUES, symbols * STYLE_VALUES);
}
