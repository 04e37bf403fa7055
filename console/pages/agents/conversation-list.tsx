import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { type Agent, readAgent } from '../../wire/agents.ts';
import { type ConversationEntry, listConversations } from '../../wire/conversations.ts';
import { messageOf } from '../../wire/http.ts';
import { BackToAgent } from './back-to-agent.tsx';
import { beganAt, factsOf } from './conversation-facts.ts';

/** Lists the stored conversations of an agent, newest first. */
export function ConversationList({ id }: { readonly id: string }) {
  const agent = useSignal<Agent | null>(null);
  const conversations = useSignal<readonly ConversationEntry[] | null>(null);
  const cursor = useSignal<string | undefined>(undefined);
  const problem = useSignal<string | null>(null);
  const load = async (): Promise<void> => {
    try {
      const page = await listConversations(id, cursor.value);
      conversations.value = [...(conversations.value ?? []), ...page.conversations];
      cursor.value = page.next_cursor;
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  useEffect(() => {
    readAgent(id).then(
      (read) => {
        agent.value = read;
      },
      // The list shows the error.
      () => undefined,
    );
    void load();
  }, []);
  const all = conversations.value;
  return (
    <>
      <BackToAgent id={id} name={agent.value?.name} />
      <PageHead title={t('Conversations')}>{agent.value && keptFor(agent.value)}</PageHead>
      {problem.value && <Notice>{problem.value}</Notice>}
      {all?.length === 0 && (
        <div class="card empty">
          <Icon name="book" size={30} />
          <h2>{t('Nothing is kept here')}</h2>
          {agent.value?.keep_transcripts ? (
            <p class="faint">{t('The next conversation with this agent will be the first one.')}</p>
          ) : (
            <p class="faint">
              {t('Transcripts are kept for agents that say so.')}{' '}
              <a href={addressOf('agents', id, 'edit')}>{t('Edit this agent')}</a>
            </p>
          )}
        </div>
      )}
      {all && all.length > 0 && (
        <ul class="card agent-list" aria-label={t('Conversations')}>
          {all.map((conversation) => (
            <li key={conversation.conversation_id}>
              <a
                class="agent-name"
                href={addressOf('agents', id, 'conversations', conversation.conversation_id)}
              >
                {beganAt(conversation)}
                <small class="conversation-facts">{factsOf(conversation)}</small>
              </a>
              <Icon name="next" size={16} />
            </li>
          ))}
        </ul>
      )}
      {cursor.value && (
        <button type="button" class="button quiet more" onClick={() => void load()}>
          {t('Show older ones')}
        </button>
      )}
    </>
  );
}

function keptFor({ keep_transcripts: isKept, transcript_retention_days: days = 30 }: Agent): string {
  if (!isKept) return t('This agent keeps no transcripts.');
  return t('Kept for {count} days after each conversation.', { count: days });
}
