import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Notice } from '../../parts/notice.tsx';
import { isOwnScript, langCode, recordings, script } from './clone.ts';
import { isOneSentence, sentencesOf } from './sentences.ts';

/** The text to be read, large enough to be read from a distance. */
export function Script() {
  const id = useId();
  const isEditing = useSignal(false);
  const isRecording = recordings.script.state.value === 'recording';
  const isWritten = (isEditing.value || script.value.trim() === '') && !isRecording;
  return (
    <section class="card script" aria-label={t('Script')} data-recording={isRecording}>
      <div class="card-head">
        <h2 id={id}>{t('Read this aloud')}</h2>
        {!isRecording && (
          <button
            type="button"
            class="button quiet small"
            onClick={() => {
              isEditing.value = !isWritten;
            }}
          >
            {isWritten ? t('Done') : t('Use another text')}
          </button>
        )}
      </div>
      {isWritten ? (
        <div class="field">
          <textarea
            aria-labelledby={id}
            rows={6}
            lang={langCode.value}
            placeholder={t('At least two sentences; fifteen seconds or more when read aloud.')}
            value={script.value}
            onInput={(event) => {
              script.value = event.currentTarget.value;
              isOwnScript.value = true;
            }}
          />
        </div>
      ) : (
        <div class="prompter" lang={langCode.value} dir="auto">
          {sentencesOf(script.value, langCode.value).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {isOneSentence(script.value) && (
        <Notice kind="hint">
          {t(
            'This is one sentence. The server compares passages, so it needs at least two sentences; three or more give it a choice.',
          )}
        </Notice>
      )}
      <p class="small faint">
        {t(
          'Read in a quiet room at a conversational pace, with a short pause after each sentence. If you stumble, repeat the sentence.',
        )}
      </p>
    </section>
  );
}
