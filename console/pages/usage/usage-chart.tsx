import { useSignal } from '@preact/signals';
import { t } from '../../i18n/i18n.ts';
import { count } from '../../parts/format.ts';
import { roundUp, type UsageDay } from './days.ts';

const WIDTH = 960;
const HEIGHT = 240;
const LEFT = 8;
const BOTTOM = 26;
const TOP = 22;

/** A bar chart with one bar per day. The table beside it contains the same figures for screen readers. */
export function UsageChart({ days }: { readonly days: readonly UsageDay[] }) {
  const pointed = useSignal<UsageDay | null>(null);
  const peak = Math.max(...days.map(({ characters }) => characters), 0);
  const most = roundUp(peak);
  const step = (WIDTH - LEFT * 2) / days.length;
  const plot = HEIGHT - TOP - BOTTOM;
  const yOf = (value: number) => TOP + plot * (1 - value / most);
  const total = days.reduce((sum, { characters }) => sum + characters, 0);
  const shown = pointed.value;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('Bar chart of characters per day: {total} in {count} days, at most {peak} in one', {
          total,
          count: days.length,
          peak,
        })}
        onPointerLeave={() => {
          pointed.value = null;
        }}
      >
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            class="grid-line"
            x1={0}
            x2={WIDTH}
            y1={yOf(most * share)}
            y2={yOf(most * share)}
          />
        ))}
        {days.map((one, i) => (
          <g
            key={one.day}
            onPointerEnter={() => {
              pointed.value = one;
            }}
          >
            <rect class="column-space" x={LEFT + i * step} y={0} width={step} height={HEIGHT} />
            {one.characters > 0 && (
              <rect
                class={shown === one ? 'column is-pointed' : 'column'}
                x={LEFT + i * step + step * 0.16}
                y={Math.min(yOf(one.characters), TOP + plot - 2)}
                width={step * 0.68}
                height={Math.max(2, TOP + plot - yOf(one.characters))}
                rx={Math.min(3, step * 0.2)}
              />
            )}
          </g>
        ))}
      </svg>
      <div class="chart-top small faint" aria-hidden="true">
        {shown ? `${shown.day}: ${t('{count} characters', { count: shown.characters })}` : count(most)}
      </div>
      <figcaption class="chart-days small faint" aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </figcaption>
    </figure>
  );
}
