/** Every policy's cut-offs against its delay, as a picture (after livekit/eot-bench). SVG 1.1. */
import { picture, round } from '../../bench/report/picture.ts';

export const SWEEP_TITLE = 'Callers who are cut off, by how long complete turns wait';

export interface Sweep {
  readonly name: string;
  /** Mean delay of complete turns in ms, and the share of hesitant callers who are cut off, 0 to 1. */
  readonly points: readonly { readonly ms: number; readonly share: number }[];
}

const WIDTH = 860;
const HEIGHT = 380;
const PLOT = { left: 70, top: 60, width: 740, height: 260 } as const;
const TICK_MS = 250;
const SHARES = [0, 20, 40, 60, 80, 100];
const STYLES = ['ours line', 'peer line', 'peer line dashed'];

/** @returns a standalone SVG document, readable on light and dark ground */
export function sweepPlot(sweeps: readonly Sweep[]): string {
  const longest = Math.max(...sweeps.flatMap(({ points }) => points.map(({ ms }) => ms)));
  const mostMs = Math.ceil(longest / TICK_MS) * TICK_MS;
  const x = (ms: number): number => round(PLOT.left + (PLOT.width * ms) / mostMs);
  const y = (share: number): number => round(PLOT.top + PLOT.height * (1 - share));
  const parts = [`<text class="ink title" x="${PLOT.left}" y="24">${SWEEP_TITLE}</text>`];
  for (const share of SHARES) {
    parts.push(`<path class="rule" d="M${PLOT.left} ${y(share / 100)}h${PLOT.width}"/>`);
    parts.push(
      `<text class="faint" x="${PLOT.left - 6}" y="${y(share / 100) + 4}" text-anchor="end">${share} %</text>`,
    );
  }
  for (let ms = 0; ms <= mostMs; ms += TICK_MS) {
    const top = PLOT.top + PLOT.height + 18;
    parts.push(`<text class="faint" x="${x(ms)}" y="${top}" text-anchor="middle">${ms} ms</text>`);
  }
  for (const [index, { name, points }] of sweeps.entries()) {
    const style = STYLES[index % STYLES.length]!;
    const left = PLOT.left + index * 230;
    parts.push(`<path class="${style}" d="M${left} 42h24"/>`);
    parts.push(`<text class="ink" x="${left + 30}" y="46">${name}</text>`);
    const line = points.map(({ ms, share }) => `${x(ms)} ${y(share)}`).join('L');
    parts.push(`<path class="${style}" d="M${line}"/>`);
  }
  return picture({ width: WIDTH, height: HEIGHT, title: SWEEP_TITLE }, parts);
}
