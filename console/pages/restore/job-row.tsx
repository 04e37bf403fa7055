import { useSignal } from '@preact/signals';
import { download } from '../../audio/wav.ts';
import { t } from '../../i18n/i18n.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { clock, moment } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { messageOf } from '../../wire/http.ts';
import { deleteRestoreJob, type RestoreJob, restoredFile } from '../../wire/restore.ts';
import { Comparison } from './comparison.tsx';
import { details, originals, refresh } from './jobs.ts';

/** A restore job, running or done. */
export function JobRow({ job }: { readonly job: RestoreJob }) {
  const { job_id: id, status, file_name, duration, created_at } = job;
  const restored = useSignal<Blob | null>(null);
  const isOpen = useSignal(false);
  const problem = useSignal<string | null>(null);
  const name = file_name || t('Recording');
  const detail = details.value[id];
  /** The file is fetched once, when first needed. */
  const fetched = async (): Promise<Blob | null> => {
    problem.value = null;
    try {
      restored.value ??= await restoredFile(id);
    } catch (error) {
      problem.value = messageOf(error);
    }
    return restored.value;
  };
  const save = async () => {
    const file = await fetched();
    if (file) download(file, `${name.replace(/\.\w+$/, '')}-restored.wav`);
  };
  const listen = async () => {
    isOpen.value = !isOpen.value;
    if (isOpen.value && !(await fetched())) isOpen.value = false;
  };
  return (
    <li class="card job" data-status={status}>
      <div class="job-head">
        <div class="job-title">
          <h2>{name}</h2>
          <p class="small faint">
            {[duration === null ? '' : clock(duration * 1000), moment(created_at)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div class="job-actions">
          {status === 'Finished' && (
            <>
              <button
                type="button"
                class="button small"
                aria-expanded={isOpen.value}
                onClick={() => void listen()}
              >
                <Icon name="play" size={14} />
                {t('Listen')}
              </button>
              <button type="button" class="button small" onClick={() => void save()}>
                <Icon name="download" size={16} />
                {t('Download')}
              </button>
            </>
          )}
          <ConfirmButton
            icon="trash"
            label={t('Delete {name}', { name })}
            question={t('Delete {name}?', { name })}
            explanation={t('The recording and what was made of it are deleted from the server.')}
            answer={t('Delete recording')}
            onConfirm={async () => {
              await deleteRestoreJob(id);
              await refresh();
            }}
          />
        </div>
      </div>
      {(status === 'queued' || status === 'running') && (
        <div class="job-progress">
          <progress aria-label={t('Progress')} max={1} value={detail?.progress ?? 0} />
          <span class="small faint">{status === 'queued' ? t('Waiting') : t('Restoring…')}</span>
        </div>
      )}
      {status === 'Failed' && <p class="small problem">{detail?.message ?? t('It failed.')}</p>}
      {problem.value && <p class="small problem">{problem.value}</p>}
      {isOpen.value && restored.value && (
        <Comparison before={originals.get(id) ?? null} after={restored.value} />
      )}
    </li>
  );
}
