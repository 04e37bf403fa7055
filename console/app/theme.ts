import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const STORED = 'parley-theme';

export const theme = signal<Theme>(read());

/** Applies the chosen theme, now and whenever it changes. `system` leaves the choice to the browser. */
export function applyTheme(): void {
  effect(() => {
    const chosen = theme.value;
    if (chosen === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
    try {
      if (chosen === 'system') localStorage.removeItem(STORED);
      else localStorage.setItem(STORED, chosen);
    } catch {
      // The choice is not stored then.
    }
  });
}

function read(): Theme {
  try {
    return THEMES.find((one) => one === localStorage.getItem(STORED)) ?? 'system';
  } catch {
    return 'system';
  }
}
