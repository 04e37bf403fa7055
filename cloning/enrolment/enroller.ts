import type { EngineParts } from '../../engine/engine.ts';
import { EngineError } from '../../engine/errors.ts';
import { recogniserCommand } from '../../engine/recognition/recogniser-command.ts';
import type { Recogniser } from '../../engine/recognition/types.ts';
import { UNATTENDED } from '../../engine/threads/background.ts';
import { type ExternalEnhancing, TakeEnrolment } from './assisted/take-enrolment.ts';
import type { AssistedRequest, MadeVoice } from './assisted/types.ts';
import { BaseVoices } from './base-voices.ts';
import type { Cloning } from './cloning.ts';
import { type EnrolmentThread, EnrolmentThreads, type ThreadLimits } from './enrolment-threads.ts';
import { EnrolmentPipeline } from './pipeline.ts';
import { PlainEnrolment } from './plain-enrolment.ts';
import { type RefinedVoice, type RefinementRequest, refineVoice } from './refinement.ts';
import { checkWords } from './transcripts.ts';
import type { EnrolmentRequest, EnrolOptions, VoiceReference } from './types.ts';

export interface EnrolmentLimits extends ThreadLimits {
  readonly decodeMs: number;
  readonly wholeMs: number;
  /** Limit for a read-through, not counting the wait for the external enhancer. */
  readonly takeMs: number;
  /** Priority of refinement, which no client waits for. */
  readonly refineMs: number;
  /** Longest part of a recording that is learned. More adds time and size, but hardly any likeness. */
  readonly learnedMs: number;
}

const LIMITS: EnrolmentLimits = {
  running: 2,
  waiting: 4,
  idleMs: 60_000,
  decodeMs: 30_000,
  wholeMs: 60_000,
  takeMs: 180_000,
  refineMs: 900_000,
  learnedMs: 40_000,
};

export interface EnrollerDeps extends Pick<EngineParts, 'catalog' | 'lanes' | 'warn'> {
  readonly recogniser: Recogniser;
  /** Recogniser that checks a given transcript if alignment alone is uncertain. Default: none. */
  readonly verifier?: Recogniser | null;
  /** Folder with the models of enhancers and the speaker encoder; null for none. */
  readonly modelsFolder?: string | null;
  /** Cleans read-throughs in addition to the internal enhancer. Closed with this. */
  readonly external?: ExternalEnhancing | null;
  readonly limits?: Partial<EnrolmentLimits>;
  /** Worker that replaces ours in tests. */
  readonly module?: URL;
}

/** Makes voices from recordings: decode, check, transcribe, align, learn. */
export class Enroller implements Cloning {
  readonly #deps: EnrollerDeps;
  readonly #limits: EnrolmentLimits;
  readonly #threads: EnrolmentThreads;
  /** Threads of refinements, which run one at a time. */
  readonly #background: EnrolmentThreads;
  readonly #bases: BaseVoices;
  readonly #closing = new AbortController();

  constructor(deps: EnrollerDeps) {
    this.#deps = deps;
    this.#limits = { ...LIMITS, ...deps.limits };
    this.#threads = new EnrolmentThreads(this.#limits, deps.module);
    const alone = { running: 1, waiting: this.#limits.waiting, idleMs: this.#limits.idleMs };
    this.#background = new EnrolmentThreads({ ...alone, niceness: UNATTENDED }, deps.module);
    this.#bases = new BaseVoices(deps.catalog, deps.lanes);
  }

  /** Number of worker threads. */
  get threads(): number {
    return this.#threads.size + this.#background.size;
  }

  checkEnrolment(lang: string, hasTranscript: boolean): void {
    if (!this.#deps.catalog.defaultFor(lang)) {
      throw new EngineError('language_unspoken', { values: { lang } });
    }
    if (!hasTranscript && !this.#deps.recogniser.supports(lang)) {
      throw new EngineError('transcript_needed', { values: { lang, command: recogniserCommand(lang) } });
    }
  }

  /** A few run at a time; others wait, and further ones are refused. */
  async enrol(request: EnrolmentRequest, options: EnrolOptions = {}): Promise<VoiceReference> {
    this.checkEnrolment(request.lang, request.transcript !== null);
    const transcript = request.transcript?.trim() ?? null;
    if (transcript !== null) checkWords(transcript);
    const { recogniser, verifier = null, warn } = this.#deps;
    return this.#withPipeline(this.#threads, this.#limits.wholeMs, options, (pipeline, signal) =>
      new PlainEnrolment({
        pipeline,
        bases: this.#bases,
        recogniser,
        verifier,
        learnedMs: this.#limits.learnedMs,
        warn,
        signal,
        report: (stage, fraction) => options.onProgress?.(stage, fraction),
      }).learn(request.audio, request.lang, transcript),
    );
  }

  async enrolTake(request: AssistedRequest, options: EnrolOptions = {}): Promise<readonly MadeVoice[]> {
    this.checkEnrolment(request.lang, true);
    const { external = null, modelsFolder = null, warn } = this.#deps;
    return this.#withPipeline(this.#threads, this.#limits.takeMs, options, (pipeline, signal) =>
      new TakeEnrolment({
        pipeline,
        bases: this.#bases,
        external,
        modelsFolder,
        warn,
        signal,
        report: (stage, fraction) => options.onProgress?.(stage, fraction),
      }).learn(request),
    );
  }

  async refine(
    request: RefinementRequest,
    options: Pick<EnrolOptions, 'signal'> = {},
  ): Promise<RefinedVoice> {
    return this.#withPipeline(this.#background, this.#limits.refineMs, options, (pipeline) =>
      refineVoice(pipeline, request),
    );
  }

  async #withPipeline<T>(
    threads: EnrolmentThreads,
    wholeMs: number,
    { signal: given, owner }: EnrolOptions,
    work: (pipeline: EnrolmentPipeline, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const stopped = [this.#closing.signal, ...(given ? [given] : [])];
    const thread = await threads.enter(AbortSignal.any(stopped));
    const lent: EnrolmentThread[] = [];
    /** Also ends branches that are still running after a failure. */
    const end = new AbortController();
    const tooSlow = new EngineError('enrolment_timed_out');
    const deadline = setTimeout(() => end.abort(tooSlow), wholeMs);
    const signal = AbortSignal.any([end.signal, ...stopped]);
    const { lanes, modelsFolder = null, warn } = this.#deps;
    const resume = owner === undefined ? null : lanes.pauseAhead(owner);
    try {
      const pipeline = new EnrolmentPipeline({
        lanes,
        bases: this.#bases,
        modelsFolder,
        thread,
        lendThread: () => {
          // A branch that is still running after the enrolment has failed would keep its thread forever.
          signal.throwIfAborted();
          const another = threads.lend();
          lent.push(another);
          return another;
        },
        signal,
        owner,
        decodeMs: this.#limits.decodeMs,
        warn,
      });
      return await work(pipeline, signal);
    } finally {
      clearTimeout(deadline);
      resume?.();
      end.abort(new Error('the enrolment is over'));
      for (const another of lent) threads.giveBack(another);
      threads.leave(thread);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new EngineError('enrolment_closing'));
    await Promise.all([this.#threads.close(), this.#background.close(), this.#deps.external?.close()]);
  }
}
