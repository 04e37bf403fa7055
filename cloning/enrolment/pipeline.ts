import type { EngineParts } from '../../engine/engine.ts';
import { EngineError } from '../../engine/errors.ts';
import type { Alignment, Rendition } from '../../engine/forced-alignment/types.ts';
import { baseKey } from '../../engine/synthesis/base-key.ts';
import { familyOf } from '../../engine/synthesis/family-of.ts';
import type { BaseSource } from '../../engine/synthesis/voice-source.ts';
import type { SharedSound } from '../../engine/threads/shared-sound.ts';
import { renderRendition } from '../../engine/voices/rendition.ts';
import { installedEncoder } from '../../recordings/speaker-encoder/installed-encoder.ts';
import { scriptSentences } from './assisted/script/sentences.ts';
import { type BaseVoices, calibrationText, type SpokenBase } from './base-voices.ts';
import type { EnrolmentThread } from './enrolment-threads.ts';
import { describeMissingWords } from './missing-words.ts';
import type { SpeakerEmbedding } from './speaker-embedding.ts';
import type { CompletedCodes } from './style-space/further-conversion.ts';
import { findNearBase, type NearBase, relativesOf, type Wanted } from './style-space/near-base.ts';
import type { TranscriptVerification } from './transcript-verification.ts';
import { notAligned, noWords, TOO_LONG } from './transcripts.ts';
import type { Checked, CheckStep, Decoded, DecodeStep, Step, StepResult } from './worker-protocol.ts';

/** A rendition this many times longer than the recording has different words. */
const MAX_STRETCH = 4;

/** A recording with voices that say the same text: the basis of learning. */
export interface Comparison {
  /** The alignment with the highest confidence. */
  readonly alignment: Alignment;
  readonly bases: readonly ParallelBase[];
}

export interface ParallelBase extends SpokenBase {
  readonly alignment: Alignment;
  readonly frameTimes: Float64Array;
}

/** Possible bases of a clone. */
export interface FoundBases {
  /** Target of the search for a Kokoro voice to morph; null if none can be morphed. */
  readonly wanted: Wanted | null;
  /** The neural voice that is most like the speaker unmorphed, not counting Kokoro. */
  readonly neural: BaseSource | null;
}

export interface EnrolmentPipelineOptions {
  readonly lanes: EngineParts['lanes'];
  readonly bases: BaseVoices;
  /** Folder with the models of enhancers and the speaker encoder; null for none. */
  readonly modelsFolder: string | null;
  readonly thread: EnrolmentThread;
  /** Lends a second thread for concurrent steps. */
  readonly lendThread: () => EnrolmentThread;
  readonly signal: AbortSignal;
  /** The owner that waits for it; undefined for background work. */
  readonly owner: string | undefined;
  readonly decodeMs: number;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

/** Called with the completed share, 0 to 1, of work that takes seconds. */
export type OnShare = (share: number) => void;

const UNHEEDED: OnShare = () => undefined;

/** The steps of every enrolment, for one recording and one or two worker threads. */
export class EnrolmentPipeline {
  readonly #options: EnrolmentPipelineOptions;
  #second: EnrolmentThread | null = null;
  #encoder: Promise<string | null> | null = null;

  constructor(options: EnrolmentPipelineOptions) {
    this.#options = options;
  }

  /** Runs a step in the worker thread. */
  run<S extends Step>(step: S, signal: AbortSignal = this.#options.signal): Promise<StepResult<S>> {
    return this.#options.thread.run(step, signal);
  }

  /** Runs a step in the second worker thread, which is created on first use. */
  runBeside<S extends Step>(step: S): Promise<StepResult<S>> {
    this.#second ??= this.#options.lendThread();
    return this.#second.run(step, this.#options.signal);
  }

  /** @param forRecognition whether to make the recogniser's input, too @throws EngineError */
  decode(audio: Uint8Array, forRecognition = false): Promise<Decoded> {
    return this.#withinDecoding({ kind: 'decode', audio, forRecognition });
  }

  /** Checks a decoded recording. @param lenient whether parts of it may be damaged @throws EngineError */
  check(sound: SharedSound, lenient = false): Promise<Checked> {
    return this.#withinDecoding({ kind: 'check', sound, lenient });
  }

