import type { Signal } from '@preact/signals';
import { t } from '../i18n/i18n.ts';

/**
 * Shows the rest of a list, or hides it again.
 * @param hidden number of entries beyond the first ones
 */
export function MoreButton({
  isWhole,
  hidden,
}: {
  readonly isWhole: Signal<boolean>;
  readonly hidden: number;
}) {
  if (hidden <= 0) return null;
  return (
    <button
      type="button"
      class="button quiet more"
      aria-expanded={isWhole.value}
      onClick={() => {
        isWhole.value = !isWhole.value;
      }}
    >
      {isWhole.value ? t('Show fewer') : t('Show {count} more', { count: hidden })}
    </button>
  );
}
