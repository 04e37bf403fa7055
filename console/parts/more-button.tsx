import type { Signal } from '@preact/signals';

/** Shows the rest of a list, or hides it again. @param hidden how many there are beyond the first ones */
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
      {isWhole.value ? 'Show fewer' : `Show ${hidden} more`}
    </button>
  );
}
