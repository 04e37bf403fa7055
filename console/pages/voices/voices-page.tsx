import { route } from '../../app/router.ts';
import { ClonePage } from './clone-page.tsx';
import { LibraryPage } from './library-page.tsx';
import { ModelsPage } from './models-page.tsx';

/** `#/voices` is the library, `#/voices/new` makes a voice, `#/voices/more` fetches natural ones. */
export function VoicesPage() {
  const [part] = route.value.rest;
  if (part === 'new') return <ClonePage />;
  return part === 'more' ? <ModelsPage /> : <LibraryPage />;
}
