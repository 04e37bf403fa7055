import type { LanePool } from '../lanes/pool.ts';
import type { Recogniser } from '../recognition/types.ts';
import { type WordErrors, wordErrors } from '../recognition/wer.ts';
import type { SharedSound } from '../threads/shared-sound.ts';
import type { Catalog } from '../voices/catalog.ts';
import { type ExternalEnhancing, TakeEnrolment } from './assisted/take-enrolment.ts';
import type { AssistedRequest, MadeVoice } from './assisted/types.ts';
import { BaseVoices } from './base-voices.ts';
import { bestPassage } from './best-passage.ts';
import { markersOf } from './markers.ts';
import { type Comparison, cut, Workbench } from './pipeline.ts';
import { type EnrolmentThread, type ThreadLimits, Threads } from './threads.ts';
import { TranscriptVerification } from './transcript-verification.ts';
import { checkLength, checkWords, hasWords, notAligned } from './transcripts.ts';
import { EnrolmentError, type EnrolmentRequest, type EnrolOptions, type VoiceReference } from './types.ts';

/** Raised when the same recording would be learned differently. */
const ENROLMENT_VERSION = 1;

export interface EnrolmentLimits extends ThreadLimits {
  readonly decodeMs: number;
  readonly wholeMs: number;
  /** Of a read-through, apart from waiting for the external enhancer. */
  readonly takeMs: number;
  /** Of longer recordings only the best part is learned: more adds time and size, but hardly any likeness. */
  readonly learnedMs: number;
}

const LIMITS: EnrolmentLimits = {
  running: 2,
  waiting: 4,
  idleMs: 60_000,
  decodeMs: 30_000,
  wholeMs: 60_000,
  takeMs: 180_000,
  learnedMs: 40_000,
};
/** So little more is taken whole. */
const WHOLE_FACTOR = 1.125;
/** The voices of other languages get so much time from the beginning of an enrolment on. */
const OTHERS_MS = 4000;
/** A recogniser that has not heard the words of a given transcript by then is not waited for. */
const VERIFIER_MS = 20_000;

