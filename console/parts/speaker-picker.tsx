import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { messageOf } from '../wire/http.ts';
import { searchVoices } from '../wire/voices.ts';
import { Combobox, type Option } from './combobox.tsx';

/** Upper bound; no public model has more speakers. */
const MAX_SPEAKERS = 1000;

/** Selects one of the speakers of a multi-speaker model, by typing a part of the name. */
export function SpeakerPicker({
  model,
  value,
  onChange,
}: {
  readonly model: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const options = useSignal<readonly Option[]>([]);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    options.value = [];
    const abort = new AbortController();
    searchVoices(`${model}.`, MAX_SPEAKERS, abort.signal).then(
      (voices) => {
        options.value = voices.map(({ voice_id, voice_name }) => ({ value: voice_id, label: voice_name }));
      },
      (error: unknown) => {
        if (!abort.signal.aborted) problem.value = messageOf(error);
      },
    );
    return () => abort.abort();
  }, [model]);
  return (
    <>
      <Combobox label={t('Speaker')} options={options.value} value={value} onChange={onChange} />
      {problem.value && <p class="small problem">{problem.value}</p>}
    </>
  );
}
