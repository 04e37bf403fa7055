import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Message, t } from '../../i18n/i18n.ts';
import { clock } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { type Agent, hasRooms } from '../../wire/agents.ts';
import type { Call, Way } from './call.ts';
import { LevelMeter } from './level-meter.tsx';

const WAYS = [
  { value: 'socket', label: 'WebSocket' },
  { value: 'room', label: 'LiveKit room' },
] as const satisfies readonly { value: Way; label: Message }[];
const BY = [
  { value: 'voice', label: 'Speaking' },
  { value: 'keys', label: 'Typing' },
] as const satisfies readonly { value: string; label: Message }[];
const way = signal<Way>('socket');
const by = signal<'voice' | 'keys'>('voice');

/** Controls for calling, muting and hanging up, with the levels of both sides. */
export function CallPanel({ call, agent }: { readonly call: Call; readonly agent: Agent }) {
  const state = call.state.value;
  const isOn = state === 'opening' || state === 'open';
  const isMuted = call.isMuted.value;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state === 'idle') return;
    // The pressed button is gone, so keyboard focus moves to the next one.
    if (document.activeElement === document.body) panel.current?.querySelector('button')?.focus();
    if (isOn)
      panel.current?.scrollIntoView({
        block: matchMedia('(max-width: 860px)').matches ? 'start' : 'nearest',
      });
  }, [isOn]);
  const start = () => void call.start(agent, hasRooms() ? way.value : 'socket', by.value === 'keys');
  return (
    <section ref={panel} class="card call" aria-label={t('Call')} data-state={state}>
      <div class="call-state" role="status">
        <span class="call-dot" aria-hidden="true" />
        {t(STATES[state])}
        {call.ending.value && <small class="ending">{call.ending.value}</small>}
        {state === 'open' && <Elapsed sinceMs={call.openedAtMs.value ?? 0} />}
      </div>
      {isOn ? (
        <>
          <div class="meters">
            <LevelMeter label={t('You')} db={call.callerDb} isOff={isMuted || !call.hasMicrophone.value} />
            <LevelMeter label={t('Agent')} db={call.agentDb} />
          </div>
          <div class="call-buttons">
            {call.hasMicrophone.value && (
              <button type="button" class="button" aria-pressed={isMuted} onClick={() => call.toggleMute()}>
                <Icon name={isMuted ? 'muted' : 'voices'} size={18} />
                {isMuted ? t('Muted') : t('Mute')}
              </button>
            )}
            <button type="button" class="button danger-solid" onClick={() => call.hangUp()}>
              <Icon name="phone" size={18} />
              {t('Hang up')}
            </button>
          </div>
        </>
      ) : (
        <>
          <Segmented
            legend={t('Input')}
            choices={BY.map(({ value, label }) => ({ value, label: t(label) }))}
            value={by.value}
            onChange={(value) => {
              by.value = value;
            }}
          />
          {hasRooms() && (
            <Segmented
              legend={t('Connection')}
              choices={WAYS.map(({ value, label }) => ({ value, label: t(label) }))}
              value={way.value}
              onChange={(value) => {
                way.value = value;
              }}
            />
          )}
          <button type="button" class="button primary wide call-start" onClick={start}>
            <Icon name="phone" size={18} />
            {state === 'ended' ? t('Call again') : t('Start call')}
          </button>
        </>
      )}
      {call.deafness.value && (
        <Notice kind="hint">{`${call.deafness.value} ${t('You can type instead.')}`}</Notice>
      )}
      {call.problem.value && <Notice>{call.problem.value}</Notice>}
    </section>
  );
}

const STATES = {
  idle: 'Not connected',
  opening: 'Connecting…',
  open: 'Connected',
  ended: 'The conversation has ended',
} as const satisfies Readonly<Record<string, Message>>;

function Elapsed({ sinceMs }: { readonly sinceMs: number }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span class="elapsed" aria-hidden="true">
      {clock(now - sinceMs)}
    </span>
  );
}
