import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { MachineLoad } from '../machine/processor-times.ts';
import { whenIdle } from '../machine/when-idle.ts';
import { agreement } from './agreement.ts';
import { familyOf } from './families.ts';
import { hasOtherCount } from './heard-text.ts';
import { LocalRecogniser, type LocalRecogniserOptions, type LocalTranscript } from './local-recogniser.ts';
import { type ChosenRecogniser, chooseRecogniser, knows, type RecognitionUse } from './recogniser-choice.ts';
import { recogniserCommand } from './recogniser-command.ts';
import type { MeasuredModel, RecogniserSpeeds } from './recogniser-speeds.ts';
import {
  type IdentifiedLanguage,
  type RecogniseOptions,
  type Recogniser,
  type RecogniserInUse,
  RecognitionError,
  type Transcript,
} from './types.ts';

export interface LocalRecognisersOptions {
  /** All recognisers of the catalogue, installed or not. */
  readonly models: readonly MeasuredModel[];
  readonly speeds: RecogniserSpeeds;
  /** Name of the recogniser that is preferred for the languages it knows; null for none. */
  readonly preferred: string | null;
  /** Called with the recognisers in use: at the start, and after changes. */
  readonly onInUse?: (inUse: readonly RecogniserInUse[]) => void;
  /** Called with the reason why a cost could not be measured. */
  readonly warn?: (message: string) => void;
  /** Seconds without recognition before a measurement. Default 10. */
  readonly restSeconds?: number;
  /** CPU load of the machine since the last call, 0 to 1. Replaced only in tests. */
  readonly machineLoad?: () => number;
}

/**
 * Files are recognised in a process of their own, at a lower priority than callers and speech: a process cannot raise
 * its priority again, and a caller would wait for the piece of a file that is being recognised.
 */
const FILES = { niceness: 2, idleMs: 60_000 } as const;

/** Representatives of all languages: English, and the others, which only multilingual models know. */
const ENGLISH = 'en';
const OTHERS = 'de';
const REST_SECONDS = 10;
/** CPU load above which nothing is measured: a recogniser would seem too slow, for good. */
const MOST_LOAD = 0.25;
const USES: readonly RecognitionUse[] = ['conversations', 'files'];

/**
 * All recognisers of this machine as one: each language is recognised by the most accurate one that is fast enough. A
 * model that is fetched or removed while the server runs counts at once.
 */
export class LocalRecognisers implements Recogniser {
  readonly #options: LocalRecognisersOptions;
  readonly #recognisers: Readonly<Record<RecognitionUse, ReadonlyMap<string, LocalRecogniser>>>;
  readonly #machineLoad: () => number;
  readonly #unmeasurable = new Set<string>();
  #running = 0;
  #toldInUse = '';
  #stopWaiting: () => void = () => undefined;
  #closed = false;

  constructor(options: LocalRecognisersOptions) {
    this.#options = options;
    const load = new MachineLoad();
    this.#machineLoad = options.machineLoad ?? (() => load.take());
    const recognisers = (process: Partial<LocalRecogniserOptions>) =>
      new Map(
        options.models.map(({ id, files, isMultilingual }) => [
          id,
          new LocalRecogniser({ id, files, isMultilingual, ...process }),
        ]),
      );
    this.#recognisers = { conversations: recognisers({}), files: recognisers(FILES) };
  }

  /** For "": whether one of them detects the language. */
  supports(lang: string): boolean {
    return this.#installed().some((model) => knows(model, lang));
  }

