import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { messageOf } from '../wire/http.ts';
import { Icon, type IconName } from './icon.tsx';
import { Notice } from './notice.tsx';

/** A button for irreversible actions, which asks for confirmation. */
export function ConfirmButton({
  icon,
  label,
  question,
  explanation,
  answer,
  onConfirm,
}: {
  readonly icon: IconName;
  /** Accessible name of the button, which shows only an icon. */
  readonly label: string;
  readonly question: string;
  readonly explanation: string;
  /** Label of the confirmation. */
  readonly answer: string;
  readonly onConfirm: () => Promise<void>;
}) {
  const isOpen = useSignal(false);
  const isBusy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen.value) dialog.current?.showModal();
  }, [isOpen.value]);
  const confirm = async () => {
    isBusy.value = true;
    problem.value = null;
    try {
      await onConfirm();
      isOpen.value = false;
    } catch (error) {
      problem.value = messageOf(error);
    }
    isBusy.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="button quiet icon-only"
        aria-label={label}
        title={label}
        onClick={() => {
          problem.value = null;
          isOpen.value = true;
        }}
      >
        <Icon name={icon} size={18} />
      </button>
      {isOpen.value && (
        <dialog
          ref={dialog}
          class="dialog"
          aria-labelledby="confirm-question"
          onClose={() => {
            isOpen.value = false;
          }}
        >
          <h2 id="confirm-question">{question}</h2>
          <p class="faint">{explanation}</p>
          {problem.value && <Notice>{problem.value}</Notice>}
          <div class="dialog-actions">
            <button type="button" class="button" onClick={() => dialog.current?.close()}>
              {t('Keep it')}
            </button>
            <button type="button" class="button danger-solid" disabled={isBusy.value} onClick={confirm}>
              {answer}
            </button>
          </div>
        </dialog>
      )}
    </>
  );
}
