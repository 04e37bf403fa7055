/** Finds the part of a long recording that says most, by its sound alone. */
import type { TimeSpan } from '../../engine/forced-alignment/types.ts';
import { powerDb, softestStretch } from '../../media/level.ts';
import { quantileFloor } from '../../media/statistics.ts';

const HOP_MS = 10;
/** Shorter silences are closures of plosives. */
const PAUSE_FRAMES = 150 / HOP_MS;
/** Share of the range between room noise and loud speech below which a frame is silence. */
const SILENT_SHARE = 0.3;
/** Up to this level a frame holds zeros or only the last of 16 bits, which tells nothing about the room. */
const DIGITAL_SILENCE_DB = -90;
/** Silence that is kept before the first word. */
const MARGIN_FRAMES = 200 / HOP_MS;
/** The part ends in the softest moment of its last quarter: a stretch as long as a pause. */
const END_SHARE = 0.75;

/**
 * The part with most sound above the noise, from a pause up to a pause; the earlier one of two that are alike. Without
 * pauses it begins with the recording, and ends at a soft moment.
 * @param samples mono, -1 to 1
 * @param maxMs length of the part at most
 */
export function spokenPart(samples: Float32Array, sampleRate: number, maxMs: number): TimeSpan {
  const levels = levelsOf(samples, sampleRate);
  const recorded = levels.filter((level) => level > DIGITAL_SILENCE_DB);
  const roomDb = quantileFloor(recorded, 0.05, DIGITAL_SILENCE_DB);
  const silentDb = roomDb + SILENT_SHARE * (quantileFloor(recorded, 0.95, DIGITAL_SILENCE_DB) - roomDb);
  /** Number of frames with sound before each frame. */
  const sounding = [0];
  for (const level of levels) sounding.push(sounding.at(-1)! + (level > silentDb ? 1 : 0));

  const most = Math.floor(maxMs / HOP_MS);
  let best = { from: 0, to: 0, sounding: -1 };
  for (const from of beginnings(levels, silentDb)) {
    const to = from + most >= levels.length ? levels.length : endOf(levels, from, most);
    const within = sounding[to]! - sounding[from]!;
    if (within > best.sounding) best = { from, to, sounding: within };
  }
  return { startMs: best.from * HOP_MS, endMs: best.to * HOP_MS };
}

/** The first frame, and one shortly before the end of each pause. */
function beginnings(levels: readonly number[], silentDb: number): number[] {
  const frames = [0];
  for (let from = 0; from < levels.length; from++) {
    let to = from;
    while (to < levels.length && levels[to]! <= silentDb) to++;
    if (to - from >= PAUSE_FRAMES) frames.push(Math.max(from, to - MARGIN_FRAMES));
    from = to;
  }
  return frames;
}

function endOf(levels: readonly number[], from: number, most: number): number {
  const last = levels.slice(from + Math.floor(END_SHARE * most), from + most);
  const softest = softestStretch(last, PAUSE_FRAMES) ?? last.length;
  return from + most - last.length + Math.min(last.length, softest + Math.floor(PAUSE_FRAMES / 2));
}

function levelsOf(samples: Float32Array, sampleRate: number): number[] {
  const hop = Math.round((HOP_MS * sampleRate) / 1000);
  return Array.from({ length: Math.floor(samples.length / hop) }, (_, k) => {
    let power = 0;
    for (let i = k * hop; i < (k + 1) * hop; i++) power += samples[i]! * samples[i]!;
    return Math.max(-100, powerDb(power / hop));
  });
}
