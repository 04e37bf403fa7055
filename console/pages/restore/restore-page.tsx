import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RecordButton } from '../../parts/record-button.tsx';
import { JobRow } from './job-row.tsx';
import { follow, isSending, jobs, problem, send } from './jobs.ts';

const MAX_MS = 600_000;

/** The page that restores recordings with noise, echoes or clipping. */
export function RestorePage() {
  useEffect(follow, []);
  const all = jobs.value;
  const take = (file: File) => void send(file);
  return (
    <>
      <PageHead title={t('Restore')}>
        {t('Remove noise, echoes and clipping from a recording of speech, and compare before and after.')}
      </PageHead>
      <div class="work">
        <section class="card work-settings" aria-label={t('Recording')} aria-busy={isSending.value}>
          <FileDrop
            file={null}
            hint={t('WAV, MP3, M4A, FLAC, Ogg or WebM, up to {size} and {minutes} minutes', {
              size: '64 MB',
              minutes: '10',
            })}
            onFile={take}
          />
          <RecordButton maxMs={MAX_MS} onRecorded={take} />
          {isSending.value && <p class="small faint">{t('Sending…')}</p>}
          <p class="small faint">
            {t(
              'Meant for listening to speech: music is treated as noise. Recordings are deleted from the server after a few days, or when you delete them.',
            )}
          </p>
        </section>
        <div class="work-main">
          {problem.value && <Notice>{problem.value}</Notice>}
          {all?.length === 0 && (
            <div class="card empty">
              <Icon name="restore" size={30} />
              <h2>{t('Nothing restored yet')}</h2>
              <p class="faint">{t('Choose a recording to begin.')}</p>
            </div>
          )}
          {all && all.length > 0 && (
            <ul class="jobs" aria-label={t('Recordings')}>
              {all.map((job) => (
                <JobRow key={job.job_id} job={job} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </>
  );
}
