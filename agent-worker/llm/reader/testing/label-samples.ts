import type { DialectSample } from './dialect-samples.ts';

const DELFT = [['get_weather', { city: 'Delft' }]] as const;
const WITH_DELFT = 'Action: get_weather\nAction Input: {"city": "Delft"}';
const HELLO = 'Hello there.';

/** An input of the action `get_weather`, by notation. */
const INPUTS: readonly string[] = [
  'Action: get_weather\nAction Input: {"city": "Delft"}',
  'Action: get_weather\nAction Input: {"city": "Delft"}\nObservation:',
  'Action: get_weather\nAction Input:\n```json\n{"city": "Delft"}\n```\n',
  'Action: get_weather\nAction Input: Delft',
  'Action: get_weather\nAction Input: "Delft"\n',
  'Action: get_weather\nAction Input: city="Delft"',
  'Action: get_weather\nAction Input: city: Delft\nPAUSE',
  'Action: `get_weather`\nAction Input: `Delft`',
  'Action: Get Weather\nAction Input: Delft',
  'Action: get_weather Action Input: {"city": "Delft"} Observation: 5 degrees.',
  'Action: get_weather\n{"city": "Delft"}',
  'Action: get_weather\nInput: {"city": "Delft"}',
  'Action: get_weather(city="Delft")',
  'Action: get_weather("Delft")\nPAUSE',
  'Action: get_weather[Delft]',
  'Action: get_weather: Delft',
  'Action 1: get_weather[Delft]\nObservation 1: 5 degrees.',
  'Action:\n```json\n{"action": "get_weather", "action_input": {"city": "Delft"}}\n```',
  'Action: ```json\n[{"tool_name": "get_weather", "parameters": {"city": "Delft"}}]\n```',
  '[[ ## next_tool_name ## ]]\nget_weather\n\n[[ ## next_tool_args ## ]]\n{"city": "Delft"}\n\n[[ ## completed ## ]]',
  '**Action:** get_weather\n**Action Input:** {"city": "Delft"}',
  '<tool_call>{"name": "get_weather", "arguments": {"city": "Delft"}}</tool_call>',
  '{"name": "get_weather", "arguments": {"city": "Delft"}}',
];

/** Answers in ReAct. */
const ANSWERS: readonly (readonly [text: string, says: string, calls?: DialectSample['calls']])[] = [
  [`Thought: Hm. ${WITH_DELFT}\nObservation: 5 degrees.\nFinal Answer: ${HELLO}`, '', DELFT],
  [`Thought: Hm.\n${WITH_DELFT}\nObservation: 5\nThought: So.\nFinal Answer: ${HELLO}`, '', DELFT],
  [`Thought: Hm.\n${WITH_DELFT}\nObservation: 5\nAction: end_call\nObservation: It ended.`, '', DELFT],
  [`Thought: Bye.\nAction: end_call\nFinal Answer: ${HELLO}`, HELLO, [['end_call', {}]]],
  [`Let me look.\nThought: Hm.\n${WITH_DELFT}`, 'Let me look.', DELFT],
  [`Let me look.\n${WITH_DELFT}\n\nOne moment.`, 'Let me look.', DELFT],
  [`<think>Hm.</think>\nThought: Hm.\n${WITH_DELFT}<|im_end|>`, '', DELFT],
  [`The caller wants news.\nThought: Hm.\n${WITH_DELFT}`, '', DELFT],
  [`\`\`\`\nThought: Hm.\n${WITH_DELFT}\n\`\`\``, '', DELFT],
  [
    `${WITH_DELFT}\n${WITH_DELFT.replace('Delft', 'Köln')}`,
    '',
    [...DELFT, ['get_weather', { city: 'Köln' }]],
  ],
  ['Action: ```json\n[{"tool_name": "get_weather", "parameters": {"city": "Delft"}}]\n```', '', DELFT],
  ['Thought: Bye.\nAction: end_call', '', [['end_call', {}]]],
  ['Thought: Bye.\nAction: end_call\nAction Input: None', '', [['end_call', {}]]],
  ['Action: end_call', '', [['end_call', {}]]],
  ['Thought: Hm.\nAction: get_weather', ''],
  ['Thought: Hm.\nAction: get_weather\nAction Input: {"ci', ''],
  ['Thought: Hm.\nAction: search\nAction Input: Delft', '', [['search', { input: 'Delft' }]]],
  [`Thought: Hm.\nAction: None\nFinal Answer: ${HELLO}`, HELLO],
  [`Thought: Hm.\nAction: Greet the caller, warmly.\nFinal Answer: ${HELLO}`, HELLO],
  [`Thought: Hm.\nAction: Final Answer\nAction Input: ${HELLO}`, HELLO],
  [`Thought 1: Hm.\nAction 1: Finish[${HELLO}]`, HELLO],
  [`Thought: I know the answer. Final Answer: ${HELLO}`, HELLO],
  [`**Thought**: Hm.\n\n**Final Answer**: ${HELLO}`, HELLO],
  [`THOUGHT: Hm.\nFINAL ANSWER: ${HELLO}`, HELLO],
  [`\`\`\`\nThought: Hm.\nFinal Answer: ${HELLO}\n\`\`\``, HELLO],
  [`Thought: Hm.\nFinal Answer: ${HELLO}\nThought: That was it.`, HELLO],
  [`Thought: Hm.\nFinal Answer: ${HELLO}\n\nQuestion: And?\nThought: Hm.\nFinal Answer: No.`, HELLO],
  [`Thought: Hm.\nFinal Answer: ${HELLO}<|im_end|>\n<|im_start|>user\nAnd?`, HELLO],
  [`Final Answer: ${HELLO}`, HELLO],
  [`Thought: Hm.\nAnswer: ${HELLO}\nThought: That was it.`, HELLO],
  // Without any later label.
  [`Thought: I should greet.\n\n${HELLO}`, HELLO],
  [`Thought: I should greet.\n${HELLO}`, HELLO],
  ['Thought: I should greet.', ''],
  [`Thought: Hm.</think>${HELLO}`, HELLO],
];

/** Answers in ReAct's format, with the tools of the other samples. */
export const LABEL_SAMPLES: readonly DialectSample[] = [
  ...INPUTS.map((text) => ({
    of: `thought and ${JSON.stringify(text)}`,
    text: `Thought: I need the weather.\n${text}`,
    says: '',
    calls: DELFT,
  })),
  ...ANSWERS.map(([text, says, calls = []]) => ({ of: JSON.stringify(text), text, says, calls })),
];
