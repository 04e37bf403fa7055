/** Where a speaker pauses between words whose times are only about right, as those of recognisers are. */

import type { RecognisedWord } from '../../engine/recognition/types.ts';
import { powerDb } from '../../media/level.ts';
import { quantileFloor } from '../../media/statistics.ts';
import type { TimedWord } from './best-passage.ts';

const HOP_MS = 10;
/** Shorter silences are closures of plosives. */
const PAUSE_MS = 150;
/** What lies in the lower part of the range between the room and loud speech is silence. */
const SILENT_SHARE = 0.3;
/** Up to here a frame holds zeros or the last bit of 16, which says nothing of the room. */
const DIGITAL_SILENCE_DB = -90;
/** A recogniser's times are wrong by no more. */
const REACH_MS = 600;
/** Readers pause at marks: so much further away the boundary there is the better one. */
const MARKED_MS = 300;

interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * What was recognised, with each pause of the sound opened at the boundary between words that it belongs to: the word
 * before it ends where the pause begins, and the word after it begins where the pause ends. Words lose their marks, as
 * aligned words have none.
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
