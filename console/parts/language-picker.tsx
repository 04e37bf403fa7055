import { locale, t } from '../i18n/i18n.ts';
import type { Voice } from '../wire/voices.ts';
import { Combobox, type Option } from './combobox.tsx';
import { knownLanguage } from './format.ts';

/** Lists the languages of the built-in voices, by name. */
export function languagesOf(voices: readonly Voice[]): Option[] {
  const names = new Map<string, string>();
  for (const { type, lang_codes, voice_name } of voices) {
    if (type !== 'Standard') continue;
    // Browsers do not know the names of all languages. Built-in voices are named after their language.
    for (const code of lang_codes) {
      if (!names.has(code)) names.set(code, knownLanguage(code) ?? voice_name.replace(/ \(robotic\)$/, ''));
    }
  }
  return [...names]
    .map(([value, label]) => ({ value, label, hint: value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale()));
}

export function LanguagePicker({
  voices,
  value,
  onChange,
  label = t('Language'),
  others = [],
}: {
  readonly voices: readonly Voice[];
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly label?: string;
  /** Further options, shown first. */
  readonly others?: readonly Option[];
}) {
  return (
    <Combobox label={label} options={[...others, ...languagesOf(voices)]} value={value} onChange={onChange} />
  );
}
