import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CloneFigures,
  type CpuFigures,
  type EnrolmentTiming,
  type LoadFigures,
  type LoadRow,
  type PackagedVoiceFigures,
  type PartResult,
  REPORT_FORMAT,
  type Report,
  type TakeTiming,
} from './figures.ts';
import { loadPlot } from './plot.ts';
import { profilePlot } from './profile-plot.ts';
import {
  cloneCpuVerdict,
  cloneDelayVerdicts,
  cpuVerdicts,
  enrolmentVerdicts,
  kokoroFirstAudioVerdict,
  loadVerdicts,
} from './targets.ts';
import { markdownOf, partsLost, withEarlier, writeReport } from './write.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const summary = (value: number) => ({ count: 10, p5: value, median: value, p95: value * 2 });

function row(target: LoadRow['target'], streams: number, firstAudioMs: number, underruns = 0): LoadRow {
  return {
    target,
    streams,
    utterances: 10,
    firstAudio: summary(firstAudioMs),
    underruns,
    longestGapMs: underruns * 10,
    cutUtterances: Math.min(10, underruns),
    refused: 0,
    failures: 0,
    throughput: streams,
  };
}

const load: LoadFigures = {
  ourLimit: 10.4,
  peerLimit: 7.2,
  hibariLimit: 40,
  ourTargetStreams: 8,
  peerTargetStreams: 5,
  rows: [
    row('ours', 1, 50),
    row('peer', 1, 300),
    row('ours', 8, 100),
    row('peer', 8, 2000, 7),
    row('ours', 13, 900, 2),
    row('peer', 5, 400),
    row('ours, SSE', 8, 110, 3),
    row('peer, own server', 5, 30_000),
  ],
};

const cpu: CpuFigures = { ours: 0.11, oursNative: 0.107, runtimeAlone: 0.1, peer: null, repetitions: 8 };

const timing = (wholeMs: number): EnrolmentTiming => ({
  wholeMs,
  stagesMs: { decode: 10, check: 200, transcribe: 0, align: wholeMs / 2, learn: wholeMs / 4 },
});

const clone: CloneFigures = {
  clone: { seconds: 30.2, exemplars: 3900, medianF0Hz: 186.3 },
  cpu: { base: 0.1, clone: 0.2, repetitions: 8 },
  firstAudio: [{ size: '5 words', base: summary(30), clone: summary(60), unknownClone: summary(160) }],
  sampleSeconds: 10.04,
  enrolments: [
    { transcript: 'given', first: timing(6000), later: [timing(4000), timing(11_000), timing(5000)] },
  ],
  recogniserMissing: 'this processor lacks everything',
};

const takeTiming = (wholeMs: number): TakeTiming => ({
  wholeMs,
  stagesMs: {
    decode: 10,
    check: 200,
    align: wholeMs / 4,
    score: 100,
    enhance: 0,
    learn: wholeMs / 2,
    preview: 500,
    store: 5,
  },
});

const measured = <F>(figures: F) => ({
  date: '2025-01-02T03:04:05.000Z',
  loadAverage: 0.1,
  durationSeconds: 12,
  quick: false,
  figures,
});

const report: Report = {
  format: REPORT_FORMAT,
  machine: {
    cpu: 'A processor',
    cores: 2,
    memoryBytes: 2 ** 34,
    system: 'linux',
    versions: { node: '20.0.0' },
    peerMissing: null,
  },
  parts: { cpu: measured(cpu) satisfies PartResult<'cpu'>, load: measured(load) },
};

describe('targets', () => {
  it('compares CPU time with the bare runtime', () => {
    const { native, resampled } = cpuVerdicts(cpu);
    expect(native).toMatchObject({ target: 1.08, met: true });
    expect(resampled).toMatchObject({ target: 1.08, met: false });
  });

  it('counts our underruns up to 80 % of the limit separately from those beyond it', () => {
    const verdicts = loadVerdicts(load);
    expect(verdicts.underruns).toEqual({ value: 0, target: 0, met: true });
    expect(verdicts.beyond).toEqual({ value: 2, target: 0, met: false });
  });

  it('compares the latencies at 80 % with the peer under the same load and at the same share of its limit', () => {
    const verdicts = loadVerdicts(load);
    expect(verdicts.sameStreams?.value).toBeCloseTo(0.05);
    expect(verdicts.sameShare?.value).toBeCloseTo(0.25);
  });

  it('compares a clone with its base: a ratio of CPU time, a difference of latencies', () => {
    expect(cloneCpuVerdict(clone)).toEqual({ value: 2, target: 2.5, met: true });
    const { known, unknown } = cloneDelayVerdicts(clone.firstAudio[0]!);
    expect(known).toEqual({ value: 30, target: 120, met: true });
    expect(unknown).toEqual({ value: 130, target: 120, met: false });
  });

  it('judges enrolment by the slowest, and the first one separately', () => {
    const { first, later } = enrolmentVerdicts(clone.enrolments[0]!);
    expect(first).toEqual({ value: 6000, target: 10_000, met: true });
    expect(later).toEqual({ value: 11_000, target: 10_000, met: false });
    expect(enrolmentVerdicts({ ...clone.enrolments[0]!, later: [] }).later).toBeNull();
  });

  it('has no verdict without a peer', () => {
    const alone = { ...load, peerLimit: null, peerTargetStreams: null, rows: [row('ours', 8, 100)] };
    expect(loadVerdicts(alone)).toMatchObject({ sameStreams: null, sameShare: null, beyond: null });
  });
});

