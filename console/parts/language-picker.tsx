import type { Voice } from '../wire/voices.ts';
import { Combobox, type Option } from './combobox.tsx';
import { languageName } from './format.ts';

/** The languages that built-in voices speak, by name. */
export function languagesOf(voices: readonly Voice[]): Option[] {
  const codes = new Set(
    voices.filter(({ type }) => type === 'Standard').flatMap(({ lang_codes }) => lang_codes),
  );
  return [...codes]
    .map((code) => ({ value: code, label: languageName(code), hint: code }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

export function LanguagePicker({
  voices,
  value,
  onChange,
  label = 'Language',
}: {
  readonly voices: readonly Voice[];
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly label?: string;
}) {
  return <Combobox label={label} options={languagesOf(voices)} value={value} onChange={onChange} />;
}
