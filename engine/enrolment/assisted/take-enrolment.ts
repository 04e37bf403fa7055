import { EnhancerError } from '../../enhancement/external/enhancer-error.ts';
import type { Sound } from '../../enhancement/types.ts';
import { EngineError } from '../../errors.ts';
import { type SharedSound, sharedSamples } from '../../threads/shared-sound.ts';
import type { BaseVoices, SpokenBase } from '../base-voices.ts';
import type { SampleReport } from '../checks/check-sample.ts';
import { markersOf } from '../markers.ts';
import { cut, type EnrolmentPipeline, type FoundBases } from '../pipeline.ts';
import { TranscriptVerification } from '../transcript-verification.ts';
import { checkLength, notAligned } from '../transcripts.ts';

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

/** Time limit of other voices that speak the script. */
const OTHER_RENDITIONS_MS = 8000;
/** Passages that are tried, best first, before a take is given up: one may be good and still not be learnable. */
const MAX_TRIES = 3;

/** Cleans recordings elsewhere. @throws EnhancerError */
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
  readonly report: (stage: string, fraction: number) => void;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

/** A take that one enhancer has cleaned. */
interface CleanedTake {
  readonly enhancer: EnhancerKind;
  readonly sound: SharedSound;
}

/** What is known of a take once it was looked over. */
interface Inspected {
  readonly request: AssistedRequest;
  readonly sound: SharedSound;
  readonly sample: SampleReport;
  readonly take: AlignedTake;
  readonly passages: readonly ScoredPassage[];
  readonly others: Promise<readonly SpokenBase[]>;
}

/** One read-through on its way to a voice, or to several. */
export class TakeEnrolment {
  readonly #options: TakeEnrolmentOptions;
  /** Why the external enhancer's output is not used, when it was asked. */
  #externalReason: string | null = null;
  /** By the enhancer of the take: its passages are of one speaker, and looking for bases takes seconds. */
  readonly #found = new Map<EnhancerKind, Promise<FoundBases>>();

  constructor(options: TakeEnrolmentOptions) {
    this.#options = options;
  }

  /** @returns one voice at least, best first @throws EngineError */
  async learn(request: AssistedRequest): Promise<readonly MadeVoice[]> {
    const { pipeline, external, signal, report } = this.#options;
    checkScript(request.script, request.lang);
    const others = pipeline.others(request.lang);
    others.catch(() => undefined);
    const { sound, report: sample } = await pipeline.inspect(request.audio, {
      lenient: true,
      checkSeconds: checkTakeLength,
    });
    checkLength(request.script, sample.seconds);
    // Both go on while the take is looked over here.
    const cleanedElsewhere = external === null || request.fast ? null : this.#cleanElsewhere(sound);
    cleanedElsewhere?.catch(() => undefined);
    const cleaned = this.#clean(sound);
    cleaned.catch(() => undefined);

    report('align', 0.1);
    const take = await this.#align(request, sound, sample);
    const fault = takeFault(take);
    if (fault) throw fault;
    report('score', 0.3);
    const passages = await pipeline.run({ kind: 'score', sound, take });
    if (passages.length === 0) throw new EngineError('no_passage');
    const inspected: Inspected = { request, sound, sample, take, passages, others };

    report('enhance', 0.35);
    const own: CleanedTake = { enhancer: 'own', sound: await cleaned };
    const elsewhere = await this.#atLoudness((await cleanedElsewhere) ?? null);
    signal.throwIfAborted();
    report('learn', 0.5);
    return request.candidates
      ? this.#candidates(inspected, own, elsewhere)
      : [await this.#best(inspected, elsewhere ?? own)];
  }

  /**
   * The script laid over the recording: by the quickest voice, which is as good at finding sentences as any. A word
   * that its accent makes doubtful others may confirm where there is time: one with another accent, and a neural one.
   */
  async #align(
    { lang, script, fast }: AssistedRequest,
    sound: SharedSound,
    { medianF0Hz, seconds }: SampleReport,
  ): Promise<AlignedTake> {
    const { pipeline, bases } = this.#options;
    const neural = bases.nearest(lang, true, null);
    const quick = bases.builtIn(lang, medianF0Hz);
    const source = quick ?? neural;
    if (source === null) throw notAligned();
    const otherSources = quick && !fast ? [bases.otherBuiltIn(lang, medianF0Hz), neural] : [];
    const [rendition, ...others] = await Promise.all([
      pipeline.render(source, script, lang, seconds),
      ...otherSources.map(
        (other) => other && pipeline.renderBeside(other, script, lang, OTHER_RENDITIONS_MS),
      ),
    ]);
    return pipeline.run({
      kind: 'take',
      sound,
      rendition,
      others: others.filter((other) => other !== null),
      script,
      sentences: scriptSentences(script, lang),
    });
  }

