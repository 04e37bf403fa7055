import { signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { locale, t } from '../../i18n/i18n.ts';
import { Combobox, type Option } from '../../parts/combobox.tsx';
import { knownLanguage } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { soundProblem, stopSounds } from '../../parts/sound-button.tsx';
import { messageOf, WireError } from '../../wire/http.ts';
import { loadModels, type Model, models } from '../../wire/models.ts';
import { showVoices } from '../../wire/voices.ts';
import { ModelRow } from './model-row.tsx';

/** Number of models shown at first. */
const MAX_SHOWN = 24;
const ALL = '';

// Kept while other pages are open.
const language = signal(ALL);
const words = signal('');

/** The page with the voices and recognisers that the server has or can fetch. */
export function ModelsPage() {
  const problem = useSignal<string | null>(null);
  const id = useId();
  useEffect(() => {
    void showVoices();
    loadModels().catch((error: unknown) => {
      problem.value =
        error instanceof WireError && error.status === 403
          ? t(
              'Only administrators may fetch and remove models. This key is none; the one that the server printed at its first start is, and so is what "npm run keys -- create --admin" creates.',
            )
          : messageOf(error);
    });
    return stopSounds;
  }, []);
  const all = models.value ?? [];
  const found = all.filter((model) => matches(model, language.value, words.value));
  const shown = found.slice(0, MAX_SHOWN);
  return (
    <>
      <a class="back" href={addressOf('voices')}>
        <Icon name="back" size={16} />
        {t('Voices')}
      </a>
      <PageHead title={t('More voices')}>
        {t(
          'Natural voices and speech recognisers that this server can fetch. A voice can be used as soon as it has arrived.',
        )}
      </PageHead>
      {problem.value && <Notice>{problem.value}</Notice>}
      {soundProblem.value && <Notice>{soundProblem.value}</Notice>}
      {models.value && (
        <section class="stack" aria-label={t('Models')}>
          <div class="model-filter">
            <Combobox
              label={t('Language')}
              options={languagesOf(all)}
              value={language.value}
              onChange={(code) => {
                language.value = code;
              }}
            />
            <div class="field">
              <label for={id}>{t('Search')}</label>
              <div class="with-icon">
                <input
                  id={id}
                  type="search"
                  placeholder={t('Name, quality or kind')}
                  value={words.value}
                  onInput={(event) => {
                    words.value = event.currentTarget.value;
                  }}
                />
                <Icon name="search" size={16} />
              </div>
            </div>
          </div>
          <ul class="card model-rows">
            {shown.map((model) => (
              <ModelRow key={model.model_id} model={model} />
            ))}
            {shown.length === 0 && <li class="faint">{t('No model matches.')}</li>}
          </ul>
          {found.length > shown.length && (
            <p class="small faint">
              {t('{count} more: choose a language to find them.', { count: found.length - shown.length })}
            </p>
          )}
        </section>
      )}
    </>
  );
}

function matches(model: Model, wanted: string, typed: string): boolean {
  const codes = model.lang_codes.map(primary);
  // A recogniser for many languages.
  if (wanted !== ALL && !codes.includes(wanted) && !codes.includes('mul')) return false;
  const text = `${model.model_id} ${model.title} ${model.kind}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function languagesOf(all: readonly Model[]): Option[] {
  const codes = new Set(all.flatMap(({ lang_codes }) => lang_codes.map(primary)));
  const options = [...codes].flatMap((code) => {
    const label = code === 'mul' || code === 'und' ? null : knownLanguage(code);
    return label === null ? [] : [{ value: code, label, hint: code }];
  });
  options.sort((a, b) => a.label.localeCompare(b.label, locale()));
  return [{ value: ALL, label: t('All languages'), hint: '' }, ...options];
}

const primary = (code: string): string => code.split('-')[0] ?? code;
