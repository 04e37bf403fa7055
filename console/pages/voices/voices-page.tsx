import { PageHead } from '../../parts/page-head.tsx';

export function VoicesPage() {
  return <PageHead title="Voices">Under construction.</PageHead>;
}
