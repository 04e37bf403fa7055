import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf, go } from '../../app/router.ts';
import { download } from '../../audio/wav.ts';
import { type Message, t } from '../../i18n/i18n.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { clock, day } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import {
  deleteConversation,
  exportConversation,
  type KeptConversation,
  readConversation,
  type TranscriptItem,
} from '../../wire/conversations.ts';
import { messageOf } from '../../wire/http.ts';
import { readTimeline, type Timeline, type TimelineTurn } from '../../wire/timelines.ts';
import { Tool } from './conversation.tsx';
import { beganAt, factsOf } from './conversation-facts.ts';
import { ListenIn } from './listen-in.tsx';
import { RecordingPlayer } from './recording-player.tsx';
import { AnswerTime, TimelineCard, turnsOf } from './timeline.tsx';

const FORMATS = { json: 'JSON', text: 'Text' } as const satisfies Readonly<Record<string, Message>>;
const ENDINGS = { json: 'json', text: 'txt' } as const;

/** Polling interval for a conversation in progress. */
const POLL_MS = 2000;

/** Shows a stored conversation, which can be exported and deleted. */
export function KeptConversationPage({ agentId, id }: { readonly agentId: string; readonly id: string }) {
  const conversation = useSignal<KeptConversation | null>(null);
  const timeline = useSignal<Timeline | null>(null);
  const problem = useSignal<string | null>(null);
  const position = useSignal(0);
  const seek = useSignal<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const load = async (): Promise<void> => {
      try {
        [conversation.value, timeline.value] = await Promise.all([readConversation(id), readTimeline(id)]);
        problem.value = null;
      } catch (error) {
        problem.value = messageOf(error);
      }
      const goesOn = conversation.value !== null && conversation.value.ended_at === undefined;
      if (goesOn && !isLeft) timer = setTimeout(() => void load(), POLL_MS);
    };
    void load();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, []);
  const save = (format: keyof typeof FORMATS) => async (): Promise<void> => {
    try {
      download(await exportConversation(id, format), `conversation-${id}.${ENDINGS[format]}`);
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  const shown = conversation.value;
  const goesOn = shown !== null && shown.ended_at === undefined;
  const isRecorded = !goesOn && (shown?.recording_bytes ?? 0) > 0;
  const { events = [], turns = [] } = timeline.value ?? {};
  const turnOf = turnsOf(shown?.transcript ?? [], turns);
  const play = isRecorded
    ? (ms: number) => {
        seek.value = ms;
      }
    : undefined;
  return (
    <>
      <a class="back" href={addressOf('agents', agentId, 'conversations')}>
        <Icon name="back" size={16} />
        {t('Conversations')}
      </a>
      <PageHead
        title={shown ? beganAt(shown) : t('Conversation')}
        actions={
          shown && (
            <>
              {(['text', 'json'] as const).map((format) => (
                <button key={format} type="button" class="button" onClick={save(format)}>
                  <Icon name="download" size={18} />
                  {t(FORMATS[format])}
                </button>
              ))}
              <ConfirmButton
                icon="trash"
                label={t('Delete this conversation')}
                question={t('Delete this conversation?')}
                explanation={t(
                  'What was said in it is gone then. Backups of the database keep it for as long as they last.',
                )}
                answer={t('Delete conversation')}
                onConfirm={async () => {
                  await deleteConversation(id);
                  go('agents', agentId, 'conversations');
                }}
              />
            </>
          )
        }
      >
        {shown && `${factsOf(shown)} · ${t('deleted on {day}', { day: day(shown.expires_at) })}`}
      </PageHead>
      {problem.value && <Notice>{problem.value}</Notice>}
      {goesOn && shown.recording_bytes !== undefined && <ListenIn id={id} />}
      {isRecorded && <RecordingPlayer id={id} position={position} seek={seek} />}
      {events.length > 0 && (
        <TimelineCard id={id} timeline={{ events, turns }} position={position} onPlay={play} />
      )}
      {shown && (
        <section class="card kept" aria-label={t('Transcript')}>
          {shown.transcript.length === 0 && <p class="faint">{t('Nothing was said.')}</p>}
          {shown.transcript.map((item, i) => (
            <Item
              key={i}
              item={item}
              atMs={timeIn(shown, item)}
              turn={turnOf[i] ?? null}
              isHeard={isRecorded && i === heardIn(shown, position.value)}
              onPlay={play}
            />
          ))}
        </section>
      )}
    </>
  );
}

/** Time of an item since the beginning of the conversation, in ms. */
function timeIn({ started_at }: KeptConversation, item: TranscriptItem): number {
  return Math.max(0, Date.parse(item.at) - Date.parse(started_at));
}

/** Index of the item at a position of the recording; -1 before the first. */
function heardIn(conversation: KeptConversation, positionMs: number): number {
  if (positionMs === 0) return -1;
  return conversation.transcript.findLastIndex((item) => timeIn(conversation, item) <= positionMs);
}

function Item({
  item,
  atMs,
  turn,
  isHeard,
  onPlay,
}: {
  readonly item: TranscriptItem;
  readonly atMs: number;
  /** For an item of the caller: when it was answered. */
  readonly turn: TimelineTurn | null;
  /** Whether the recording is at this item. */
  readonly isHeard: boolean;
  /** Plays the recording from a time on; absent without a recording. */
  readonly onPlay: ((ms: number) => void) | undefined;
}) {
  const at = clock(atMs);
  if (item.role === 'tool') return <Tool call={item} />;
  if (item.role === 'handoff') return <p class="small">{t('Passed on to {agent}', { agent: item.agent })}</p>;
  const isInterrupted = item.role === 'agent' && item.interrupted;
  const kind = item.role === 'user' ? 'caller' : 'agent';
  return (
    <div class={`turn turn-${kind}`} data-turn={kind} data-interrupted={isInterrupted} data-heard={isHeard}>
      <p class="turn-who">
        {item.role === 'user' ? t('Caller') : t('Agent')} ·{' '}
        {onPlay ? (
          <button
            type="button"
            class="link"
            aria-label={t('Play from {time}', { time: at })}
            onClick={() => onPlay(atMs)}
          >
            {at}
          </button>
        ) : (
          at
        )}
      </p>
      <p class="bubble">{item.text}</p>
      {isInterrupted && <p class="interrupted small">{t('Interrupted')}</p>}
      {turn && <AnswerTime turn={turn} />}
    </div>
  );
}
