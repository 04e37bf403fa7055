import { useEffect } from 'preact/hooks';
import { route } from '../../app/router.ts';
import { t } from '../../i18n/i18n.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { loadAgents } from '../../wire/agent-names.ts';
import { Deliveries } from './deliveries.tsx';
import { EventList } from './event-list.tsx';
import { WebhookList } from './webhook-list.tsx';

/** `#/events` shows events and webhooks, `#/events/ID` the deliveries of a webhook. */
export function EventsPage() {
  const [id] = route.value.rest;
  // Names of agents are optional here.
  useEffect(() => void loadAgents().catch(() => undefined), []);
  if (id) return <Deliveries key={id} id={id} />;
  return (
    <>
      <PageHead title={t('Events')}>
        {t('What happens in conversations and calls, and the programs of yours that are told.')}
      </PageHead>
      <WebhookList />
      <EventList />
    </>
  );
}
