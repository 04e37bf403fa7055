import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Notice } from '../../parts/notice.tsx';
import { messageOf } from '../../wire/http.ts';
import { type Model, modelCard } from '../../wire/models.ts';

/** Shows the card of a model, and fetches the model when its licence is accepted. */
export function LicenseDialog({
  model,
  onAccept,
  onClose,
}: {
  readonly model: Model;
  readonly onAccept: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const card = useSignal<{ readonly license: string; readonly card: string } | null>(null);
  const problem = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    modelCard(model.model_id).then(
      (read) => {
        card.value = read;
      },
      (error: unknown) => {
        problem.value = messageOf(error);
      },
    );
  }, []);
  const accept = async () => {
    isBusy.value = true;
    problem.value = null;
    try {
      await onAccept();
      dialog.current?.close();
    } catch (error) {
      problem.value = messageOf(error);
    }
    isBusy.value = false;
  };
  return (
    <dialog ref={dialog} class="dialog wide" aria-labelledby="license-title" onClose={onClose}>
      <h2 id="license-title">{t('Licence of {name}', { name: model.title.split(',')[0] ?? '' })}</h2>
      {card.value ? (
        <>
          <p>
            <strong>{card.value.license}</strong>
          </p>
          <textarea
            class="model-card"
            readOnly
            rows={12}
            aria-label={t('Model card')}
            value={card.value.card}
          />
        </>
      ) : (
        !problem.value && <p class="faint">{t('Reading the model card…')}</p>
      )}
      {problem.value && <Notice>{problem.value}</Notice>}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          class="button primary"
          disabled={card.value === null || isBusy.value}
          onClick={accept}
        >
          {t('Accept and fetch')}
        </button>
      </div>
    </dialog>
  );
}
