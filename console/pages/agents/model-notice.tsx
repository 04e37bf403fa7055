import type { ComponentChildren } from 'preact';
import { rich } from '../../i18n/i18n.ts';
import { Notice } from '../../parts/notice.tsx';
import { hasModel } from '../../wire/agents.ts';

/** Warns before a call that only built-in rules would answer, and shows what to do. */
export function ModelNotice({
  hasOwn,
  children,
}: {
  /** Whether the agent has a language model of its own. */
  readonly hasOwn: boolean;
  readonly children: ComponentChildren;
}) {
  if (hasOwn || hasModel()) return null;
  return (
    <Notice kind="hint">
      {rich(
        'Without a language model only a few built-in rules answer, and this server has none (settings {url} and {model}).',
        { url: <code>LLM_BASE_URL</code>, model: <code>LLM_MODEL</code> },
      )}{' '}
      {children}
    </Notice>
  );
}