describe('the plot', () => {
  it('draws both, and no invalid number', () => {
    const svg = loadPlot({
      ...load,
      rows: [...load.rows, { ...row('peer', 20, Number.NaN), utterances: 0 }],
    });
    expect(svg).toMatch(/^<svg [^>]+>/);
    expect(svg.trimEnd()).toMatch(/<\/svg>$/);
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('draws without a peer, too', () => {
    const svg = loadPlot({ ...load, rows: load.rows.filter((one) => one.target === 'ours') });
    expect(svg).not.toMatch(/NaN|undefined|Infinity|streaming server/);
  });
});

describe('the picture of the first audio', () => {
  const stepsMs = { cut: 0.2, read: 3, text: 20, window: 15, encode: 0.5, between: 1.3 };

  it('has a part for each step, with a width proportional to its duration', () => {
    const svg = profilePlot({ rows: [{ size: '5 words', wholeMs: 40, stepsMs }], repetitions: 24 });
    const widths = [...svg.matchAll(/<rect class="step\d" x="[\d.]+" y="84" width="([\d.]+)"/g)].map(
      ([, w]) => +w!,
    );
    expect(widths).toHaveLength(6);
    expect(widths[2]! / widths[1]!).toBeCloseTo(20 / 3, 1);
    expect(svg).toContain('>40 ms<');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('the report', () => {
  it('lists measurements and machines, with absolute numbers and ratios', () => {
    const text = markdownOf(report);
    expect(text).toContain('A processor');
    expect(text).toContain('load average at the start 0.10');
    expect(text).toContain('| ours: text to encoded audio at 22.05 kHz | 0.1070 | 1.07x | 1.08x: met |');
    expect(text).toContain('| peer | 8 | 2000 ms | 4000 ms | 7 | 7 of 10 |');
    expect(text).not.toMatch(/NaN|undefined/);
  });

  it('reports clones: compared with the base, and the duration of enrolment', () => {
    const text = markdownOf({ ...report, parts: { clone: measured(clone) } });
    expect(text).toContain(
      '| CPU seconds per second of speech | 0.1000 | 0.2000 | 2.00x | 0.1000 | 2.50x: met |',
    );
    expect(text).toContain(
      '| first audio, 5 words | 30 ms (30-60) | 60 ms (60-120) | 2.00x | 30 ms | 120 ms later: met |',
    );
    expect(text).toContain('130 ms | 120 ms later: MISSED |');
    expect(text).toContain(
      '| given, 3 later | 5.00 s | 11.00 s | 10 s: MISSED | 0.01 s | 0.20 s | 0.00 s | 2.50 s | 1.25 s |',
    );
    expect(text).toContain('Without recognition: this processor lacks everything.');
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('reports takes: the slowest counts', () => {
    const take = {
      takeSeconds: 41.2,
      first: takeTiming(8000),
      later: [takeTiming(6000), takeTiming(10_500)],
    };
    const text = markdownOf({ ...report, parts: { take: measured(take) } });
    expect(text).toContain('| first | 8.00 s | 8.00 s | 10 s: met | 0.01 s | 0.20 s | 2.00 s |');
    expect(text).toContain('| 2 later | 8.25 s | 10.50 s | 10 s: MISSED |');
    expect(text).toContain('read in 41.2 s');
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('keeps parts measured earlier on the same machine, and only those', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-bench-report-'));
    folders.push(folder);
    const written = writeReport(report, folder);
    expect(written).toHaveLength(3);
    expect(JSON.parse(readFileSync(join(folder, 'speak.json'), 'utf8'))).toEqual(report);
    const newer = measured({ ...cpu, ours: 0.2 });
    const next: Report = { ...report, parts: { cpu: newer } };
    expect(withEarlier(next, folder).parts).toEqual({ cpu: newer, load: report.parts.load });
    const elsewhere: Report = { ...next, machine: { ...next.machine, cpu: 'Another' } };
    expect(withEarlier(elsewhere, folder)).toEqual(elsewhere);
    expect(partsLost(elsewhere, ['cpu', 'idle'], folder)).toEqual(['load']);
    expect(partsLost(next, ['cpu'], folder)).toEqual([]);
    expect(partsLost(elsewhere, ['cpu'], join(folder, 'nowhere'))).toEqual([]);
    const otherFormat = { ...next, format: REPORT_FORMAT + 1 };
    expect(withEarlier(otherFormat, folder)).toEqual(otherFormat);
  });
});

describe('Kokoro beside its peer', () => {
  const rowOf = (size: PackagedVoiceFigures['rows'][number]['size'], ours: number) => ({
    size,
    ours: summary(ours),
    peer: summary(1000),
    ourFirstChunkMs: 150,
    peerFirstChunkMs: 6000,
    ourTotalMs: 2000,
    peerTotalMs: 4000,
  });
  const figures: PackagedVoiceFigures = {
    voice: 'kokoro-af_heart',
    rows: [rowOf('5 words', 900), rowOf('20 words', 240), rowOf('paragraph', 240)],
    cpu: { ours: 0.3, peer: 0.6, repetitions: 4 },
    versions: { 'kokoro-onnx': '0.6.1' },
  };

  it('judges 20 words and paragraphs, each by a separate target', () => {
    expect(figures.rows.map((row) => kokoroFirstAudioVerdict(row)?.met)).toEqual([undefined, true, false]);
  });

  it('has a table that names the peer', () => {
    const page = markdownOf({ ...report, parts: { kokoro: measured(figures) } });
    expect(page).toContain('kokoro-onnx 0.6.1');
    expect(page).toMatch(/first audio, paragraph \|.*0\.24x \| 0\.20x: MISSED/);
    expect(page).toMatch(/CPU seconds per second of speech \| 0\.300 \| 0\.600 \| 0\.50x/);
  });
});
