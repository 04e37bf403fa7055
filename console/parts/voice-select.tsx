import { useId } from 'preact/hooks';
import { addressOf } from '../app/router.ts';
import { type Message, t } from '../i18n/i18n.ts';
import { isOneOfMany, isRobotic, type Voice } from '../wire/voices.ts';
import { SpeakerPicker } from './speaker-picker.tsx';

/** Names of the groups. */
const KINDS = ['Your voices', 'Natural', 'Robotic'] as const satisfies readonly Message[];
type Kind = (typeof KINDS)[number];

/** The voices of a language (null: any), in groups: the user's own, natural ones, robotic ones. */
function voicesFor(voices: readonly Voice[], langCode: string | null): Readonly<Record<Kind, Voice[]>> {
  const speaks = ({ lang_codes }: Voice) =>
    langCode === null || lang_codes.some((code) => code === langCode || primary(code) === primary(langCode));
  const standard = voices.filter((voice) => voice.type === 'Standard' && speaks(voice));
  // An exact match before another variety of the language.
  const isExact = ({ lang_codes }: Voice) => Number(langCode !== null && lang_codes.includes(langCode));
  standard.sort((a, b) => isExact(b) - isExact(a));
  return {
    'Your voices': voices.filter(({ type }) => type === 'Cloned'),
    Natural: standard.filter((voice) => !isRobotic(voice)),
    Robotic: standard.filter(isRobotic),
  };
}

function primary(code: string): string {
  return code.split(/[-_]/)[0] ?? code;
}

/** Selects a voice for a language; "" is the default one. */
export function VoiceSelect({
  voices,
  langCode,
  value,
  onChange,
  label = t('Voice'),
}: {
  readonly voices: readonly Voice[];
  /** Null for any. */
  readonly langCode: string | null;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly label?: string;
}) {
  const id = useId();
  const found = voicesFor(voices, langCode);
  const best = voices.find(({ default_for }) => langCode !== null && default_for?.includes(langCode));
  const groups = KINDS.filter((kind) => found[kind].length > 0);
  const crowd = found.Natural.find(
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
          <option value="">
            {best ? t('Best: {name}', { name: best.voice_name }) : t('Best for the language')}
          </option>
          {groups.map((kind) => (
            <optgroup key={kind} label={t(kind)}>
              {found[kind].map((voice) => (
                <option key={voice.voice_id} value={voice.voice_id}>
                  {isOneOfMany(voice, voices)
                    ? t('{name} and {count} others', {
                        name: voice.voice_name,
                        count: (voice.speakers ?? 1) - 1,
                      })
                    : voice.voice_name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      {crowd?.model && <SpeakerPicker model={crowd.model} value={value} onChange={onChange} />}
      {voices.length > 0 && found.Natural.length === 0 && (
        <p class="small faint">
          {t('Built-in voices of this language are robotic.')}{' '}
          <a href={addressOf('voices', 'more')}>{t('Get a natural one')}</a>
        </p>
      )}
    </div>
  );
}
