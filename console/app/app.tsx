import { useEffect } from 'preact/hooks';
import { AgentsPage } from '../pages/agents/agents-page.tsx';
import { CallsPage } from '../pages/calls/calls-page.tsx';
import { EventsPage } from '../pages/events/events-page.tsx';
import { KeysPage } from '../pages/keys/keys-page.tsx';
import { PronouncePage } from '../pages/pronounce/pronounce-page.tsx';
import { RestorePage } from '../pages/restore/restore-page.tsx';
import { SpeakPage } from '../pages/speak/speak-page.tsx';
import { TranscribePage } from '../pages/transcribe/transcribe-page.tsx';
import { UsagePage } from '../pages/usage/usage-page.tsx';
import { VoicesPage } from '../pages/voices/voices-page.tsx';
import { KeyGate } from './key-gate.tsx';
import { nameOf } from './names.ts';
import { onNavigation, type Page, route } from './router.ts';
import { apiKey } from './session.ts';
import { Shell } from './shell.tsx';

const VIEWS: Readonly<Record<Page, () => preact.JSX.Element>> = {
  speak: SpeakPage,
  voices: VoicesPage,
  agents: AgentsPage,
  transcribe: TranscribePage,
  calls: CallsPage,
  restore: RestorePage,
  pronounce: PronouncePage,
  events: EventsPage,
  usage: UsagePage,
  keys: KeysPage,
};

export function App() {
  useEffect(
    () =>
      // Navigation moves the focus to the heading of the page, for keyboards and screen readers.
      onNavigation(() => {
        scrollTo(0, 0);
        requestAnimationFrame(() => document.getElementById('page-title')?.focus({ preventScroll: true }));
      }),
    [],
  );
  const isIn = apiKey.value !== null;
  const { page } = route.value;
  const title = isIn ? `${nameOf(page)} · Parley` : 'Parley';
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (!isIn) return <KeyGate />;
  const View = VIEWS[page];
  return (
    <Shell page={page}>
      <View />
    </Shell>
  );
}
