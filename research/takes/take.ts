/** Takes with one clean passage among degraded ones. */
import type { AlignedTake, ReadSentence } from '../../cloning/research.ts';
import { type Degradation, lastsMs, type Surroundings } from './degradations.ts';
import { moved, msOf, type Reading, samplesOf, speechLevel, TAKE_RATE } from './reading.ts';

export interface Take {
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** Times of the sentences. */
  readonly aligned: AlignedTake;
  /** Consecutive sentences that were not degraded. */
  readonly clean: readonly number[];
}

export interface TakeOptions extends Surroundings {
  /** Level of the noise of room and microphone, in dB below the speech. */
  readonly roomDb: number;
  /** Returns the degradation of the sentence at an index. */
  readonly degradationOf: (index: number) => { readonly degradation: Degradation; readonly strength: number };
}

const LEAST_CLEAN_MS = 4600;
const MOST_CLEAN_MS = 11_500;
const LEAD_MS = 400;
/**
 * Confidence that a sentence was read, if it need not be searched for; and the upper bound for one with wrong words.
 */
const AS_WRITTEN = 0.98;
const MOST_MISREAD = 0.8;

/**
 * Joins the sentences to a take, and degrades all except one passage.
 * @returns null when no passage fits
 */
export async function makeTake(readings: readonly Reading[], options: TakeOptions): Promise<Take | null> {
  const { random } = options;
  const clean = chooseClean(readings, random);
  if (!clean) return null;
  const level = Math.max(...readings.map(speechLevel));
  const placed: Reading[] = [];
  for (const [index, reading] of readings.entries()) {
    if (clean.includes(index)) placed.push(reading);
    else {
      const { degradation, strength } = options.degradationOf(index);
      placed.push(await degradation.spoil(reading, strength, options));
    }
  }
  const misread = [...readings.keys()].filter((index) => placed[index]!.text !== readings[index]!.text);
  return assembled(placed, { clean, misread }, level * 10 ** (-options.roomDb / 20), random);
}

/** Chooses as few sentences as are long enough, sometimes one more, at a random place. */
function chooseClean(readings: readonly Reading[], random: () => number): number[] | null {
  const offset = Math.floor(random() * readings.length);
  for (let i = 0; i < readings.length; i++) {
    const first = (offset + i) % readings.length;
    const chosen: number[] = [];
    let ms = 0;
    for (let index = first; index < readings.length; index++) {
      const more = lastsMs(readings[index]!) + (chosen.length > 0 ? 500 : 0);
      if (ms + more > MOST_CLEAN_MS || (ms > LEAST_CLEAN_MS && random() < 0.5)) break;
      chosen.push(index);
      ms += more;
    }
    if (ms > LEAST_CLEAN_MS) return chosen;
  }
  return null;
}

function assembled(
  readings: readonly Reading[],
  { clean, misread }: { readonly clean: readonly number[]; readonly misread: readonly number[] },
  noise: number,
  random: () => number,
): Take {
  const gaps = readings.map(() => 350 + 350 * random());
  const totalMs = LEAD_MS + readings.reduce((sum, reading, i) => sum + lastsMs(reading) + gaps[i]!, 0);
  const samples = Float32Array.from(
    { length: samplesOf(totalMs) },
    () => noise * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );
  let at = samplesOf(LEAD_MS);
  const sentences = readings.map((reading, index): ReadSentence => {
    for (let i = 0; i < reading.samples.length; i++) samples[at + i]! += reading.samples[i]!;
    const words = moved(reading.words, (ms) => ms + msOf(at));
    at += reading.samples.length + samplesOf(gaps[index]!);
    return {
      index,
      text: reading.text,
      fault: null,
      confidence: misread.includes(index) ? Math.min(MOST_MISREAD, reading.confidence) : AS_WRITTEN,
      words,
      startMs: words[0]?.startMs ?? 0,
      endMs: words.at(-1)?.endMs ?? 0,
    };
  });
  return { samples, sampleRate: TAKE_RATE, aligned: { sentences, extraneous: [] }, clean };
}
