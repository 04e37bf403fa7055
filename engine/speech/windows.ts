/**
 * How the frames of a phrase are cut into windows: a small one first, so that audio starts at once, then larger ones,
 * which cost less per frame.
 */

/** 12 frames are 140 ms at the usual 86 frames a second: enough to hide the next window's computation. */
const FIRST_FRAMES = 12;
/** If other streams wait, the second window may have to wait for them, so the first one is larger. */
const FIRST_FRAMES_BUSY = 36;
/** A listener with this much left to play is not waiting for the first window, so it can be large and cheap. */
const COMFORTABLE_LEAD_MS = 1000;
/** A step cannot be interrupted; a window of 96 frames (1.1 s) holds its lane for some 100 ms. */
const MAX_FRAMES = 96;
/**
 * If lanes are idle, no stream waits for this one, and larger windows spend less on context: 4 % instead of 10 %.
 */
const MAX_FRAMES_IDLE = 256;
/** Least sound in the first window, to hide the next one's computation: silence before the sound is trimmed. */
const MIN_SOUND_FRAMES = 9;
/** A remainder smaller than this is added to the window before it. */
const MIN_REST_FRAMES = 10;

/** How many lanes are idle. With `several`, at least one stays free besides the one this stream takes. */
export type FreeLanes = 'several' | 'one' | 'none';

export interface WindowPlan {
  readonly frames: number;
  /**
   * The first window ends after this frame and the last one starts before `soundTo`: no window is completely silent.
   */
  readonly soundFrom: number;
  readonly soundTo: number;
  /** Smallest window, but for a first one that is waited for; largest window. */
  readonly leastWindowFrames?: number | undefined;
  readonly maxWindowFrames: number;
}

/**
 * The frame at which the window beginning at `from` ends.
 * @param previous length of the window before it, in frames; 0 for the first
 * @param leadMs how much audio the listener still has to play
 */
export function windowEnd(
  plan: WindowPlan,
  from: number,
  previous: number,
  freeLanes: FreeLanes,
  leadMs: number,
): number {
  const isHasty = previous === 0 && leadMs < COMFORTABLE_LEAD_MS;
  const hasty = freeLanes === 'none' ? FIRST_FRAMES_BUSY : FIRST_FRAMES;
  const usual = isHasty ? hasty : previous === 0 ? MAX_FRAMES : previous * 2;
  const most = Math.min(plan.maxWindowFrames, freeLanes === 'several' ? MAX_FRAMES_IDLE : MAX_FRAMES);
  const size = Math.max(isHasty ? 0 : (plan.leastWindowFrames ?? 0), Math.min(most, usual));
  let end = from + size;
  if (from === 0) end = Math.max(end, plan.soundFrom + MIN_SOUND_FRAMES);
  if (end >= plan.soundTo || plan.frames - end < MIN_REST_FRAMES) end = plan.frames;
  return Math.min(end, plan.frames);
}
