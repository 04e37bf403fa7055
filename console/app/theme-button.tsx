import { Icon, type IconName } from '../parts/icon.tsx';
import { THEMES, type Theme, theme } from './theme.ts';

const ICONS: Readonly<Record<Theme, IconName>> = { system: 'system', light: 'sun', dark: 'moon' };
const WORDS: Readonly<Record<Theme, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};

/** Goes from one look to the next. */
export function ThemeButton() {
  const now = theme.value;
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      class="tool"
      title={`Theme: ${WORDS[now]}`}
      aria-label={`Theme: ${WORDS[now]}. Switch to: ${WORDS[next]}`}
      onClick={() => {
        theme.value = next;
      }}
    >
      <Icon name={ICONS[now]} size={18} />
      <span>{WORDS[now]}</span>
    </button>
  );
}
