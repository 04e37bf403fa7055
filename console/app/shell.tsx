import type { ComponentChildren } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { Mark } from './mark.tsx';
import { NAMES } from './names.ts';
import { addressOf, PAGES, type Page } from './router.ts';
import { forgetKey } from './session.ts';
import { ThemeButton } from './theme-button.tsx';

/** What surrounds every page: a column at the left, or, on a phone, a bar at the bottom. */
export function Shell({ page, children }: { readonly page: Page; readonly children: ComponentChildren }) {
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={toPage}>
        Skip to content
      </button>
      <header class="top">
        <a class="brand" href={addressOf('speak')} aria-label="Parley, start page">
          <Mark />
          <span>Parley</span>
        </a>
        <nav aria-label="Pages">
          <ul>
            {PAGES.map((one) => (
              <li key={one}>
                <a href={addressOf(one)} aria-current={one === page ? 'page' : undefined}>
                  <Icon name={one} />
                  <span>{NAMES[one]}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="tools">
          <a class="tool" href="/docs" target="_blank" rel="noreferrer">
            <Icon name="book" size={18} />
            <span>Reference</span>
          </a>
          <ThemeButton />
          <button type="button" class="tool" onClick={() => forgetKey()}>
            <Icon name="leave" size={18} />
            <span>Forget the key</span>
          </button>
        </div>
      </header>
      <main class="page">{children}</main>
    </div>
  );
}

/** A link to an anchor would be taken for another page. */
function toPage(): void {
  document.getElementById('page-title')?.focus();
}
