import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf, go } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { Notice } from '../../parts/notice.tsx';
import { type Agent, changeAgent, readAgent } from '../../wire/agents.ts';
import { messageOf } from '../../wire/http.ts';
import { loadVoices, voices } from '../../wire/voices.ts';
import { changesOf, type Draft, draftOf, EMPTY_DRAFT } from './agent-draft.ts';
import { AgentForm } from './agent-form.tsx';

const draft = signal<Draft>(EMPTY_DRAFT);

export function EditAgent({ id }: { readonly id: string }) {
  const loaded = useSignal<{ readonly agent: Agent; readonly before: Draft } | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    let isLeft = false;
    // The language of its voice is optional here.
    Promise.all([readAgent(id), loadVoices().catch(() => undefined)]).then(
      ([agent]) => {
        if (isLeft) return;
        const voice = voices.value?.find(({ voice_id }) => voice_id === agent.voice_id);
        draft.value = draftOf(agent, voice?.lang_code);
        loaded.value = { agent, before: draft.value };
      },
      (error: unknown) => {
        if (!isLeft) problem.value = messageOf(error);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [id]);
  if (problem.value) return <Notice>{problem.value}</Notice>;
  if (!loaded.value) return null;
  const { agent, before } = loaded.value;
  const shown = agent.name || t('Unnamed');
  return (
    <AgentForm
      title={t('Edit {name}', { name: shown })}
      lead={t('Conversations in progress keep the settings they began with.')}
      back={{ name: shown, address: addressOf('agents', id) }}
      draft={draft}
      isNew={false}
      hasApiKey={agent.llm?.has_api_key ?? false}
      labels={[t('Save changes'), t('Saving…')]}
      onSubmit={async () => {
        await changeAgent(id, changesOf(before, draft.value));
        go('agents', id);
      }}
    />
  );
}
