import { EngineError } from '../../../engine/errors.ts';
import { type SharedSound, sharedSamples } from '../../../engine/threads/shared-sound.ts';
import { EnhancerError } from '../../../recordings/enhancement/external/enhancer-error.ts';
import type { Sound } from '../../../recordings/enhancement/types.ts';
import type { BaseVoices } from '../base-voices.ts';
import type { SampleReport } from '../checks/check-sample.ts';
import { markersOf } from '../markers.ts';
import { cut, type EnrolmentPipeline, type FoundBases, type OnShare } from '../pipeline.ts';
import { Progress, type Report } from '../progress.ts';
import { refinementBasis } from '../refinement.ts';
import { shownSeconds } from '../shown-seconds.ts';
import type { NearBase, Wanted } from '../style-space/near-base.ts';
import { TranscriptVerification } from '../transcript-verification.ts';
import { checkLength, notAligned } from '../transcripts.ts';
import type { Enhanced } from '../worker-protocol.ts';
import { pairsOf } from './passages/score-passages.ts';
import { checkScript, scriptSentences } from './script/sentences.ts';
import { takeFault } from './take-fault.ts';
import {
  type AlignedTake,
  type AssistedRequest,
  type EnhancerKind,
  MAX_CANDIDATES,
  MAX_TAKE_SECONDS,
  type MadeVoice,
  MIN_TAKE_SECONDS,
  type ReferenceReport,
  type ScoredPassage,
} from './types.ts';

/**
 * Number of passages that are tried, best first, before the take is rejected: a good passage may still be unlearnable.
 */
const MAX_TRIES = 3;

/** A recording this clear shows the speaker's voice without cleaning. */
const CLEAN_DB = 30;
/** Typical durations of the parts for a take of 40 s on two cores, run concurrently. Only their ratios count. */
const VOICE_SECONDS = 1.5;
const SECONDS = {
  decode: 0.1,
  check: 0.4,
  script: 1,
  sentences: 2,
  score: 0.4,
  enhance: 3,
  elsewhere: 10,
  near: 5,
  voices: VOICE_SECONDS,
} as const;
/** Assumed number of candidates until it is known. */
const EXPECTED_VOICES = 4;

/** Cleans recordings in another process. @throws EnhancerError */
export interface ExternalEnhancing {
  enhance(sound: Sound, options: { readonly signal: AbortSignal }): Promise<Sound>;
  close(): Promise<void>;
}

export interface TakeEnrolmentOptions {
  readonly pipeline: EnrolmentPipeline;
  readonly bases: BaseVoices;
  readonly external: ExternalEnhancing | null;
  readonly modelsFolder: string | null;
  readonly signal: AbortSignal;
  readonly report: Report;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

/** A take that one enhancer has cleaned. */
interface CleanedTake {
  readonly enhancer: EnhancerKind;
  readonly sound: SharedSound;
}

/** A take after its inspection. */
interface Inspected {
  readonly request: AssistedRequest;
  readonly sound: SharedSound;
  readonly sample: SampleReport;
  readonly take: AlignedTake;
  readonly passages: readonly ScoredPassage[];
}

/** The enrolment of one take, as one voice or several. */
export class TakeEnrolment {
  readonly #options: TakeEnrolmentOptions;
  /** Why the output of the external enhancer is not used, if it was requested. */
  #externalReason: string | null = null;
  /** By the enhancer of the take: all passages have the same speaker, and a search for bases takes seconds. */
  readonly #found = new Map<EnhancerKind, Promise<FoundBases>>();
  /** Bases of a clean take, shared by all voices that are made from it. */
  #inTake: Promise<FoundBases> | null = null;
  /** Bases near the speaker; a failed search gives none. */
  readonly #near = new Map<Wanted, Promise<NearBase | null>>();
  readonly #progress: Progress<keyof typeof SECONDS>;

  constructor(options: TakeEnrolmentOptions) {
    this.#options = options;
    this.#progress = new Progress('decode', SECONDS, options.report);
  }

