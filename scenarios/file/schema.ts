/** The format of scenario files. `schema.json` is generated from it. */

import { type Static, type TSchema, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
const words = (description: string) =>
  Type.String({
    minLength: 1,
    description: `${description} Words, or a pattern between slashes: /half past (7|seven)/`,
  });
const list = <T extends TSchema>(item: T, description: string) =>
  Type.Array(item, { minItems: 1, description });
const ms = (description: string, least = 0) =>
  Type.Integer({ minimum: least, maximum: 600_000, description: `${description} In ms.` });
const oneOf = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description });
const anyObject = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

const TOOL = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'What the model calls it.' }),
    description: Type.Optional(Type.String({ description: 'For the model.' })),
    parameters: Type.Optional(anyObject('JSON schema of its arguments.')),
    result: Type.Optional(Type.Unknown({ description: 'What each call returns: a text, or JSON.' })),
    fails: Type.Optional(Type.Boolean({ description: 'Whether calls are answered with an error (500).' })),
    read_only: Type.Optional(
      Type.Boolean({
        description: 'Whether it changes nothing, so that it is called at once. Default: false.',
      }),
    ),
    confirm: Type.Optional(Type.Boolean({ description: 'Whether the caller has to confirm each call.' })),
    delay_ms: Type.Optional(ms('How long a call takes.')),
  },
  { ...closed, description: 'A tool of the agent, served by the program that runs the scenario.' },
);

const REPLY = Type.Object(
  {
    when: Type.Optional(words('Only where the caller has just said this.')),
    after_tool: Type.Optional(Type.String({ description: 'Only as the answer to the result of this tool.' })),
    when_result: Type.Optional(words('With after_tool: only where the result contains this.')),
    say: Type.Optional(
      Type.String({ description: 'What the agent says; before the call, if there is one.' }),
    ),
    call: Type.Optional(Type.String({ minLength: 1, description: 'The tool that is called.' })),
    with: Type.Optional(anyObject('Arguments of the call.')),
    delay_ms: Type.Optional(ms('How long the model thinks.')),
  },
  {
    ...closed,
    description:
      'An answer of a scripted model: the first one that fits. Those without "when" and "after_tool" come in order, ' +
      'one for each turn, and the last one again.',
  },
);

const MODEL = Type.Object(
  {
    base_url: Type.Optional(Type.String({ description: "OpenAI-compatible. Default: the server's." })),
    model: Type.String({ minLength: 1, description: 'Its name.' }),
    api_key_from: Type.Optional(
      Type.String({ minLength: 1, description: 'The environment variable that has its API key.' }),
    ),
  },
  {
    ...closed,
    description: 'A language model. Default: that of the server, or its built-in rules without one.',
  },
);

export const AGENT = Type.Object(
  {
    prompt: Type.Optional(Type.String({ description: 'The system prompt.' })),
    greeting: Type.Optional(Type.String({ description: 'What the agent says first.' })),
    voice_id: Type.Optional(Type.String({ minLength: 1 })),
    lang_code: Type.Optional(
      Type.Unsafe<string | string[]>({
        type: ['string', 'array'],
        items: { type: 'string' },
        description: 'A language, a list of languages, or "auto".',
      }),
    ),
    endpointing: Type.Optional(
      Type.Unsafe<unknown>({
        type: ['integer', 'object'],
        description: 'The silence that ends the turn of the caller, as in the API.',
      }),
    ),
    call_tools: Type.Optional(list(Type.String(), 'What the agent may do with the call, such as end_call.')),
    mcp_servers: Type.Optional(list(Type.String(), 'URLs of MCP servers whose tools it may use.')),
    tools: Type.Optional(list(TOOL, 'Tools, with the results that they return here.')),
    model: Type.Optional(MODEL),
    replies: Type.Optional(list(REPLY, 'A scripted model, which answers instead of a language model.')),
  },
  { ...closed, description: 'The agent that is called. It exists while the scenario runs.' },
);

/** The ways to call an agent. */
export const DOORS = ['socket', 'room', 'telephone', 'realtime'] as const;
export type DoorName = (typeof DOORS)[number];

export const CALLER = Type.Object(
  {
    door: Type.Optional(
      oneOf(
        DOORS,
        'How the agent is called. Default: socket. A room needs LiveKit, and is not for running servers.',
      ),
    ),
    voice: Type.Optional(
      Type.String({ minLength: 1, description: 'Id of a voice, as `npm run say -- --list` lists them.' }),
    ),
    language: Type.Optional(Type.String({ minLength: 2, description: 'Code of the language. Default: en.' })),
    speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, description: 'Of speech. Default: 1.' })),
    noise_snr_db: Type.Optional(
      Type.Number({
        minimum: -10,
        maximum: 60,
        description: 'Noise of the room: how much louder the voice is, in dB. Default: a quiet room.',
      }),
    ),
    telephone: Type.Optional(
      Type.Boolean({
        description: 'Whether the sound has the band and the coding of a telephone. Default: false.',
      }),
    ),
    patience_ms: Type.Optional(ms('How long the caller waits for an answer to begin. Default: 15000.', 500)),
    model: Type.Optional({
      ...MODEL,
      description:
        'The language model that pursues goals and judges meanings. Default: LLM_BASE_URL and LLM_MODEL.',
    }),
  },
  { ...closed, description: 'Who calls.' },
);

