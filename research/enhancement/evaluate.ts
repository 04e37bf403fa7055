/** Degrades, enhances and scores each condition, and scores clones made from it. */

import type { Cloning } from '../../cloning/research.ts';
import { type Engine, EngineError, RecognitionError } from '../../engine/index.ts';
import { withoutRumble } from '../../media/high-pass.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { wavFile } from '../../media/wav.ts';
import type { Enhancer } from '../../recordings/research.ts';
import { speakAll } from '../cloning/evaluate.ts';
import type { Judges } from '../cloning/judges.ts';
import { type Sound, seconds } from '../cloning/sound.ts';
import { CONDITIONS } from './conditions.ts';
import type { Take } from './takes.ts';

/** Name of the variant without an enhancer. */
export const BEFORE = 'before';
const RETRIES = 3;

/** Means over takes. */
export interface Score {
  /** Similarity to other, clean recordings of the same speaker, without their rumble. */
  readonly similarity: number;
  readonly wordErrorRate: number;
  readonly sig: number;
  readonly bak: number;
  readonly ovrl: number;
}

export interface Row {
  readonly condition: string;
  /** By the enhancer's name, including `BEFORE`; null when no take could be scored. */
  readonly scores: Readonly<Record<string, Score | null>>;
}

export interface Evaluation {
  readonly date: string;
  readonly takes: number;
  readonly people: boolean;
  readonly enhancers: readonly string[];
  readonly recordings: readonly Row[];
  readonly clones: readonly Row[];
  readonly clonedTakes: number;
  readonly sentences: readonly string[];
  /** Recordings that could not be cloned: condition, enhancer and why. */
  readonly refusals: readonly string[];
  /** CPU seconds of one thread per second of recording, by enhancer. */
  readonly cost: Readonly<Record<string, number>>;
}

export interface EvaluationSetup {
  readonly engine: Engine;
  readonly cloning: Cloning;
  readonly judges: Judges;
  readonly enhancers: ReadonlyMap<string, Enhancer>;
  readonly takes: readonly Take[];
  readonly judgedTakes: number;
  readonly clonedTakes: number;
  readonly sentences: readonly string[];
  readonly people: boolean;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

export async function evaluate(setup: EvaluationSetup): Promise<Evaluation> {
  return await new Run(setup).run();
}

class Run {
  readonly #setup: EvaluationSetup;
  readonly #targets = new Map<Take, Float32Array>();
  readonly #refusals: string[] = [];
  readonly #spent = new Map<string, { workMs: number; soundMs: number }>();

  constructor(setup: EvaluationSetup) {
    this.#setup = setup;
  }

  async run(): Promise<Evaluation> {
    const { enhancers, takes, judgedTakes, clonedTakes, sentences, people, judges, say } = this.#setup;
    const judged = takes.slice(0, judgedTakes);
    for (const take of judged) this.#targets.set(take, await judges.embed(take.others.map(voiceOf)));
    const names = [BEFORE, ...enhancers.keys()];
    const recordings: Row[] = [];
    const clones: Row[] = [];
    for (const { name, cloned, spoil } of CONDITIONS) {
      say(name);
      const heard = new Map<string, Score[]>(names.map((each) => [each, []]));
      const learned = new Map<string, Score[]>(names.map((each) => [each, []]));
      for (const [index, take] of judged.entries()) {
        const strangers = takes.filter((other) => other !== take).flatMap((other) => [...other.others]);
        const spoiled = spoil(take, strangers);
        for (const enhancer of names) {
          const sound = await this.#enhance(enhancer, spoiled);
          heard.get(enhancer)?.push(await this.#judge(take, [{ ...sound, text: take.transcript }]));
          if (!cloned || index >= clonedTakes) continue;
          const score = await this.#clone(take, sound, `${name}, ${enhancer}`);
          if (score) learned.get(enhancer)?.push(score);
        }
      }
      recordings.push({ condition: name, scores: means(heard) });
      if (cloned && clonedTakes > 0) clones.push({ condition: name, scores: means(learned) });
    }
    return {
      date: new Date().toISOString(),
      takes: judged.length,
      people,
      enhancers: names,
      recordings,
      clones,
      clonedTakes: Math.min(clonedTakes, judged.length),
      sentences,
      refusals: this.#refusals,
      cost: Object.fromEntries(
        [...this.#spent].map(([name, { workMs, soundMs }]) => [name, workMs / soundMs]),
      ),
    };
  }

  async #enhance(name: string, sound: Sound): Promise<Sound> {
    const enhancer = this.#setup.enhancers.get(name);
    if (!enhancer) return sound;
    const { signal } = this.#setup;
    const spent = this.#spent.get(name) ?? { workMs: 0, soundMs: 0 };
    const began = process.cpuUsage();
    const out = await enhancer.enhance(sound, { signal });
    const { user, system } = process.cpuUsage(began);
    spent.workMs += (user + system) / 1000;
    spent.soundMs += 1000 * seconds(sound);
    this.#spent.set(name, spent);
    return out;
  }

  async #judge(take: Take, spoken: readonly (Sound & { readonly text: string })[]): Promise<Score> {
    const { judges, signal } = this.#setup;
    const target = this.#targets.get(take) ?? new Float32Array(0);
    const score = await patiently(() => judges.judge(target, spoken, signal));
    const { similarity, wordErrorRate, sig, bak, ovrl } = score;
    return { similarity, wordErrorRate, sig, bak, ovrl };
  }

  /** Records refusals. */
  async #clone(take: Take, { samples, sampleRate }: Sound, what: string): Promise<Score | null> {
    const { engine, cloning, sentences, signal } = this.#setup;
    const audio = wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples));
    try {
      const reference = await patiently(() =>
        cloning.enrol({ audio, lang: 'en', transcript: take.transcript }, { signal }),
      );
      return await this.#judge(take, await speakAll(engine, sentences, { reference, signal }));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.#refusals.push(`${take.speaker}, ${what}: ${error.message}`);
      return null;
    }
  }
}

/**
 * On a machine that is busy, or was suspended, work may time out. It is then repeated, because half an hour may depend
 * on it.
 */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = RETRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      const isLate =
        error instanceof RecognitionError
          ? error.retryable
          : error instanceof EngineError && error.type === 'timed_out';
      if (!isLate || left === 0) throw error;
    }
  }
}

/**
 * Removes low-frequency rumble of the room, which is not part of the voice but affects the similarity of recordings
 * from that room.
 */
function voiceOf({ samples, sampleRate }: Sound): Sound {
  return { samples: withoutRumble(samples, sampleRate), sampleRate };
}

function means(scores: ReadonlyMap<string, readonly Score[]>): Record<string, Score | null> {
  return Object.fromEntries([...scores].map(([name, list]) => [name, list.length > 0 ? mean(list) : null]));
}

function mean(scores: readonly Score[]): Score {
  const of = (key: keyof Score): number => scores.reduce((sum, score) => sum + score[key], 0) / scores.length;
  return {
    similarity: of('similarity'),
    wordErrorRate: of('wordErrorRate'),
    sig: of('sig'),
    bak: of('bak'),
    ovrl: of('ovrl'),
  };
}
