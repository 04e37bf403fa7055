import { addressOf, go } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { SoundButton, soundProblem } from '../../parts/sound-button.tsx';
import type { MadeVoice } from '../../wire/cloning.ts';
import { voices } from '../../wire/voices.ts';
import { speakWith } from '../speak/speak-page.tsx';
import { Candidates } from './candidates.tsx';
import * as clone from './clone.ts';
import { sampleRequest } from './sample-request.ts';

/** Shows the result of a recording: a voice, or several to choose from. */
export function Outcome() {
  const outcome = clone.outcome.value;
  if (!outcome) return null;
  return (
    <>
      {soundProblem.value && <Notice>{soundProblem.value}</Notice>}
      {outcome.kind === 'set' ? (
        <Candidates candidates={outcome.set.candidates} />
      ) : (
        <Made voiceId={outcome.voiceId} made={outcome.made} />
      )}
      <div class="submit">
        <a class="button" href={addressOf('voices')} onClick={() => clone.startOver()}>
          {t('Go to the library')}
        </a>
        <button type="button" class="button quiet" onClick={() => clone.startOver()}>
          {clone.again.value ? t('Learn it again') : t('Create another voice')}
        </button>
      </div>
    </>
  );
}

function Made({ voiceId, made }: { readonly voiceId: string; readonly made: MadeVoice | null }) {
  const voice = voices.value?.find(({ voice_id }) => voice_id === voiceId);
  const name = clone.again.value?.voice_name ?? clone.name.value;
  const preview = made?.preview;
  return (
    <section class="card made" aria-labelledby="made-title">
      <h2 id="made-title">
        {clone.again.value
          ? t('“{name}” has been learned again', { name })
          : t('“{name}” is ready', { name })}
      </h2>
      {made && (
        <>
          <blockquote class="quote">{made.reference.text}</blockquote>
          <p class="small faint">
            {t('Learned from these {count} seconds of your reading.', {
              count: Math.round((made.reference.end_ms - made.reference.start_ms) / 1000),
            })}
          </p>
        </>
      )}
      <div class="made-actions">
        {(preview || voice) && (
          <SoundButton
            wide
            id="made"
            label={t('the preview')}
            sound={() => (preview ? { wav: preview } : { request: sampleRequest(voice!) })}
          />
        )}
        <button
          type="button"
          class="button primary"
          onClick={() => {
            if (voice) speakWith(voice);
            go('speak');
          }}
        >
          <Icon name="speak" size={18} />
          {t('Speak with it')}
        </button>
      </div>
    </section>
  );
}
