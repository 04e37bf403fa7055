import { type Message, t } from '../i18n/i18n.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { THEMES, type Theme, theme } from './theme.ts';

const ICONS: Readonly<Record<Theme, IconName>> = { system: 'system', light: 'sun', dark: 'moon' };
const WORDS: Readonly<Record<Theme, Message>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};

/** Switches to the next theme. */
export function ThemeButton() {
  const now = theme.value;
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      class="tool"
      title={t('Theme: {name}', { name: t(WORDS[now]) })}
      aria-label={t('Theme: {name}. Switch to: {next}', { name: t(WORDS[now]), next: t(WORDS[next]) })}
      onClick={() => {
        theme.value = next;
      }}
    >
      <Icon name={ICONS[now]} size={18} />
      <span>{t(WORDS[now])}</span>
    </button>
  );
}
