import { route } from '../../app/router.ts';
import { AgentList } from './agent-list.tsx';
import { ConversationList } from './conversation-list.tsx';
import { EditAgent } from './edit-agent.tsx';
import { HistoryPage } from './history-page.tsx';
import { KeptConversationPage } from './kept-conversation.tsx';
import { NewAgent } from './new-agent.tsx';
import { ScenariosPage } from './scenarios-page.tsx';
import { TalkPage } from './talk-page.tsx';

/**
 * `#/agents` lists agents, `#/agents/new` creates one, `#/agents/ID` opens a conversation, `#/agents/ID/edit` changes
 * it; `#/agents/ID/history` shows its figures and versions, `#/agents/ID/scenarios` runs scenarios;
 * `#/agents/ID/conversations` lists its conversations, and `/ID` after it shows one.
 */
export function AgentsPage() {
  const [id, part, which] = route.value.rest;
  if (!id) return <AgentList />;
  // An agent's id is a UUID.
  if (id === 'new') return <NewAgent />;
  if (part === 'conversations' && which) return <KeptConversationPage key={which} agentId={id} id={which} />;
  if (part === 'conversations') return <ConversationList key={id} id={id} />;
  if (part === 'history') return <HistoryPage key={id} id={id} />;
  if (part === 'scenarios') return <ScenariosPage key={id} id={id} />;
  return part === 'edit' ? <EditAgent key={id} id={id} /> : <TalkPage key={id} id={id} />;
}
