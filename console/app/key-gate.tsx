import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { rich, t } from '../i18n/i18n.ts';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { messageOf, refusalOf } from '../wire/http.ts';
import { LocaleSelect } from './locale-select.tsx';
import { Mark } from './mark.tsx';
import { keyProblem, useKey } from './session.ts';
import { ThemeButton } from './theme-button.tsx';

/** Asks for the key: once per tab, and again when the server no longer accepts it. */
export function KeyGate() {
  const typed = useSignal('');
  const isChecking = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const problem = keyProblem.value;

  const submit = async (event: Event) => {
    event.preventDefault();
    const key = typed.value.trim();
    if (key === '' || isChecking.value) return;
    isChecking.value = true;
    keyProblem.value = null;
    keyProblem.value = await problemWith(key);
    isChecking.value = false;
    if (keyProblem.value === null) useKey(key);
    else field.current?.select();
  };
  return (
    <main class="gate">
      <div class="gate-tools">
        <LocaleSelect />
        <ThemeButton />
      </div>
      <form class="gate-card" onSubmit={submit}>
        <Mark size={44} />
        <h1>{t('Parley speaks')}</h1>
        <p class="lede">{t('Paste the API key that the server printed when it first started.')}</p>
        {problem && <Notice>{problem}</Notice>}
        <div class="field">
          <label for="key">{t('API key')}</label>
          <div class="with-icon">
            <input
              id="key"
              ref={field}
              type="password"
              name="parley-key"
              autocomplete="off"
              spellcheck={false}
              placeholder="pk_…"
              required
              aria-invalid={problem !== null}
              value={typed.value}
              onInput={(event) => {
                typed.value = event.currentTarget.value;
              }}
            />
            <Icon name="keys" size={16} />
          </div>
        </div>
        <button type="submit" class="button primary wide" disabled={isChecking.value}>
          {isChecking.value ? t('Checking the key…') : t('Open the console')}
        </button>
        <p class="small faint">
          {rich(
            'The key is kept in this tab only and forgotten when you close it. Lost it? Create another one in the checkout with {command}.',
            { command: <code>npm run keys -- create --name console</code> },
          )}
        </p>
      </form>
    </main>
  );
}

/** Returns why the server does not accept a key; null when it does. */
async function problemWith(key: string): Promise<string | null> {
  // The server never issues a key that a header cannot contain.
  if (!/^[\x21-\x7e]+$/.test(key))
    return t('This is not an API key: it contains characters that no key has.');
  try {
    const answer = await fetch('/usage?days=1', { headers: { 'x-api-key': key } });
    if (answer.ok) return null;
    if (answer.status === 401)
      return t('The server does not know this key. Is it complete, and is it from this server?');
    return (await refusalOf(answer)).message;
  } catch (error) {
    return error instanceof TypeError ? t('The server cannot be reached. Is it running?') : messageOf(error);
  }
}
