/** The events of a conversation on one clock, with the reasons for the delays of its answers. */
import type { TimelineMark } from '../../../agent-worker/conversation/timeline.ts';
import type { TranscriptEntry } from '../../../agent-worker/conversation/types.ts';
import type { KeptMark } from './transcript-recorder.ts';
import type { MarkedConversation } from './transcript-store.ts';

/** Times are ms since the conversation, and its recording, began. The names are those on the wire. */
export type TimelineEvent =
  | { readonly type: 'caller_speech'; readonly at_ms: number; readonly end_ms: number }
  | { readonly type: 'partial_words'; readonly at_ms: number; readonly text: string }
  | {
      readonly type: 'words';
      readonly at_ms: number;
      readonly spoken_until_ms: number;
      readonly text: string;
      readonly speech: 'turn' | 'noise' | 'backchannel';
    }
  | {
      readonly type: 'turn_over';
      readonly at_ms: number;
      readonly probability: number | null;
      readonly sound_probability: number | null;
      readonly wait_ms: number;
    }
  | { readonly type: 'cut_off'; readonly at_ms: number }
  | { readonly type: 'first_token'; readonly at_ms: number; readonly asked_ms: number }
  | {
      readonly type: 'tool';
      readonly at_ms: number;
      readonly end_ms: number;
      readonly tool: string;
      readonly outcome: 'ok' | 'error' | 'deadline';
    }
  | {
      readonly type: 'agent_speech';
      readonly at_ms: number;
      readonly end_ms: number;
      readonly stopped: boolean;
    }
  /** The caller began to speak at `at_ms` while the agent spoke; the agent was silent from `end_ms` on. */
  | { readonly type: 'interruption'; readonly at_ms: number; readonly end_ms: number }
  | { readonly type: 'handoff'; readonly at_ms: number; readonly agent_id: string; readonly agent: string };

/** Parts of the time until an answer was heard, in ms, which add up to all of it. */
export interface AnswerStages {
  /** The silence that the turn's end required. */
  readonly endpointing_ms: number;
  /** The further wait for words, or for sounds to be judged. */
  readonly recognition_ms: number;
  /** The times from the end of the turn, or from later requests, to the first tokens. */
  readonly model_ms: number;
  readonly tools_ms: number;
  /** The rest: the first words of the answer and their synthesis. */
  readonly synthesis_ms: number;
}

export interface TimelineTurn {
  /** When the caller began to speak, or typed. */
  readonly at_ms: number;
  /** When the caller finished speaking. */
  readonly end_ms: number;
  readonly text: string;
  readonly spoken: boolean;
  /** Whether the caller continued afterwards, so that the turn was not over. */
  readonly taken_back: boolean;
  /** First sound of the answer; null if none was heard. */
  readonly first_audio_ms: number | null;
  /** From the end of the turn to the first sound. */
  readonly answered_after_ms: number | null;
  /** Null if no answer was heard. */
  readonly stages: AnswerStages | null;
}

export interface Timeline {
  /** False if some entries had to be left out. */
  readonly isComplete: boolean;
  /** Sorted by time. */
  readonly events: readonly TimelineEvent[];
  readonly turns: readonly TimelineTurn[];
}

type MarkOf<K extends TimelineMark['kind']> = Extract<TimelineMark, { readonly kind: K }>;
type Tool = Extract<TranscriptEntry, { readonly role: 'tool' }>;
/** An interval of time. */
type Interval = readonly [from: number, to: number];

export function timelineOf({ marks, transcript, startedAt }: MarkedConversation): Timeline {
  const beganMs = marks.find(({ kind }) => kind === 'began')?.atMs ?? Date.parse(startedAt);
  const at = (ms: number): number => Math.max(0, Math.round(ms - beganMs));
  const events = [
    ...marks.flatMap((mark) => eventOf(mark, at)),
    ...transcript.flatMap((entry) => entryEvent(entry, at)),
    ...interruptions(marks).map(([from, to]) => ({
      type: 'interruption' as const,
      at_ms: at(from),
      end_ms: at(to),
    })),
  ];
  return {
    isComplete: marks.every(({ kind }) => kind !== 'full'),
    events: events.toSorted((a, b) => a.at_ms - b.at_ms),
    turns: turnsOf(marks, toolsOf(transcript), at),
  };
}

function eventOf(mark: KeptMark, at: (ms: number) => number): TimelineEvent[] {
  const at_ms = at(mark.atMs);
  switch (mark.kind) {
    case 'caller_speech':
      return [{ type: mark.kind, at_ms, end_ms: at(mark.endMs) }];
    case 'agent_speech':
      return [{ type: mark.kind, at_ms, end_ms: at(mark.endMs), stopped: mark.stopped }];
    case 'partial_words':
      return [{ type: mark.kind, at_ms, text: mark.text }];
    case 'words': {
      const { text, speech } = mark;
      return [{ type: mark.kind, at_ms, spoken_until_ms: at(mark.spokenUntilMs), text, speech }];
    }
    case 'turn_over': {
      const { probability, soundProbability: sound_probability } = mark;
      return [{ type: mark.kind, at_ms, probability, sound_probability, wait_ms: Math.round(mark.waitMs) }];
    }
    case 'cut_off':
      return [{ type: mark.kind, at_ms }];
    case 'first_token':
      return [{ type: mark.kind, at_ms, asked_ms: at(mark.askedMs) }];
    // Turns are listed in `turns`.
    default:
      return [];
  }
}

function entryEvent(entry: TranscriptEntry, at: (ms: number) => number): TimelineEvent[] {
  const at_ms = at(entry.atMs);
  if (entry.role === 'handoff') {
    return [{ type: 'handoff', at_ms, agent_id: entry.agentId, agent: entry.name }];
  }
  if (entry.role !== 'tool') return [];
  const { tool, outcome, atMs, durationMs } = entry;
  return [{ type: 'tool', at_ms, end_ms: at(atMs + durationMs), tool, outcome }];
}

