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
  decode: 'Opening the recording',
  check: 'Checking it',
  transcribe: 'Writing down what is said',
  align: 'Finding the sentences',
  score: 'Choosing the best passages',
  enhance: 'Taking out the noise',
  learn: 'Learning the voice',
  preview: 'Letting it speak',
  store: 'Putting it into the library',
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
        A voice is learned from one person speaking alone. Only record people who agreed to it.
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
                : 'Ten to thirty seconds of natural speech are enough. What is said is recognised.'}
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
                  legend="Where the sound comes from"
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
          Offer several to choose from
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
          Be quick
          <small>Without the external enhancer</small>
        </span>
      </label>
    </div>
  );
}

function Transcript() {
  const id = useId();
  return (
    <div class="card transcript">
      <div class="field">
        <label for={id}>What is said (optional)</label>
        <textarea
          id={id}
          rows={3}
          maxLength={10_000}
          placeholder="Left empty, it is recognised. Write it down for languages that are not, and for unusual names."
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
    const words = now ? (STAGES[now.stage] ?? now.stage) : 'Sending the recording';
    return (
      <section class="card working" aria-live="polite">
        <div class="working-head">
          <h2>{words}…</h2>
          <button type="button" class="button quiet small" onClick={clone.cancel}>
            Cancel
          </button>
        </div>
        <progress max={1} value={now?.fraction} aria-label="How much is done" />
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
        Make the voice
      </button>
      <span class="small faint" aria-live="polite">
        {clone.missing.value}
      </span>
    </div>
  );
}
