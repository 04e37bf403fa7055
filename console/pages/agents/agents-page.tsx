import { PageHead } from '../../parts/page-head.tsx';

export function AgentsPage() {
  return <PageHead title="Agents">Under construction.</PageHead>;
}
