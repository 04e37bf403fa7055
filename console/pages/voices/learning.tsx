import { useEffect, useState } from 'preact/hooks';
import { type Message, t } from '../../i18n/i18n.ts';
import type { Progress } from '../../wire/cloning.ts';
import { advanced } from './advanced.ts';
import * as clone from './clone.ts';

/** Texts for the stages that the server reports. */
const STAGES: Readonly<Record<string, Message>> = {
  decode: 'Opening the recording',
  check: 'Checking it',
  transcribe: 'Writing down what is said',
  align: 'Finding the words',
  score: 'Choosing the best passages',
  enhance: 'Removing noise',
  learn: 'Learning the voice',
  preview: 'Speaking the previews',
  store: 'Saving to the library',
};
const STEP_MS = 200;

/** Shows the progress of learning a voice. */
export function Learning() {
  const now = clone.progress.value;
  const shown = useAdvancing(now);
  return (
    <section class="card working">
      <div class="working-head">
        <h2 aria-live="polite">{now ? stageOf(now.stage) : t('Uploading the recording')}…</h2>
        <button type="button" class="button quiet small" onClick={clone.cancel}>
          {t('Cancel')}
        </button>
      </div>
      <progress max={1} value={shown ?? undefined} aria-label={t('Progress')} />
      <p class="small faint">{t('Usually less than a minute. You may leave this page and come back.')}</p>
    </section>
  );
}

function stageOf(stage: string): string {
  const message = STAGES[stage];
  return message ? t(message) : stage;
}

/**
 * Returns the reported fraction, extrapolated since the report because a step may take many seconds. Null before the
 * first report.
 */
function useAdvancing(progress: Progress | null): number | null {
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    if (!progress) return setShown(null);
    const since = performance.now();
    const advance = (): void =>
      setShown((before) => Math.max(before ?? 0, advanced(progress.fraction, performance.now() - since)));
    advance();
    const timer = setInterval(advance, STEP_MS);
    return () => clearInterval(timer);
  }, [progress]);
  return shown;
}
