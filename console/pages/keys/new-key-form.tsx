import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Check } from '../../parts/check.tsx';
import { Notice } from '../../parts/notice.tsx';
import { messageOf } from '../../wire/http.ts';
import { createKey, SCOPES, type Scope } from '../../wire/keys.ts';
import { scopeHint, scopeName } from './scope-names.ts';

/** Validity of a key in days; 0 for unlimited. */
const LIFETIMES = [0, 30, 90, 365] as const;

/**
 * A form for a name, scopes and an expiry.
 * @param onMade gets the key itself
 */
export function NewKeyForm({
  onMade,
  onCancel,
}: {
  readonly onMade: (key: string) => void;
  readonly onCancel: () => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const name = useSignal('');
  const scopes = useSignal<readonly Scope[]>(SCOPES);
  const days = useSignal<number>(0);
  const isAdmin = useSignal(false);
  const isBusy = useSignal(false);
  const problem = useSignal<string | null>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    isBusy.value = true;
    problem.value = null;
    try {
      const key = await createKey({
        name: name.value.trim(),
        scopes: scopes.value,
        ...(days.value > 0 && { expires_in_days: days.value }),
        admin: isAdmin.value && scopes.value.includes('manage'),
      });
      onMade(key);
    } catch (error) {
      problem.value = messageOf(error);
      isBusy.value = false;
    }
  };
  return (
    <form class="card new-key" aria-label={t('New key')} onSubmit={submit}>
      <div class="new-key-fields">
        <div class="field">
          <label for={`${id}-name`}>{t('Name')}</label>
          <input
            id={`${id}-name`}
            ref={field}
            type="text"
            required
            maxLength={100}
            placeholder={t('What it is for, such as “Website”')}
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
        </div>
        <div class="field">
          <label for={`${id}-days`}>{t('Expires')}</label>
          <div class="select">
            <select
              id={`${id}-days`}
              value={days.value}
              onChange={(event) => {
                days.value = Number(event.currentTarget.value);
              }}
            >
              {LIFETIMES.map((one) => (
                <option key={one} value={one}>
                  {one === 0 ? t('Never') : t('In {count} days', { count: one })}
                </option>
              ))}
            </select>
          </div>
        </div>
      </div>
      <fieldset class="checks">
        <legend class="field-label">{t('May be used for')}</legend>
        {SCOPES.map((scope) => (
          <Check
            key={scope}
            label={scopeName(scope)}
            hint={scopeHint(scope)}
            isChecked={scopes.value.includes(scope)}
            onChange={(isChecked) => {
              scopes.value = SCOPES.filter((one) => (one === scope ? isChecked : scopes.value.includes(one)));
            }}
          />
        ))}
        {scopes.value.includes('manage') && (
          <Check
            label={t('Administrator')}
            hint={t('May also fetch models, and create and revoke keys')}
            isChecked={isAdmin.value}
            onChange={(isChecked) => {
              isAdmin.value = isChecked;
            }}
          />
        )}
      </fieldset>
      {problem.value && <Notice>{problem.value}</Notice>}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onCancel}>
          {t('Cancel')}
        </button>
        <button
          type="submit"
          class="button primary"
          disabled={isBusy.value || name.value.trim() === '' || scopes.value.length === 0}
        >
          {t('Create key')}
        </button>
      </div>
    </form>
  );
}
