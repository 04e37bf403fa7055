import { readFile } from 'node:fs/promises';
import type { Pronounced } from '../../../../language/pronunciation/pronounce.ts';
import { concatenated } from '../../../../media/concatenated.ts';
import { beginStretch, type StretchState, stretchOn } from '../../../../media/stretch.ts';
import { CodesError, decodeCodes } from '../../../conversion/codes.ts';
import { align, MIN_CONFIDENCE } from '../../../forced-alignment/align.ts';
import type { Rendition } from '../../../forced-alignment/types.ts';
import { sharedSamples } from '../../../threads/shared-sound.ts';
import { loadOptimized } from '../../optimized/optimized-files.ts';
import { stateOf } from '../../state-of.ts';
import type {
  RenderState,
  SynthesisControls,
  SynthesizedPhrase,
  Synthesizer,
  WordTiming,
} from '../../synthesizer.ts';
import type { PocketConfig } from './config.ts';
import { fadeIn, frameNoise, isHeard, mostFrames, type Progress, seededDraws } from './generation.ts';
import { PocketModel, type SpeechState, type VoiceState } from './model.ts';
import { publishedModel } from './published.ts';
import { chunksOf, promptOf, type TextRules } from './text.ts';
import { readTokenizer } from './tokenizer/read-tokenizer.ts';
import type { Tokenizer } from './tokenizer/tokenizer.ts';
import { readVoice } from './voice-file.ts';

/** Offset between the noise streams of parts: more than the frames of a part. */
const FRAMES_OF_CHUNK = 100_000;

/** A part of a phrase that the model speaks in one go. */
interface Chunk {
  readonly tokens: readonly number[];
  readonly framesAfterEnd: number;
  readonly maxFrames: number;
}

/** A phrase being spoken: plain data, whose caches are handed on from thread to thread (`VoiceFamily.handedOn`). */
export interface PocketState extends RenderState {
  readonly engine: 'pocket';
  readonly pronounced: readonly Pronounced[];
  readonly chunks: readonly Chunk[];
  readonly seed: number;
  /** Variance of the noise; null for the model's default. */
  readonly temperature: number | null;
  readonly stretch: StretchState;
  /** Which of the chunks is spoken, its progress, and its state; null before its first frame. */
  chunk: number;
  progress: Progress;
  speech: SpeechState | null;
  /** All sound so far, at the speed of the model, used to locate the words. In shared memory. */
  sound: Float32Array[];
  /** Times of every pronounced word; null until the whole phrase is spoken. */
  words: readonly WordTiming[] | null;
}

/** Reads a phrase in another voice with known times, to locate its words in the sound. */
export type Reader = (pronounced: readonly Pronounced[]) => Promise<Rendition>;

/** A loaded model with its tokenizer and the rules for its texts: one for each thread and model. */
export class PocketVoices {
  readonly model: PocketModel;
  readonly tokenizer: Tokenizer;
  readonly rules: TextRules;

  private constructor(model: PocketModel, tokenizer: Tokenizer, rules: TextRules) {
    this.model = model;
    this.tokenizer = tokenizer;
    this.rules = rules;
  }

  /** Loads a published model. The first call on a machine also converts it, which takes some seconds. */
  static async load(modelPath: string, tokenizerPath: string): Promise<PocketVoices> {
    const model = await PocketVoices.loadModel(modelPath);
    const { rules } = publishedModel(modelPath);
    return new PocketVoices(model, readTokenizer(await readFile(tokenizerPath)), rules);
  }

  /** The model alone. */
  static loadModel(modelPath: string): Promise<PocketModel> {
    const { config } = publishedModel(modelPath);
    return loadOptimized(
      { engine: 'pocket', modelPath },
      { open: (folder) => PocketModel.open(folder), load: (bytes) => PocketModel.load(bytes, config) },
    );
  }

  get config(): PocketConfig {
    return this.model.config;
  }

  async published(voicePath: string): Promise<VoiceState> {
    return readVoice(await readFile(voicePath), this.config);
  }

  /** The voice of a recording. @throws CodesError when its codes have no prompt of this model */
  async prompted(codes: Uint8Array, model: string): Promise<VoiceState> {
    const prompt = decodeCodes(codes).prompts.find((one) => one.model === model);
    if (!prompt) throw new CodesError(`the voice has no prompt for ${model}; enrol it again`);
    return this.model.voiceState(Float32Array.from(prompt.latents));
  }
}

/**
 * Speaks in a voice that a model of Pocket TTS has as a prompt. The length of a phrase is known only when it ends, so
 * its frames are an upper bound; the words are then located in the sound. The model reads words and not phonemes:
 * custom pronunciations have no effect (tags are refused before), and neither has `topK`.
 */
export class PocketSynthesizer implements Synthesizer {
  readonly espeakVoice: string;
  readonly #voices: PocketVoices;
  readonly #voice: VoiceState;
  readonly #reader: Reader;

  constructor(voices: PocketVoices, voice: VoiceState, espeakVoice: string, reader: Reader) {
    this.#voices = voices;
    this.#voice = voice;
    this.espeakVoice = espeakVoice;
    this.#reader = reader;
  }