/** When the agent fell silent because the caller spoke. */
function interruptions(marks: readonly KeptMark[]): Interval[] {
  const speeches = marks.filter((mark) => isOf(mark, 'caller_speech'));
  return marks.flatMap((mark) => {
    if (!isOf(mark, 'agent_speech') || !mark.stopped) return [];
    const by = speeches.find(
      ({ atMs, endMs }) => atMs > mark.atMs && atMs < mark.endMs && endMs > mark.endMs,
    );
    return by ? [[by.atMs, mark.endMs] as const] : [];
  });
}

function turnsOf(
  marks: readonly KeptMark[],
  tools: readonly Interval[],
  at: (ms: number) => number,
): TimelineTurn[] {
  const places = marks.flatMap((mark, i) => (mark.kind === 'turn' ? [i] : []));
  const model = marks
    .filter((mark) => isOf(mark, 'first_token'))
    .map((mark): Interval => [mark.askedMs, mark.atMs]);
  return places.map((place, i) => {
    const turn = marks[place] as MarkOf<'turn'>;
    const before = marks.slice((places[i - 1] ?? -1) + 1, place);
    const after = marks.slice(place + 1, places[i + 1]);
    const untilMs = marks[places[i + 1] ?? -1]?.atMs ?? Number.POSITIVE_INFINITY;
    const spoken = turn.spoken ? spokenIn(before) : null;
    const { beganMs, endMs } = spoken ?? { beganMs: turn.atMs, endMs: turn.atMs };
    // The mark of an answer is written after it was heard, which may be after the next turn.
    const answer = marks.find(
      (mark) => isOf(mark, 'agent_speech') && mark.atMs >= turn.atMs && mark.atMs < untilMs,
    );
    const heardMs = answer?.atMs ?? null;
    const overMs = spoken?.over?.atMs ?? turn.atMs;
    return {
      at_ms: at(beganMs),
      end_ms: at(endMs),
      text: turn.text,
      spoken: turn.spoken,
      taken_back: isTakenBack(after),
      first_audio_ms: heardMs === null ? null : at(heardMs),
      answered_after_ms: heardMs === null ? null : Math.round(heardMs - endMs),
      stages:
        heardMs === null
          ? null
          : stagesOf({
              endMs,
              overMs: Math.min(heardMs, Math.max(endMs, overMs)),
              waitMs: spoken?.over?.waitMs ?? Number.POSITIVE_INFINITY,
              heardMs,
              model,
              tools,
            }),
    };
  });
}

/** When the caller spoke the words of a turn, by the marks before it; null if no words were marked. */
function spokenIn(before: readonly KeptMark[]) {
  const words = before.filter((mark) => isOf(mark, 'words')).filter(({ speech }) => speech === 'turn');
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return null;
  const speeches = before.filter((mark) => isOf(mark, 'caller_speech'));
  const stretchOf = ({ spokenUntilMs }: MarkOf<'words'>) =>
    speeches.findLast(({ atMs }) => atMs < spokenUntilMs) ?? { atMs: spokenUntilMs, endMs: spokenUntilMs };
  return {
    beganMs: stretchOf(first).atMs,
    // On a busy machine this time is more exact than that of the words.
    endMs: stretchOf(last).endMs,
    over: before.findLast((mark) => isOf(mark, 'turn_over')),
  };
}

/** Whether the caller continued before any later end of the turn was detected. */
function isTakenBack(after: readonly KeptMark[]): boolean {
  return after.find(({ kind }) => kind === 'cut_off' || kind === 'turn_over')?.kind === 'cut_off';
}

interface Answer {
  /** When the caller finished speaking. */
  readonly endMs: number;
  /** When the turn was over. */
  readonly overMs: number;
  /** The silence that ended it. */
  readonly waitMs: number;
  readonly heardMs: number;
  /** The intervals from requests to their first tokens. */
  readonly model: readonly Interval[];
  readonly tools: readonly Interval[];
}

function stagesOf({ endMs, overMs, waitMs, heardMs, model, tools }: Answer): AnswerStages {
  const waitedMs = overMs - endMs;
  const endpointingMs = Math.min(waitedMs, waitMs);
  const toolsMs = coveredMs(tools, overMs, heardMs);
  const busyMs = coveredMs([...tools, ...model], overMs, heardMs);
  return {
    endpointing_ms: Math.round(endpointingMs),
    recognition_ms: Math.round(waitedMs - endpointingMs),
    model_ms: Math.round(busyMs - toolsMs),
    tools_ms: Math.round(toolsMs),
    synthesis_ms: Math.round(heardMs - overMs - busyMs),
  };
}

/** How much of a time is covered by intervals that may overlap. */
function coveredMs(intervals: readonly Interval[], fromMs: number, toMs: number): number {
  let covered = 0;
  let reached = fromMs;
  for (const [from, to] of intervals.toSorted(([a], [b]) => a - b)) {
    const begin = Math.max(from, reached);
    const end = Math.min(to, toMs);
    if (end <= begin) continue;
    covered += end - begin;
    reached = end;
  }
  return covered;
}

const toolsOf = (transcript: readonly TranscriptEntry[]): Interval[] =>
  transcript
    .filter((entry): entry is Tool => entry.role === 'tool')
    .map(({ atMs, durationMs }) => [atMs, atMs + durationMs]);

function isOf<K extends TimelineMark['kind']>(mark: KeptMark, kind: K): mark is MarkOf<K> {
  return mark.kind === kind;
}