  /** @returns at least one voice, best first @throws EngineError */
  async learn(request: AssistedRequest): Promise<readonly MadeVoice[]> {
    const { pipeline, external } = this.#options;
    const progress = this.#progress;
    checkScript(request.script, request.lang);
    pipeline.prepareHearing().catch(() => undefined);
    const { sound: whole } = await pipeline.decode(request.audio);
    checkTakeLength(whole.samples.length / whole.sampleRate);
    progress.advance('decode', 1);

    progress.begin('check');
    const { sound, report: sample } = await pipeline.check(whole, true);
    progress.advance('check', 1);
    checkLength(request.script, sample.seconds);
    const asksElsewhere = external !== null && !request.fast;
    if (!asksElsewhere) progress.expect('elsewhere', 0);
    if (request.fast) progress.expect('near', 0);
    if (request.candidates) progress.expect('voices', EXPECTED_VOICES * VOICE_SECONDS);
    // These steps run while the take is checked here.
    const cleanedElsewhere = asksElsewhere ? this.#cleanElsewhere(sound) : null;
    cleanedElsewhere?.catch(() => undefined);
    const finding = sample.snrDb >= CLEAN_DB ? this.#findIn(sound, request) : null;
    const cleaned = this.#clean(sound, finding);
    cleaned.catch(() => undefined);

    progress.begin('align');
    const take = await this.#align(request, sound, sample);
    progress.advance('sentences', 1);
    const fault = takeFault(take);
    if (fault) throw fault;
    progress.begin('enhance');
    const enhanced = await cleaned;
    progress.begin('score');
    const passages = await pipeline.run({ kind: 'score', sound, take, cleaned: enhanced });
    if (passages.length === 0) throw new EngineError('no_passage');
    progress.advance('score', 1);
    const inspected: Inspected = { request, sound, sample, take, passages };

    const own: CleanedTake = { enhancer: 'own', sound: enhanced };
    const elsewhere = cleanedElsewhere?.then((sound) => this.#atLoudness(sound)) ?? null;
    elsewhere?.catch(() => undefined);
    const voices = request.candidates
      ? await this.#candidates(inspected, own, elsewhere)
      : [await this.#best(inspected, (await this.#arrived(elsewhere)) ?? own)];
    progress.end();
    return voices;
  }

  /**
   * Aligns the script with the recording: by the fastest voice, which finds sentences as well as any other. If there is
   * time, other voices (one with another accent, and a neural one) judge the words again, because the first voice's
   * accent makes some doubtful.
   */
  async #align(
    { lang, script, fast }: AssistedRequest,
    sound: SharedSound,
    { medianF0Hz, seconds }: SampleReport,
  ): Promise<AlignedTake> {
    const { pipeline, bases } = this.#options;
    const neural = bases.nearest(lang, null);
    const quick = bases.builtIn(lang, medianF0Hz);
    const source = quick ?? neural;
    if (source === null) throw notAligned();
    const otherSources = quick && !fast ? [bases.otherBuiltIn(lang, medianF0Hz), neural] : [];
    const speaking = [
      pipeline.render(source, script, lang, seconds),
      ...otherSources.map(async (other) => other && pipeline.renderBeside(other, script, lang)),
    ] as const;
    let spoken = 0;
    for (const rendition of speaking) {
      rendition.then(
        () => this.#progress.advance('script', ++spoken / speaking.length),
        () => undefined,
      );
    }
    const [rendition, ...others] = await Promise.all(speaking);
    return pipeline.run({
      kind: 'take',
      sound,
      rendition,
      others: others.filter((other) => other !== null),
      script,
      sentences: scriptSentences(script, lang),
    });
  }

  /**
   * @param finding for the voice that finds the sentences: it runs in the thread that cleans the sound, and has a
   * longer time limit
   */
  async #clean(sound: SharedSound, finding: Promise<FoundBases> | null): Promise<Enhanced> {
    const { pipeline, modelsFolder } = this.#options;
    await finding?.catch(() => undefined);
    const cleaned = await pipeline.runBeside({ kind: 'enhance', sound, modelsFolder });
    this.#progress.advance('enhance', 1);
    return cleaned;
  }

  /** At the loudness of the built-in enhancer's output. */
  async #atLoudness(cleaned: CleanedTake | null): Promise<CleanedTake | null> {
    return (
      cleaned && {
        ...cleaned,
        sound: await this.#options.pipeline.run({ kind: 'loudness', sound: cleaned.sound }),
      }
    );
  }

