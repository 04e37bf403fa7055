import { chooseLocale, LOCALES, type LocaleCode, locale, t } from '../i18n/i18n.ts';
import { Icon } from '../parts/icon.tsx';

/** Selects the language of the interface. */
export function LocaleSelect() {
  return (
    <label class="tool locale" title={t('Language of the console')}>
      <Icon name="globe" size={18} />
      <span>{LOCALES[locale()]}</span>
      <select
        aria-label={t('Language of the console')}
        value={locale()}
        onChange={(event) => void chooseLocale(event.currentTarget.value as LocaleCode)}
      >
        {Object.entries(LOCALES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
