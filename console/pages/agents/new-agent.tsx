import { signal } from '@preact/signals';
import { addressOf, go } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { makeAgent } from '../../wire/agents.ts';
import { type Draft, EMPTY_DRAFT, fieldsOf } from './agent-draft.ts';
import { AgentForm } from './agent-form.tsx';

/** Kept while other pages are open. */
const draft = signal<Draft>(EMPTY_DRAFT);

async function create(): Promise<void> {
  const id = await makeAgent(fieldsOf(draft.value));
  draft.value = EMPTY_DRAFT;
  go('agents', id);
}

export function NewAgent() {
  return (
    <AgentForm
      title={t('New agent')}
      lead={t('Everything except the name has a default.')}
      back={{ name: t('Agents'), address: addressOf('agents') }}
      draft={draft}
      isNew
      hasApiKey={false}
      labels={[t('Create agent'), t('Creating…')]}
      onSubmit={create}
    />
  );
}