export interface EnrollerDeps {
  readonly catalog: Catalog;
  readonly lanes: LanePool;
  readonly recogniser: Recogniser;
  /** Hears whether a transcript that was sent is said, where alignment alone is not sure; default: none does. */
  readonly verifier?: Recogniser | null;
  /** Folder with the models of enhancers; null for none, so that what needs no model cleans. */
  readonly modelsFolder?: string | null;
  /** Cleans read-throughs beside the own enhancer; closed with this. */
  readonly external?: ExternalEnhancing | null;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
  readonly limits?: Partial<EnrolmentLimits>;
  /** Another worker than ours; only in tests. */
  readonly module?: URL;
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
    return this.#atWorkbench(this.#limits.wholeMs, options, (bench, signal) =>
      new Enrolment(this.#deps, this.#limits, this.#bases, bench, signal, options).learn(
        request.audio,
        request.lang,
        transcript,
      ),
    );
  }

  /**
   * Learns a speaker from a read-through of a script.
   * @returns the best voice, or candidates, best first; one at least
   * @throws EnrolmentError; the signal's reason when aborted
   */
  async enrolTake(request: AssistedRequest, options: EnrolOptions = {}): Promise<readonly MadeVoice[]> {
    this.check(request.lang, true);
    const { external = null, modelsFolder = null, warn } = this.#deps;
    return this.#atWorkbench(this.#limits.takeMs, options, (bench, signal) =>
      new TakeEnrolment({
        bench,
        bases: this.#bases,
        external,
        modelsFolder,
        warn,
        signal,
        report: (stage, fraction) => options.onProgress?.(stage, fraction),
      }).learn(request),
    );
  }

  async #atWorkbench<T>(
    wholeMs: number,
    { signal: given, onProgress }: EnrolOptions,
    work: (bench: Workbench, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const stopped = [this.#closing.signal, ...(given ? [given] : [])];
    const thread = await this.#threads.enter(AbortSignal.any(stopped));
    const lent: EnrolmentThread[] = [];
    /** Also ends what still goes on when something failed. */
    const end = new AbortController();
    const tooSlow = new EnrolmentError('Learning the voice took too long; try again later', {
      fault: 'timed_out',
      status: 503,
    });
    const deadline = setTimeout(() => end.abort(tooSlow), wholeMs);
    const signal = AbortSignal.any([end.signal, ...stopped]);
    const { lanes, warn } = this.#deps;
    try {
      const bench = new Workbench({
        lanes,
        bases: this.#bases,
        thread,
        lendThread: () => {
          const another = this.#threads.lend();
          lent.push(another);
          return another;
        },
        signal,
        decodeMs: this.#limits.decodeMs,
        report: (stage, fraction) => onProgress?.(stage, fraction),
        warn,
      });
      return await work(bench, signal);
    } finally {
      clearTimeout(deadline);
      end.abort(new Error('the enrolment is over'));
      for (const another of lent) this.#threads.giveBack(another);
      this.#threads.leave(thread);
    }
  }

  async close(): Promise<void> {
    const closing = { fault: 'busy', status: 503 } as const;
    this.#closing.abort(new EnrolmentError('The server is shutting down', closing));
    await Promise.all([this.#threads.close(), this.#deps.external?.close()]);
  }
}

/** One recording on its way to a voice. */
class Enrolment {
  readonly #deps: EnrollerDeps;
  readonly #limits: EnrolmentLimits;
  readonly #bases: BaseVoices;
  readonly #bench: Workbench;
  readonly #signal: AbortSignal;
  readonly #report: (stage: string, fraction: number) => void;

  constructor(
    deps: EnrollerDeps,
    limits: EnrolmentLimits,
    bases: BaseVoices,
    bench: Workbench,
    signal: AbortSignal,
    { onProgress }: EnrolOptions,
  ) {
    this.#deps = deps;
    this.#limits = limits;
    this.#bases = bases;
    this.#bench = bench;
    this.#signal = signal;
    this.#report = (stage, fraction) => onProgress?.(stage, fraction);
  }

  async learn(audio: Uint8Array, lang: string, given: string | null): Promise<VoiceReference> {
    const othersTime = AbortSignal.any([this.#signal, AbortSignal.timeout(OTHERS_MS)]);
    const others = this.#bench.others(lang, othersTime);
    const { sound, report, forRecognition } = await this.#bench.inspect(audio, {
      forRecognition: given === null || this.#verifierFor(lang) !== null,
    });

    this.#report('transcribe', 0.15);
    const [transcript, speaker] = await Promise.all([
      given ?? this.#recognise(forRecognition, lang),
      this.#bench.embedVoices(sound, lang),
    ]);
    checkLength(transcript, report.seconds);
    const evidence = new TranscriptVerification(
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
      whole = comparison = await this.#bench.compare(sound, transcript, lang, sources, evidence);
    } else {
      // The quickest voice finds the words; the rest is done with the best part alone.
      whole = await this.#bench.compare(sound, transcript, lang, sources.slice(-1), evidence);
      const passage = bestPassage(transcript, whole.alignment.words, this.#limits.learnedMs);
      if (!passage) throw notAligned();
      part = cut(sound, passage.startMs, passage.endMs);
      comparison = await this.#bench.compare(part, passage.text, lang, sources, evidence);
    }

    this.#report('learn', 0.75);
    const { codes, keys } = await this.#bench.learn(part, comparison.bases, await others);
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
        base: keys[0] ?? null,
        bases: keys.length,
        enrolmentVersion: ENROLMENT_VERSION,
      },
    };
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

  #verifierFor(lang: string): Recogniser | null {
    const { verifier } = this.#deps;
    return verifier?.supports(lang) ? verifier : null;
  }

  /** How far what is heard is from a transcript; null when nobody can tell. */
  async #hear(transcript: string, samples: Float32Array | null, lang: string): Promise<WordErrors | null> {
    const verifier = this.#verifierFor(lang);
    if (verifier === null || samples === null) return null;
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(VERIFIER_MS)]);
    try {
      const { text } = await verifier.transcribe(samples, { lang, signal });
      return wordErrors(transcript, text);
    } catch (error) {
      if (this.#signal.aborted) throw this.#signal.reason;
      this.#deps.warn('a transcript could not be compared with what is heard', { reason: String(error) });
      return null;
    }
  }
}
