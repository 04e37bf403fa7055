import { t } from '../i18n/i18n.ts';

/** Says whether a page shows what happens at once. @param problem why it does not; undefined while it connects */
export function LiveSign({ problem }: { readonly problem: string | null | undefined }) {
  return (
    <span class="badge live-sign" data-live={problem === null} role="status" title={problem ?? undefined}>
      <span class="call-dot" aria-hidden="true" />
      {problem === null ? t('Live') : problem === undefined ? t('Connecting…') : t('Not live')}
    </span>
  );
}
