import { useSignal } from '@preact/signals';
import { addressOf, go } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { day, languageName } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { SoundButton } from '../../parts/sound-button.tsx';
import { chooseCandidate } from '../../wire/cloning.ts';
import { messageOf } from '../../wire/http.ts';
import { deleteVoice, loadVoices, renameVoice, type Voice } from '../../wire/voices.ts';
import { speakWith } from '../speak/speak-page.tsx';
import { sampleRequest } from './sample-request.ts';

/** A cloned voice with its actions. */
export function OwnVoice({
  voice,
  onChoose,
}: {
  readonly voice: Voice;
  /** For a candidate. */
  readonly onChoose?: () => void;
}) {
  const { voice_id: id, voice_name: name, assisted, assisted_report: report } = voice;
  const isEditing = useSignal(false);
  return (
    <li class="card voice-card" data-chosen={voice.selected}>
      <div class="voice-card-head">
        <SoundButton
          id={id}
          label={name}
          sound={() => ({
            request: {
              ...sampleRequest(voice),
              topK: report?.chosen?.top_k ?? null,
              temperature: report?.chosen?.temperature ?? null,
            },
          })}
        />
        {isEditing.value ? (
          <RenameForm
            voice={voice}
            onDone={() => {
              isEditing.value = false;
            }}
          />
        ) : (
          <div class="voice-title">
            <h3>
              {name}
              {voice.selected && (
                <span class="badge strong">
                  <Icon name="check" size={12} /> {t('chosen')}
                </span>
              )}
            </h3>
            <p class="small faint">
              {languageName(voice.lang_code)} · {assisted ? t('read from a script') : t('from a recording')} ·{' '}
              {day(voice.created_at)}
            </p>
          </div>
        )}
      </div>
      {voice.notice && <p class="small faint">{voice.notice}</p>}
      <div class="voice-card-foot">
        {onChoose && !voice.selected && (
          <button type="button" class="button small primary" onClick={onChoose}>
            {t('Choose')}
            <span class="sr-only"> {name}</span>
          </button>
        )}
        <button
          type="button"
          class="button small"
          onClick={() => {
            speakWith(voice);
            go('speak');
          }}
        >
          <Icon name="speak" size={16} />
          {t('Speak with it')}
        </button>
        <span class="tool-gap" />
        <a
          class="button quiet icon-only"
          aria-label={t('Learn {name} again', { name })}
          title={t('Learn {name} again', { name })}
          href={addressOf('voices', 'again', id)}
        >
          <Icon name="again" size={18} />
        </a>
        <button
          type="button"
          class="button quiet icon-only"
          aria-label={t('Rename {name}', { name })}
          title={t('Rename {name}', { name })}
          onClick={() => {
            isEditing.value = !isEditing.value;
          }}
        >
          <Icon name="pencil" size={18} />
        </button>
        <ConfirmButton
          icon="trash"
          label={t('Delete {name}', { name })}
          question={t('Delete {name}?', { name: `“${name}”` })}
          explanation={t(
            'Everything learned for it is permanently deleted. Programs that use it will get an error.',
          )}
          answer={t('Delete voice')}
          onConfirm={() => deleteVoice(id)}
        />
      </div>
    </li>
  );
}

/** Candidates of one take: the chosen one first, the others best first. */
export function SetOfVoices({ members }: { readonly members: readonly Voice[] }) {
  const problem = useSignal<string | null>(null);
  const isWhole = useSignal(false);
  const chosen = members.find(({ selected }) => selected);
  const shownAtFirst = chosen ? 1 : 3;
  const ranked = [...members].sort(
    (a, b) =>
      Number(b.selected) - Number(a.selected) ||
      (a.assisted_report?.rank ?? 0) - (b.assisted_report?.rank ?? 0),
  );
  const choose = async (voice: Voice) => {
    problem.value = null;
    try {
      await chooseCandidate(voice.voice_id);
      await loadVoices();
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return (
    <section class="set" aria-label={t('Candidates from one reading')}>
      <p class="small faint">
        {t('{count} candidates from one reading', { count: members.length })}
        {'; '}
        {chosen ? t('“{name}” is chosen', { name: chosen.voice_name }) : t('none is chosen yet')}
      </p>
      {problem.value && <p role="alert">{problem.value}</p>}
      <ul class="voice-grid">
        {ranked.slice(0, isWhole.value ? undefined : shownAtFirst).map((voice) => (
          <OwnVoice key={voice.voice_id} voice={voice} onChoose={() => void choose(voice)} />
        ))}
      </ul>
      <MoreButton isWhole={isWhole} hidden={ranked.length - shownAtFirst} />
    </section>
  );
}

function RenameForm({ voice, onDone }: { readonly voice: Voice; readonly onDone: () => void }) {
  const name = useSignal(voice.voice_name);
  const problem = useSignal<string | null>(null);
  const save = async (event: Event) => {
    event.preventDefault();
    problem.value = null;
    if (name.value.trim() === voice.voice_name) return onDone();
    try {
      await renameVoice(voice.voice_id, name.value.trim());
      onDone();
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return (
    <form class="rename" onSubmit={save}>
      <div class="field">
        <input
          aria-label={t('New name')}
          required
          maxLength={200}
          // Editing begins when the pencil is pressed, so the field gets the focus.
          ref={(field) => field?.focus()}
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onDone();
          }}
        />
      </div>
      <button type="submit" class="button small">
        {t('Save')}
      </button>
      {problem.value && (
        <p role="alert" class="small problem">
          {problem.value}
        </p>
      )}
    </form>
  );
}
