import { useId } from 'preact/hooks';
import type { Voice } from '../wire/voices.ts';

/** Those that speak a language, in groups: one's own, natural ones, built-in ones. */
function voicesFor(voices: readonly Voice[], langCode: string): Readonly<Record<string, Voice[]>> {
  const speaks = ({ lang_codes }: Voice) =>
    lang_codes.some((code) => code === langCode || primary(code) === primary(langCode));
  const standard = voices.filter((voice) => voice.type === 'Standard' && speaks(voice));
  // An exact match before another variety of the language.
  standard.sort((a, b) => Number(b.lang_codes.includes(langCode)) - Number(a.lang_codes.includes(langCode)));
  return {
    'Your voices': voices.filter(({ type }) => type === 'Cloned'),
    Natural: standard.filter(({ engine }) => engine !== 'espeak'),
    'Built-in': standard.filter(({ engine }) => engine === 'espeak'),
  };
}

function primary(code: string): string {
  return code.split(/[-_]/)[0] ?? code;
}

/** A voice for a language; "" is the best one that there is. */
export function VoiceSelect({
  voices,
  langCode,
  value,
  onChange,
  label = 'Voice',
}: {
  readonly voices: readonly Voice[];
  readonly langCode: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly label?: string;
}) {
  const id = useId();
  const groups = Object.entries(voicesFor(voices, langCode)).filter(([, members]) => members.length > 0);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="select">
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">Best for the language</option>
          {groups.map(([name, members]) => (
            <optgroup key={name} label={name}>
              {members.map((voice) => (
                <option key={voice.voice_id} value={voice.voice_id}>
                  {voice.voice_name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
    </div>
  );
}
