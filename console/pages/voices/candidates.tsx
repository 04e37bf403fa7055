import { useSignal } from '@preact/signals';
import { t } from '../../i18n/i18n.ts';
import { Icon } from '../../parts/icon.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { SoundButton } from '../../parts/sound-button.tsx';
import { type Candidate, chooseCandidate } from '../../wire/cloning.ts';
import { messageOf } from '../../wire/http.ts';
import { loadVoices } from '../../wire/voices.ts';
import { differenceOf, type Passage, passagesOf, type Ranked } from './passages.ts';

/** The recommended candidate and two more: few enough to compare by ear. */
const SHOWN_AT_FIRST = 3;

/** Voices of one take, of which the user chooses one. */
export function Candidates({ candidates }: { readonly candidates: readonly Candidate[] }) {
  const chosen = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);
  const isWhole = useSignal(false);
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
  const passages = passagesOf(isWhole.value ? candidates : candidates.slice(0, SHOWN_AT_FIRST));
  const hidden = candidates.length - SHOWN_AT_FIRST;
  return (
    <section aria-labelledby="candidates-title" class="stack">
      <h2 id="candidates-title">{t('Which one sounds right?')}</h2>
      <p class="lede">
        {candidates.length === 1
          ? t('Listen to it, and choose it if you like it.')
          : t(
              'Listen to the recommended one, compare it with the others, and choose. You can change your choice later.',
            )}
      </p>
      {problem.value && <Notice>{problem.value}</Notice>}
      <ol class="passages">
        {passages.map((passage) => (
          <li key={passage.candidates[0]?.number} class="card passage">
            <blockquote class="quote">{passage.text}</blockquote>
            <p class="small faint">
              {t('Learned from these {count} seconds of your reading.', {
                count: Math.round(passage.seconds),
              })}
            </p>
            <ul class="candidates">
              {passage.candidates.map((one) => (
                <Row
                  key={one.candidate.candidate}
                  one={one}
                  passage={passage}
                  isChosen={one.candidate.candidate === chosen.value}
                  onChoose={() => void choose(one.candidate)}
                />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <MoreButton isWhole={isWhole} hidden={hidden} />
    </section>
  );
}

function Row({
  one,
  passage,
  isChosen,
  onChoose,
}: {
  readonly one: Ranked;
  readonly passage: Passage;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { candidate, number } = one;
  const label = t('candidate {number}', { number });
  const difference = differenceOf(one, passage);
  return (
    <li class="candidate" data-chosen={isChosen}>
      <div class="candidate-name">
        <strong>{number === 1 ? t('Recommended') : t('Candidate {number}', { number })}</strong>
        {isChosen && (
          <span class="badge strong">
            <Icon name="check" size={12} /> {t('chosen')}
          </span>
        )}
        {difference && <small class="faint">{difference}</small>}
        {!candidate.preview && (
          <small class="faint">{candidate.reference.preview_failed ?? t('There is no preview of it.')}</small>
        )}
      </div>
      {candidate.preview && (
        <SoundButton
          wide
          id={candidate.candidate}
          label={label}
          sound={() => ({ wav: candidate.preview ?? '' })}
        />
      )}
      <button
        type="button"
        class={isChosen || number > 1 ? 'button' : 'button primary'}
        disabled={isChosen}
        aria-label={t('Choose {name}', { name: label })}
        onClick={onChoose}
      >
        {isChosen ? t('Chosen') : t('Choose')}
      </button>
    </li>
  );
}
