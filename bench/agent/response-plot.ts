/** Plots response times: for each door the share of its turns that were answered by then. */
import { picture, round } from '../report/picture.ts';
import { type BenchDoor, DOORS, type TurnPair } from './figures.ts';

export const RESPONSE_TITLE = 'Turns answered, by the time since the end of speech';

const WIDTH = 860;
const HEIGHT = 340;
const PLOT = { left: 70, top: 60, width: 740, height: 220 } as const;
const TICK_MS = 500;
const SHARES = [0, 25, 50, 75, 90, 100];
const LINES: Readonly<Record<BenchDoor, { readonly name: string; readonly style: string }>> = {
  room: { name: 'ours, room', style: 'ours line' },
  websocket: { name: 'ours, WebSocket', style: 'ours line dashed' },
  peer: { name: 'peer, room', style: 'peer line' },
};

/** @returns a standalone SVG document, readable on light and dark backgrounds */
export function responsePlot(turns: readonly TurnPair[]): string {
  const times = (door: BenchDoor): number[] =>
    turns
      .map((turn) => turn[door])
      .filter((ms) => ms !== null)
      .sort((a, b) => a - b);
  const longest = Math.max(TICK_MS, ...DOORS.flatMap(times));
  const mostMs = Math.ceil(longest / TICK_MS) * TICK_MS;
  const x = (ms: number): number => round(PLOT.left + (PLOT.width * ms) / mostMs);
  const y = (share: number): number => round(PLOT.top + PLOT.height * (1 - share));
  const parts = [`<text class="ink title" x="${PLOT.left}" y="24">${RESPONSE_TITLE}</text>`];
  for (const share of SHARES) {
    parts.push(`<path class="rule" d="M${PLOT.left} ${y(share / 100)}h${PLOT.width}"/>`);
    parts.push(
      `<text class="faint" x="${PLOT.left - 6}" y="${y(share / 100) + 4}" text-anchor="end">${share} %</text>`,
    );
  }
  for (let ms = 0; ms <= mostMs; ms += TICK_MS) {
    parts.push(
      `<text class="faint" x="${x(ms)}" y="${PLOT.top + PLOT.height + 18}" text-anchor="middle">${ms} ms</text>`,
    );
  }
  for (const [index, door] of DOORS.entries()) {
    const { name, style } = LINES[door];
    const left = PLOT.left + index * 160;
    parts.push(`<path class="${style}" d="M${left} 42h24"/>`);
    parts.push(`<text class="ink" x="${left + 30}" y="46">${name}</text>`);
    // Turns without an answer count, so that their line ends below 100 %.
    const steps = times(door).map((ms, i) => `H${x(ms)}V${y((i + 1) / turns.length)}`);
    if (steps.length > 0) parts.push(`<path class="${style}" d="M${x(0)} ${y(0)}${steps.join('')}"/>`);
  }
  return picture({ width: WIDTH, height: HEIGHT, title: RESPONSE_TITLE }, parts);
}