/** Fields of a step that define the caller's action: each step has exactly one. */
export const ACTIONS = [
  'say',
  'goal',
  'interrupt',
  'sound',
  'press',
  'silence_ms',
  'wait_for',
  'hang_up',
] as const;
export const SOUNDS = ['cough', 'mm-hm', 'laugh'] as const;

export const STEP = Type.Object(
  {
    say: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Said when the agent has finished. <pause:800ms> is a pause, also within a sentence.',
      }),
    ),
    goal: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description: 'What the caller wants, and knows. A language model says it, turn by turn.',
      }),
    ),
    interrupt: Type.Optional(Type.String({ minLength: 1, description: 'Said while the agent speaks.' })),
    sound: Type.Optional(oneOf(SOUNDS, 'Made while the agent speaks.')),
    press: Type.Optional(
      Type.String({ pattern: '^[0-9A-D*#]{1,32}$', description: 'Keys of the telephone, such as 12#.' }),
    ),
    silence_ms: Type.Optional(ms('Nothing is said for so long after the agent has finished.', 1)),
    wait_for: Type.Optional(
      oneOf(['answer'], 'Until the agent has finished, which say waits for by itself.'),
    ),
    hang_up: Type.Optional(
      Type.Literal(true, { description: 'At once. At the end the caller hangs up anyway.' }),
    ),
    after_words: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 200,
        description:
          'With interrupt and sound: how many words the agent has said by then, about. Default: 3.',
      }),
    ),
    turns: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        description: 'With goal: how often the caller speaks at most. Default: 10.',
      }),
    ),
  },
  { ...closed, description: 'What the caller does: one of the fields, in order.' },
);

const CALLED = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    with: Type.Optional(
      anyObject('Arguments that it has to be called with. Others may be there, too; texts may be patterns.'),
    ),
    times: Type.Optional(Type.Integer({ minimum: 1, description: 'How often. Default: at least once.' })),
  },
  closed,
);

const IN_ORDER = Type.Object(
  {
    said: Type.Optional(words('The agent said it.')),
    heard: Type.Optional(words('The agent heard it.')),
    tool: Type.Optional(Type.String({ minLength: 1, description: 'The tool was called.' })),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
);

const END_REASONS = ['caller_left', 'agent_hung_up', 'caller_silent'] as const;

export const EXPECT = Type.Object(
  {
    said: Type.Optional(list(words('The agent said it.'), 'All of it was said by the agent.')),
    not_said: Type.Optional(list(words('The agent did not say it.'), 'None of it was said by the agent.')),
    heard: Type.Optional(list(words('The agent heard it.'), 'All of it was heard by the agent.')),
    not_heard: Type.Optional(list(words('The agent did not hear it.'), 'None of it was heard by the agent.')),
    meaning: Type.Optional(
      list(
        Type.String({ minLength: 1, maxLength: 1000, description: 'A sentence about the call.' }),
        'All of it is true of the call, as a language model judges.',
      ),
    ),
    tools_called: Type.Optional(list(CALLED, 'Tools that were called.')),
    tools_not_called: Type.Optional(list(Type.String(), 'Tools that were not called.')),
    order: Type.Optional(list(IN_ORDER, 'What happened one after the other.')),
    language: Type.Optional(
      Type.String({ minLength: 2, description: 'Which language the agent found that the caller speaks.' }),
    ),
    end_reason: Type.Optional(oneOf(END_REASONS, 'Why the call ended.')),
    no_cut_off: Type.Optional(
      Type.Literal(true, {
        description: 'The agent never took a turn of the caller for over before it was.',
      }),
    ),
    answer_within_ms: Type.Optional(
      ms('Nine answers in ten begin so soon after the end of what the caller said.', 1),
    ),
    interruption_obeyed_within_ms: Type.Optional(
      ms('The agent is silent so soon after the caller began to interrupt it.', 1),
    ),
    overlap_at_most_ms: Type.Optional(ms('Both never speak at once for longer.')),
    goes_on_after_sound: Type.Optional(
      Type.Literal(true, {
        description: 'After a sound of the caller the agent goes on with what it was saying.',
      }),
    ),
  },
  { ...closed, description: 'What must hold.' },
);

const SCENARIO = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    agent: Type.Optional(AGENT),
    caller: Type.Optional(CALLER),
    steps: list(STEP, 'What the caller does, in order.'),
    expect: Type.Optional(EXPECT),
  },
  { ...closed, description: 'A call. Fields of its agent and caller replace those of the file.' },
);

export const SCENARIO_FILE = Type.Object(
  {
    agent: Type.Optional(AGENT),
    caller: Type.Optional(CALLER),
    scenarios: list(SCENARIO, 'Calls, each with an agent of its own.'),
  },
  { ...closed, title: 'Scenarios', description: 'Calls with an agent, and what must hold in them.' },
);

export type AgentFields = Static<typeof AGENT>;
export type CallerFields = Static<typeof CALLER>;
export type ToolFields = Static<typeof TOOL>;
export type ModelFields = Static<typeof MODEL>;
export type ReplyFields = Static<typeof REPLY>;
export type StepFields = Static<typeof STEP>;
export type ExpectFields = Static<typeof EXPECT>;
export type CalledFields = Static<typeof CALLED>;
export type InOrderFields = Static<typeof IN_ORDER>;
export type FileFields = Static<typeof SCENARIO_FILE>;

/** The published JSON schema. */
export function publishedSchema(): string {
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', ...SCENARIO_FILE };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
