import { route } from '../../app/router.ts';
import { AgentForm } from './agent-form.tsx';
import { AgentList } from './agent-list.tsx';
import { TalkPage } from './talk-page.tsx';

/** `#/agents` lists agents, `#/agents/new` makes one, `#/agents/ID` talks with it. */
export function AgentsPage() {
  const [id] = route.value.rest;
  if (!id) return <AgentList />;
  // An agent's id is a UUID.
  return id === 'new' ? <AgentForm /> : <TalkPage key={id} id={id} />;
}
