import { PageHead } from '../../parts/page-head.tsx';

export function PronouncePage() {
  return <PageHead title="Pronounce">Under construction.</PageHead>;
}
