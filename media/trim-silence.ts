/**
 * Trims the silence before and after speech that arrives in parts. The joined output does not depend on how the sound
 * is divided. Silence within the sound stays.
 */
import { concatenated } from './concatenated.ts';
import { fadeIn, fadeOut } from './fade.ts';
import { rmsDbfs } from './level.ts';

/** Frame over which levels are measured. */
const HOP_MS = 5;
/** A hop below this RMS level (dB below full scale) before the first sound is silence. */
const ONSET_DB = -55;
interface Limits {
  readonly softerDb: number;
  readonly leastDb: number;
  readonly mostDb: number;
}

/**
 * After a sound, a hop this much softer than the loudest one is silence, within limits, so that noise of a loud voice
 * does not count as sound, and words of a soft voice do not count as silence.
 */
const FADED: Limits = { softerDb: 40, leastDb: -65, mostDb: -50 };
/** The same if the end of the decay is cut off so that the next sound is in time. */
const FADING: Limits = { softerDb: 34, leastDb: -58, mostDb: -48 };
/** Fades that prevent clicks: phrases begin and end near silence but not at zero. */
const FADE_IN_MS = 2;
const LEAST_FADE_OUT_MS = 5;

/** The silence to leave, and the expected range of the sound; in samples from its beginning. */
export interface TrimRule {
  /** Silence left before the first sound and after the last. If there is less, zeros are added. */
  readonly leadSamples: number;
  readonly tailSamples: number;
  /** Whether the tail begins before the sound has faded completely, so that the next sound is in time. */
  readonly isTight: boolean;
  /** Latest onset of the sound, even if it is soft. */
  readonly onsetBy: number;
  /** Earliest offset of the sound: silence up to here is returned and not held back. */
  readonly endsAfter: number;
  /** Latest offset of the sound: louder samples after this are noise. */
  readonly endsBy: number;
  /** Longest silence that is held back while it is unknown whether the sound has ended; more than a hop of 5 ms. */
  readonly mostHeld: number;
}

/** State of a sound that is being trimmed: plain data. */
export interface TrimState {
  readonly sampleRate: number;
  /** Samples that were received but neither returned nor dropped. The first of them is at `from`. */
  readonly held: Float32Array;
  readonly from: number;
  /** Position up to which levels are known. */
  readonly judged: number;
  /** Onset of the first sound; null while only silence was received. */
  readonly onset: number | null;
  /** Offset of the last sound so far, and the position where it could be cut. */
  readonly soundEnd: number;
  readonly tightEnd: number;
  readonly loudestDb: number;
}

export function createTrimState(sampleRate: number): TrimState {
  return {
    sampleRate,
    held: new Float32Array(),
    from: 0,
    judged: 0,
    onset: null,
    soundEnd: 0,
    tightEnd: 0,
    loudestDb: Number.NEGATIVE_INFINITY,
  };
}

/**
 * Takes the next samples, -1 to 1, and returns those that certainly belong to the sound. They are faded in place, and
 * the result may share their memory.
 *
 * The output begins `leadSamples` before `state.onset`. It trails the input by up to 10 ms, and by any silence that may
 * be the end.
 * @param last whether these are the last samples; then at least 5 ms of them or of silence are returned
 */
export function trimSilence(
  before: TrimState,
  samples: Float32Array,
  rule: TrimRule,
  last: boolean,
): { sound: Float32Array; state: TrimState } {
  const held = before.held.length === 0 ? samples : concatenated([before.held, samples]);
  const heldFrom = before.from;
  const received = heldFrom + held.length;
  const state = judge(before, held, rule, last);
  const { onset, tightEnd } = state;
  const soundEnd = rule.isTight ? tightEnd : state.soundEnd;
  if (onset === null) {
    const from = Math.max(heldFrom, state.judged - rule.leadSamples);
    return { sound: new Float32Array(), state: { ...state, held: held.slice(from - heldFrom), from } };
  }
  const hop = samplesIn(HOP_MS, state.sampleRate);
  let from = heldFrom;
  let zerosBefore = 0;
  if (before.onset === null) {
    const start = onset - rule.leadSamples;
    from = Math.max(heldFrom, start);
    zerosBefore = from - start;
    fadeIn(held.subarray(from - heldFrom), samplesIn(FADE_IN_MS, state.sampleRate));
  }
  const end = soundEnd + rule.tailSamples;
  // Samples that have been held for too long are returned, regardless of what follows. One hop is always held, because
  // the end is faded.
  const given = Math.max(tightEnd, Math.floor(received / hop) * hop - rule.mostHeld) - hop;
  const to = last ? Math.min(received, Math.max(end, given + hop)) : Math.max(from, given);
  const sound = held.subarray(from - heldFrom, to - heldFrom);
  if (last)
    fadeOut(
      sound,
      Math.max(samplesIn(LEAST_FADE_OUT_MS, state.sampleRate), to - Math.max(soundEnd, given + hop)),
    );
  const zerosAfter = last ? Math.max(0, end - to) : 0;
  const isWhole = zerosBefore === 0 && zerosAfter === 0;
  return {
    sound: isWhole
      ? sound
      : concatenated([new Float32Array(zerosBefore), sound, new Float32Array(zerosAfter)]),
    state: { ...state, held: held.slice(to - heldFrom), from: to },
  };
}

/**
 * Finds the onset and, so far, the offset of the sound. Each hop is judged once, when it is complete, except for the
 * last.
 */
function judge(before: TrimState, held: Float32Array, rule: TrimRule, last: boolean): TrimState {
  const { from, sampleRate } = before;
  const hop = samplesIn(HOP_MS, sampleRate);
  const received = from + held.length;
  let { judged, onset, soundEnd, tightEnd, loudestDb } = before;
  while (judged + hop <= received || (last && judged < received)) {
    const end = Math.min(received, judged + hop);
    const sound = held.subarray(judged - from, end - from);
    const levelDb = rmsDbfs(sound);
    if (onset === null && (levelDb > ONSET_DB || end >= rule.onsetBy)) {
      onset = judged + (levelDb > ONSET_DB ? sound.findIndex(louderThan(ONSET_DB)) : 0);
      [soundEnd, tightEnd] = [onset, onset];
    }
    if (onset !== null) {
      loudestDb = Math.max(loudestDb, levelDb);
      const endAbove = (limits: Limits): number | null => {
        const limitDb = silenceDb(limits, loudestDb);
        if (end <= rule.endsBy && levelDb > limitDb)
          return judged + sound.findLastIndex(louderThan(limitDb)) + 1;
        return end <= rule.endsAfter ? end : null;
      };
      soundEnd = endAbove(FADED) ?? soundEnd;
      tightEnd = endAbove(FADING) ?? tightEnd;
    }
    judged = end;
  }
  if (last && onset === null) [onset, soundEnd, tightEnd] = [received, received, received];
  return { ...before, judged, onset, soundEnd, tightEnd, loudestDb };
}

const louderThan = (db: number): ((sample: number) => boolean) => {
  const amplitude = 10 ** (db / 20);
  return (sample) => Math.abs(sample) > amplitude;
};

function silenceDb({ softerDb, leastDb, mostDb }: Limits, loudestDb: number): number {
  return Math.min(mostDb, Math.max(leastDb, loudestDb - softerDb));
}

const samplesIn = (ms: number, sampleRate: number): number => Math.round((sampleRate * ms) / 1000);