  #clean(sound: SharedSound): Promise<SharedSound> {
    const { pipeline, modelsFolder } = this.#options;
    return pipeline.runBeside({ kind: 'enhance', sound, modelsFolder });
  }

  /** As loud as what the own enhancer gives. */
  async #atLoudness(cleaned: CleanedTake | null): Promise<CleanedTake | null> {
    return (
      cleaned && {
        ...cleaned,
        sound: await this.#options.pipeline.run({ kind: 'loudness', sound: cleaned.sound }),
      }
    );
  }

  /** Null when the external enhancer gives nothing that can be used. */
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
    }
  }

  async #best(inspected: Inspected, cleaned: CleanedTake): Promise<MadeVoice> {
    const { passages } = inspected;
    let failure: unknown = new EngineError('no_passage');
    for (const passage of passages.slice(0, MAX_TRIES)) {
      try {
        return await this.#make(inspected, cleaned, passage, (fraction) => 0.5 + 0.5 * fraction);
      } catch (error) {
        if (!isOfRecording(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  /**
   * A voice for each good pair of sentences of the external enhancer's output, or of the own one's when there is none;
   * where both are asked for, the own one's best pair as well. Without a pair, the best passage.
   */
  async #candidates(
    inspected: Inspected,
    own: CleanedTake,
    elsewhere: CleanedTake | null,
  ): Promise<readonly MadeVoice[]> {
    const pairs = pairsOf(inspected.passages).slice(0, MAX_CANDIDATES);
    const main = elsewhere ?? own;
    const work: { readonly cleaned: CleanedTake; readonly passage: ScoredPassage }[] = pairs.map(
      (passage) => ({
        cleaned: main,
        passage,
      }),
    );
    if (elsewhere && pairs[0]) work.push({ cleaned: own, passage: pairs[0] });
    const voices: MadeVoice[] = [];
    for (const [i, { cleaned, passage }] of work.entries()) {
      const at = (fraction: number): number => 0.5 + (0.5 * (i + fraction)) / work.length;
      try {
        voices.push(await this.#make(inspected, cleaned, passage, at));
      } catch (error) {
        if (!isOfRecording(error)) throw error;
      }
    }
    if (!voices.some(({ report }) => report.enhancer === main.enhancer)) {
      voices.push(await this.#best(inspected, main));
    }
    const order: Record<EnhancerKind, number> = { external: 0, own: 1 };
    return voices.toSorted(
      ({ report: a }, { report: b }) => b.score - a.score || order[a.enhancer] - order[b.enhancer],
    );
  }

  async #make(
    { request: { lang }, sample, take, others }: Inspected,
    cleaned: CleanedTake,
    passage: ScoredPassage,
    at: (fraction: number) => number,
  ): Promise<MadeVoice> {
    const { pipeline, bases, report } = this.#options;
    const part = cut(cleaned.sound, passage.startMs, passage.endMs);
    const { near, neural } = await this.#findBases(cleaned, part, lang);
    const sources = [neural, bases.builtIn(lang, sample.medianF0Hz)].filter((source) => source !== null);
    report('learn', at(0.1));
    const { alignment, bases: compared } = await pipeline.compare(
      part,
      passage.text,
      lang,
      sources,
      new TranscriptVerification(null),
    );
    report('learn', at(0.6));
    const nearBase = await near;
    const { codes, keys } = await pipeline.learn(part, lang, nearBase, compared, await others);
    report('learn', at(1));
    const facts = {
      ...sample,
      confidence: alignment.confidence,
      words: alignment.words.length,
      base: keys[0] ?? null,
      baseSimilarity: nearBase?.similarity ?? null,
      bases: keys.length,
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
      },
      report: this.#reportOf(cleaned, passage, take, facts),
    };
  }

  /** What a voice begins from, as its first passage finds it. */
  #findBases({ enhancer }: CleanedTake, part: SharedSound, lang: string): Promise<FoundBases> {
    const known = this.#found.get(enhancer);
    if (known) return known;
    const found = this.#options.pipeline.findBases(part, lang);
    found.catch(() => this.#found.delete(enhancer));
    this.#found.set(enhancer, found);
    return found;
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

/** Another passage of the same recording may do better. */
const isOfRecording = (error: unknown): boolean => error instanceof EngineError && error.status === 400;

function checkTakeLength(seconds: number): void {
  if (seconds >= MIN_TAKE_SECONDS && seconds <= MAX_TAKE_SECONDS) return;
  const values = { seconds: seconds.toFixed(1), min: MIN_TAKE_SECONDS, max: MAX_TAKE_SECONDS };
  throw new EngineError(seconds < MIN_TAKE_SECONDS ? 'take_too_short' : 'take_too_long', { values });
}
