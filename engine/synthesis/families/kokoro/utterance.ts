/**
 * Utterances rendered in windows: the rows of each level that a window needs, and those that are kept for the next
 * window.
 */
import { HALF_REACH, UPSAMPLING } from './generator-graph.ts';
import { CHANNELS, type Half, ROWS, STEP_SAMPLES, WINDOW_SAMPLES } from './layers.ts';

/** Rows [from, to) of a partly computed matrix; those before `from` are no longer needed. */
interface Level {
  readonly from: number;
  readonly to: number;
  readonly rows: Float32Array;
}

/**
 * An utterance being rendered: plain data, so that one thread can prepare it and any other continue rendering it; only
 * one may do so at a time.
 */
export interface KokoroUtterance {
  readonly frames: number;
  /** [frames, 512], in shared memory. */
  readonly features: Float32Array;
  readonly pitch: Float32Array;
  readonly phases: Float64Array;
  /** Whether its norms are measured; all of it is then rendered at once. Otherwise they are predicted. */
  readonly isMeasured: boolean;
  /** The whole sound of an utterance with measured norms, from its first window on. */
  sound: Float32Array | null;
  /** Factor and summand of every channel of every unit, in the order of UNITS; in shared memory. */
  readonly norms: Float32Array;
  /** Outputs of the sources of both halves, and of the first half. */
  readonly levels: { source0: Level; source1: Level; half0: Level };
}

/** None of its rows is computed yet. */
export const EMPTY_LEVEL: Level = { from: 0, to: 0, rows: new Float32Array() };

/** The rows that a stage computes for rows [from, to) of an utterance with `end` rows. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** The first row of its output: it shrinks by its reach except at the ends of the utterance. */
  readonly outputFrom: number;
}

/** The window for rows [from, to), with the context that each row depends on before and after it. */
export function windowAround(from: number, to: number, reach: number, end: number): Window {
  const first = Math.max(0, from - reach);
  const last = Math.min(end, to + reach);
  const atStart = first === 0;
  return { from: first, to: last, atStart, atEnd: last === end, outputFrom: atStart ? 0 : first + reach };
}

/** The first step of the spectrum that affects a frame. */
export const firstRowOf = (frame: number): number =>
  Math.max(0, frame * ROWS[1] - WINDOW_SAMPLES / 2 / STEP_SAMPLES + 1);

/** The first of the input rows from which an upsampled row is computed. */
export const firstInputOf = (half: Half, row: number): number =>
  Math.max(0, Math.floor((row + UPSAMPLING[half] / 2) / UPSAMPLING[half]) - 1);

/**
 * Keeps the rows of each level that the window from this frame on will read again. All rows would make the messages
 * between steps large.
 */
export function forgetBefore({ frames, levels }: KokoroUtterance, frame: number): void {
  const isOver = frame >= frames;
  const second = firstRowOf(frame) - HALF_REACH[1];
  levels.source1 = isOver ? EMPTY_LEVEL : levelFrom(levels.source1, second, CHANNELS[1]);
  levels.half0 = isOver ? EMPTY_LEVEL : levelFrom(levels.half0, firstInputOf(1, second - 1), CHANNELS[0]);
  levels.source0 = isOver
    ? EMPTY_LEVEL
    : levelFrom(levels.source0, levels.half0.to - HALF_REACH[0], CHANNELS[0]);
}

function levelFrom(level: Level, from: number, channels: number): Level {
  if (from <= level.from) return level;
  const rows = level.rows.slice((from - level.from) * channels);
  return { from: level.to - rows.length / channels, to: level.to, rows };
}

/** Rows [from, to) of an output that begins with row `begin`. */
export const part = (
  output: Float32Array,
  columns: number,
  begin: number,
  from: number,
  to: number,
): Float32Array => output.subarray((from - begin) * columns, (to - begin) * columns);
