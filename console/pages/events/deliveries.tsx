import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../app/router.ts';
import { type Message, t } from '../../i18n/i18n.ts';
import { day, moment, timeOfDay } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { messageOf } from '../../wire/http.ts';
import {
  type Delivery,
  type DeliveryStatus,
  listDeliveries,
  listWebhooks,
  resend,
} from '../../wire/webhooks.ts';
import { eventName } from './event-words.ts';

const STATUSES = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Given up',
} as const satisfies Readonly<Record<DeliveryStatus, Message>>;
/** Interval at which new events and responses of the receiver appear. */
const POLL_MS = 2000;

/** Deliveries to a webhook, sent and waiting, newest event first. */
export function Deliveries({ id }: { readonly id: string }) {
  const url = useSignal<string | null>(null);
  const status = useSignal<DeliveryStatus | ''>('');
  const first = useSignal<readonly Delivery[] | null>(null);
  /** Deliveries after the first page, which are not read again. */
  const older = useSignal<readonly Delivery[]>([]);
  const cursor = useSignal<number | undefined>(undefined);
  const problem = useSignal<string | null>(null);
  const load = async (): Promise<void> => {
    try {
      const page = await listDeliveries(id, status.value || undefined);
      first.value = page.deliveries;
      if (older.value.length === 0) cursor.value = page.next_cursor;
      problem.value = null;
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  const loadOlder = async (): Promise<void> => {
    try {
      const page = await listDeliveries(id, status.value || undefined, cursor.value);
      older.value = [...older.value, ...page.deliveries];
      cursor.value = page.next_cursor;
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  const again = async (eventId: string): Promise<void> => {
    try {
      await resend(id, eventId);
      await load();
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  useEffect(() => {
    listWebhooks().then(
      (all) => {
        url.value = all.find(({ webhook_id }) => webhook_id === id)?.url ?? null;
      },
      // The list shows the error.
      () => undefined,
    );
  }, []);
  useEffect(() => {
    older.value = [];
    first.value = null;
    void load();
    const timer = setInterval(() => void load(), POLL_MS);
    return () => clearInterval(timer);
  }, [status.value]);
  const known = new Set(first.value?.map(({ event_id }) => event_id));
  const all = first.value && [...first.value, ...older.value.filter(({ event_id }) => !known.has(event_id))];
  return (
    <>
      <a class="back" href={addressOf('events')}>
        <Icon name="back" size={16} />
        {t('Events')}
      </a>
      <PageHead title={t('Deliveries')}>{url.value}</PageHead>
      <Segmented
        legend={t('Status')}
        choices={[
          { value: '', label: t('All') },
          ...(['pending', 'delivered', 'failed'] as const).map((value) => ({
            value,
            label: t(STATUSES[value]),
          })),
        ]}
        value={status.value}
        onChange={(value) => {
          status.value = value;
        }}
      />
      {problem.value && <Notice>{problem.value}</Notice>}
      {all?.length === 0 && <p class="faint">{t('Nothing here')}</p>}
      {all && all.length > 0 && (
        <ul class="card key-rows deliveries" aria-label={t('Deliveries')}>
          {all.map((delivery) => (
            <Row key={delivery.event_id} delivery={delivery} onAgain={() => again(delivery.event_id)} />
          ))}
        </ul>
      )}
      {cursor.value !== undefined && (
        <button type="button" class="button quiet more" onClick={() => void loadOlder()}>
          {t('Show older ones')}
        </button>
      )}
    </>
  );
}

function Row({ delivery, onAgain }: { readonly delivery: Delivery; readonly onAgain: () => Promise<void> }) {
  const { type, status, attempts, response_status, error, created_at, next_attempt_at: next } = delivery;
  const isBusy = useSignal(false);
  const facts = [
    `${day(created_at)}, ${timeOfDay(created_at)}`,
    t('{count} attempts', { count: attempts }),
    ...(response_status === undefined ? [] : [`HTTP ${response_status}`]),
    ...(next && attempts > 0 ? [t('next attempt {time}', { time: moment(next) })] : []),
  ];
  return (
    <li data-status={status}>
      <span class="model-sign">
        <Icon name={status === 'failed' ? 'warning' : status === 'delivered' ? 'check' : 'again'} size={20} />
      </span>
      <div class="model-title">
        <span class="key-name">
          {eventName(type)}
          <span class="badge">{t(STATUSES[status])}</span>
        </span>
        <small class="faint">{facts.join(' · ')}</small>
        {error && <small class="problem">{error}</small>}
      </div>
      <div class="model-actions">
        <button
          type="button"
          class="button small"
          disabled={isBusy.value}
          onClick={async () => {
            isBusy.value = true;
            await onAgain();
            isBusy.value = false;
          }}
        >
          <Icon name="send" size={16} />
          {t('Send again')}
        </button>
      </div>
    </li>
  );
}
