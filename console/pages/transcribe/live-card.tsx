import { t } from '../../i18n/i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { isListening, isLost, liveWords } from './live.ts';

/** Live transcript of the microphone. */
export function LiveCard() {
  const utterances = [...(liveWords.value ?? [])].filter(([, text]) => text !== '');
  return (
    <section class="card transcript-card" aria-label={t('Transcript')}>
      {utterances.map(([id, text]) => (
        <p key={id} dir="auto">
          {text}
        </p>
      ))}
      {isListening.value && utterances.length === 0 && (
        <p class="faint">{t('Words appear here while you speak.')}</p>
      )}
      {isLost.value && (
        <Notice>{t('Words cannot be shown while you speak. The recording is complete.')}</Notice>
      )}
      {utterances.length > 0 && (
        <div class="card-foot">
          <CopyButton text={utterances.map(([, text]) => text).join('\n')} label={t('Copy text')} />
        </div>
      )}
    </section>
  );
}
