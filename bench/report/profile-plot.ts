/** Plots the steps before the first audio: a bar for each size of text, a part for each step. */
import { PROFILE_STEPS, type ProfileFigures, type ProfileRow } from './figures.ts';
import { PROFILE_STEP_NAMES } from './format.ts';
import { picture, round } from './picture.ts';

export const PROFILE_TITLE = 'Milliseconds before the first sound, by step';

const WIDTH = 860;
const BAR = { left: 90, width: 700, height: 34, pitch: 56, top: 84 } as const;
/** Minimum width of a part with a label. */
const MIN_LABELLED = 22;

/** @returns a standalone SVG document, readable on light and dark backgrounds */
export function profilePlot({ rows }: ProfileFigures): string {
  const most = Math.max(1, ...rows.map(total));
  const height = BAR.top + rows.length * BAR.pitch;
  return picture({ width: WIDTH, height, title: PROFILE_TITLE }, [
    `<text class="ink title" x="${BAR.left}" y="24">${PROFILE_TITLE}</text>`,
    ...PROFILE_STEPS.map((step, index) => {
      const x = BAR.left + index * 118;
      return (
        `<rect class="step${index}" x="${x}" y="44" width="12" height="12"/>` +
        `<text class="ink" x="${x + 18}" y="54">${PROFILE_STEP_NAMES[step]}</text>`
      );
    }),
    ...rows.map((row, index) => drawBar(row, BAR.top + index * BAR.pitch, BAR.width / most)),
  ]);
}

function drawBar(row: ProfileRow, top: number, perMs: number): string {
  const middle = top + BAR.height / 2 + 4;
  const parts = [`<text class="ink" x="${BAR.left - 8}" y="${middle}" text-anchor="end">${row.size}</text>`];
  let left: number = BAR.left;
  for (const [index, step] of PROFILE_STEPS.entries()) {
    const width = row.stepsMs[step] * perMs;
    parts.push(
      `<rect class="step${index}" x="${round(left)}" y="${top}" width="${round(width)}" height="${BAR.height}"/>`,
    );
    if (width >= MIN_LABELLED) {
      const label = row.stepsMs[step].toFixed(0);
      parts.push(
        `<text fill="#ffffff" x="${round(left + width / 2)}" y="${middle}" text-anchor="middle">${label}</text>`,
      );
    }
    left += width;
  }
  parts.push(`<text class="ink" x="${round(left + 8)}" y="${middle}">${total(row).toFixed(0)} ms</text>`);
  return parts.join('\n');
}

const total = ({ stepsMs }: ProfileRow): number =>
  PROFILE_STEPS.reduce((sum, step) => sum + stepsMs[step], 0);
