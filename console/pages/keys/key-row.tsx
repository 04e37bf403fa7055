import { t } from '../../i18n/i18n.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { day } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { type ApiKey, SCOPES } from '../../wire/keys.ts';
import { scopeName } from './scope-names.ts';

/** @param onRevoke absent for a key that is revoked or has expired */
export function KeyRow({
  apiKey: key,
  onRevoke,
}: {
  readonly apiKey: ApiKey;
  readonly onRevoke?: () => Promise<void>;
}) {
  const { name, prefix, scopes } = key;
  return (
    <li>
      <span class="model-sign">
        <Icon name="keys" size={20} />
      </span>
      <div class="model-title">
        <span class="key-name">
          {name}
          {key.current && <span class="badge strong">{t('This tab')}</span>}
          {key.admin && <span class="badge">{t('Administrator')}</span>}
          {scopes.length < SCOPES.length &&
            scopes.map((scope) => (
              <span key={scope} class="badge">
                {scopeName(scope)}
              </span>
            ))}
        </span>
        <small class="faint">{[prefix && `${prefix}…`, ...factsOf(key)].filter(Boolean).join(' · ')}</small>
      </div>
      <div class="model-actions">
        {onRevoke && !key.current && (
          <ConfirmButton
            icon="trash"
            label={t('Revoke {name}', { name })}
            question={t('Revoke {name}?', { name })}
            explanation={t('Programs that use this key are refused within a second. This cannot be undone.')}
            answer={t('Revoke key')}
            onConfirm={onRevoke}
          />
        )}
      </div>
    </li>
  );
}

function factsOf({ created_at, last_used_at, expires_at, revoked_at }: ApiKey): string[] {
  return [
    t('created {day}', { day: day(created_at) }),
    last_used_at ? t('last used {day}', { day: day(last_used_at) }) : t('never used'),
    ...(expires_at ? [t('expires {day}', { day: day(expires_at) })] : []),
    ...(revoked_at ? [t('revoked {day}', { day: day(revoked_at) })] : []),
  ];
}
