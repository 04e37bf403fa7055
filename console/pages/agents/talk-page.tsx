import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { languageName } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { type Agent, readAgent } from '../../wire/agents.ts';
import { messageOf } from '../../wire/http.ts';
import { loadVoices, voices } from '../../wire/voices.ts';
import { Call } from './call.ts';
import { CallPanel } from './call-panel.tsx';
import { Conversation } from './conversation.tsx';
import { ModelNotice } from './model-notice.tsx';

const call = new Call();
const agent = signal<Agent | null>(null);

export function TalkPage({ id }: { readonly id: string }) {
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    let isLeft = false;
    if (agent.value?.agent_id !== id) {
      agent.value = null;
      call.reset();
    }
    readAgent(id).then(
      (read) => {
        if (!isLeft) agent.value = read;
      },
      (error: unknown) => {
        if (!isLeft) problem.value = messageOf(error);
      },
    );
    // Names of voices are nice to have.
    loadVoices().catch(() => undefined);
    return () => {
      isLeft = true;
      call.hangUp();
    };
  }, [id]);
  const shown = agent.value?.agent_id === id ? agent.value : null;
  return (
    <>
      <a class="back" href={addressOf('agents')}>
        <Icon name="back" size={16} />
        Agents
      </a>
      <PageHead
        title={shown ? shown.name || 'Unnamed' : 'Agent'}
        actions={
          shown && (
            <>
              <a class="button" href={addressOf('agents', id, 'conversations')}>
                <Icon name="book" size={18} />
                Conversations
              </a>
              <a class="button" href={addressOf('agents', id, 'edit')}>
                <Icon name="pencil" size={18} />
                Edit
              </a>
            </>
          )
        }
      >
        {shown && factsOf(shown)}
      </PageHead>
      {problem.value && <Notice>{problem.value}</Notice>}
      {shown && (
        <ModelNotice hasOwn={shown.llm !== undefined}>
          Set them, or <a href={addressOf('agents', id, 'edit')}>give the agent a model of its own</a>.
        </ModelNotice>
      )}
      {shown && (
        <div class="talk">
          <CallPanel call={call} agent={shown} />
          <Conversation call={call} name={shown.name} />
          <About agent={shown} />
        </div>
      )}
    </>
  );
}

function factsOf({ lang_code: lang, voice_id: id, mcp_servers: servers, llm }: Agent): string {
  const voice = voices.value?.find(({ voice_id }) => voice_id === id);
  const spoken = lang ?? voice?.lang_code ?? 'en';
  return [
    languageName(spoken),
    voice?.voice_name ?? (id ? 'a voice of its own' : 'best voice for the language'),
    ...(servers.length > 0
      ? [servers.length === 1 ? '1 tool server' : `${servers.length} tool servers`]
      : []),
    ...(llm ? [llm.model] : []),
  ].join(' · ');
}

function About({ agent: { agent_id: id, prompt } }: { readonly agent: Agent }) {
  return (
    <section class="card about-agent" aria-labelledby="about-title">
      <h2 id="about-title">Use in your programs</h2>
      <div class="agent-id">
        <code>{id}</code>
        <CopyButton text={id} label="Copy the id" />
      </div>
      {prompt && (
        <details>
          <summary>Prompt</summary>
          <p class="prompt">{prompt}</p>
        </details>
      )}
    </section>
  );
}
