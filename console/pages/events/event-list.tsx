import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { day, timeOfDay } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { LiveSign } from '../../parts/live-sign.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Select } from '../../parts/select.tsx';
import { agentEntries } from '../../wire/agent-names.ts';
import { messageOf } from '../../wire/http.ts';
import {
  EVENT_TYPES,
  type EventType,
  followEvents,
  listEvents,
  type OwnerEvent,
} from '../../wire/owner-events.ts';
import { eventFacts, eventName } from './event-words.ts';

/** Number of events in a page; after a full page there may be more. */
const PAGE = 50;
/** Limit of the list: older events are removed when new ones arrive. */
const MOST = 500;

/** The events, newest first, as they happen. */
export function EventList() {
  const type = useSignal<EventType | ''>('');
  const agentId = useSignal('');
  const events = useSignal<readonly OwnerEvent[] | null>(null);
  const hasMore = useSignal(false);
  const problem = useSignal<string | null>(null);
  const liveProblem = useSignal<string | null | undefined>(undefined);
  const filter = { type: type.value || undefined, agent_id: agentId.value || undefined };
  const load = async (after?: string, signal?: AbortSignal): Promise<void> => {
    const older = await listEvents(filter, after);
    if (signal?.aborted) return;
    events.value = [...(after === undefined ? [] : (events.value ?? [])), ...older];
    hasMore.value = older.length === PAGE;
    problem.value = null;
  };
  const fail = (error: unknown): void => {
    problem.value = messageOf(error);
  };
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    events.value = null;
    liveProblem.value = undefined;
    const start = async (): Promise<void> => {
      await load(undefined, signal);
      await followEvents({
        filter,
        after: events.value?.[0]?.id,
        signal,
        onEvent: (event) => {
          events.value = [event, ...(events.value ?? [])].slice(0, MOST);
        },
        onState: (broken) => {
          liveProblem.value = broken;
        },
      });
    };
    start().catch(fail);
    return () => abort.abort();
  }, [type.value, agentId.value]);
  const all = events.value;
  const last = all?.at(-1);
  return (
    <section class="stack" aria-labelledby="events-title">
      <div class="card-head">
        <h2 id="events-title">{t('What happened')}</h2>
        <LiveSign problem={liveProblem.value} />
      </div>
      <div class="pair">
        <Select
          label={t('Type')}
          value={type.value}
          choices={[
            { value: '', label: t('All types') },
            ...EVENT_TYPES.map((value) => ({ value, label: eventName(value) })),
          ]}
          onChange={(value) => {
            type.value = value;
          }}
        />
        <Select
          label={t('Agent')}
          value={agentId.value}
          choices={agentChoices()}
          onChange={(value) => {
            agentId.value = value;
          }}
        />
      </div>
      {problem.value && <Notice>{problem.value}</Notice>}
      {all?.length === 0 && (
        <div class="card empty">
          <Icon name="events" size={30} />
          <h2>{t('Nothing yet')}</h2>
          <p class="faint">{t('What happens appears here, and is kept for seven days.')}</p>
        </div>
      )}
      {all && all.length > 0 && (
        <ul class="card event-list" aria-labelledby="events-title">
          {all.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {hasMore.value && last && (
        <button type="button" class="button quiet more" onClick={() => load(last.id).catch(fail)}>
          {t('Show older ones')}
        </button>
      )}
    </section>
  );
}

/** The agents as options, after an option for all. */
export function agentChoices(): { value: string; label: string }[] {
  const agents = agentEntries.value ?? [];
  return [
    { value: '', label: t('All agents') },
    ...agents.map(({ agent_id: value, name }) => ({ value, label: name || t('Unnamed') })),
  ];
}

function EventRow({ event }: { readonly event: OwnerEvent }) {
  const { type, timestamp, data } = event;
  return (
    <li data-type={type}>
      <details>
        <summary>
          <Icon name="next" size={14} />
          <span class="event-what">
            <span class="event-name">{eventName(type)}</span>
            <small class="faint">{eventFacts(event)}</small>
          </span>
          <time class="small faint" dateTime={timestamp}>
            {isToday(timestamp) ? timeOfDay(timestamp) : `${day(timestamp)}, ${timeOfDay(timestamp)}`}
          </time>
        </summary>
        <pre class="event-data">{JSON.stringify(data, null, 2)}</pre>
      </details>
    </li>
  );
}

const isToday = (time: string): boolean => new Date(time).toDateString() === new Date().toDateString();
