import type { Alignment, Rendition } from '../alignment/types.ts';
import type { LanePool } from '../lanes/pool.ts';
import type { Recogniser } from '../recognition/types.ts';
import { type WordErrors, wordErrors } from '../recognition/wer.ts';
import { renderRendition } from '../speech/rendition.ts';
import type { EnrolOptions } from '../speech/types.ts';
import type { Catalog } from '../voices/catalog.ts';
import { baseKey } from '../voices/conversion/base-key.ts';
import { type BaseSource, BaseVoices, type SpokenBase } from './base-voices.ts';
import type { SampleReport } from './checks/check.ts';
import { markersOf } from './markers.ts';
import { bestPassage } from './passage.ts';
import { type EnrolmentThread, type ThreadLimits, Threads } from './threads.ts';
import { TranscriptEvidence } from './transcript-evidence.ts';
import { checkLength, checkWords, hasWords, notAligned, noWords } from './transcripts.ts';
import { EnrolmentError, type EnrolmentRequest, type VoiceReference } from './types.ts';
import type { VoicePrint } from './voice-print.ts';
import type { SharedSound } from './worker-protocol.ts';

/** Raised when the same recording would be learned differently. */
const ENROLMENT_VERSION = 1;

export interface EnrolmentLimits extends ThreadLimits {
  readonly decodeMs: number;
  readonly wholeMs: number;
  /** Of longer recordings only the best part is learned: more adds time and size, but hardly any likeness. */
  readonly learnedMs: number;
}

const LIMITS: EnrolmentLimits = {
  running: 2,
  waiting: 4,
  idleMs: 60_000,
  decodeMs: 30_000,
  wholeMs: 60_000,
  learnedMs: 40_000,
};
/** So little more is taken whole. */
const WHOLE_FACTOR = 1.125;
/** For getting to know built-in voices never heard before. */
const SURVEY_MS = 2000;
/** The voices of other languages get so much time from the beginning of an enrolment on. */
const OTHERS_MS = 4000;
/** A recogniser that has not heard the words of a given transcript by then is not waited for. */
const WITNESS_MS = 20_000;
/** A rendition so many times longer than the recording is of other words. */
const MAX_STRETCH = 4;

export interface EnrollerDeps {
  readonly catalog: Catalog;
  readonly lanes: LanePool;
  readonly recogniser: Recogniser;
  /** Hears whether a transcript that was sent is said, where alignment alone is not sure; default: none does. */
  readonly witness?: Recogniser | null;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
  readonly limits?: Partial<EnrolmentLimits>;
  /** Another worker than ours; only in tests. */
  readonly module?: URL;
}

/** A recording beside voices that say the same: the basis of learning. */
interface Comparison {
  /** The one that is surest. */
  readonly alignment: Alignment;
  readonly bases: readonly ParallelBase[];
}

interface ParallelBase extends SpokenBase {
  readonly alignment: Alignment;
  readonly frameTimes: Float64Array;
}

/** Makes voices of recordings: decode, check, transcribe, align, learn. */
export class Enroller {
  readonly #deps: EnrollerDeps;
  readonly #limits: EnrolmentLimits;
  readonly #threads: Threads;
  readonly #bases: BaseVoices;
  readonly #closing = new AbortController();

  constructor(deps: EnrollerDeps) {
    this.#deps = deps;
    this.#limits = { ...LIMITS, ...deps.limits };
    this.#threads = new Threads(this.#limits, deps.module);
    this.#bases = new BaseVoices(deps.catalog, deps.lanes);
  }

  /** Worker threads that exist. */
  get threads(): number {
    return this.#threads.size;
  }

  /** @throws EnrolmentError 422 language_unsupported, transcript_needed */
  check(lang: string, hasTranscript: boolean): void {
    if (!this.#deps.catalog.defaultFor(lang)) {
      throw new EnrolmentError(`No voice speaks the language "${lang}"`, {
        fault: 'language_unsupported',
        status: 422,
        field: 'lang_code',
      });
    }
    if (!hasTranscript && !this.#deps.recogniser.supports(lang)) {
      throw new EnrolmentError(
        `Recordings in "${lang}" cannot be transcribed here: send what is said in the recording as \`transcript\``,
        { fault: 'transcript_needed', status: 422, field: 'transcript' },
      );
    }
  }

