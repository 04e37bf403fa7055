import type { Signal } from '@preact/signals';
import { type Message, t } from '../../i18n/i18n.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { clock, duration } from '../../parts/format.ts';
import type { TranscriptItem } from '../../wire/conversations.ts';
import type { Stage, Timeline, TimelineEvent, TimelineTurn } from '../../wire/timelines.ts';

const PX_PER_SECOND = 30;
const TICK_MS = 5000;
/** Margin that keeps events at the end visible. */
const AFTER_MS = 500;

const STAGES = [
  ['endpointing_ms', 'end of turn'],
  ['recognition_ms', 'words'],
  ['model_ms', 'model'],
  ['tools_ms', 'tools'],
  ['synthesis_ms', 'speech'],
] as const satisfies readonly (readonly [Stage, Message])[];

/** Draws who spoke when, and the parts of each answer's delay. */
export function TimelineCard({
  id,
  timeline: { events, turns },
  position,
  onPlay,
}: {
  /** Duration of the conversation. */
  readonly id: string;
  readonly timeline: Timeline;
  /** Playback position, in ms. */
  readonly position: Signal<number>;
  /** Plays the recording from a time on; absent without a recording. */
  readonly onPlay: ((ms: number) => void) | undefined;
}) {
  const totalMs = AFTER_MS + Math.max(...events.map(({ at_ms, end_ms }) => end_ms ?? at_ms));
  const share = (ms: number): string => `${(100 * ms) / totalMs}%`;
  const between = (from: number, to: number) => ({ left: share(from), width: share(to - from) });
  const of = (type: TimelineEvent['type']) => events.filter((event) => event.type === type);
  const block = (kind: string) => (event: TimelineEvent, i: number) => (
    <i
      key={`${kind}${i}`}
      data-kind={kind}
      style={between(event.at_ms, event.end_ms ?? event.at_ms)}
      title={event.tool}
    />
  );
  return (
    <section class="card timeline" aria-label={t('Timeline')}>
      <div class="timeline-names small" aria-hidden="true">
        <span>{t('Caller')}</span>
        <span>{t('Answer time')}</span>
        <span>{t('Agent')}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls by keys */}
      <div class="timeline-scroll" tabIndex={0}>
        <div class="timeline-lanes" style={{ minWidth: `${(totalMs / 1000) * PX_PER_SECOND}px` }}>
          <div class="timeline-lane" aria-hidden="true">
            {of('caller_speech').map(block('caller'))}
            {of('cut_off').map(block('cut-off'))}
          </div>
          <div class="timeline-lane" aria-hidden="true">
            {turns.flatMap((turn) =>
              stageSpans(turn).map((span) => (
                <i
                  key={`${turn.at_ms}${span.stage}`}
                  data-kind={span.stage}
                  style={between(span.from, span.to)}
                />
              )),
            )}
          </div>
          <div class="timeline-lane" aria-hidden="true">
            {of('agent_speech').map(block('agent'))}
            {of('interruption').map(block('interruption'))}
          </div>
          <div class="timeline-ticks small faint" aria-hidden="true">
            {Array.from({ length: Math.floor(totalMs / TICK_MS) + 1 }, (_, i) => (
              <span key={i} style={{ left: share(i * TICK_MS) }}>
                {clock(i * TICK_MS)}
              </span>
            ))}
          </div>
          {turns.map(
            ({ at_ms, end_ms, first_audio_ms, text }) =>
              onPlay && (
                <button
                  key={at_ms}
                  type="button"
                  class="timeline-turn"
                  style={between(at_ms, first_audio_ms ?? end_ms)}
                  title={text}
                  aria-label={t('Play from {time}', { time: clock(at_ms) })}
                  onClick={() => onPlay(at_ms)}
                />
              ),
          )}
          {onPlay && <b class="timeline-now" style={{ left: share(position.value) }} />}
        </div>
      </div>
      <ul class="timeline-legend small">
        {STAGES.map(([stage, name]) => (
          <li key={stage} data-kind={stage}>
            {t(name)}
          </li>
        ))}
      </ul>
      <div class="timeline-scenario">
        <CopyButton
          text={`npm run scenarios -- --from ${id} --out call.yaml --url ${location.origin}`}
          label={t('Copy the command that makes a scenario of it')}
        />
      </div>
    </section>
  );
}

interface Span {
  readonly stage: Stage;
  readonly from: number;
  readonly to: number;
}

/** The stages of an answer, one after the other. */
function stageSpans({ end_ms, stages }: TimelineTurn): Span[] {
  if (stages === null) return [];
  let at = end_ms;
  return STAGES.map(([stage]) => {
    const from = at;
    at += stages[stage];
    return { stage, from, to: at };
  }).filter(({ from, to }) => to > from);
}

/** Shows how long the caller waited for the answer to a turn, and the parts of this delay. */
export function AnswerTime({ turn }: { readonly turn: TimelineTurn }) {
  const { answered_after_ms: total, stages, taken_back } = turn;
  if (taken_back) return <p class="interrupted small">{t('The caller went on: the turn was not over')}</p>;
  if (total === null || stages === null) return null;
  return (
    <dl class="times small">
      <div class="heard">
        <dt>{t('heard after')}</dt>
        <dd data-figure="answered-after">{duration(total)}</dd>
      </div>
      {STAGES.filter(([stage]) => stages[stage] > 0).map(([stage, name]) => (
        <div key={stage}>
          <dt>{t(name)}</dt>
          <dd data-figure={stage}>{duration(stages[stage])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Finds the turn for each of the caller's items in a transcript, by its text; null for the others. */
export function turnsOf(
  transcript: readonly TranscriptItem[],
  turns: readonly TimelineTurn[],
): readonly (TimelineTurn | null)[] {
  let next = 0;
  return transcript.map((item) => {
    if (item.role !== 'user') return null;
    const found = turns.findIndex(({ text }, i) => i >= next && text === item.text);
    if (found < 0) return null;
    next = found + 1;
    return turns[found]!;
  });
}