  /** Runs a step whose cost depends on what a client has sent. */
  async #withinDecoding<S extends DecodeStep | CheckStep>(step: S): Promise<StepResult<S>> {
    const slow = new AbortController();
    const tooSlow = new EngineError('decoding_too_slow');
    const deadline = setTimeout(() => slow.abort(tooSlow), this.#options.decodeMs);
    try {
      return await this.run(step, AbortSignal.any([this.#options.signal, slow.signal]));
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Loads the speaker encoder, concurrently with other steps. */
  async prepareHearing(): Promise<void> {
    const encoderPath = await this.#findEncoder();
    if (encoderPath !== null) await this.runBeside({ kind: 'load', encoderPath });
  }

  /**
   * Checks that one person speaks, if a speaker encoder is installed.
   * @throws EngineError when two people clearly take turns
   */
  async checkVoices(sound: SharedSound): Promise<void> {
    const encoderPath = await this.#findEncoder();
    if (encoderPath === null) return;
    const areTwo = await this.runBeside({ kind: 'voices', sound, encoderPath });
    if (areTwo) throw new EngineError('voices_alternate');
  }

  /** Finds voices that a clone of the speaker can be based on. */
  async findBases(sound: SharedSound, lang: string): Promise<FoundBases> {
    const proposing = this.propose(sound, lang);
    // Awaited below; an earlier failure ends the enrolment.
    proposing.catch(() => undefined);
    const neural = await this.nearestNeural(sound, lang);
    return { wanted: await proposing, neural };
  }

  /** See `FoundBases.neural`. */
  async nearestNeural(sound: SharedSound, lang: string): Promise<BaseSource | null> {
    const speaker = await this.#embedVoices(sound, lang);
    return this.#options.bases.nearest(lang, speaker);
  }

  /** See `FoundBases.wanted`; null, with a warning, if it fails. */
  async propose(sound: SharedSound, lang: string): Promise<Wanted | null> {
    const { signal, warn } = this.#options;
    const encoderPath = await this.#encoderToMove(lang);
    if (encoderPath === null) return null;
    try {
      return await this.runBeside({ kind: 'propose', sound, encoderPath });
    } catch (error) {
      if (signal.aborted) throw error;
      warn('no voice could be proposed for a speaker', { reason: String(error) });
      return null;
    }
  }

  /** Computes embeddings of some voices and of the speaker, if there are several voices to choose from. */
  async #embedVoices(sound: SharedSound, lang: string): Promise<SpeakerEmbedding | null> {
    const { bases, owner, signal, warn } = this.#options;
    if (!bases.hasChoice(lang)) return null;
    const embed = ({ samples, sampleRate }: SharedSound): Promise<SpeakerEmbedding> =>
      this.run({ kind: 'embed', samples, sampleRate });
    const speaker = await embed(sound);
    await bases.survey(lang, embed, signal, owner).catch((error: unknown) => {
      if (signal.aborted) throw error;
      warn('a voice could not be heard', { reason: String(error) });
    });
    return speaker;
  }

  /** Path of the speaker encoder; null if it is not installed. */
  #findEncoder(): Promise<string | null> {
    this.#encoder ??= installedEncoder(this.#options.modelsFolder);
    return this.#encoder;
  }

  /**
   * Path of the encoder with which Kokoro voices can be morphed towards a speaker of a language; null if they cannot.
   */
  async #encoderToMove(lang: string): Promise<string | null> {
    const canMove = this.#options.bases.morphable(lang).length > 0 && calibrationText(lang) !== null;
    return canMove ? this.#findEncoder() : null;
  }

  /**
   * A Kokoro voice morphed towards the speaker; null if there is none.
   * @param onShare called with the completed share, 0 to 1
   */
  async nearBase(wanted: Wanted, lang: string, onShare: OnShare = UNHEEDED): Promise<NearBase | null> {
    const { bases } = this.#options;
    const encoderPath = await this.#encoderToMove(lang);
    if (encoderPath === null) return null;
    // A short sentence alone may select the less similar of two voices.
    const [first, ...rest] = scriptSentences(calibrationText(lang) ?? '', lang)
      .map(({ text }) => text)
      .sort((a, b) => b.length - a.length);
    return findNearBase(bases.morphable(lang), wanted, [first ?? '', rest.join(' ')], {
      render: (source, text) => this.#speak(source, text, lang),
      describeVoice: ({ samples, sampleRate }) =>
        this.runBeside({ kind: 'describe-voice', samples, sampleRate, encoderPath }),
      equalise: ({ samples, sampleRate }, { speaker: { spectrum }, embedding }) =>
        this.runBeside({ kind: 'equalise', samples, sampleRate, spectrum, embedding, encoderPath }),
      onDone: onShare,
    });
  }

  /**
   * Lets voices speak the transcript, and aligns the recording with each rendition.
   * @param sources best first; those that fail are left out unless all do
   * @param verification null if the words are known to be right
   * @throws EngineError not_aligned
   */
  async compare(
    sound: SharedSound,
    transcript: string,
    lang: string,
    sources: readonly BaseSource[],
    verification: TranscriptVerification | null,
    onShare: OnShare = UNHEEDED,
  ): Promise<Comparison> {
    const seconds = sound.samples.length / sound.sampleRate;
    let failure: unknown;
    // Each rendition is aligned when it is complete, while other voices are still rendered.
    let done = 0;
    const compared = await Promise.all(
      sources.map(async (source, index) => {
        try {
          const rendition = await this.render(source, transcript, lang, seconds);
          onShare(++done / (2 * sources.length));
          // One of two alignments runs in the second thread.
          const step = { kind: 'align', sound, rendition } as const;
          const aligned = await (index === 0 ? this.run(step) : this.runBeside(step));
          onShare(++done / (2 * sources.length));
          return { key: baseKey(source), rendition, ...aligned };
        } catch (error) {
          if (error instanceof EngineError || this.#options.signal.aborted) throw error;
          this.#options.warn('a voice could not be compared with a recording', { reason: String(error) });
          failure = error;
          return null;
        }
      }),
    );
    if (compared.every((base) => base === null)) throw failure;
    const bases = compared.flatMap((base) =>
      base?.frameTimes ? [{ ...base, frameTimes: base.frameTimes }] : [],
    );
    // A voice may differ from the speaker in a passage in which another voice does not. If the words are wrong, all
    // voices differ.
    const best = bases.toSorted((a, b) => b.alignment.confidence - a.alignment.confidence)[0]?.alignment;
    if (!best) throw notAligned(describeMissingWords([]));
    if (verification && !(await verification.confirms(best.confidence))) {
      throw notAligned(
        verification.fault ?? describeMissingWords(best.words, await verification.heardWords()),
      );
    }
    return { alignment: best, bases };
  }

  /**
   * The text in a built-in voice.
   * @throws EngineError when it cannot be spoken in the duration of the recording
   */
  async render(source: BaseSource, transcript: string, lang: string, seconds: number): Promise<Rendition> {
    const rendition = await this.#speak(source, transcript, lang);
    if (rendition.words.length === 0) throw noWords();
    if (rendition.samples.length / rendition.sampleRate > MAX_STRETCH * seconds) throw notAligned(TOO_LONG);
    return rendition;
  }

  /** The text in an optional built-in voice; null if it fails. */
  async renderBeside(source: BaseSource, transcript: string, lang: string): Promise<Rendition | null> {
    const { signal, warn } = this.#options;
    try {
      return await this.#speak(source, transcript, lang);
    } catch (error) {
      if (signal.aborted) throw error;
      warn('a take is judged by fewer voices', { reason: String(error) });
      return null;
    }
  }

  #speak(source: BaseSource, text: string, lang: string): Promise<Rendition> {
    const { lanes, owner, signal } = this.#options;
    const options = { signal, speed: 1, ...(owner !== undefined && { owner }) };
    // Still voices align the same recording with the same rendition every time.
    const still = familyOf(source).variants?.still(source) ?? source;
    return renderRendition(lanes, still, text, lang, options);
  }

  /**
   * Learns the speaker from a comparison with these bases.
   * @returns codes
   */
  learn(sound: SharedSound, compared: readonly ParallelBase[]): Promise<Uint8Array> {
    const bases = compared.map(({ key, rendition, frameTimes }) => ({ key, rendition, frameTimes }));
    return this.run({ kind: 'learn', sound, bases });
  }

  /** Whether `complete` would add anything. */
  canComplete(lang: string, wanted: Wanted | null): boolean {
    return wanted !== null || this.#options.bases.hasOthersThan(lang, false);
  }

  /** Bases the codes on a near base, and adds voices of other languages: Kokoro voices with the same morph. */
  async complete(codes: Uint8Array, lang: string, near: NearBase | null): Promise<CompletedCodes> {
    const { bases, owner, signal } = this.#options;
    const encoderPath = await this.#findEncoder();
    const relatives = near === null ? [] : relativesOf(near, bases.morphableElsewhere(lang));
    const others = await bases.othersThan(lang, near !== null, signal, owner);
    return this.runBeside({ kind: 'complete', codes, near, relatives, others, encoderPath });
  }

  /** Adds prompts for models that need no base voice. The codes are unchanged if that fails. */
  async prompt(codes: Uint8Array, sound: SharedSound): Promise<Uint8Array> {
    const { bases, signal, warn } = this.#options;
    const models = bases.promptedModels();
    if (models.length === 0) return codes;
    try {
      return await this.run({ kind: 'prompt', codes, sound, models });
    } catch (error) {
      if (signal.aborted) throw error;
      warn('a recording could not be made a prompt', { reason: String(error) });
      return codes;
    }
  }
}

/** A part of a sound, in the same memory. */
export function cut({ samples, sampleRate }: SharedSound, startMs: number, endMs: number): SharedSound {
  const at = (ms: number): number => Math.round((ms * sampleRate) / 1000);
  return { samples: samples.subarray(at(startMs), at(endMs)), sampleRate };
}
