import { readFileSync } from 'node:fs';
import { percentile } from '../../bench/stats.ts';
import {
  LocalRecogniser,
  localModel,
  RECOGNITION_SAMPLE_RATE,
  type WordErrors,
  wordErrors,
} from '../../engine/research.ts';
import { createRecogniser, type ModelStore } from '../../engine/setup.ts';
import { resampleAll } from '../../media/resampler.ts';
import { telephoned } from '../../media/telephone.ts';
import type { Clip } from '../alignment/corpus.ts';
import { withNoise } from '../alignment/sounds.ts';

const NOISE_DB = 10;

export interface Figures {
  /** Its name, or `BOTH` for all recognisers of callers. */
  readonly model: string;
  readonly asRecorded: WordErrors;
  readonly inNoise: WordErrors;
  readonly byTelephone: WordErrors;
  /** NaN if several were used. */
  readonly cpuSeconds: number;
  /** Median and 95th percentile. */
  readonly delayMs: readonly [number, number];
  /** Peak memory of the recogniser's process; NaN for several processes, or if the system does not report it. */
  readonly peakMiB: number;
}

/** The model for callers, and the one that is asked in case of doubt. */
export const BOTH = 'both, as callers are heard';

/** Transcribes recordings in each condition with one recogniser. @param id of its model, or `BOTH` */
export async function measure(id: string, store: ModelStore, clips: readonly Clip[]): Promise<Figures> {
  const local = id === BOTH ? null : new LocalRecogniser(localModel(store, id));
  const recogniser = local ?? (await createRecogniser({ remote: null }));
  let delays: number[] = [];
  const errorsIn = async (change: (samples: Float32Array) => Float32Array): Promise<WordErrors> => {
    const sum = { errors: 0, words: 0 };
    for (const { samples, sampleRate, text, lang } of clips) {
      const sound = change(resampleAll(samples, sampleRate, RECOGNITION_SAMPLE_RATE));
      const beganMs = performance.now();
      const heard = await recogniser.transcribe(sound, { lang, isLive: true });
      delays.push(performance.now() - beganMs);
      const { errors, words } = wordErrors(withoutAccents(text), withoutAccents(heard.text));
      sum.errors += errors;
      sum.words += words;
    }
    return sum;
  };
  try {
    const inNoise = await errorsIn(
      (samples) => withNoise({ samples, sampleRate: RECOGNITION_SAMPLE_RATE }, NOISE_DB).samples,
    );
    const byTelephone = await errorsIn((samples) => telephoned(samples, RECOGNITION_SAMPLE_RATE));
    // Last: by then the model is loaded.
    delays = [];
    const asRecorded = await errorsIn((samples) => samples);
    return {
      model: id,
      asRecorded,
      inNoise,
      byTelephone,
      cpuSeconds: local?.utteranceCpuSeconds ?? Number.NaN,
      delayMs: [percentile(delays, 50), percentile(delays, 95)],
      peakMiB: local ? peakMiB(local.pid) : Number.NaN,
    };
  } finally {
    await recogniser.close();
  }
}

/** Removes accents of Latin letters only; other scripts are composed again. */
const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

function peakMiB(pid: number | null): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return Number.NaN;
  }
}
