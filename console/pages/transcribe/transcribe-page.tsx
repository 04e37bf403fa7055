import { useEffect, useId } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Combobox } from '../../parts/combobox.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Icon } from '../../parts/icon.tsx';
import { languagesOf } from '../../parts/language-picker.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RecordButton } from '../../parts/record-button.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import type { Speakers } from '../../wire/transcriptions.ts';
import { showVoices, voices } from '../../wire/voices.ts';
import { liveListener, liveWords, takeFile } from './live.ts';
import { LiveCard } from './live-card.tsx';
import { TranscriptCard } from './transcript-card.tsx';
import {
  cancel,
  isBusy,
  langCode,
  problem,
  prompt,
  recording,
  speakers,
  start,
  take,
  transcript,
} from './work.ts';

/** Longest recording that the server accepts, in ms. */
const MAX_MS = 600_000;

/** The page that transcribes recordings, with the time of every word. */
export function TranscribePage() {
  const id = useId();
  useEffect(() => {
    void showVoices();
  }, []);
  const file = recording.value;
  const isLive = liveWords.value !== null && !isBusy.value && !transcript.value;
  return (
    <>
      <PageHead title={t('Transcribe')}>
        {t('Turn a recording of speech into text and subtitles, with the time of every word.')}
      </PageHead>
      <div class="work">
        <section class="card work-settings" aria-label={t('Recording')}>
          <FileDrop
            file={file}
            hint={t('WAV, MP3, M4A, FLAC, Ogg or WebM, up to {size} and {minutes} minutes', {
              size: '64 MB',
              minutes: '60',
            })}
            onFile={takeFile}
          />
          <RecordButton maxMs={MAX_MS} listener={liveListener} onRecorded={take} />
          <Combobox
            label={t('Language')}
            options={[{ value: '', label: t('Find out by listening') }, ...languagesOf(voices.value ?? [])]}
            value={langCode.value}
            onChange={(code) => {
              langCode.value = code;
            }}
          />
          <div class="field">
            <label for={id}>{t('Names and words that may be said')}</label>
            <input
              id={id}
              type="text"
              maxLength={1000}
              placeholder={t('Optional')}
              value={prompt.value}
              onInput={(event) => {
                prompt.value = event.currentTarget.value;
              }}
            />
          </div>
          <Segmented<Speakers>
            legend={t('Tell speakers apart')}
            choices={[
              { value: 'none', label: t('No') },
              { value: 'voices', label: t('By voice') },
              { value: 'channels', label: t('By channel') },
            ]}
            value={speakers.value}
            onChange={(value) => {
              speakers.value = value;
            }}
          />
          {isBusy.value ? (
            <button type="button" class="button wide" onClick={cancel}>
              {t('Cancel')}
            </button>
          ) : (
            <button
              type="button"
              class="button primary wide"
              disabled={file === null}
              onClick={() => void start()}
            >
              {t('Transcribe')}
            </button>
          )}
        </section>
        <div class="work-main" aria-live="polite" aria-busy={isBusy.value}>
          {problem.value && <Notice>{problem.value}</Notice>}
          {isBusy.value && (
            <div class="card empty">
              <span class="spinner" aria-hidden="true" />
              <h2>{t('Listening…')}</h2>
              <p class="faint">{t('A minute of speech takes some seconds.')}</p>
            </div>
          )}
          {transcript.value && file && (
            <TranscriptCard key={transcript.value} file={file} transcript={transcript.value} />
          )}
          {isLive && <LiveCard />}
          {!isBusy.value && !isLive && !transcript.value && !problem.value && (
            <div class="card empty">
              <Icon name="transcribe" size={30} />
              <h2>{t('The text appears here')}</h2>
              <p class="faint">{t('The recording is sent to this server only, and is not kept.')}</p>
            </div>
          )}
        </div>
      </div>
    </>
  );
}
