export interface UsageDay {
  /** UTC day such as `2026-11-03`. */
  readonly day: string;
  readonly characters: number;
  readonly audio_ms: number;
  readonly requests: number;
}

const DAY_MS = 86_400_000;

/**
 * Adds the days without use, which the server omits.
 * @returns `span` days up to today, oldest first
 */
export function everyDay(used: readonly UsageDay[], span: number, today: Date): UsageDay[] {
  const known = new Map(used.map((one) => [one.day, one]));
  return Array.from({ length: span }, (_, i) => {
    const day = new Date(today.getTime() - (span - 1 - i) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, characters: 0, audio_ms: 0, requests: 0 };
  });
}

/** Returns the smallest round number that is not below a value, for the top of an axis. */
export function roundUp(value: number): number {
  if (value <= 10) return 10;
  const unit = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((one) => one * unit >= value) ?? 10;
  return step * unit;
}
