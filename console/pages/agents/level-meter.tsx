import type { ReadonlySignal } from '@preact/signals';
import { QUIET_DB } from '../../audio/level.ts';

/** Shows the level at one end of the line. */
export function LevelMeter({
  label,
  db,
  isOff = false,
}: {
  readonly label: string;
  /** Decibels of full scale. */
  readonly db: ReadonlySignal<number>;
  readonly isOff?: boolean;
}) {
  const percent = isOff ? 0 : Math.round(100 * (1 - db.value / QUIET_DB));
  return (
    <div class="level" data-off={isOff}>
      <span class="small">{label}</span>
      <div class="level-bar" aria-hidden="true" data-percent={percent}>
        <div class="level-fill" style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
    </div>
  );
}
