import { useSignal } from '@preact/signals';
import { t } from '../i18n/i18n.ts';
import { Icon, type IconName } from './icon.tsx';

const THANKS_MS = 1600;

/** Copies a text to the clipboard and confirms that. */
export function CopyButton({
  text,
  label = t('Copy'),
  icon = 'copy',
}: {
  /** The text, or a function that makes it when needed. */
  readonly text: string | (() => string);
  readonly label?: string;
  readonly icon?: IconName;
}) {
  const isDone = useSignal(false);
  const copy = async () => {
    await copyText(typeof text === 'string' ? text : text());
    isDone.value = true;
    setTimeout(() => {
      isDone.value = false;
    }, THANKS_MS);
  };
  return (
    <button type="button" class="button quiet small" onClick={copy}>
      <Icon name={isDone.value ? 'check' : icon} size={16} />
      <span aria-live="polite">{isDone.value ? t('Copied') : label}</span>
    </button>
  );
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Only secure pages have the clipboard API, and a server in a local network is often used over plain HTTP.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'sr-only';
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}