  /** Null if the external enhancer returns nothing usable. */
  async #cleanElsewhere(sound: SharedSound): Promise<CleanedTake | null> {
    const { external, signal, warn } = this.#options;
    if (external === null) return null;
    try {
      const { samples, sampleRate } = await external.enhance(sound, { signal });
      return { enhancer: 'external', sound: { samples: sharedSamples(samples), sampleRate } };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      this.#externalReason = error instanceof EnhancerError ? error.reason : 'it failed';
      warn('the external enhancer was not used', { reason: String(error) });
      return null;
    } finally {
      this.#progress.advance('elsewhere', 1);
    }
  }

  /** Waits for the externally cleaned take, and returns it if it can be used. */
  async #arrived(elsewhere: Promise<CleanedTake | null> | null): Promise<CleanedTake | null> {
    const cleaned = await elsewhere;
    this.#options.signal.throwIfAborted();
    this.#progress.begin('learn');
    return cleaned;
  }

  async #best(inspected: Inspected, cleaned: CleanedTake): Promise<MadeVoice> {
    const { passages } = inspected;
    let failure: unknown = new EngineError('no_passage');
    for (const passage of passages.slice(0, MAX_TRIES)) {
      try {
        return await this.#make(inspected, cleaned, passage, (share) =>
          this.#progress.advance('voices', share),
        );
      } catch (error) {
        if (!isOfRecording(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  /**
   * A voice for each good pair of sentences in the external enhancer's output, or without it in the built-in one's. If
   * both are requested, also the built-in one's best pair. Without a pair, the best passage.
   */
  async #candidates(
    inspected: Inspected,
    own: CleanedTake,
    cleanedElsewhere: Promise<CleanedTake | null> | null,
  ): Promise<readonly MadeVoice[]> {
    const pairs = pairsOf(inspected.passages).slice(0, MAX_CANDIDATES);
    const shares: number[] = [];
    let count = EXPECTED_VOICES;
    const attempt = async (cleaned: CleanedTake, passage: ScoredPassage): Promise<MadeVoice | null> => {
      const place = shares.push(0) - 1;
      const onShare = (share: number): void => {
        shares[place] = share;
        this.#progress.advance('voices', shares.reduce((sum, each) => sum + each, 0) / count);
      };
      try {
        return await this.#make(inspected, cleaned, passage, onShare);
      } catch (error) {
        if (!isOfRecording(error)) throw error;
        onShare(1);
        return null;
      }
    };
    // This candidate does not depend on the external enhancer.
    const early = cleanedElsewhere && pairs[0] ? [attempt(own, pairs[0])] : [];
    for (const voice of early) voice.catch(() => undefined);
    const elsewhere = await this.#arrived(cleanedElsewhere);
    const main = elsewhere ?? own;
    const left = elsewhere ? pairs : pairs.slice(early.length);
    count = Math.max(1, early.length + left.length);
    this.#progress.expect('voices', count * VOICE_SECONDS);
    const made = await inTwos(left, (passage) => attempt(main, passage));
    const voices = [...(await Promise.all(early)), ...made].filter((voice) => voice !== null);
    if (!voices.some(({ report }) => report.enhancer === main.enhancer)) {
      voices.push(await this.#best(inspected, main));
    }
    const order: Record<EnhancerKind, number> = { external: 0, own: 1 };
    return voices.toSorted(
      ({ report: a }, { report: b }) => b.score - a.score || order[a.enhancer] - order[b.enhancer],
    );
  }

  async #make(
    { request, sample, take }: Inspected,
    cleaned: CleanedTake,
    passage: ScoredPassage,
    onShare: OnShare,
  ): Promise<MadeVoice> {
    const { pipeline, bases } = this.#options;
    const { lang, fast } = request;
    const part = cut(cleaned.sound, passage.startMs, passage.endMs);
    const { wanted, neural } = await this.#findBases(cleaned, part, request);
    const sources = [neural, bases.builtIn(lang, sample.medianF0Hz)].filter((source) => source !== null);
    const { alignment, bases: compared } = await pipeline.compare(
      part,
      passage.text,
      lang,
      sources,
      new TranscriptVerification(null),
      (share) => onShare(0.5 * share),
    );
    const learned = await pipeline.learn(part, compared);
    onShare(0.75);
    const near = wanted && !fast ? await this.#nearBase(wanted, lang) : null;
    const keys = compared.map(({ key }) => key);
    const completed = fast ? { codes: learned, keys } : await pipeline.complete(learned, lang, near);
    const codes = await pipeline.prompt(completed.codes, part);
    onShare(1);
    const facts = {
      ...sample,
      confidence: alignment.confidence,
      words: alignment.words.length,
      base: completed.keys[0] ?? null,
      baseSimilarity: near?.similarity ?? null,
      bases: completed.keys.length,
    };
    return {
      reference: {
        lang,
        transcript: passage.text,
        markers: markersOf(alignment.words),
        codes,
        report: {
          ...facts,
          learnedSeconds: part.samples.length / part.sampleRate,
          enhancer: cleaned.enhancer,
        },
        refinement: fast && pipeline.canComplete(lang, wanted) ? refinementBasis(wanted) : null,
      },
      report: this.#reportOf(cleaned, passage, take, facts),
    };
  }

  /** Finds the bases from the whole take, or else from its first passage. */
  async #findBases(
    { enhancer }: CleanedTake,
    part: SharedSound,
    request: AssistedRequest,
  ): Promise<FoundBases> {
    const known = this.#inTake ?? this.#found.get(enhancer);
    if (!known) return this.#findIn(part, request, enhancer);
    // Another passage may succeed after the first one has failed.
    const found = await known.catch(() => null);
    return found ?? this.#found.get(enhancer) ?? this.#findIn(part, request, enhancer);
  }

  /** @param enhancer that cleaned the sound; absent for all */
  #findIn(
    sound: SharedSound,
    { lang, fast }: AssistedRequest,
    enhancer: EnhancerKind | null = null,
  ): Promise<FoundBases> {
    const found = this.#options.pipeline.findBases(sound, lang);
    if (enhancer === null) this.#inTake = found;
    else this.#found.set(enhancer, found);
    found.then(
      ({ wanted }) => {
        if (wanted === null) this.#progress.expect('near', 0);
        else if (!fast) void this.#nearBase(wanted, lang);
      },
      () => {
        if (enhancer === null) this.#inTake = null;
        else this.#found.delete(enhancer);
      },
    );
    return found;
  }

  /** Searched once for each speaker; null if the search fails. */
  #nearBase(wanted: Wanted, lang: string): Promise<NearBase | null> {
    const { pipeline, signal, warn } = this.#options;
    const known = this.#near.get(wanted);
    if (known) return known;
    const looking = pipeline
      .nearBase(wanted, lang, (share) => this.#progress.advance('near', share))
      .catch((error: unknown) => {
        if (!signal.aborted) warn('no voice could be moved towards a speaker', { reason: String(error) });
        return null;
      });
    this.#near.set(wanted, looking);
    return looking;
  }

  #reportOf(
    { enhancer }: CleanedTake,
    passage: ScoredPassage,
    { sentences }: AlignedTake,
    sample: ReferenceReport['sample'],
  ): ReferenceReport {
    return {
      enhancer,
      ...(enhancer === 'own' && this.#externalReason !== null && { enhancer_reason: this.#externalReason }),
      text: passage.text,
      start_ms: Math.round(passage.startMs),
      end_ms: Math.round(passage.endMs),
      score: passage.score,
      scores: passage.scores,
      sentences: passage.sentences.map((index) => index + 1),
      faults: sentences.flatMap(({ index, fault, text }) =>
        fault === null ? [] : [{ sentence: index + 1, fault, text }],
      ),
      sample,
    };
  }
}

/** Another passage of the same recording may succeed. */
const isOfRecording = (error: unknown): boolean => error instanceof EngineError && error.status === 400;

function checkTakeLength(seconds: number): void {
  if (seconds >= MIN_TAKE_SECONDS && seconds <= MAX_TAKE_SECONDS) return;
  const shown = shownSeconds(seconds, MIN_TAKE_SECONDS, MAX_TAKE_SECONDS);
  const values = { seconds: shown, min: MIN_TAKE_SECONDS, max: MAX_TAKE_SECONDS };
  throw new EngineError(seconds < MIN_TAKE_SECONDS ? 'take_too_short' : 'take_too_long', { values });
}

/**
 * Processes two items at a time, in order, so that both threads are busy.
 * @returns the results in the order of the items @throws the first error of any of them
 */
async function inTwos<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const runOne = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all([runOne(), runOne()]);
  return results;
}
