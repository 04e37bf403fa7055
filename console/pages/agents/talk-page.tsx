import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { rich, t } from '../../i18n/i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { type Agent, readAgent } from '../../wire/agents.ts';
import { messageOf } from '../../wire/http.ts';
import { loadVoices, voices } from '../../wire/voices.ts';
import { Call } from './call.ts';
import { CallPanel } from './call-panel.tsx';
import { Conversation } from './conversation.tsx';
import { languagesName } from './languages-name.ts';
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
    // Names of voices are optional here.
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
        {t('Agents')}
      </a>
      <PageHead
        title={shown ? shown.name || t('Unnamed') : t('Agent')}
        actions={
          shown && (
            <>
              <a class="button" href={addressOf('calls', id)}>
                <Icon name="calls" size={18} />
                {t('Calls')}
              </a>
              <a class="button" href={addressOf('agents', id, 'conversations')}>
                <Icon name="book" size={18} />
                {t('Conversations')}
              </a>
              <a class="button" href={addressOf('agents', id, 'scenarios')}>
                <Icon name="check" size={18} />
                {t('Scenarios')}
              </a>
              <a class="button" href={addressOf('agents', id, 'history')}>
                <Icon name="usage" size={18} />
                {t('History')}
              </a>
              <a class="button" href={addressOf('agents', id, 'edit')}>
                <Icon name="pencil" size={18} />
                {t('Edit')}
              </a>
            </>
          )
        }
      >
        {shown && factsOf(shown)}
      </PageHead>
      {problem.value && <Notice>{problem.value}</Notice>}
      {shown?.warnings.map((warning) => (
        <Notice key={warning} kind="hint">
          {warning}
        </Notice>
      ))}
      {shown && (
        <ModelNotice hasOwn={shown.llm !== undefined}>
          {rich('Set them, or {link}.', {
            link: <a href={addressOf('agents', id, 'edit')}>{t('give the agent a model of its own')}</a>,
          })}
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
    languagesName(String(spoken)),
    voice?.voice_name ?? (id ? t('a voice of its own') : t('best voice for the language')),
    ...(servers.length > 0 ? [t('{count} tool servers', { count: servers.length })] : []),
    ...(llm ? [llm.model] : []),
  ].join(' · ');
}

function About({ agent: { agent_id: id, prompt } }: { readonly agent: Agent }) {
  return (
    <section class="card about-agent" aria-labelledby="about-title">
      <h2 id="about-title">{t('Use in your programs')}</h2>
      <div class="agent-id">
        <code>{id}</code>
        <CopyButton text={id} label={t('Copy the id')} />
      </div>
      {prompt && (
        <details>
          <summary>{t('Prompt')}</summary>
          <p class="prompt">{prompt}</p>
        </details>
      )}
    </section>
  );
}
