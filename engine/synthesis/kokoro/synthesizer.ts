import { readFile } from 'node:fs/promises';
import { equalised } from '../../conversion/equaliser.ts';
import type { VoiceMorph } from '../../conversion/voice-morph.ts';
import type { Pronounced } from '../../pronunciation/pronounce.ts';
import { framesAtSpeed } from '../durations.ts';
import { loadOptimized } from '../optimized/optimized-files.ts';
import { withoutGaps } from '../phoneme-timings.ts';
import type {
  KokoroPart,
  PhonemeTiming,
  RenderState,
  SynthesisControls,
  SynthesizedPhrase,
  Synthesizer,
  WordTiming,
} from '../synthesizer.ts';
import { FRAME_SAMPLES, LEAST_PITCH, SAMPLE_RATE, STYLE } from './layers.ts';
import { KokoroModel, STEP_FRAMES } from './model.ts';
import { type PhonemeNotation, phonemeNotation } from './phoneme-symbols.ts';
import { MAX_RUN_SYMBOLS, SPACE_TOKEN, type TokenRun, tokenRuns } from './tokens.ts';

/** Values of one style: half for the sound, half for the prosody. */
const STYLE_VALUES = 256;
/** Symbols of texts of usual length: [from, to). */
const USUAL_SYMBOLS = [40, 80] as const;
/** Phonemes are heard this much before their tokens begin, in steps of 25 ms; the first of all up to `FIRST_EARLY`. */
const EARLY_STEPS = 2;
const FIRST_EARLY_STEPS = 6;
/** Below this energy nothing is heard: some -45 dB below full scale in eight voices of five languages. */
const LEAST_ENERGY = 1;
/** Where the first sound begins to rise. It is heard up to 25 ms before that. */
const ONSET_ENERGY = 0.3;
const ONSET_MARGIN_FRAMES = 3;
/** The last sound fades to nothing within this time at normal speed; in short texts a noise may come after it. */
const FADING_FRAMES = 8;
/** 0.6 s: larger windows leave the processor's caches, which costs more than they save of context. */
const MAX_WINDOW_FRAMES = 48;

/** A voice of Kokoro-82M. Nothing about it is random: `temperature`, `topK` and the seed have no effect. */
export class KokoroSynthesizer implements Synthesizer {
  readonly espeakVoice: string;
  readonly #model: KokoroModel;
  readonly #styles: Float32Array;
  readonly #notation: PhonemeNotation;
  readonly #morph: VoiceMorph | null;

  /** @param styles the voice: a style for every number of symbols, [510, 256]; @param morph null leaves it as it is */
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

