import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { type AgentEntry, deleteAgent, listAgents } from '../../wire/agents.ts';
import { messageOf } from '../../wire/http.ts';

/** Newest first; null until loaded. */
const agents = signal<readonly AgentEntry[] | null>(null);
const problem = signal<string | null>(null);

async function load(): Promise<void> {
  try {
    agents.value = (await listAgents()).toReversed();
    problem.value = null;
  } catch (error) {
    problem.value = messageOf(error);
  }
}

export function AgentList() {
  useEffect(() => void load(), []);
  const all = agents.value;
  return (
    <>
      <PageHead
        title={t('Agents')}
        actions={
          <a class="button primary" href={addressOf('agents', 'new')}>
            <Icon name="plus" size={18} />
            {t('New agent')}
          </a>
        }
      >
        {t('Create voice agents and talk to them right here.')}
      </PageHead>
      {problem.value && <Notice>{problem.value}</Notice>}
      {all?.length === 0 && (
        <div class="card empty">
          <Icon name="agents" size={30} />
          <h2>{t('No agents yet')}</h2>
          <p class="faint">
            {t(
              'An agent listens to its callers, thinks with a language model and answers in a voice of your choice.',
            )}
          </p>
          <a class="button" href={addressOf('agents', 'new')}>
            {t('Create your first agent')}
          </a>
        </div>
      )}
      {all && all.length > 0 && (
        <ul class="card agent-list" aria-label={t('Your agents')}>
          {all.map((agent) => (
            <Row key={agent.agent_id} agent={agent} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ agent: { agent_id: id, name } }: { readonly agent: AgentEntry }) {
  const shown = name || t('Unnamed');
  return (
    <li>
      <span class="agent-face" aria-hidden="true">
        {initialOf(name)}
      </span>
      <a class="agent-name" href={addressOf('agents', id)}>
        {shown}
      </a>
      <span class="agent-talk" aria-hidden="true">
        {t('Talk')}
        <Icon name="next" size={16} />
      </span>
      <ConfirmButton
        icon="trash"
        label={t('Delete {name}', { name: shown })}
        question={t('Delete {name}?', { name: `“${shown}”` })}
        explanation={t(
          'Conversations in progress continue. Programs that request this agent will get an error.',
        )}
        answer={t('Delete agent')}
        onConfirm={async () => {
          await deleteAgent(id);
          await load();
        }}
      />
    </li>
  );
}

/** Returns the letter that is shown in place of a picture. */
function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '·';
}
