import { useId } from 'preact/hooks';
import { addressOf } from '../app/router.ts';
import { isOneOfMany, type Voice } from '../wire/voices.ts';
import { SpeakerPicker } from './speaker-picker.tsx';

const NATURAL = 'Natural';

/** Those that speak a language, in groups: one's own, natural ones, robotic ones. */
function voicesFor(voices: readonly Voice[], langCode: string): Readonly<Record<string, Voice[]>> {
  const speaks = ({ lang_codes }: Voice) =>
    lang_codes.some((code) => code === langCode || primary(code) === primary(langCode));
  const standard = voices.filter((voice) => voice.type === 'Standard' && speaks(voice));
  // An exact match before another variety of the language.
  standard.sort((a, b) => Number(b.lang_codes.includes(langCode)) - Number(a.lang_codes.includes(langCode)));
  return {
    'Your voices': voices.filter(({ type }) => type === 'Cloned'),
    [NATURAL]: standard.filter(({ engine }) => engine !== 'espeak'),
    Robotic: standard.filter(({ engine }) => engine === 'espeak'),
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
  const found = voicesFor(voices, langCode);
  const best = voices.find(({ default_for }) => default_for?.includes(langCode));
  const groups = Object.entries(found).filter(([, members]) => members.length > 0);
  const crowd = (found[NATURAL] ?? []).find(
    (voice) =>
      isOneOfMany(voice, voices) && (value === voice.voice_id || value.startsWith(`${voice.model}.`)),
  );
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="select">
        <select
          id={id}
          value={crowd?.voice_id ?? value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">Best for the language{best && `: ${best.voice_name}`}</option>
          {groups.map(([name, members]) => (
            <optgroup key={name} label={name}>
              {members.map((voice) => (
                <option key={voice.voice_id} value={voice.voice_id}>
                  {voice.voice_name}
                  {isOneOfMany(voice, voices) && ` and ${(voice.speakers ?? 1) - 1} others`}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      {crowd?.model && <SpeakerPicker model={crowd.model} value={value} onChange={onChange} />}
      {voices.length > 0 && found[NATURAL]?.length === 0 && (
        <p class="small faint">
          Built-in voices of this language are robotic.{' '}
          <a href={addressOf('voices', 'more')}>Get a natural one</a>
        </p>
      )}
    </div>
  );
}
