import { PageHead } from '../../parts/page-head.tsx';

/** `#/agents` lists agents, `#/agents/new` makes one, `#/agents/ID` talks with it. */
export function AgentsPage() {
  return <PageHead title="Agents">Give a voice a job, and talk with it right here.</PageHead>;
}
