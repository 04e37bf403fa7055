/** The readers of takes for tuning the scores, and those for judging them. */

import { UsageError } from '../../bench/arguments.ts';
import { scriptFor } from '../../cloning/research.ts';
import {
  kokoroEntries,
  kokoroFolder,
  modelsFolder,
  readKokoroFolder,
  type VoiceSource,
} from '../../engine/research.ts';
import { resampleAll } from '../../media/resampler.ts';
import { createOwnEnhancer, type OwnEnhancer, type Sound } from '../../recordings/research.ts';
import type { Renderer } from '../alignment/renderer.ts';
import { type Found, findSentences } from './finder.ts';
import { espeak, misreading, neuralVoice, type Reader, recorded, synthesised } from './readers.ts';
import { TAKE_RATE } from './reading.ts';
import type { Take } from './take.ts';
import { OTHER_SENTENCES, OTHER_TEXT, SENTENCES } from './texts.ts';
import { MIXED, makeTrial, STRENGTHS, type Trial, type TrialTools } from './trials.ts';

/** Longer clips are not sentences, in ms. */
const MAX_CLIP_MS = 11_000;
const SENTENCES_IN_TAKE = 7;

const NEURAL = 'neural voice';

interface Reads {
  /** Names of espeak's voices. */
  readonly voices: readonly string[];
  readonly texts: readonly string[];
  /** A female and a male background speaker. */
  readonly others: readonly [string, string];
}

const TUNING: Reads = {
  voices: ['en-us', 'en-gb+m1', 'en-us+f2', 'en-gb+f1', 'en-us+m3', 'en-gb-x-rp+m2', 'en-us+m4', 'en-gb+f4'],
  texts: [...SENTENCES, ...(scriptFor('en')?.sentences ?? [])],
  others: ['en-us+f4', 'en-us+m7'],
};
const JUDGING: Reads = {
  voices: ['en-gb', 'en-gb+f3', 'en-us+m5', 'en-us+f1'],
  texts: OTHER_SENTENCES,
  others: ['en-gb+f2', 'en-gb+m4'],
};
/** Share of the speakers of a folder, by name, that are for tuning. */
const TUNING_SHARE = 0.6;

function partOf(people: readonly Reader[], tuning: boolean): Reader[] {
  const sorted = people.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const count = Math.ceil(TUNING_SHARE * sorted.length);
  return tuning ? sorted.slice(0, count) : sorted.slice(count);
}

/**
 * Returns the voice that finds the sentences, and further ones that judge their words. They are those of enrolment: two
 * accents of espeak and the neural voice. A take that one of them has read is not compared with that voice.
 */
function judgesOf(reader: string, neural: VoiceSource | null): [VoiceSource, ...VoiceSource[]] {
  const [american, british] = [espeak('en-us'), espeak('en-gb')];
  if (reader === NEURAL) return [american, british];
  const kin = /^en-(us|gb)/.exec(reader)?.[1];
  if (kin === undefined) return neural === null ? [american, british] : [american, british, neural];
  const other = kin === 'us' ? british : american;
  return neural === null ? [other] : [neural, other];
}

/** Every second of Kokoro's voices is for tuning, and each of them reads this many sentences. */
const KOKORO_SENTENCES = 8;

export interface CastOptions {
  /** Whether the readers are those that the scores were tuned on. */
  readonly tuning: boolean;
  /** Whether only the voice that finds the sentences judges their words. */
  readonly oneVoice: boolean;
}

export interface EvaluationTools extends TrialTools {
  readonly find: (take: Take, reader: string) => Promise<Found>;
  /** Returns a take cleaned by GTCRN; null when it is not installed. */
  readonly clean: (take: Take) => Promise<Sound | null>;
}

/** Makes the readings of all readers. */
export class Cast {
  readonly #renderer: Renderer;
  readonly #options: CastOptions;
  readonly #set: Reads;
  readonly #neural = neuralVoice();
  readonly #aligner = this.#neural ?? espeak('en-us');
  #enhancer: OwnEnhancer | null = null;

