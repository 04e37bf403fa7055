import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { forgetDraft } from '../pages/speak/draft.ts';
import { forgetSpoken } from '../pages/speak/history.ts';
import { Icon } from '../parts/icon.tsx';
import { LocaleSelect } from './locale-select.tsx';
import { Mark } from './mark.tsx';
import { nameOf } from './names.ts';
import { addressOf, PAGES, type Page } from './router.ts';
import { forgetKey } from './session.ts';
import { ThemeButton } from './theme-button.tsx';

/** Number of pages in the navigation bar of a phone. The others are behind “More”. */
const FIRST_PAGES = 4;

/** The frame of every page: a column at the left, or a bar at the bottom on a phone. */
export function Shell({ page, children }: { readonly page: Page; readonly children: ComponentChildren }) {
  const isOpen = useSignal(false);
  useEffect(() => {
    isOpen.value = false;
  }, [page]);
  const isBehind = PAGES.indexOf(page) >= FIRST_PAGES;
  const leave = () => {
    forgetSpoken();
    forgetDraft();
    forgetKey();
  };
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={toPage}>
        {t('Skip to content')}
      </button>
      <header class="top">
        <a class="brand" href={addressOf('speak')} aria-label={t('Parley, start page')}>
          <Mark />
          <span>Parley</span>
        </a>
        <nav aria-label={t('Pages')} data-open={isOpen.value}>
          <ul>
            {PAGES.map((one, i) => (
              <li key={one} class={i < FIRST_PAGES ? undefined : 'behind'}>
                <a
                  href={addressOf(one)}
                  aria-current={one === page ? 'page' : undefined}
                  onClick={() => {
                    isOpen.value = false;
                  }}
                >
                  <Icon name={one} />
                  <span>{nameOf(one)}</span>
                </a>
              </li>
            ))}
            <li class="more-pages">
              <button
                type="button"
                aria-expanded={isOpen.value}
                data-current={isBehind}
                onClick={() => {
                  isOpen.value = !isOpen.value;
                }}
              >
                <Icon name="more" />
                <span>{t('More')}</span>
              </button>
            </li>
          </ul>
        </nav>
        <div class="tools">
          <a class="tool" href="/docs" target="_blank" rel="noreferrer" title={t('Reference')}>
            <Icon name="book" size={18} />
            <span>{t('Reference')}</span>
          </a>
          <LocaleSelect />
          <ThemeButton />
          <button type="button" class="tool" onClick={leave} title={t('Forget the key')}>
            <Icon name="leave" size={18} />
            <span>{t('Forget the key')}</span>
          </button>
        </div>
      </header>
      <main class="page">{children}</main>
    </div>
  );
}

/** A link to an anchor would be interpreted as another page. */
function toPage(): void {
  document.getElementById('page-title')?.focus();
}
