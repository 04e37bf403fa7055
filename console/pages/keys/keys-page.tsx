import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { messageOf, WireError } from '../../wire/http.ts';
import { type ApiKey, listKeys, revokeKey } from '../../wire/keys.ts';
import { KeyRow } from './key-row.tsx';
import { NewKeyForm } from './new-key-form.tsx';

/** The API keys of the owner, for administrators. */
export function KeysPage() {
  const keys = useSignal<readonly ApiKey[] | null>(null);
  const problem = useSignal<string | null>(null);
  const isMaking = useSignal(false);
  const made = useSignal<string | null>(null);
  const load = async () => {
    try {
      keys.value = await listKeys();
      problem.value = null;
    } catch (error) {
      problem.value =
        error instanceof WireError && error.status === 403
          ? t(
              'Only administrators may manage keys. This key is none; the one that the server printed at its first start is, and so is what "npm run keys -- create --admin" creates.',
            )
          : messageOf(error);
    }
  };
  useEffect(() => {
    void load();
  }, []);
  const all = keys.value?.toReversed() ?? [];
  const now = new Date().toISOString();
  const isValid = (key: ApiKey) =>
    key.revoked_at === null && (key.expires_at === null || key.expires_at > now);
  const valid = all.filter(isValid);
  const gone = all.filter((key) => !isValid(key));
  return (
    <>
      <PageHead
        title={t('Keys')}
        actions={
          keys.value &&
          !isMaking.value && (
            <button
              type="button"
              class="button primary"
              onClick={() => {
                made.value = null;
                isMaking.value = true;
              }}
            >
              <Icon name="plus" size={18} />
              {t('New key')}
            </button>
          )
        }
      >
        {t('API keys for your programs. All of them share your voices, agents and usage.')}
      </PageHead>
      {problem.value && <Notice>{problem.value}</Notice>}
      {isMaking.value && (
        <NewKeyForm
          onMade={(key) => {
            made.value = key;
            isMaking.value = false;
            void load();
          }}
          onCancel={() => {
            isMaking.value = false;
          }}
        />
      )}
      {made.value && (
        <section class="card made-key" aria-label={t('The new key')} aria-live="polite">
          <h2>{t('The new key')}</h2>
          <p class="faint">{t('Copy it now: it is shown only this once.')}</p>
          <div class="made-key-row">
            <code>{made.value}</code>
            <CopyButton text={made.value} />
          </div>
        </section>
      )}
      {keys.value && (
        <ul class="card key-rows" aria-label={t('Valid keys')}>
          {valid.map((key) => (
            <KeyRow
              key={key.key_id}
              apiKey={key}
              onRevoke={async () => {
                await revokeKey(key.key_id);
                await load();
              }}
            />
          ))}
        </ul>
      )}
      {gone.length > 0 && (
        <section class="stack" aria-labelledby="gone-title">
          <h2 id="gone-title">{t('Revoked and expired')}</h2>
          <ul class="card key-rows is-gone">
            {gone.map((key) => (
              <KeyRow key={key.key_id} apiKey={key} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
