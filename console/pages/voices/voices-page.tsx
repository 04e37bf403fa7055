import { route } from '../../app/router.ts';
import { ClonePage } from './clone-page.tsx';
import { LibraryPage } from './library-page.tsx';

/** `#/voices` is the library, `#/voices/new` makes a voice. */
export function VoicesPage() {
  return route.value.rest[0] === 'new' ? <ClonePage /> : <LibraryPage />;
}
