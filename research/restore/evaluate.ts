/** Degrades, restores and scores each condition. */
import { wordErrors } from '../../engine/research.ts';
import { modelsFolder } from '../../engine/setup.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { wavFile } from '../../media/wav.ts';
import { createOwnEnhancer, declip, Restorer } from '../../recordings/research.ts';
import { QualityPredictor } from '../cloning/metrics/dnsmos.ts';
import { Transcriber } from '../cloning/metrics/transcriber.ts';
import { atRatedLevel, readMonoWav, type Sound, seconds } from '../cloning/sound.ts';
import type { Take } from '../enhancement/takes.ts';
import { CONDITIONS, clipped } from './conditions.ts';

/** Unprocessed; cleaned by the enhancer alone; restored. */
export const VARIANTS = ['before', 'cleaned only', 'restored'] as const;
export type Variant = (typeof VARIANTS)[number];

export interface Score {
  readonly sig: number;
  readonly bak: number;
  readonly ovrl: number;
  readonly wordErrorRate: number;
}

export interface Evaluation {
  readonly date: string;
  readonly takes: number;
  readonly people: boolean;
  readonly conditions: readonly {
    readonly name: string;
    readonly scores: Readonly<Record<Variant, Score>>;
  }[];
  /**
   * Signal-to-distortion ratio in dB, relative to the unclipped recording, by the distance of the ceiling below the
   * peaks.
   */
  readonly declipping: readonly { readonly db: number; readonly before: number; readonly after: number }[];
  /** CPU seconds on one core per second of recording. */
  readonly cost: number;
}

export interface EvaluationSetup {
  readonly takes: readonly Take[];
  readonly judgedTakes: number;
  readonly people: boolean;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

const MAX_SECONDS = 600;
const CEILINGS_DB = [3, 6, 12, 18];

export async function evaluate(setup: EvaluationSetup): Promise<Evaluation> {
  const { takes, judgedTakes, people, signal, say } = setup;
  const quality = await QualityPredictor.load();
  const transcriber = await Transcriber.load();
  const enhancer = await createOwnEnhancer({ modelsFolder: modelsFolder() });
  const restorer = new Restorer({ modelsFolder: modelsFolder(), maxSeconds: MAX_SECONDS });
  const judged = takes.slice(0, judgedTakes);
  let [workMs, soundMs] = [0, 0];

  const variants: Readonly<Record<Variant, (sound: Sound) => Promise<Sound>>> = {
    before: async (sound) => sound,
    'cleaned only': (sound) => enhancer.enhance(sound, { signal }),
    restored: async (sound) => {
      const audio = wavFile({ sampleRate: sound.sampleRate, encoding: 'pcm16' }, encodePcm16(sound.samples));
      const began = process.cpuUsage();
      const { wav } = await restorer.restore(audio, { signal });
      const { user, system } = process.cpuUsage(began);
      workMs += (user + system) / 1000;
      soundMs += 1000 * seconds(sound);
      return readMonoWav(wav);
    },
  };

  const judge = async (sound: Sound, transcript: string): Promise<Score> => {
    const { errors, words } = wordErrors(
      transcript,
      await transcriber.transcribe(sound.samples, sound.sampleRate),
    );
    const { sig, bak, ovrl } = await quality.rate(atRatedLevel(sound).samples, sound.sampleRate);
    return { sig, bak, ovrl, wordErrorRate: errors / words };
  };

  try {
    const conditions: { name: string; scores: Record<Variant, Score> }[] = [];
    for (const { name, spoil } of CONDITIONS) {
      say(name);
      const scores: Partial<Record<Variant, Score>> = {};
      for (const variant of VARIANTS) {
        const each: Score[] = [];
        for (const take of judged) {
          signal.throwIfAborted();
          const strangers = takes.filter((other) => other !== take).flatMap(({ others }) => [...others]);
          each.push(await judge(await variants[variant](spoil(take.sound, strangers)), take.transcript));
        }
        scores[variant] = mean(each);
      }
      conditions.push({ name, scores: scores as Record<Variant, Score> });
    }
    return {
      date: new Date().toISOString(),
      takes: judged.length,
      people,
      conditions,
      declipping: CEILINGS_DB.map((db) => ({ db, ...declipping(judged, db) })),
      cost: workMs / soundMs,
    };
  } finally {
    await Promise.all([transcriber.close(), enhancer.close(), restorer.close()]);
  }
}

/** Compares declipped speech with the original. */
function declipping(takes: readonly Take[], db: number): { before: number; after: number } {
  const each = takes.map(({ sound }) => {
    const given = clipped(sound, db);
    const filled = given.samples.slice();
    declip(filled, sound.sampleRate);
    return { before: sdr(sound.samples, given.samples), after: sdr(sound.samples, filled) };
  });
  const of = (key: 'before' | 'after'): number => each.reduce((sum, one) => sum + one[key], 0) / each.length;
  return { before: of('before'), after: of('after') };
}

/** Independent of the gain. */
function sdr(wanted: Float32Array, got: Float32Array): number {
  const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  const explained = dot(wanted, got) ** 2 / dot(wanted, wanted);
  return 10 * Math.log10(explained / (dot(got, got) - explained));
}

function mean(scores: readonly Score[]): Score {
  const of = (key: keyof Score): number => scores.reduce((sum, score) => sum + score[key], 0) / scores.length;
  return { sig: of('sig'), bak: of('bak'), ovrl: of('ovrl'), wordErrorRate: of('wordErrorRate') };
}
