/** Makes a scenario from a conversation that a server has stored. */
import { stringify } from 'yaml';
import { overlapMs, type Stretch } from '../call/events.ts';
import { AGENT, type AgentFields, type StepFields, type ToolFields } from './schema.ts';

/** The parts of a stored conversation that are needed here; see docs/agent-transcripts.md. */
export interface KeptCall {
  readonly conversation: {
    readonly conversation_id: string;
    readonly door: string;
    readonly lang_code: string;
    readonly started_at: string;
    readonly end_reason?: string;
  };
  readonly timeline: {
    readonly events: readonly KeptEvent[];
    readonly turns: readonly KeptTurn[];
  };
  /** The agent as it is now. */
  readonly agent: Readonly<Record<string, unknown>>;
}

/** Times are in ms since the call began. */
export interface KeptEvent {
  readonly type: string;
  readonly at_ms: number;
  readonly end_ms?: number;
  readonly text?: string;
  readonly speech?: string;
  readonly spoken_until_ms?: number;
  readonly tool?: string;
  readonly outcome?: string;
  readonly stopped?: boolean;
}

export interface KeptTurn {
  readonly at_ms: number;
  readonly end_ms: number;
  readonly text: string;
  readonly spoken: boolean;
  readonly taken_back: boolean;
  /** Null if it was not answered. */
  readonly answered_after_ms: number | null;
  readonly stages: Readonly<Record<string, number>> | null;
}

interface Said extends Stretch {
  readonly text: string;
}

interface AgentSpeech extends Stretch {
  /** The agent had more to say. */
  readonly stopped: boolean;
}

/** The caller's actions with their times. */
type Deed = Stretch &
  (
    | { readonly kind: 'said'; readonly text: string }
    | { readonly kind: 'sound'; readonly sound: NonNullable<StepFields['sound']> }
    | { readonly kind: 'pressed'; readonly keys: string }
  );

/** Shorter pauses within a turn are ignored. */
const LEAST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 5000;
/** Time after which callers of scenarios answer. A slower caller gets a silence first. */
const PROMPT_MS = 900;
const LEAST_SILENCE_MS = 500;
/** For a caller who began when the agent was about to end. */
const LEAST_OVERLAP_MS = 300;
/** Duration of a word, as in `after_words`. */
const WORD_MS = 330;
const MOST_WORDS = 200;
/** Text that the telephone door makes from keys. */
const PRESSED = /^I pressed ((?:[0-9A-D*#] ?)+) on the telephone keypad\.$/;

/**
 * @returns a scenario file: the agent, and a caller who says the same with the same pauses and interruptions
 * @throws RangeError when the caller has no actions
 */
export function scenarioOf(call: KeptCall): string {
  const { conversation, timeline } = call;
  const { conversation_id: id, door, lang_code: language, started_at } = conversation;
  const agent = agentOf(call.agent);
  const steps = stepsOf(timeline);
  if (steps.length === 0) throw new RangeError(`the caller said nothing in conversation ${id}`);
  const called = calledTools(timeline.events, agent);
  const file = {
    agent,
    caller: { language, ...(door === 'telephone' && { telephone: true }) },
    scenarios: [
      {
        name: `conversation ${id.slice(0, 8)}`,
        steps,
        expect: {
          no_cut_off: true,
          ...(called.length > 0 && { tools_called: called.map((name) => ({ name })) }),
          ...(conversation.end_reason === 'agent_hung_up' && { end_reason: 'agent_hung_up' }),
        },
      },
    ],
  };
  const notes = [
    `# What the caller did in conversation ${id}, which began at ${started_at}.`,
    '# Add to "expect" what has to hold: said, not_said, tools_called (docs/scenarios.md).',
    ...(agent.tools ? ['# Say what each tool returns in its "result": that is not kept.'] : []),
  ];
  return `${notes.join('\n')}\n${stringify(file, { lineWidth: 110 })}`;
}

/** The fields of an agent that scenarios have. */
function agentOf(kept: Readonly<Record<string, unknown>>): AgentFields {
  const fields = Object.entries(kept).filter(
    ([name, value]) => name in AGENT.properties && !isNothing(value),
  );
  const { call_tools = [], tools, ...others } = Object.fromEntries(fields) as AgentFields;
  return {
    ...others,
    // The others need fields that scenarios lack.
    ...(call_tools.includes('end_call') && { call_tools: ['end_call'] }),
    ...(tools && { tools: tools.map(toolOf) }),
    ...(!isNothing(kept.llm) && { model: modelOf(kept.llm as Model) }),
  };
}

type Model = NonNullable<AgentFields['model']>;

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const modelOf = ({ base_url, model }: Model): Model => ({
  ...(base_url !== undefined && { base_url }),
  model,
});

function toolOf({ name, description, parameters, read_only, confirm }: ToolFields): ToolFields {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parameters }),
    ...(read_only !== undefined && { read_only }),
    ...(confirm !== undefined && { confirm }),
    result: {},
  };
}

/** Names of the called tools that the scenario's agent has. */
function calledTools(events: readonly KeptEvent[], agent: AgentFields): string[] {
  const own = new Set([...(agent.tools ?? []).map(({ name }) => name), ...(agent.call_tools ?? [])]);
  const called = events.flatMap(({ type, tool, outcome }) =>
    type === 'tool' && tool !== undefined && outcome === 'ok' ? [tool] : [],
  );
  return [...new Set(called)].filter((name) => own.has(name) || agent.mcp_servers !== undefined);
}

