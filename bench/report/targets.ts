/** The project's performance targets, and whether the measurements meet them. */
import type {
  CloneFigures,
  CloneFirstAudioRow,
  CpuFigures,
  EnrolmentRow,
  FirstAudioRow,
  InProcess,
  LoadFigures,
  LoadRow,
  TakeFigures,
} from './figures.ts';

/** Target for our first audio as a share of the peer's. */
const FIRST_AUDIO_RATIO: Readonly<Record<FirstAudioRow['size'], number>> = {
  '5 words': 0.5,
  '20 words': 0.22,
  paragraph: 0.25,
};
/** The same target for Kokoro. Short texts have none. */
const KOKORO_FIRST_AUDIO_RATIO: Readonly<Record<InProcess['size'], number | null>> = {
  '5 words': null,
  '20 words': 0.25,
  paragraph: 0.2,
};
/** Target for our CPU time as a multiple of the bare runtime's. */
const CPU_RATIO = 1.08;
/** Target for our 95th percentile of first audio at 80 % of the limit, as a share of the peer's. */
const LOADED_FIRST_AUDIO_RATIO = 1 / 3;

/** Target for the CPU time of a cloned voice as a multiple of that of its base voice. */
export const CLONE_CPU_RATIO = 2.5;
/** Target for the additional first-audio latency of a cloned voice, in ms. */
export const CLONE_DELAY_MS = 120;
/** Target for enrolment from a recording of ten seconds, on two cores, in ms. */
export const ENROLMENT_MS = 10_000;
/** Target for a response to a take of 40 seconds, on two cores, in ms. */
const TAKE_MS = 10_000;

export interface Verdict {
  readonly value: number;
  readonly target: number;
  readonly met: boolean;
}

/** @returns null when there is nothing to compare with */
function atMost(value: number | null, target: number): Verdict | null {
  return value === null || Number.isNaN(value) ? null : { value, target, met: value <= target };
}

export function firstAudioVerdict(row: FirstAudioRow): Verdict | null {
  return atMost(row.peer && row.ours.median / row.peer.median, FIRST_AUDIO_RATIO[row.size]);
}

export function kokoroFirstAudioVerdict(row: InProcess): Verdict | null {
  const target = KOKORO_FIRST_AUDIO_RATIO[row.size];
  return target === null ? null : atMost(row.peer && row.ours.median / row.peer.median, target);
}

/** Both at the rate of the voice, since the runtime alone does not resample; and with the server's default. */
export function cpuVerdicts(figures: CpuFigures): Record<'native' | 'resampled', Verdict | null> {
  const { ours, oursNative, runtimeAlone } = figures;
  return {
    native: atMost(oursNative / runtimeAlone, CPU_RATIO),
    resampled: atMost(ours / runtimeAlone, CPU_RATIO),
  };
}

export function cloneCpuVerdict({ cpu }: CloneFigures): Verdict | null {
  return atMost(cpu.clone / cpu.base, CLONE_CPU_RATIO);
}

/** Differences of the medians. */
export function cloneDelayVerdicts(row: CloneFirstAudioRow): Record<'known' | 'unknown', Verdict | null> {
  return {
    known: atMost(row.clone.median - row.base.median, CLONE_DELAY_MS),
    unknown: atMost(row.unknownClone.median - row.base.median, CLONE_DELAY_MS),
  };
}

/** Users care about their own voice and not about the median, so the slowest one counts. */
export function enrolmentVerdicts({ first, later }: EnrolmentRow): Record<'first' | 'later', Verdict | null> {
  const slowest = later.length === 0 ? null : Math.max(...later.map(({ wholeMs }) => wholeMs));
  return { first: atMost(first.wholeMs, ENROLMENT_MS), later: atMost(slowest, ENROLMENT_MS) };
}

export function takeVerdicts({ first, later }: TakeFigures): Record<'first' | 'later', Verdict | null> {
  const slowest = later.length === 0 ? null : Math.max(...later.map(({ wholeMs }) => wholeMs));
  return { first: atMost(first.wholeMs, TAKE_MS), later: atMost(slowest, TAKE_MS) };
}

export interface LoadVerdicts {
  /** Our underruns at all levels up to 80 % of the limit. */
  readonly underruns: Verdict | null;
  /** Compared with the peer with as many streams, and with the peer at 80 % of its own limit. */
  readonly sameStreams: Verdict | null;
  readonly sameShare: Verdict | null;
  /** Underruns of admitted streams beyond the limit. */
  readonly beyond: Verdict | null;
}

export function loadVerdicts(figures: LoadFigures): LoadVerdicts {
  const { rows, ourTargetStreams, peerTargetStreams, ourLimit } = figures;
  const find = (target: LoadRow['target'], streams: number | null): LoadRow | undefined =>
    rows.find((row) => row.target === target && row.streams === streams);
  const ours = rows.filter((row) => row.target === 'ours');
  const underruns = (some: readonly LoadRow[]): number | null =>
    some.length === 0 ? null : some.reduce((total, row) => total + row.underruns, 0);
  const p95 = find('ours', ourTargetStreams)?.firstAudio.p95;
  const beside = (peer: LoadRow | undefined): Verdict | null =>
    atMost(p95 === undefined || !peer ? null : p95 / peer.firstAudio.p95, LOADED_FIRST_AUDIO_RATIO);
  return {
    underruns: atMost(underruns(ours.filter((row) => row.streams <= ourTargetStreams)), 0),
    sameStreams: beside(find('peer', ourTargetStreams)),
    sameShare: beside(find('peer', peerTargetStreams)),
    beyond: atMost(underruns(ours.filter((row) => row.streams > ourLimit)), 0),
  };
}
