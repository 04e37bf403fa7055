/** Plots the load measurements: first audio and underruns over the number of streams, ours and the peer's. SVG 1.1. */
import type { LoadFigures, LoadRow } from './figures.ts';
import { picture, round } from './picture.ts';

/** Text alternative of the plot. */
export const LOAD_TITLE = 'First audio and underruns against the number of streams';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Series {
  readonly name: string;
  readonly style: 'ours' | 'peer';
  readonly dashed: boolean;
  readonly points: readonly Point[];
}

interface Panel {
  readonly title: string;
  readonly series: readonly Series[];
  readonly ticks: readonly number[];
  readonly label: (tick: number) => string;
  /** From 0 (bottom) to 1 (top). */
  readonly scale: (value: number) => number;
}

const WIDTH = 860;
const HEIGHT = 380;
const PLOT = { width: 340, height: 240, top: 60 } as const;
const LEFTS = [60, 490] as const;
const LOG_TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

/** @returns a standalone SVG document, readable on light and dark backgrounds */
export function loadPlot(figures: LoadFigures): string {
  const maxStreams = Math.max(1, ...figures.rows.map((row) => row.streams));
  const panels = [firstAudioPanel(figures.rows), cutPanel(figures.rows)];
  const body = panels.map((panel, index) => drawPanel(panel, LEFTS[index] ?? 0, maxStreams, figures));
  return picture({ width: WIDTH, height: HEIGHT, title: LOAD_TITLE }, [...body, legend(figures)]);
}

function firstAudioPanel(rows: readonly LoadRow[]): Panel {
  const drawn = rows.filter((row) => row.target === 'ours' || row.target === 'peer');
  const values = drawn.flatMap(({ firstAudio }) => [firstAudio.median, firstAudio.p95]).filter((v) => v > 0);
  const low = LOG_TICKS.findLast((tick) => tick <= Math.min(...values)) ?? 1;
  const high = LOG_TICKS.find((tick) => tick >= Math.max(...values)) ?? 100_000;
  const span = Math.log(high / low) || 1;
  return {
    title: 'First audio: 95th percentile, dotted median',
    series: (['ours', 'peer'] as const).flatMap((target) => [
      series(rows, target, 'p95', false, (row) => row.firstAudio.p95),
      series(rows, target, 'median', true, (row) => row.firstAudio.median),
    ]),
    ticks: LOG_TICKS.filter((tick) => tick >= low && tick <= high),
    label: (tick) => (tick < 1000 ? `${tick} ms` : `${tick / 1000} s`),
    scale: (value) => Math.log(Math.max(value, low) / low) / span,
  };
}

function cutPanel(rows: readonly LoadRow[]): Panel {
  const share = (row: LoadRow): number =>
    row.utterances === 0 ? Number.NaN : (100 * row.cutUtterances) / row.utterances;
  return {
    title: 'Utterances with an underrun',
    series: (['ours', 'peer'] as const).map((target) => series(rows, target, 'cut', false, share)),
    ticks: [0, 25, 50, 75, 100],
    label: (tick) => `${tick} %`,
    scale: (value) => value / 100,
  };
}

function series(
  rows: readonly LoadRow[],
  target: 'ours' | 'peer',
  name: string,
  dashed: boolean,
  value: (row: LoadRow) => number,
): Series {
  const points = rows
    .filter((row) => row.target === target)
    .map((row) => ({ x: row.streams, y: value(row) }))
    .filter((point) => Number.isFinite(point.y))
    .sort((a, b) => a.x - b.x);
  return { name: `${target} ${name}`, style: target, dashed, points };
}

function drawPanel(panel: Panel, left: number, maxStreams: number, figures: LoadFigures): string {
  const x = (streams: number): number => round(left + (PLOT.width * streams) / maxStreams);
  const y = (value: number): number => round(PLOT.top + PLOT.height * (1 - panel.scale(value)));
  const bottom = PLOT.top + PLOT.height;
  const parts = [`<text class="ink title" x="${left}" y="${PLOT.top - 16}">${panel.title}</text>`];
  for (const tick of panel.ticks) {
    parts.push(`<path class="rule" d="M${left} ${y(tick)}h${PLOT.width}"/>`);
    parts.push(
      `<text class="faint" x="${left - 6}" y="${y(tick) + 4}" text-anchor="end">${panel.label(tick)}</text>`,
    );
  }
  for (const streams of streamTicks(maxStreams)) {
    parts.push(
      `<text class="faint" x="${x(streams)}" y="${bottom + 18}" text-anchor="middle">${streams}</text>`,
    );
  }
  parts.push(
    `<text class="faint" x="${left + PLOT.width / 2}" y="${bottom + 36}" text-anchor="middle">streams in real ` +
      'time</text>',
  );
  const limit = x(figures.ourLimit);
  parts.push(`<path class="limit dashed" d="M${limit} ${PLOT.top}V${bottom}"/>`);
  parts.push(`<text class="faint" x="${limit + 4}" y="${PLOT.top + 12}">our limit</text>`);
  for (const one of panel.series) parts.push(drawSeries(one, x, y));
  return parts.join('\n');
}

function drawSeries(
  { points, style, dashed }: Series,
  x: (streams: number) => number,
  y: (value: number) => number,
): string {
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`).join('');
  if (path === '') return '';
  const line = `<path class="${style} line${dashed ? ' dashed' : ''}" style="fill:none" d="${path}"/>`;
  return dashed ? line : line + points.map((point) => marker(style, x(point.x), y(point.y))).join('');
}

function marker(style: Series['style'], x: number, y: number): string {
  return style === 'ours'
    ? `<circle class="ours" cx="${x}" cy="${y}" r="4"/>`
    : `<rect class="peer" x="${round(x - 4)}" y="${round(y - 4)}" width="8" height="8"/>`;
}

function legend({ rows }: LoadFigures): string {
  const names = { ours: 'ours', peer: 'peer, behind a streaming server' } as const;
  return (['ours', 'peer'] as const)
    .filter((target) => rows.some((row) => row.target === target))
    .map((target, index) => {
      const x = 66 + index * 70;
      return `${marker(target, x, 20)}<text class="ink" x="${x + 10}" y="24">${names[target]}</text>`;
    })
    .join('\n');
}

/** Returns four to eight round steps. */
function streamTicks(max: number): number[] {
  const step = [1, 2, 4, 5, 10, 20, 25, 50, 100, 200, 500].find((size) => max / size <= 8) ?? 1000;
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, index) => index * step);
}
