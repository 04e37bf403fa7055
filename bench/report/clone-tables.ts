/** Cloned voices as tables: compared with their base voice, and the duration of enrolment. */
import { median } from '../stats.ts';
import {
  type CloneFigures,
  type CloneFirstAudioRow,
  ENROLMENT_STAGES,
  type EnrolmentRow,
  type EnrolmentTiming,
  TAKE_STAGES,
  type TakeFigures,
  type TakeTiming,
} from './figures.ts';
import { ms, ratio, spread, verdict } from './format.ts';
import type { Table } from './table.ts';
import {
  CLONE_CPU_RATIO,
  CLONE_DELAY_MS,
  cloneCpuVerdict,
  cloneDelayVerdicts,
  ENROLMENT_MS,
  enrolmentVerdicts,
  takeVerdicts,
  type Verdict,
} from './targets.ts';

const seconds = (value: number): string => `${(value / 1000).toFixed(2)} s`;

export function cloneTables(figures: CloneFigures): Table[] {
  return [besideBase(figures), enrolments(figures)];
}

function besideBase(figures: CloneFigures): Table {
  const { cpu, firstAudio, clone } = figures;
  return {
    title: 'A cloned voice compared with its base voice',
    columns: ['what', 'base', 'clone', 'ratio', 'more', 'at most'],
    rows: [
      [
        'CPU seconds per second of speech',
        cpu.base.toFixed(4),
        cpu.clone.toFixed(4),
        ratio(cpu.clone / cpu.base),
        (cpu.clone - cpu.base).toFixed(4),
        verdict(cloneCpuVerdict(figures), ratio),
      ],
      ...firstAudio.flatMap(firstAudioRows),
    ],
    notes: [
      `The clone was learned from ${Math.round(clone.seconds)} s of a voice of espeak's with a median pitch of ` +
        `${Math.round(clone.medianF0Hz)} Hz, of which ${clone.exemplars} frames were kept. A higher voice costs more.`,
      `Both speak the same texts in turn, in process, at 24 kHz. CPU time is user and system time of all threads; ` +
        `medians of ${cpu.repetitions} rounds of three paragraphs. First audio: medians (5th to 95th percentile) of ` +
        `${firstAudio[0]?.base.count ?? 0} repetitions.`,
      'New to the lanes: the codes of the voice are in memory, but no lane has used the voice yet.',
      `Targets: at most ${ratio(CLONE_CPU_RATIO)} the CPU time, at most ${CLONE_DELAY_MS} ms later.`,
    ],
  };
}

function firstAudioRows(row: CloneFirstAudioRow): string[][] {
  const verdicts = cloneDelayVerdicts(row);
  const line = (what: string, clone: CloneFirstAudioRow['clone'], result: Verdict | null): string[] => [
    what,
    spread(row.base),
    spread(clone),
    ratio(clone.median / row.base.median),
    ms(result?.value ?? null),
    verdict(result, (target) => `${ms(target)} later`),
  ];
  return [
    line(`first audio, ${row.size}`, row.clone, verdicts.known),
    line(`first audio, ${row.size}, new to the lanes`, row.unknownClone, verdicts.unknown),
  ];
}

function enrolments(figures: CloneFigures): Table {
  const { sampleSeconds, recogniserMissing } = figures;
  return {
    title: 'From a recording to a voice',
    columns: ['transcript', 'whole', 'slowest', 'at most', ...ENROLMENT_STAGES],
    rows: figures.enrolments.flatMap(enrolmentRows),
    notes: [
      `A recording of ${sampleSeconds.toFixed(1)} s, in process. First: in a freshly started engine, with threads ` +
        'to start and, for recognition, a model to load. Later ones: medians, and the slowest of them.',
      `A voice is aligned with two base voices, one neural and one of espeak. Target: ${ENROLMENT_MS / 1000} s on ` +
        'two cores, including the slowest.',
      ...(recogniserMissing === null ? [] : [`Without recognition: ${recogniserMissing}.`]),
    ],
  };
}

function enrolmentRows(row: EnrolmentRow): string[][] {
  const verdicts = enrolmentVerdicts(row);
  const line = (what: string, timings: readonly EnrolmentTiming[], result: Verdict | null): string[] => [
    `${row.transcript}, ${what}`,
    seconds(median(timings.map(({ wholeMs }) => wholeMs))),
    seconds(Math.max(...timings.map(({ wholeMs }) => wholeMs))),
    verdict(result, (target) => `${target / 1000} s`),
    ...ENROLMENT_STAGES.map((stage) => seconds(median(timings.map(({ stagesMs }) => stagesMs[stage])))),
  ];
  return [
    line('first', [row.first], verdicts.first),
    ...(row.later.length > 0 ? [line(`${row.later.length} later`, row.later, verdicts.later)] : []),
  ];
}

export function takeTable(figures: TakeFigures): Table {
  const { takeSeconds, first, later } = figures;
  const verdicts = takeVerdicts(figures);
  const line = (what: string, timings: readonly TakeTiming[], result: Verdict | null): string[] => [
    what,
    seconds(median(timings.map(({ wholeMs }) => wholeMs))),
    seconds(Math.max(...timings.map(({ wholeMs }) => wholeMs))),
    verdict(result, (target) => `${target / 1000} s`),
    ...TAKE_STAGES.map((stage) => seconds(median(timings.map(({ stagesMs }) => stagesMs[stage])))),
  ];
  return {
    title: 'From a read-through to a voice',
    columns: ['take', 'whole', 'slowest', 'at most', ...TAKE_STAGES],
    rows: [
      line('first', [first], verdicts.first),
      ...(later.length > 0 ? [line(`${later.length} later`, later, verdicts.later)] : []),
    ],
    notes: [
      `Nine sentences of the built-in English script, read in ${takeSeconds.toFixed(1)} s, sent over HTTP with ` +
        '`fast`: until the response with the preview arrives. First: on a freshly started server. Later ones: ' +
        'medians, and the slowest of them.',
      'The recording is cleaned while its sentences are found and scored; `enhance` is the remaining wait for that.',
    ],
  };
}
