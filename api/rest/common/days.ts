/** The query of statistics by day. */
import { type Static, Type } from '@sinclair/typebox';
import { isoDay } from '../../storage/iso-time.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export const DaysQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 366,
      default: DEFAULT_DAYS,
      description: 'Number of days, including today (UTC)',
    }),
  ),
});
export type DaysQuery = Static<typeof DaysQuery>;

/** The first of the requested days, as YYYY-MM-DD. */
export function firstDay({ days = DEFAULT_DAYS }: DaysQuery): string {
  return isoDay(Date.now() - (days - 1) * DAY_MS);
}
