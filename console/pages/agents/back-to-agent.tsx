import { addressOf } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { Icon } from '../../parts/icon.tsx';

/** The link from a page about an agent to the agent's own page. @param name empty or absent until it is known */
export function BackToAgent({ id, name }: { readonly id: string; readonly name: string | null | undefined }) {
  return (
    <a class="back" href={addressOf('agents', id)}>
      <Icon name="back" size={16} />
      {name || t('Agent')}
    </a>
  );
}
