import { useEffect, useId } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { Icon } from '../../parts/icon.tsx';
import { LanguagePicker } from '../../parts/language-picker.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { stopSounds } from '../../parts/sound-button.tsx';
import { loadVoices, voices } from '../../wire/voices.ts';
import * as clone from './clone.ts';
import { Outcome } from './outcome.tsx';
import { Recorder } from './recorder.tsx';
import { Script } from './script.tsx';
import { Upload } from './upload.tsx';

const METHODS = [
  { value: 'script', label: 'Read a script' },
  { value: 'free', label: 'Any recording' },
] as const;
const SOURCES = [
  { value: 'microphone', label: 'Microphone' },
  { value: 'file', label: 'File' },
] as const;

/** What the server says it is doing, in words. */
const STAGES: Readonly<Record<string, string>> = {
  decode: 'Decoding the recording',
  check: 'Checking it',
  transcribe: 'Transcribing',
  align: 'Finding the sentences',
  score: 'Choosing the best passages',
  enhance: 'Removing noise',
  learn: 'Learning the voice',
  preview: 'Synthesizing previews',
  store: 'Saving to the library',
};

export function ClonePage() {
  const { stage, method, source, problem } = clone;
  const isRecording = clone.recording.value.state.value === 'recording';
  useEffect(() => {
    if (voices.value === null) loadVoices().catch(() => undefined);
    return () => {
      stopSounds();
      clone.recording.value.stop();
    };
  }, []);
  useEffect(() => void clone.loadScript(), [clone.langCode.value]);
  return (
    <>
      <a class="back small" href={addressOf('voices')}>
        <Icon name="back" size={16} /> Voices
      </a>
      <PageHead title="New voice">
        The recording must contain one speaker only. Only record people who have agreed to it.
      </PageHead>
      {stage.value === 'made' ? (
        <Outcome />
      ) : (
        <div class="clone">
          <div class="card clone-settings">
            <Segmented
              legend="What to record"
              choices={METHODS}
              value={method.value}
              onChange={(value) => {
                method.value = value;
              }}
            />
            <p class="small faint">
              {method.value === 'script'
                ? 'Fifteen to sixty seconds. The server finds the best passages, cleans them and offers several voices.'
                : 'Ten to thirty seconds of natural speech are enough. They are transcribed automatically.'}
            </p>
            <NameField />
            <LanguagePicker
              voices={voices.value ?? []}
              value={clone.langCode.value}
              onChange={(code) => {
                clone.langCode.value = code;
                clone.isOwnScript.value = false;
              }}
            />
            {method.value === 'script' && <ScriptOptions />}
          </div>
          <div class="clone-main">
            {method.value === 'script' ? <Script /> : <Transcript />}
            <section class="card take" aria-label="Recording" data-recording={isRecording}>
              {!isRecording && (
                <Segmented
                  legend="Source of the recording"
                  choices={SOURCES}
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
      <label for={id}>Name</label>
      <input
        id={id}
        type="text"
        maxLength={200}
        autocomplete="off"
        placeholder="Whose voice it is"
        value={clone.name.value}
        onInput={(event) => {
          clone.name.value = event.currentTarget.value;
        }}
      />
    </div>
  );
}

function ScriptOptions() {
  return (
    <div class="checks">
      <label class="check">
        <input
          type="checkbox"
          checked={clone.hasCandidates.value}
          onChange={(event) => {
            clone.hasCandidates.value = event.currentTarget.checked;
          }}
        />
        <span>
          Offer several candidates
          <small>One voice from each good passage</small>
        </span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={clone.isFast.value}
          onChange={(event) => {
            clone.isFast.value = event.currentTarget.checked;
          }}
        />
        <span>
          Faster
          <small>Skips the external enhancer</small>
        </span>
      </label>
    </div>
  );
}

const TRANSCRIPT_HINT =
  'If empty, the recording is transcribed automatically. Enter it for languages without speech recognition, and for ' +
  'unusual names.';

function Transcript() {
  const id = useId();
  return (
    <div class="card transcript">
      <div class="field">
        <label for={id}>Transcript (optional)</label>
        <textarea
          id={id}
          rows={3}
          maxLength={10_000}
          placeholder={TRANSCRIPT_HINT}
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
  if (clone.stage.value === 'working') {
    const now = clone.progress.value;
    const words = now ? (STAGES[now.stage] ?? now.stage) : 'Uploading the recording';
    return (
      <section class="card working" aria-live="polite">
        <div class="working-head">
          <h2>{words}…</h2>
          <button type="button" class="button quiet small" onClick={clone.cancel}>
            Cancel
          </button>
        </div>
        <progress max={1} value={now?.fraction} aria-label="Progress" />
      </section>
    );
  }
  return (
    <div class="submit">
      <button
        type="button"
        class="button primary large"
        disabled={clone.missing.value !== null}
        onClick={() => void clone.create()}
      >
        Create voice
      </button>
      <span class="small faint" aria-live="polite">
        {clone.missing.value}
      </span>
    </div>
  );
}
