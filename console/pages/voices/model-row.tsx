import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { megabytes } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { SoundButton } from '../../parts/sound-button.tsx';
import { messageOf } from '../../wire/http.ts';
import { followModel, type Model, pullModel, removeModel } from '../../wire/models.ts';
import { sampleFor } from '../speak/samples.ts';
import { LicenseDialog } from './license-dialog.tsx';

const FOLLOW_MS = 700;

/** A model with its actions: play a sample, fetch, remove. */
export function ModelRow({ model }: { readonly model: Model }) {
  const { model_id: id, title, size_bytes, installed, voice_id, download } = model;
  const isAsking = useSignal(false);
  const problem = useSignal<string | null>(null);
  const isRunning = download?.state === 'running';
  const name = title.split(',')[0] ?? title;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      followModel(id).catch((error: unknown) => {
        problem.value = messageOf(error);
      });
    }, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [isRunning, id]);

  const fetchIt = async () => {
    problem.value = null;
    await pullModel(id);
  };
  const ask = () => {
    if (model.has_card) isAsking.value = true;
    else
      fetchIt().catch((error: unknown) => {
        problem.value = messageOf(error);
      });
  };
  const action = download?.state === 'failed' ? t('Try again') : t('Fetch');
  const trouble = problem.value ?? (download?.state === 'failed' ? download.message : null);
  return (
    <li data-model={id}>
      {voice_id ? (
        <SoundButton id={`model ${id}`} label={name} sound={() => ({ request: sampleOf(model, voice_id) })} />
      ) : (
        <span class="model-sign">
          <Icon name={model.kind === 'recogniser' ? 'agents' : 'voices'} size={18} />
        </span>
      )}
      <div class="model-title">
        <span class="voice-name">{title}</span>
        <span class="small faint">
          {id} · {megabytes(size_bytes)}
          {model.license && ` · ${model.license}`}
        </span>
        {installed && model.kind === 'recogniser' && (
          <span class="small faint">
            {t('Used when the server is started with {setting}', { setting: `RECOGNISER=${id}` })}
          </span>
        )}
        {trouble && <span class="small problem">{trouble}</span>}
        {isRunning && (
          <Progress name={name} received={download.received_bytes} total={download.total_bytes} />
        )}
      </div>
      <div class="model-actions">
        {installed && <span class="badge strong">{t('installed')}</span>}
        {!installed && !isRunning && (
          <button type="button" class="button small" aria-label={`${action} ${name} (${id})`} onClick={ask}>
            <Icon name="download" size={16} />
            {action}
          </button>
        )}
        {isRunning && (
          <button
            type="button"
            class="button quiet small"
            aria-label={t('Stop fetching {name}', { name })}
            onClick={() => void removeModel(id)}
          >
            {t('Stop')}
          </button>
        )}
        {installed && (
          <ConfirmButton
            icon="trash"
            label={t('Remove {name}', { name: `${name} (${id})` })}
            question={t('Remove {name}?', { name })}
            explanation={t(
              'Nobody can use it until it is fetched again. Cloned voices based on it speak with another one.',
            )}
            answer={t('Remove it')}
            onConfirm={() => removeModel(id)}
          />
        )}
      </div>
      {isAsking.value && (
        <LicenseDialog
          model={model}
          onAccept={fetchIt}
          onClose={() => {
            isAsking.value = false;
          }}
        />
      )}
    </li>
  );
}

function Progress({ name, received, total }: { name: string; received: number; total: number }) {
  const percent = total === 0 ? 0 : Math.round((100 * received) / total);
  return (
    <span class="model-progress">
      <progress max={100} value={percent} aria-label={t('Progress of {name}', { name })} />
      <span class="small faint">
        {total === 0 ? t('beginning') : t('{percent} % of {size}', { percent, size: megabytes(total) })}
      </span>
    </span>
  );
}

function sampleOf({ lang_code }: Model, voiceId: string) {
  const langCode = lang_code.toLowerCase();
  const text = sampleFor(langCode) ?? sampleFor(langCode.split('-')[0] ?? '') ?? 'One, two, three.';
  return { text, langCode, voiceId };
}
