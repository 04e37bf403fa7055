/** Evens out the levels of a take's parts, for the search for words. */
import { powerDb } from '../../../../media/level.ts';
import { quantileNearest } from '../../../../media/statistics.ts';

const HOP_MS = 10;
/** Fluctuation of noise. Anything louder is sound. */
const ABOVE_NOISE_DB = 8;
/** Longest gap between sounds that belong together. */
const JOINED_MS = 250;
/** Shorter sounds are breaths, coughs and knocks, and are not changed. */
const SHORTEST_MS = 900;
/** Largest gain. No voice becomes softer than this while reading. */
const MOST_DB = 24;
/** Differences up to this belong to speech. */
const USUAL_DB = 6;
const FADE_MS = 30;
/** Up to this level a frame holds zeros or only the last of 16 bits, which reveals nothing about the room. */
const DIGITAL_SILENCE_DB = -90;

/**
 * Amplifies parts that were read softly or from further away, in a copy, so that they are not taken for silence.
 * @param samples mono, -1 to 1
 */
export function evenLevels(samples: Float32Array, sampleRate: number): Float32Array {
  const hop = Math.round((HOP_MS * sampleRate) / 1000);
  const levelDb = Float32Array.from({ length: Math.ceil(samples.length / hop) }, (_, k) => {
    const part = samples.subarray(k * hop, (k + 1) * hop);
    return powerDb(part.reduce((sum, x) => sum + x * x, 0) / Math.max(1, part.length));
  });
  const recorded = levelDb.filter((level) => level > DIGITAL_SILENCE_DB);
  const sounds = soundsOf(levelDb, quantileNearest(recorded, 0.1, DIGITAL_SILENCE_DB) + ABOVE_NOISE_DB);
  const levels = sounds.map(({ from, to }) => quantileNearest(levelDb.subarray(from, to), 0.8));
  const loudestDb = Math.max(...levels);
  const out = Float32Array.from(samples);
  const fade = (FADE_MS * sampleRate) / 1000;
  for (const [i, { from, to }] of sounds.entries()) {
    const quieterDb = loudestDb - levels[i]!;
    if (quieterDb <= USUAL_DB) continue;
    const gain = 10 ** (Math.min(MOST_DB, quieterDb) / 20);
    for (let at = from * hop; at < Math.min(samples.length, to * hop); at++) {
      const inside = Math.min(1, (at - from * hop) / fade, (to * hop - at) / fade);
      out[at]! *= 1 + inside * (gain - 1);
    }
  }
  return out;
}

interface Stretch {
  readonly from: number;
  to: number;
}

/** Frames that are louder than a level for long enough, including pauses within. */
function soundsOf(levelDb: Float32Array, leastDb: number): Stretch[] {
  const sounds: Stretch[] = [];
  for (const [k, level] of levelDb.entries()) {
    if (level < leastDb) continue;
    const last = sounds.at(-1);
    if (last && (k - last.to) * HOP_MS < JOINED_MS) last.to = k + 1;
    else sounds.push({ from: k, to: k + 1 });
  }
  return sounds.filter(({ from, to }) => (to - from) * HOP_MS >= SHORTEST_MS);
}