  /**
   * Learns a speaker. A few at a time; the others wait, and more than a few waiting are refused.
   * @throws EnrolmentError; the signal's reason when aborted
   */
  async enrol(request: EnrolmentRequest, options: EnrolOptions = {}): Promise<VoiceReference> {
    this.check(request.lang, request.transcript !== null);
    const transcript = request.transcript?.trim() ?? null;
    if (transcript !== null) checkWords(transcript);
    const given = [this.#closing.signal, ...(options.signal ? [options.signal] : [])];
    const thread = await this.#threads.enter(AbortSignal.any(given));
    /** Also ends what still goes on when something failed. */
    const end = new AbortController();
    const tooSlow = new EnrolmentError('Learning the voice took too long; try again later', {
      fault: 'timed_out',
      status: 503,
    });
    const deadline = setTimeout(() => end.abort(tooSlow), this.#limits.wholeMs);
    const signal = AbortSignal.any([end.signal, ...given]);
    try {
      const enrolment = new Enrolment(this.#deps, this.#limits, this.#bases, thread, signal, options);
      return await enrolment.learn(request.audio, request.lang, transcript);
    } finally {
      clearTimeout(deadline);
      end.abort(new Error('the enrolment is over'));
      this.#threads.leave(thread);
    }
  }

  async close(): Promise<void> {
    const closing = { fault: 'busy', status: 503 } as const;
    this.#closing.abort(new EnrolmentError('The server is shutting down', closing));
    await this.#threads.close();
  }
}

/** One recording on its way to a voice. */
class Enrolment {
  readonly #deps: EnrollerDeps;
  readonly #limits: EnrolmentLimits;
  readonly #bases: BaseVoices;
  readonly #thread: EnrolmentThread;
  readonly #signal: AbortSignal;
  readonly #report: (stage: string, fraction: number) => void;

  constructor(
    deps: EnrollerDeps,
    limits: EnrolmentLimits,
    bases: BaseVoices,
    thread: EnrolmentThread,
    signal: AbortSignal,
    { onProgress }: EnrolOptions,
  ) {
    this.#deps = deps;
    this.#limits = limits;
    this.#bases = bases;
    this.#thread = thread;
    this.#signal = signal;
    this.#report = (stage, fraction) => onProgress?.(stage, fraction);
  }

  async learn(audio: Uint8Array, lang: string, given: string | null): Promise<VoiceReference> {
    const othersTime = AbortSignal.any([this.#signal, AbortSignal.timeout(OTHERS_MS)]);
    const others = this.#bases.othersThan(lang, othersTime);
    const { sound, report, forRecognition } = await this.#inspect(
      audio,
      given === null || this.#witnessOf(lang) !== null,
    );

    this.#report('transcribe', 0.15);
    const [transcript, speaker] = await Promise.all([
      given ?? this.#recognise(forRecognition, lang),
      this.#meetVoices(sound, lang),
    ]);
    checkLength(transcript, report.seconds);
    const evidence = new TranscriptEvidence(
      given === null ? null : () => this.#hear(given, forRecognition, lang),
    );

    this.#report('align', 0.4);
    const neural = this.#bases.nearest(lang, speaker);
    const builtIn = this.#bases.builtIn(lang, report.medianF0Hz);
    const sources = [neural, builtIn].filter((source) => source !== null);
    const durationMs = report.seconds * 1000;
    let part: SharedSound = sound;
    let whole: Comparison;
    let comparison: Comparison;
    if (durationMs <= WHOLE_FACTOR * this.#limits.learnedMs) {
      whole = comparison = await this.#compare(sound, transcript, lang, sources, evidence);
    } else {
      // The quickest voice finds the words; the rest is done with the best part alone.
      whole = await this.#compare(sound, transcript, lang, sources.slice(-1), evidence);
      const passage = bestPassage(transcript, whole.alignment.words, this.#limits.learnedMs);
      if (!passage) throw notAligned();
      part = cut(sound, passage.startMs, passage.endMs);
      comparison = await this.#compare(part, passage.text, lang, sources, evidence);
    }

    this.#report('learn', 0.75);
    const otherBases = (await others).map((base) => ({ ...base, frameTimes: null }));
    const bases = [...comparison.bases, ...otherBases].map(({ key, rendition, frameTimes }) => ({
      key,
      rendition,
      frameTimes,
    }));
    const codes = await this.#thread.run({ kind: 'learn', sound: part, bases }, this.#signal);
    this.#report('learn', 1);
    return {
      lang,
      transcript,
      markers: markersOf(whole.alignment.words),
      codes,
      report: {
        ...report,
        learnedSeconds: part.samples.length / part.sampleRate,
        recognised: given === null,
        confidence: whole.alignment.confidence,
        words: whole.alignment.words.length,
        base: bases[0]?.key ?? null,
        bases: bases.length,
        enrolmentVersion: ENROLMENT_VERSION,
      },
    };
  }

  async #inspect(
    audio: Uint8Array,
    forRecognition: boolean,
  ): Promise<{ sound: SharedSound; report: SampleReport; forRecognition: Float32Array | null }> {
    const slow = new AbortController();
    const tooSlow = new EnrolmentError(
      'The file could not be decoded in time; convert it to WAV or FLAC and send it again',
      { fault: 'not_audio' },
    );
    const deadline = setTimeout(() => slow.abort(tooSlow), this.#limits.decodeMs);
    const signal = AbortSignal.any([this.#signal, slow.signal]);
    try {
      this.#report('decode', 0);
      const sound = await this.#thread.run({ kind: 'decode', audio }, signal);
      this.#report('check', 0.05);
      return await this.#thread.run({ kind: 'check', sound, forRecognition }, signal);
    } finally {
      clearTimeout(deadline);
    }
  }

  async #recognise(samples: Float32Array | null, lang: string): Promise<string> {
    let text: string;
    try {
      const { recogniser } = this.#deps;
      ({ text } = await recogniser.transcribe(samples ?? new Float32Array(0), {
        lang,
        signal: this.#signal,
      }));
    } catch (error) {
      if (this.#signal.aborted) throw this.#signal.reason;
      this.#deps.warn('a recording could not be transcribed', { reason: String(error) });
      throw new EnrolmentError(
        'Recordings cannot be transcribed at the moment; try again later, or send what is said as `transcript`',
        { fault: 'busy', status: 503, cause: error },
      );
    }
    text = text.trim();
    if (hasWords(text)) return text;
    throw new EnrolmentError(
      'No words were understood in the recording; speak clearly and close to the microphone, or send what is said ' +
        'as `transcript`',
      { fault: 'no_words' },
    );
  }

  #witnessOf(lang: string): Recogniser | null {
    const { witness } = this.#deps;
    return witness?.supports(lang) ? witness : null;
  }

  /** How far what is heard is from a transcript; null when nobody can tell. */
  async #hear(transcript: string, samples: Float32Array | null, lang: string): Promise<WordErrors | null> {
    const witness = this.#witnessOf(lang);
    if (witness === null || samples === null) return null;
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(WITNESS_MS)]);
    try {
      const { text } = await witness.transcribe(samples, { lang, signal });
      return wordErrors(transcript, text);
    } catch (error) {
      if (this.#signal.aborted) throw this.#signal.reason;
      this.#deps.warn('a transcript could not be compared with what is heard', { reason: String(error) });
      return null;
    }
  }

  /** Where there is a choice of voices: hears some of them, and the speaker. */
  async #meetVoices(sound: SharedSound, lang: string): Promise<VoicePrint | null> {
    if (!this.#bases.hasChoice(lang)) return null;
    const print = ({ samples, sampleRate }: SharedSound): Promise<VoicePrint> =>
      this.#thread.run({ kind: 'print', samples, sampleRate }, this.#signal);
    const speaker = await print(sound);
    await this.#bases.survey(lang, SURVEY_MS, print, this.#signal).catch((error: unknown) => {
      if (this.#signal.aborted) throw error;
      this.#deps.warn('a voice could not be heard', { reason: String(error) });
    });
    return speaker;
  }

  /**
   * Has the transcript spoken by voices, and lays the recording over each.
   * @param sources the best first; those that fail are left out unless all do
   * @throws EnrolmentError not_aligned
   */
  async #compare(
    sound: SharedSound,
    transcript: string,
    lang: string,
    sources: readonly BaseSource[],
    evidence: TranscriptEvidence,
  ): Promise<Comparison> {
    const seconds = sound.samples.length / sound.sampleRate;
    let failure: unknown;
    // Each is aligned as soon as it has spoken, while others still speak.
    const compared = await Promise.all(
      sources.map(async (source) => {
        try {
          const rendition = await this.#render(source, transcript, lang, seconds);
          const aligned = await this.#thread.run({ kind: 'align', sound, rendition }, this.#signal);
          return { key: baseKey(source), rendition, ...aligned };
        } catch (error) {
          if (error instanceof EnrolmentError || this.#signal.aborted) throw error;
          this.#deps.warn('a voice could not be compared with a recording', { reason: String(error) });
          failure = error;
          return null;
        }
      }),
    );
    if (compared.every((base) => base === null)) throw failure;
    const bases = compared.flatMap((base) =>
      base?.frameTimes ? [{ ...base, frameTimes: base.frameTimes }] : [],
    );
    // One voice may stumble over a passage that another says as the speaker does; of other words all are unlike.
    const best = bases.toSorted((a, b) => b.alignment.confidence - a.alignment.confidence)[0]?.alignment;
    if (!best || !(await evidence.confirms(best.confidence))) throw notAligned();
    return { alignment: best, bases };
  }

  async #render(source: BaseSource, transcript: string, lang: string, seconds: number): Promise<Rendition> {
    const options = { signal: this.#signal, speed: 1 };
    const rendition = await renderRendition(this.#deps.lanes, source, transcript, lang, options);
    if (rendition.words.length === 0) throw noWords();
    if (rendition.samples.length / rendition.sampleRate > MAX_STRETCH * seconds) throw notAligned();
    return rendition;
  }
}

function cut({ samples, sampleRate }: SharedSound, startMs: number, endMs: number): SharedSound {
  const at = (ms: number): number => Math.round((ms * sampleRate) / 1000);
  return { samples: samples.subarray(at(startMs), at(endMs)), sampleRate };
}
