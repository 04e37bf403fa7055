import { useEffect, useId } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { type Message, t } from '../../i18n/i18n.ts';
import { Check } from '../../parts/check.tsx';
import { Icon } from '../../parts/icon.tsx';
import { LanguagePicker } from '../../parts/language-picker.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { stopSounds } from '../../parts/sound-button.tsx';
import { messageOf } from '../../wire/http.ts';
import { loadVoices, voices } from '../../wire/voices.ts';
import * as clone from './clone.ts';
import { Learning } from './learning.tsx';
import { Outcome } from './outcome.tsx';
import { Recorder } from './recorder.tsx';
import { Script } from './script.tsx';
import { Upload } from './upload.tsx';

const METHODS = [
  { value: 'script', label: 'Read a script' },
  { value: 'free', label: 'Any recording' },
] as const satisfies readonly { value: string; label: Message }[];
const SOURCES = [
  { value: 'microphone', label: 'Microphone' },
  { value: 'file', label: 'File' },
] as const satisfies readonly { value: string; label: Message }[];

/**
 * The page that creates a voice, or learns an existing one again.
 * @param voiceId id of the existing one
 */
export function ClonePage({ voiceId = null }: { readonly voiceId?: string | null }) {
  const { stage, method, source, problem, again } = clone;
  const isRecording = clone.recording.value.state.value === 'recording';
  const wanted = voices.value?.find((one) => one.voice_id === voiceId && one.type === 'Cloned') ?? null;
  const isUnknown = voiceId !== null && voices.value !== null && wanted === null;
  useEffect(() => {
    if (voiceId === null || wanted) clone.begin(wanted);
  }, [voiceId, wanted]);
  useEffect(() => {
    if (voices.value === null) {
      loadVoices().catch((error: unknown) => {
        problem.value = messageOf(error);
      });
    }
    return () => {
      stopSounds();
      clone.recording.value.stop();
    };
  }, []);
  useEffect(() => void clone.loadScript(), [clone.langCode.value]);
  return (
    <>
      <a class="back small" href={addressOf('voices')}>
        <Icon name="back" size={16} /> {t('Voices')}
      </a>
      <PageHead
        title={
          again.value ? t('Learn {name} again', { name: `“${again.value.voice_name}”` }) : t('New voice')
        }
      >
        {again.value &&
          `${t('The voice keeps its name and id, so that everything that speaks with it goes on. A recording that is rejected changes nothing.')} `}
        {t('The recording must contain one speaker only. Only record people who have agreed to it.')}
      </PageHead>
      {isUnknown ? (
        <Notice>{t('There is no such voice of yours. It may have been deleted.')}</Notice>
      ) : stage.value === 'made' ? (
        <Outcome />
      ) : (
        <div class="clone">
          <div class="card clone-settings">
            <Segmented
              legend={t('What to record')}
              choices={METHODS.map(({ value, label }) => ({ value, label: t(label) }))}
              value={method.value}
              onChange={(value) => {
                method.value = value;
              }}
            />
            <p class="small faint">
              {method.value === 'script'
                ? t(
                    'Fifteen to sixty seconds. The server finds the best passages, cleans them and offers several voices.',
                  )
                : t(
                    'Ten to thirty seconds of natural speech are enough. They are transcribed automatically.',
                  )}
            </p>
            {again.value === null && (
              <>
                <NameField />
                <LanguagePicker
                  voices={voices.value ?? []}
                  value={clone.langCode.value}
                  onChange={(code) => {
                    clone.langCode.value = code;
                    clone.isOwnScript.value = false;
                  }}
                />
              </>
            )}
            {method.value === 'script' && <ScriptOptions />}
          </div>
          <div class="clone-main">
            {method.value === 'script' ? <Script /> : <Transcript />}
            <section class="card take" aria-label={t('Recording')} data-recording={isRecording}>
              {!isRecording && (
                <Segmented
                  legend={t('Source of the recording')}
                  choices={SOURCES.map(({ value, label }) => ({ value, label: t(label) }))}
                  value={source.value}
                  onChange={(value) => {
                    source.value = value;
                  }}
                />
              )}
              {source.value === 'microphone' ? <Recorder /> : <Upload />}
            </section>
            {problem.value && <Notice>{problem.value}</Notice>}
            <Submit />
          </div>
        </div>
      )}
    </>
  );
}

function NameField() {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t('Name')}</label>
      <input
        id={id}
        type="text"
        maxLength={200}
        autocomplete="off"
        placeholder={t('Whose voice it is')}
        value={clone.name.value}
        onInput={(event) => {
          clone.name.value = event.currentTarget.value;
        }}
      />
    </div>
  );
}

function ScriptOptions() {
  const again = clone.again.value;
  return (
    <div class="checks">
      {(again === null || clone.isCandidate(again)) && (
        <Check
          isChecked={clone.hasCandidates.value}
          onChange={(isChecked) => {
            clone.hasCandidates.value = isChecked;
          }}
          label={again ? t('Make all candidates again') : t('Offer several candidates')}
          hint={again ? t('Otherwise only this one is learned again') : t('One voice from each good passage')}
        />
      )}
      <Check
        isChecked={clone.isFast.value}
        onChange={(isChecked) => {
          clone.isFast.value = isChecked;
        }}
        label={t('Faster')}
        hint={t('Removes noise in the quickest way')}
      />
    </div>
  );
}

function Transcript() {
  const id = useId();
  return (
    <div class="card transcript">
      <div class="field">
        <label for={id}>{t('Transcript (optional)')}</label>
        <textarea
          id={id}
          rows={3}
          maxLength={10_000}
          placeholder={t(
            'If empty, the recording is transcribed automatically. Enter it for languages without speech recognition, and for unusual names.',
          )}
          value={clone.transcript.value}
          onInput={(event) => {
            clone.transcript.value = event.currentTarget.value;
          }}
        />
      </div>
    </div>
  );
}

function Submit() {
  if (clone.stage.value === 'working') return <Learning />;
  return (
    <div class="submit">
      <button
        type="button"
        class="button primary large"
        disabled={clone.missing.value !== null}
        onClick={() => void clone.create()}
      >
        {clone.again.value ? t('Learn again') : t('Create voice')}
      </button>
      <span class="small faint" aria-live="polite">
        {clone.missing.value}
      </span>
    </div>
  );
}
