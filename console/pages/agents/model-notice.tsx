import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { rich, t } from '../../i18n/i18n.ts';
import { Notice } from '../../parts/notice.tsx';
import { hasModel } from '../../wire/agents.ts';
import { findOllama, type Ollama } from '../../wire/models.ts';

/** Warns before a call that only built-in rules would answer, and shows what to do. */
export function ModelNotice({
  hasOwn,
  children,
}: {
  /** Whether the agent has a language model of its own. */
  readonly hasOwn: boolean;
  readonly children: ComponentChildren;
}) {
  const ollama = useSignal<Ollama | null>(null);
  const isNeeded = !hasOwn && !hasModel();
  useEffect(() => {
    if (!isNeeded) return;
    findOllama().then(
      (found) => {
        ollama.value = found;
      },
      // Only administrators are offered one.
      () => undefined,
    );
  }, [isNeeded]);
  if (!isNeeded) return null;
  return (
    <Notice kind="hint">
      {rich(
        'Without a language model only a few built-in rules answer, and this server has none (settings {url} and {model}).',
        { url: <code>LLM_BASE_URL</code>, model: <code>LLM_MODEL</code> },
      )}{' '}
      {children}
      {ollama.value && (
        <p>
          {t('An Ollama runs on the same machine. To have agents answer with it, start the server with:')}{' '}
          <code>{settingsOf(ollama.value)}</code>
        </p>
      )}
    </Notice>
  );
}

const settingsOf = ({ base_url, models: [model = '…'] }: Ollama): string =>
  `LLM_BASE_URL=${base_url} LLM_MODEL=${model}`;