  /**
   * The highest cost of the recognisers that callers have used, so that every accepted caller can be served in any
   * language; before the first use, the measured cost of the English one.
   */
  get utteranceCpuSeconds(): number | null {
    const known = [...this.#recognisers.conversations.values()]
      .map(({ utteranceCpuSeconds }) => utteranceCpuSeconds)
      .filter((seconds) => seconds !== null);
    if (known.length > 0) return Math.max(...known);
    const { cost } = this.#choose(ENGLISH, 'conversations') ?? {};
    return cost?.isMeasured ? cost.cpuSeconds : null;
  }

  get translates(): boolean {
    return this.#installed().some(isTranslator);
  }

  /** Only if the recogniser for callers can be stopped during a job. */
  followsSpeech(lang: string): boolean {
    const chosen = this.#choose(lang, 'conversations');
    return chosen !== null && familyOf(chosen.id).stopsWhenTold;
  }

  /** Uses of the recognisers, with the reasons. */
  get inUse(): readonly RecogniserInUse[] {
    return USES.flatMap((use) =>
      [ENGLISH, OTHERS].flatMap((lang) => {
        const chosen = this.#choose(lang, use);
        if (!chosen) return [];
        return [{ use, lang: lang === ENGLISH ? ENGLISH : 'mul', id: chosen.id, reason: chosen.reason }];
      }),
    );
  }

  prepare(lang: string, use: RecognitionUse = 'conversations'): void {
    const chosen = this.#choose(lang, use);
    for (const one of [chosen, chosen && this.#second(chosen, lang, use)]) {
      if (one) this.#recognisers[use].get(one.id)?.prepare();
    }
  }

  /** Starts to measure the installed recognisers, whenever the machine is idle. */
  watch(isIdle: () => boolean): void {
    this.#tell();
    this.#measureLater(isIdle);
  }

  async transcribe(samples: Float32Array, options: RecogniseOptions): Promise<Transcript> {
    const use = options.isLive ? 'conversations' : 'files';
    const chosen = this.#choose(options.lang, use, options.translate);
    if (!chosen) {
      const command = recogniserCommand(options.lang);
      const advice = command === null ? '' : `; "${command}" installs a model that can`;
      throw new RecognitionError(`speech in "${options.lang}" cannot be recognised here${advice}`, {
        retryable: false,
      });
    }
    this.#running++;
    try {
      const { isDoubtful, unbelieved = '', ...heard } = await this.#hear(chosen, use, samples, options);
      const second = isDoubtful && !options.isPartial ? this.#second(chosen, options.lang, use) : null;
      if (!second) return heard;
      options.onSecondOpinion?.();
      const better = await this.#hear(second, use, samples, options).catch((error: unknown) => {
        // Its queue may be full.
        if (error instanceof RecognitionError && heard.text !== '') return null;
        throw error;
      });
      if (better === null) return heard;
      const agreed = agreement(better.text, unbelieved);
      const { dictation = 'any' } = options;
      // A number that Moonshine is unsure of is often one of its training.
      const isSpelled = dictation === 'letters' || dictation === 'code';
      const text = isSpelled && hasOtherCount(better.text, heard.text) ? heard : better;
      return { ...text, confidence: (agreed + (heard.confidence ?? agreed)) / 2 };
    } finally {
      this.#running--;
    }
  }

  /** Detected by the model for callers of unknown language. */
  async identify(samples: Float32Array, expected: string): Promise<IdentifiedLanguage | null> {
    const chosen = this.#choose('', 'conversations');
    if (!chosen) return null;
    this.#running++;
    try {
      return await this.#recognisers.conversations.get(chosen.id)!.identify(samples, expected);
    } finally {
      this.#running--;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopWaiting();
    this.#options.speeds.close();
    const all = USES.flatMap((use) => [...this.#recognisers[use].values()]);
    await Promise.all(all.map((recogniser) => recogniser.close()));
  }

  #installed(): readonly MeasuredModel[] {
    // A file gets its name only when it is complete.
    return this.#options.models.filter(({ files }) => files.every((file) => existsSync(file)));
  }

  #choose(
    lang: string,
    use: RecognitionUse,
    translate = false,
    isAble: (model: MeasuredModel) => boolean = translate ? isTranslator : () => true,
  ): ChosenRecogniser | null {
    const { speeds, preferred } = this.#options;
    const candidates = this.#installed()
      .filter(isAble)
      .map(({ id, isMultilingual }) => ({
        id,
        isMultilingual,
        measured: speeds.cost(id),
      }));
    return chooseRecogniser(lang, use, candidates, { preferred, cores: availableParallelism() });
  }

  /** The recogniser that gives a second opinion; null if there is none. */
  #second({ id }: ChosenRecogniser, lang: string, use: RecognitionUse): ChosenRecogniser | null {
    if (id === this.#options.preferred || !familyOf(id).doubts) return null;
    return this.#choose(lang, use, false, ({ id: other }) => !familyOf(other).doubts);
  }

  #hear(
    { id }: ChosenRecogniser,
    use: RecognitionUse,
    samples: Float32Array,
    options: RecogniseOptions,
  ): Promise<LocalTranscript> {
    return this.#recognisers[use].get(id)!.transcribe(samples, options);
  }

  #measureLater(isIdle: () => boolean): void {
    if (this.#closed) return;
    const { restSeconds = REST_SECONDS } = this.#options;
    const isQuiet = (): boolean => this.#machineLoad() <= MOST_LOAD && this.#running === 0 && isIdle();
    this.#stopWaiting = whenIdle({ isIdle: isQuiet, restSeconds }, () => {
      this.#measureNext().then(() => this.#measureLater(isIdle));
    });
  }

  /** Also notices models that were fetched or removed meanwhile. */
  async #measureNext(): Promise<void> {
    const { speeds, warn } = this.#options;
    const next = this.#installed().find(({ id }) => speeds.cost(id) === null && !this.#unmeasurable.has(id));
    if (next) {
      try {
        await speeds.measure(next);
      } catch (error) {
        if (this.#closed) return;
        this.#unmeasurable.add(next.id);
        warn?.(`the speed of the recogniser ${next.id} could not be measured: ${String(error)}`);
      }
    }
    this.#tell();
  }

  #tell(): void {
    const { inUse } = this;
    const told = JSON.stringify(inUse);
    if (told !== this.#toldInUse) this.#options.onInUse?.(inUse);
    this.#toldInUse = told;
  }
}

const isTranslator = ({ id, isMultilingual }: MeasuredModel): boolean =>
  isMultilingual && (familyOf(id).models[id]?.translates ?? true);
