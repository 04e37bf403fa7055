import { route } from '../../app/router.ts';
import { ClonePage } from './clone-page.tsx';
import { LibraryPage } from './library-page.tsx';
import { ModelsPage } from './models-page.tsx';

/**
 * `#/voices` is the library, `#/voices/new` creates a voice, `#/voices/again/ID` learns one again, `#/voices/more`
 * fetches natural ones.
 */
export function VoicesPage() {
  const [part, id] = route.value.rest;
  if (part === 'new') return <ClonePage />;
  if (part === 'again' && id) return <ClonePage voiceId={id} />;
  return part === 'more' ? <ModelsPage /> : <LibraryPage />;
}
