import { useSignal } from '@preact/signals';
import { addressOf, go } from '../../app/router.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { SoundButton, soundProblem } from '../../parts/sound-button.tsx';
import { type Candidate, chooseCandidate, type Reference } from '../../wire/cloning.ts';
import { messageOf } from '../../wire/http.ts';
import { loadVoices, voices } from '../../wire/voices.ts';
import { speakWith } from '../speak/speak-page.tsx';
import * as clone from './clone.ts';

/** What came of a recording: a voice, or several side by side of which one is chosen. */
export function Outcome() {
  const outcome = clone.outcome.value;
  if (!outcome) return null;
  return (
    <>
      {soundProblem.value && <Notice>{soundProblem.value}</Notice>}
      {outcome.kind === 'set' ? (
        <Candidates candidates={outcome.set.candidates} />
      ) : (
        <section class="card made" aria-labelledby="made-title">
          <h2 id="made-title">“{clone.name.value}” is ready</h2>
          {outcome.made && <Facts reference={outcome.made.reference} />}
          <div class="made-actions">
            {outcome.made?.preview && (
              <SoundButton
                wide
                id="made"
                label="the preview"
                sound={() => ({ wav: outcome.made?.preview ?? '' })}
              />
            )}
            <button type="button" class="button primary" onClick={() => speakNow(outcome.voiceId)}>
              <Icon name="speak" size={18} />
              Speak with it
            </button>
          </div>
        </section>
      )}
      <Next />
    </>
  );
}

function Candidates({ candidates }: { readonly candidates: readonly Candidate[] }) {
  const chosen = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);
  const choose = async ({ candidate }: Candidate) => {
    problem.value = null;
    try {
      await chooseCandidate(candidate);
      chosen.value = candidate;
      await loadVoices();
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return (
    <section aria-labelledby="candidates-title" class="stack">
      <h2 id="candidates-title">Which one sounds right?</h2>
      <p class="lede">
        Each was learned from a different passage. Listen and choose; you can change your choice later.
      </p>
      {problem.value && <Notice>{problem.value}</Notice>}
      <ol class="candidate-grid">
        {candidates.map((one, i) => {
          const isChosen = one.candidate === chosen.value;
          const label = `candidate ${i + 1}`;
          return (
            <li key={one.candidate} class="card candidate" data-chosen={isChosen}>
              <div class="candidate-head">
                <span class="candidate-number">{i + 1}</span>
                {isChosen && (
                  <span class="badge strong">
                    <Icon name="check" size={12} /> chosen
                  </span>
                )}
              </div>
              <Facts reference={one.reference} />
              {one.candidate.endsWith('_top_k_10') && (
                <p class="small faint">Spoken a little more smoothly</p>
              )}
              <div class="candidate-foot">
                {one.preview ? (
                  <SoundButton
                    wide
                    id={one.candidate}
                    label={label}
                    sound={() => ({ wav: one.preview ?? '' })}
                  />
                ) : (
                  <span class="small faint">{one.reference.preview_failed ?? 'No preview'}</span>
                )}
                <button
                  type="button"
                  class={isChosen ? 'button' : 'button primary'}
                  disabled={isChosen}
                  aria-label={`Choose ${label}`}
                  onClick={() => void choose(one)}
                >
                  {isChosen ? 'Chosen' : 'Choose'}
                </button>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Facts({ reference }: { readonly reference: Reference }) {
  const seconds = ((reference.end_ms - reference.start_ms) / 1000).toFixed(1);
  return (
    <>
      <blockquote class="quote">{reference.text}</blockquote>
      <p class="small faint">
        {seconds} s of your recording · score {reference.score.toFixed(2)} ·{' '}
        {reference.enhancer === 'external' ? 'external enhancer' : 'built-in enhancer'}
      </p>
    </>
  );
}

function Next() {
  return (
    <div class="submit">
      <a class="button" href={addressOf('voices')} onClick={() => clone.startOver()}>
        Go to the library
      </a>
      <button type="button" class="button quiet" onClick={() => clone.startOver()}>
        Create another voice
      </button>
    </div>
  );
}

function speakNow(voiceId: string): void {
  const voice = voices.value?.find(({ voice_id }) => voice_id === voiceId);
  if (voice) speakWith(voice);
  go('speak');
}
