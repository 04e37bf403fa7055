/** Formats measurements for tables. */
import type { Summary } from '../stats.ts';
import type { ProfileStep } from './figures.ts';
import type { Verdict } from './targets.ts';

export const NOTHING = '-';

export const ms = (value: number | null): string => {
  if (value === null || Number.isNaN(value)) return NOTHING;
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
};
export const spread = (summary: Summary | null): string =>
  summary ? `${ms(summary.median)} (${Math.round(summary.p5)}-${Math.round(summary.p95)})` : NOTHING;
export const ratio = (value: number | null): string => (value === null ? NOTHING : `${value.toFixed(2)}x`);
/** Whole numbers are counts, others ratios, by default. */
export const verdict = (
  result: Verdict | null,
  format = (target: number): string => (Number.isInteger(target) ? String(target) : ratio(target)),
): string => (result ? `${format(result.target)}: ${result.met ? 'met' : 'MISSED'}` : NOTHING);

export const PROFILE_STEP_NAMES: Readonly<Record<ProfileStep, string>> = {
  cut: 'cutting',
  read: 'reading',
  text: 'text stage',
  window: 'first window',
  encode: 'encoding',
  between: 'between',
};