function stepsOf({ events, turns }: KeptCall['timeline']): StepFields[] {
  const agent = events
    .filter(({ type }) => type === 'agent_speech')
    .map(({ at_ms, end_ms = at_ms, stopped = false }) => ({ fromMs: at_ms, toMs: end_ms, stopped }));
  const deeds = [...turnDeeds(events, turns), ...soundDeeds(events, agent)];
  /** End of the caller's last speech. */
  let doneMs = 0;
  return deeds
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .flatMap((deed): StepFields[] => {
      const after_words = wordsBetween(agent, doneMs, deed.fromMs);
      if (deed.kind === 'sound') return [{ sound: deed.sound, after_words }];
      const silentSinceMs = Math.max(
        doneMs,
        ...agent.map(({ toMs }) => toMs).filter((ms) => ms <= deed.fromMs),
      );
      doneMs = deed.toMs;
      if (deed.kind === 'said' && agent.some((speech) => interrupts(deed, speech))) {
        return [{ interrupt: deed.text, after_words }];
      }
      const silence_ms = Math.round((deed.fromMs - silentSinceMs - PROMPT_MS) / 100) * 100;
      return [
        ...(silence_ms >= LEAST_SILENCE_MS ? [{ silence_ms }] : []),
        deed.kind === 'said' ? { say: deed.text } : { press: deed.keys },
      ];
    });
}

/** A caller who begins when the agent is about to end does not interrupt it. */
function interrupts({ fromMs }: Stretch, speech: AgentSpeech): boolean {
  const leftMs = speech.toMs - fromMs;
  return speech.fromMs < fromMs && (speech.stopped ? leftMs > 0 : leftMs > LEAST_OVERLAP_MS);
}

/** Approximate number of words that the agent has said. */
function wordsBetween(agent: readonly Stretch[], fromMs: number, toMs: number): number {
  const heardMs = agent.reduce((sum, speech) => sum + overlapMs(speech, { fromMs, toMs }), 0);
  return Math.min(MOST_WORDS, Math.round(heardMs / WORD_MS));
}

/** Turns with their pauses. A wrongly detected end of a turn is a pause. */
function turnDeeds(events: readonly KeptEvent[], turns: readonly KeptTurn[]): Deed[] {
  const deeds: Deed[] = [];
  let begun: Said | null = null;
  for (const turn of turns) {
    const { at_ms: fromMs, end_ms: toMs, text, spoken, taken_back } = turn;
    const keys = PRESSED.exec(text)?.[1]?.replaceAll(' ', '');
    if (!spoken && keys !== undefined) {
      deeds.push({ kind: 'pressed', fromMs, toMs, keys });
      continue;
    }
    const words = spoken ? withPauses(events, turn) : plain(text);
    const said: string = begun ? `${begun.text} ${pause(fromMs - begun.toMs)}${words}` : words;
    const stretch: Said = { fromMs: begun?.fromMs ?? fromMs, toMs, text: said };
    begun = taken_back ? stretch : null;
    if (!taken_back && said !== '') deeds.push({ kind: 'said', ...stretch });
  }
  if (begun) deeds.push({ kind: 'said', ...begun });
  return deeds;
}

/** The words of a turn, by its stretches of speech. */
function withPauses(events: readonly KeptEvent[], turn: KeptTurn): string {
  let text = '';
  let before: KeptEvent | null = null;
  for (const event of events) {
    const stretch = event.speech === 'turn' ? stretchOf(event, events) : undefined;
    if (!stretch || stretch.at_ms < turn.at_ms || stretch.at_ms > turn.end_ms) continue;
    const gapMs = before === null ? 0 : stretch.at_ms - (before.end_ms ?? stretch.at_ms);
    text += `${text === '' ? '' : ' '}${pause(gapMs)}${plain(event.text ?? '')}`;
    before = stretch;
  }
  return text === '' ? plain(turn.text) : text;
}

/** Time of the speech that some words belong to. */
const stretchOf = ({ spoken_until_ms: until = 0 }: KeptEvent, events: readonly KeptEvent[]) =>
  events.findLast(({ type, at_ms }) => type === 'caller_speech' && at_ms < until);

const pause = (ms: number): string =>
  ms < LEAST_PAUSE_MS ? '' : `<pause:${Math.min(LONGEST_PAUSE_MS, Math.round(ms / 50) * 50)}ms> `;

/** Without text that scenarios would take for markup. */
const plain = (text: string): string => text.replace(/[<>]/g, ' ').replace(/\s+/g, ' ').trim();

/** Coughs and hums over the agent. */
function soundDeeds(events: readonly KeptEvent[], agent: readonly Stretch[]): Deed[] {
  return events.flatMap((event): Deed[] => {
    const { type, speech, spoken_until_ms: until = 0 } = event;
    if (type !== 'words' || speech === 'turn') return [];
    const fromMs = stretchOf(event, events)?.at_ms ?? until;
    if (!agent.some((each) => each.fromMs < fromMs && fromMs < each.toMs)) return [];
    return [{ kind: 'sound', fromMs, toMs: until, sound: speech === 'backchannel' ? 'mm-hm' : 'cough' }];
  });
}