  /** The same voice moved towards a speaker. @throws Error for a morph of another size */
  morphed(morph: VoiceMorph): KokoroSynthesizer {
    return new KokoroSynthesizer(this.#model, this.#styles, this.espeakVoice, morph);
  }

  /** Loads the graph, at the very first time after it was rewritten, which takes some seconds. */
  static async loadModel(modelPath: string): Promise<KokoroModel> {
    return loadOptimized({ engine: 'kokoro', modelPath }, KokoroModel);
  }

  static async load(model: KokoroModel, stylePath: string, espeakVoice: string): Promise<KokoroSynthesizer> {
    const bytes = Uint8Array.from(await readFile(stylePath));
    return new KokoroSynthesizer(model, new Float32Array(bytes.buffer), espeakVoice);
  }

  async prepare(pronounced: readonly Pronounced[], controls: SynthesisControls): Promise<SynthesizedPhrase> {
    const words: { startSamples: number; endSamples: number }[] = [];
    const phonemes: PhonemeTiming[] = [];
    const utterances: KokoroPart[] = [];
    let frames = 0;
    let soundFrom = 0;
    let soundTo = 0;
    for (const run of tokenRuns(pronounced, this.#notation)) {
      const { utterance, energy, startFrames } = await this.#prepareRun(run, controls.speed);
      // The model leaves up to 600 ms of silence at both ends, which need not be rendered. It takes part in all the
      // rest: with less of it the model would swallow the first phoneme.
      const token = startFrames[run.soundRange[0]] ?? 0;
      const onset = onsetOf(energy, token, Math.round((FIRST_EARLY_STEPS * STEP_FRAMES) / controls.speed));
      const skipped = Math.max(0, onset - ONSET_MARGIN_FRAMES);
      const begin = frames - skipped;
      if (utterances.length === 0) soundFrom = onset - skipped;
      const heardAt = (token: number): number =>
        Math.max(skipped, (startFrames[token] ?? utterance.frames) - EARLY_STEPS * STEP_FRAMES);
      const sampleAt = (frame: number): number => (begin + frame) * FRAME_SAMPLES;
      const ends = new Map<number, number>();
      for (const [index, { from, to }] of run.phonemeRanges.entries()) {
        const next = run.phonemeRanges[index + 1];
        if (next?.from === to) continue;
        const latest = next ? heardAt(next.from) : utterance.frames;
        ends.set(to, soundEnd(energy, heardAt(from) + STEP_FRAMES, heardAt(to), latest));
      }
      const endAt = (token: number): number => sampleAt(ends.get(token) ?? heardAt(token));
      for (const [index, [from, to]] of run.wordRanges.entries()) {
        const word = words[run.firstWord + index];
        const endSamples = endAt(to);
        // A word too long for one run goes on in the next.
        if (word) word.endSamples = endSamples;
        else words.push({ startSamples: Math.min(sampleAt(heardAt(from)), endSamples), endSamples });
      }
      for (const { ipa, word, from, to } of run.phonemeRanges) {
        const [startSamples, endSamples] = [sampleAt(heardAt(from)), endAt(to)];
        phonemes.push({ ipa, word: run.firstWord + word, startSamples, endSamples });
      }
      const fadedAt = ends.get(run.phonemeRanges.at(-1)?.to ?? -1) ?? utterance.frames;
      const to = Math.min(utterance.frames, fadedAt + Math.ceil(FADING_FRAMES / controls.speed));
      soundTo = begin + fadedAt;
      frames = begin + to;
      utterances.push({ utterance, from: skipped, to });
    }
    const isSilent = phonemes.length === 0;
    return {
      sampleRate: SAMPLE_RATE,
      frames: isSilent ? 0 : frames,
      frameSamples: FRAME_SAMPLES,
      soundFrom,
      soundTo,
      maxWindowFrames: MAX_WINDOW_FRAMES,
      words: words satisfies WordTiming[],
      phonemes: withoutGaps(phonemes, frames * FRAME_SAMPLES),
      state: { engine: 'kokoro', utterances, before: null },
    };
  }

  async render(state: RenderState, from: number, to: number): Promise<Float32Array> {
    if (state.engine !== 'kokoro') throw new TypeError('this phrase was prepared by another synthesizer');
    const samples = new Float32Array((to - from) * FRAME_SAMPLES);
    let begin = 0;
    for (const { utterance, ...spoken } of state.utterances) {
      const end = begin + spoken.to - spoken.from;
      const [first, last] = [Math.max(from, begin), Math.min(to, end)];
      if (first < last) {
        const offset = spoken.from - begin;
        const sound = await this.#model.render(utterance, first + offset, last + offset);
        samples.set(sound, (first - from) * FRAME_SAMPLES);
      }
      begin = end;
    }
    const equaliser = this.#morph?.equaliser;
    if (!equaliser) return samples;
    const before = state.before ?? new Float32Array(equaliser.length - 1);
    const all = new Float32Array(before.length + samples.length);
    all.set(before);
    all.set(samples, before.length);
    state.before = all.slice(-before.length);
    return equalised(all, equaliser);
  }

  async #prepareRun({ ids }: TokenRun, speed: number) {
    const encoded = await this.#model.encode(ids, styleFor(this.#styles, ids));
    const normal = encoded.durations.map((steps) => Math.max(1, Math.round(steps)));
    const steps = framesAtSpeed(normal, speed, (i) => ids[i] === SPACE_TOKEN);
    const prepared = await this.#model.prepare(encoded, steps, (pitch) => this.#repitch(pitch));
    const startFrames = new Int32Array(ids.length + 1);
    for (const [i, count] of steps.entries())
      startFrames[i + 1] = (startFrames[i] ?? 0) + count * STEP_FRAMES;
    return { ...prepared, startFrames };
  }

  /** The model makes everything of the moved pitch: nothing of the sound is stretched. */
  #repitch(pitch: Float32Array): void {
    if (this.#morph === null) return;
    const { from, to, slope } = this.#morph.pitch;
    for (const [frame, hz] of pitch.entries()) {
      if (hz > LEAST_PITCH) pitch[frame] = Math.exp((Math.log(hz) - from) * slope + to);
    }
  }
}

/** A table whose styles for texts of usual length sound as is wanted; from text to text they differ as before. */
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
 * The frame in which the first sound begins to rise.
 * @param token the beginning of its token; the sound begins up to `most` frames before that, or a little after it
 */
function onsetOf(energy: Float32Array, token: number, most: number): number {
  const earliest = Math.max(0, token - most);
  const found = energy.subarray(earliest, token).findIndex((value) => value >= ONSET_ENERGY);
  return found < 0 ? token : earliest + found;
}

/**
 * Where a phoneme before a pause has faded, as a frame: its token lasts into the pause, or its sound into the mark.
 * @param end of its token; the sound ends not before `earliest` and not after `latest`
 */
function soundEnd(energy: Float32Array, earliest: number, end: number, latest: number): number {
  const isHeard = (frame: number): boolean => (energy[frame] ?? 0) >= LEAST_ENERGY;
  let at = end;
  while (at > earliest && !isHeard(at - 1)) at--;
  if (at === end) while (at < latest && isHeard(at)) at++;
  return at;
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