  async prepare(pronounced: readonly Pronounced[], controls: SynthesisControls): Promise<SynthesizedPhrase> {
    const { model, tokenizer, rules, config } = this.#voices;
    const { sample_rate: sampleRate } = config.mimi;
    const chunks = chunksOf(textOf(pronounced), rules, tokenizer).map((chunk): Chunk => {
      const { text, framesAfterEnd } = promptOf(chunk, rules);
      const tokens = tokenizer.encode(text);
      return { tokens, framesAfterEnd, maxFrames: mostFrames(config, tokens.length) };
    });
    const frames = chunks.reduce((sum, { maxFrames }) => sum + maxFrames, 0);
    const state: PocketState = {
      engine: 'pocket',
      pronounced,
      chunks,
      seed: controls.seed,
      temperature: controls.temperature,
      stretch: beginStretch(sampleRate, controls.speed),
      chunk: 0,
      progress: { frames: 0, endFrame: null },
      speech: null,
      sound: [],
      words: null,
    };
    return {
      sampleRate,
      frames,
      frameSamples: model.frameSamples,
      soundFrom: 0,
      soundTo: frames - (chunks.at(-1)?.framesAfterEnd ?? 0),
      maxWindowFrames: 1,
      isOpen: true,
      words: placeholders(pronounced),
      phonemes: [],
      state,
    };
  }

  /** The sound of the next `to - from` frames, or of fewer if the phrase ends; then `state.words` are known. */
  async render(rendered: RenderState, from: number, to: number): Promise<Float32Array> {
    const state = stateOf<PocketState>(rendered, 'pocket');
    const parts: Float32Array[] = [];
    for (let frame = from; frame < to && state.words === null; frame++) {
      const sound = await this.#nextFrame(state);
      state.sound.push(sound);
      const isLast = state.chunk === state.chunks.length;
      parts.push(stretchOn(state.stretch, sound, isLast));
      if (isLast) {
        state.words = await this.#wordsOf(state);
        state.sound = [];
      }
    }
    return concatenated(parts);
  }

  endOf(state: RenderState): readonly WordTiming[] | null {
    return stateOf<PocketState>(state, 'pocket').words;
  }

  /** The next frame that is heard, in shared memory. Moves to the next chunk after the last frame of this one. */
  async #nextFrame(state: PocketState): Promise<Float32Array> {
    const { model, config } = this.#voices;
    const { tokens, maxFrames, framesAfterEnd } = state.chunks[state.chunk]!;
    const { progress } = state;
    state.speech ??= await model.begin(this.#voice, tokens, maxFrames);
    const draws = seededDraws(state.seed, state.chunk * FRAMES_OF_CHUNK + progress.frames);
    const noise = frameNoise(model.latentSize, config, { ...state, noiseClamp: null }, draws);
    const frame = await model.nextFrame(state.speech, noise);
    isHeard(progress, frame, config, { framesAfterEnd });
    const sound = sharedSamples(await model.decode(state.speech, frame.latent));
    if (progress.frames === 1) fadeIn(sound, config);
    const endsAfter = progress.endFrame === null ? maxFrames : progress.endFrame + framesAfterEnd;
    if (progress.frames >= endsAfter) {
      state.chunk++;
      state.progress = { frames: 0, endFrame: null };
      state.speech = null;
    }
    return sound;
  }

  /** Positions of the words in the final sound, in native samples. */
  async #wordsOf({ pronounced, sound, stretch }: PocketState): Promise<WordTiming[]> {
    const { sample_rate: sampleRate } = this.#voices.config.mimi;
    const samples = concatenated(sound);
    const rendition = await this.#reader(pronounced);
    const { words, confidence } = align(rendition, samples, sampleRate);
    const whole = rendition.samples.length || 1;
    const scale = 1 / stretch.speed;
    return rendition.words.map((word, index) => {
      // A word that was not located gets its place in the rendition by the other voice.
      const { startMs, endMs } = words[index] ?? { startMs: 0, endMs: 0 };
      const at = (ms: number): number => Math.round((ms / 1000) * sampleRate * scale);
      const proportional = (at: number): number => Math.round((at / whole) * samples.length * scale);
      return confidence >= MIN_CONFIDENCE
        ? { startSamples: at(startMs), endSamples: at(endMs) }
        : { startSamples: proportional(word.startSamples), endSamples: proportional(word.endSamples) };
    });
  }
}

/** The words as they are read out, with the marks between them. */
function textOf(pronounced: readonly Pronounced[]): string {
  let text = '';
  for (const token of pronounced) {
    if (token.kind === 'punctuation') text += token.mark;
    else if (token.word.spoken.trim() !== '') text += `${text === '' ? '' : ' '}${token.word.spoken}`;
  }
  return text;
}

/** One for each word; the words without sound are known earlier. */
function placeholders(pronounced: readonly Pronounced[]): WordTiming[] {
  return pronounced.flatMap((token) =>
    token.kind === 'word' ? [{ startSamples: 0, endSamples: token.phonemes.length > 0 ? 1 : 0 }] : [],
  );
}
