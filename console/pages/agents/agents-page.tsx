import { route } from '../../app/router.ts';
import { AgentList } from './agent-list.tsx';
import { EditAgent } from './edit-agent.tsx';
import { NewAgent } from './new-agent.tsx';
import { TalkPage } from './talk-page.tsx';

/** `#/agents` lists agents, `#/agents/new` makes one, `#/agents/ID` talks with it, `#/agents/ID/edit` changes it. */
export function AgentsPage() {
  const [id, part] = route.value.rest;
  if (!id) return <AgentList />;
  // An agent's id is a UUID.
  if (id === 'new') return <NewAgent />;
  return part === 'edit' ? <EditAgent key={id} id={id} /> : <TalkPage key={id} id={id} />;
}
