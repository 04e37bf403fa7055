/** Finds the pauses between words whose times are only approximate, such as a recogniser's. */

import type { RecognisedWord } from '../../engine/recognition/types.ts';
import { powerDb } from '../../media/level.ts';
import { quantileFloor } from '../../media/statistics.ts';
import type { TimedWord } from './best-passage.ts';

const HOP_MS = 10;
/** Shorter silences are closures of plosives. */
const PAUSE_MS = 150;
/** Share of the range between room noise and loud speech below which a frame is silence. */
const SILENT_SHARE = 0.3;
/** Up to this level a frame holds zeros or only the last of 16 bits, which tells nothing about the room. */
const DIGITAL_SILENCE_DB = -90;
/** Largest error of a recogniser's times. */
const REACH_MS = 600;
/** Readers pause at punctuation, so a boundary with a mark is preferred up to this distance. */
const MARKED_MS = 300;

interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Inserts each pause of the sound between the recognised words that it separates: the previous word ends where the
 * pause begins, and the next word begins where it ends. Punctuation is removed, as aligned words have none.
 * @param samples mono, -1 to 1
 */
export function withOpenedPauses(
  words: readonly RecognisedWord[],
  samples: Float32Array,
  sampleRate: number,
): TimedWord[] {
  const opened = words.map(({ text, startMs, endMs, confidence }) => ({
    text: text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''),
    startMs,
    endMs,
    confidence: confidence ?? 1,
  }));
  for (const { startMs, endMs } of silences(samples, sampleRate)) {
    const middleMs = (startMs + endMs) / 2;
    let best: number | null = null;
    let least = REACH_MS;
    for (let i = 1; i < words.length; i++) {
      const boundaryMs = (words[i - 1]!.endMs + words[i]!.startMs) / 2;
      const isMarked = /[.,;:!?…]["'”’)]*$/u.test(words[i - 1]!.text);
      const distance = Math.abs(boundaryMs - middleMs) + (isMarked ? 0 : MARKED_MS);
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    if (best === null || endMs <= opened[best - 1]!.startMs || startMs >= opened[best]!.endMs) continue;
    opened[best - 1]!.endMs = Math.max(opened[best - 1]!.startMs, startMs);
    opened[best]!.startMs = Math.min(opened[best]!.endMs, endMs);
  }
  return opened.filter(({ text }) => text !== '');
}

function silences(samples: Float32Array, sampleRate: number): Stretch[] {
  const hop = Math.round((HOP_MS * sampleRate) / 1000);
  const levels = Array.from({ length: Math.floor(samples.length / hop) }, (_, k) => {
    let power = 0;
    for (let i = k * hop; i < (k + 1) * hop; i++) power += samples[i]! * samples[i]!;
    return powerDb(power / hop);
  });
  const recorded = levels.filter((level) => level > DIGITAL_SILENCE_DB);
  const roomDb = quantileFloor(recorded, 0.05, DIGITAL_SILENCE_DB);
  const silentDb = roomDb + SILENT_SHARE * (quantileFloor(recorded, 0.95, DIGITAL_SILENCE_DB) - roomDb);
  const stretches: Stretch[] = [];
  for (let from = 0; from < levels.length; from++) {
    let to = from;
    while (to < levels.length && levels[to]! <= silentDb) to++;
    if ((to - from) * HOP_MS >= PAUSE_MS) stretches.push({ startMs: from * HOP_MS, endMs: to * HOP_MS });
    from = to;
  }
  return stretches;
}
