import { t } from '../i18n/i18n.ts';

/** Shows whether a page is updated live. @param problem why it is not; undefined while it connects */
export function LiveSign({ problem }: { readonly problem: string | null | undefined }) {
  return (
    <span class="badge live-sign" data-live={problem === null} role="status" title={problem ?? undefined}>
      <span class="call-dot" aria-hidden="true" />
      {problem === null ? t('Live') : problem === undefined ? t('Connecting…') : t('Not live')}
    </span>
  );
}