  constructor(renderer: Renderer, options: CastOptions) {
    this.#renderer = renderer;
    this.#options = options;
    this.#set = options.tuning ? TUNING : JUDGING;
  }

  /** Voices of espeak, and the neural one. */
  async synthesizers(): Promise<Reader[]> {
    const { voices, texts } = this.#set;
    const readers: Reader[] = [];
    for (const voice of voices)
      readers.push(await synthesised(voice, espeak(voice), texts, this.#renderer, this.#aligner));
    if (this.#neural)
      readers.push(await synthesised(NEURAL, this.#neural, texts, this.#renderer, espeak('en-us')));
    return readers;
  }

  /**
   * The English voices of Kokoro, half of them female.
   * @throws UsageError when it is not installed
   */
  async kokoro(): Promise<Reader[]> {
    const installed = await readKokoroFolder(kokoroFolder());
    if (!installed)
      throw new UsageError('Kokoro is not installed; fetch it with: npm run models -- pull kokoro-82m');
    const english = kokoroEntries(installed)
      .filter(({ voice }) => voice.lang === 'en')
      .toSorted((a, b) => (a.voice.id < b.voice.id ? -1 : 1));
    const { texts } = this.#set;
    const readers: Reader[] = [];
    for (const [i, { voice, source }] of english.entries()) {
      if ((i % 2 === 0) !== this.#options.tuning) continue;
      const own = Array.from({ length: KOKORO_SENTENCES }, (_, k) => texts[(3 * i + k) % texts.length]!);
      readers.push(await synthesised(voice.id, source, own, this.#renderer, this.#aligner));
    }
    return readers;
  }

  /** The speakers of a folder. */
  async people(folder: string): Promise<Reader[]> {
    const all = await recorded(folder, MAX_CLIP_MS, this.#renderer, this.#aligner);
    return partOf(all, this.#options.tuning);
  }

  async tools(): Promise<EvaluationTools> {
    const renderer = this.#renderer;
    const enhancer = await createOwnEnhancer({ modelsFolder: modelsFolder() });
    this.#enhancer = enhancer;
    const others: Float32Array[] = [];
    for (const voice of this.#set.others) {
      const { samples, sampleRate } = await renderer.speak(espeak(voice), OTHER_TEXT);
      others.push(resampleAll(samples, sampleRate, TAKE_RATE));
    }
    const [first, second] = others;
    return {
      sentences: SENTENCES_IN_TAKE,
      otherVoice: (reader) => (reader.includes('f') ? second! : first!),
      misread: (reading, words, random) => misreading(reading, words, random, renderer, espeak('en-us')),
      find: (take, reader) => {
        const [first, ...others] = judgesOf(reader, this.#neural);
        return findSentences(take, renderer, this.#options.oneVoice ? [first] : [first, ...others]);
      },
      clean: async (take) => (enhancer.model === 'gtcrn' ? await enhancer.enhance(take) : null),
    };
  }

  async close(): Promise<void> {
    await this.#enhancer?.close();
  }
}

/** Calls back with each take that could be made. Readers take turns, also with few takes per kind. */
export async function eachTrial(
  readers: readonly Reader[],
  { trials, kinds }: { readonly trials: number; readonly kinds: readonly string[] },
  tools: TrialTools,
  tell: (trial: Trial) => Promise<void>,
): Promise<void> {
  let made = 0;
  for (const kind of kinds) {
    for (const strength of kind === MIXED ? (['any', 'any', 'any'] as const) : STRENGTHS) {
      for (let i = 0; i < trials; i++) {
        const reader = readers[made++ % readers.length]!;
        const trial = await makeTrial(reader, kind, strength, 1000 * made + i, tools);
        if (trial) await tell(trial);
      }
    }
  }
}
