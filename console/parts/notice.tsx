import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

/** An error or a hint. Screen readers announce errors at once. */
export function Notice({
  kind = 'error',
  children,
}: {
  readonly kind?: 'error' | 'hint';
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'note'}>
      <Icon name="warning" size={18} />
      <div>{children}</div>
    </div>
  );
}
