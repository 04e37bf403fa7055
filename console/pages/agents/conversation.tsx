import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { soundName } from '../../audio/sound-name.ts';
import { download } from '../../audio/wav.ts';
import { type Message, t } from '../../i18n/i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { duration } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import type { ToolCall } from '../../wire/agents.ts';
import type { Call } from './call.ts';
import { type AgentTurn, type CallerTurn, heardAfterMs, type Turn, transcriptText } from './transcript.ts';

/** Within this distance of its end, in pixels, a list keeps scrolling as it grows. */
const NEAR_PX = 80;

/** Shows the conversation so far, with a field for typed turns. */
export function Conversation({ call, name }: { readonly call: Call; readonly name: string }) {
  const turns = call.transcript.value.turns.value;
  const partial = call.transcript.value.partial.value;
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [turns, partial]);
  return (
    <section class="card conversation" aria-label={t('Conversation')}>
      <div
        ref={list}
        class="turns"
        role="log"
        aria-label={t('Transcript')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls back by keys
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
        }}
      >
        {turns.length === 0 && partial === '' && <Nothing state={call.state.value} />}
        {turns.map((turn) =>
          turn.kind === 'caller' ? (
            <Said key={turn.id} turn={turn} />
          ) : (
            <Answer key={turn.id} turn={turn} name={name || t('Agent')} />
          ),
        )}
        {partial !== '' && <Saying text={partial} />}
      </div>
      {call.state.value === 'ended' && turns.length > 0 && (
        <SaveTranscript turns={turns} name={name || t('Agent')} />
      )}
      <Composer call={call} />
    </section>
  );
}

/** The conversation exists only in this page, unless the agent keeps transcripts. */
function SaveTranscript({ turns, name }: { readonly turns: readonly Turn[]; readonly name: string }) {
  const text = () => transcriptText(turns, name);
  const save = () => {
    const file = new Blob([text()], { type: 'text/plain;charset=utf-8' });
    download(file, `${soundName(name, '')}-${new Date().toISOString().slice(0, 10)}.txt`);
  };
  return (
    <div class="card-foot save-transcript">
      <CopyButton text={text} label={t('Copy text')} />
      <button
        type="button"
        class="button small"
        aria-label={t('Download as {format}', { format: 'TXT' })}
        onClick={save}
      >
        <Icon name="download" size={16} />
        TXT
      </button>
    </div>
  );
}

function Nothing({ state }: { readonly state: string }) {
  return (
    <div class="nothing faint">
      <Icon name="agents" size={30} />
      <p>
        {state === 'open'
          ? t('Say something, or type it below.')
          : t('The transcript appears here during the call.')}
      </p>
    </div>
  );
}

function Said({ turn: { text, isTyped } }: { readonly turn: CallerTurn }) {
  return (
    <div class="turn turn-caller" data-turn="caller">
      <p class="turn-who">{isTyped ? t('You, typed') : t('You')}</p>
      <p class="bubble">{text}</p>
    </div>
  );
}

/**
 * Shows the caller's unfinished turn. It changes while they speak, so screen readers announce it only when it is
 * complete.
 */
function Saying({ text }: { readonly text: string }) {
  return (
    <div class="turn turn-caller" data-turn="partial" aria-hidden="true">
      <p class="turn-who">{t('You')}</p>
      <p class="bubble">{text} …</p>
    </div>
  );
}

function Answer({ turn, name }: { readonly turn: AgentTurn; readonly name: string }) {
  const { text, tools, isInterrupted } = turn;
  return (
    <div class="turn turn-agent" data-turn="agent" data-interrupted={isInterrupted}>
      <p class="turn-who">{name}</p>
      {tools.map((tool, i) => (
        <Tool key={i} call={tool} />
      ))}
      {text === null ? (
        <p class="bubble thinking" role="img" aria-label={t('Thinking')}>
          <i />
          <i />
          <i />
        </p>
      ) : (
        <p class="bubble">{text}</p>
      )}
      {isInterrupted && <p class="interrupted small">{t('Interrupted')}</p>}
      <Times turn={turn} />
    </div>
  );
}

const OUTCOMES = { error: 'failed', deadline: 'took too long' } as const satisfies Readonly<
  Record<string, Message>
>;

/** A tool that was called. */
export function Tool({ call: { tool, duration_ms, outcome } }: { readonly call: ToolCall }) {
  return (
    <p class="tool-call small" data-outcome={outcome}>
      <Icon name="tool" size={14} />
      <span>
        <code>{tool}</code> {duration(duration_ms)}
        {outcome !== 'ok' && `, ${t(OUTCOMES[outcome])}`}
      </span>
    </p>
  );
}

const STAGES = [
  ['end_of_turn_ms', 'end of turn', 'From the end of speech until the turn was considered complete'],
  ['recognition_ms', 'words', 'From the end of speech until the transcript was ready'],
  ['first_token_ms', 'first token', 'From the request to the language model until its first token'],
  ['first_sound_ms', 'first audio', 'From the first text until the first audio'],
] as const satisfies readonly (readonly [string, Message, Message])[];

/** Shows how long the answer took: here, and by stages on the server. */
function Times({ turn }: { readonly turn: AgentTurn }) {
  const { stages } = turn;
  const heardMs = heardAfterMs(turn);
  if (heardMs === null && stages === null) return null;
  return (
    <dl class="times small">
      {heardMs !== null && (
        <div class="heard" title={t('From the end of your turn until the answer was heard here')}>
          <dt>{t('heard after')}</dt>
          <dd data-figure="heard-after">{duration(heardMs)}</dd>
        </div>
      )}
      {STAGES.map(([stage, label, title]) => {
        const ms = stages?.[stage];
        return (
          ms !== undefined && (
            <div key={stage} title={t(title)}>
              <dt>{t(label)}</dt>
              <dd data-figure={stage}>{duration(ms)}</dd>
            </div>
          )
        );
      })}
    </dl>
  );
}

function Composer({ call }: { readonly call: Call }) {
  const text = useSignal('');
  const isOpen = call.state.value === 'open';
  const isTyped = !call.hasMicrophone.value;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen && isTyped) field.current?.focus();
  }, [isOpen, isTyped]);
  const send = (event: Event) => {
    event.preventDefault();
    if (text.value.trim() === '' || !isOpen) return;
    call.type(text.value);
    text.value = '';
  };
  return (
    <form class="composer" onSubmit={send}>
      <input
        ref={field}
        aria-label={t('Message')}
        placeholder={isOpen ? t('Type a message') : t('Start the call first')}
        autocomplete="off"
        maxLength={10_000}
        disabled={!isOpen}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="button primary icon-only" aria-label={t('Send')} disabled={!isOpen}>
        <Icon name="send" size={18} />
      </button>
    </form>
  );
}
