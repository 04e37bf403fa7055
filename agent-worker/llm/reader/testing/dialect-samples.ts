/**
 * Model output by dialect, for tests: the text as written, its spoken part, and its calls. The tools `get_weather(city:
 * string, days: integer, detailed: boolean)` and `end_call()` are offered.
 */
export interface DialectSample {
  readonly of: string;
  readonly text: string;
  readonly says: string;
  readonly calls?: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[];
}

const HELLO = 'Hello there.';
const DELFT = [['get_weather', { city: 'Delft' }]] as const;
const DELFT_DAYS = [['get_weather', { city: 'Delft', days: 3 }]] as const;
const TWO = [
  ['get_weather', { city: 'Delft' }],
  ['get_weather', { city: 'Köln' }],
] as const;

/** Reasoning with the marks around it. */
const THOUGHT: readonly (readonly [open: string, close: string])[] = [
  ['<think>', '</think>'],
  ['<think>\n', '\n</think>\n\n'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<reflection>', '</reflection>'],
  ['<scratchpad>', '</scratchpad>'],
  ['<seed:think>', '</seed:think>'],
  ['<think duration="3s">', '</think>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|START_THINKING|>', '<|END_THINKING|><|START_RESPONSE|>'],
  ['<|inner_prefix|>', '<|inner_suffix|>'],
  ['<|channel>thought\n', '<channel|>'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
  [
    '<|start|>assistant<|channel|>analysis<|message|>',
    '<|end|>\n<|start|>assistant<|channel|>final<|message|>',
  ],
  ['<|content_thinking|>', '<|end_message|><|message_model|><|content_text|>'],
  ['Here is my thought process:', 'Here is my response:'],
  ['analysis', 'assistantfinal'],
  // Marks that no dialect lists
  ['<inner_monologue>', '</inner_monologue>'],
  ['<chain-of-thought>', '</chain-of-thought>'],
  ['<acme:deliberation>', '</acme:deliberation>'],
  ['<|thinking|>', '<|/thinking|>'],
  ['<|reasoning_start|>', '<|reasoning_end|>'],
  ['<｜begin▁of▁reasoning｜>', '<｜end▁of▁reasoning｜>'],
  ['[REASONING]', '[/REASONING]'],
  ['[BEGIN_THOUGHT]', '[END_THOUGHT]'],
  ['◁ponder▷', '◁/ponder▷'],
  ['<|thought|>', '<|response|>'],
  ['<|assistant_thought|>', '<|assistant_reply|>'],
  ['<hidden>', '</hidden>'],
  ['<self-talk>', '</self-talk>'],
  ['<thinking_start>', '<thinking_end>'],
  ['<details type="reasoning" done="true">\n<summary>Thought</summary>\n', '\n</details>\n'],
  ['<output type="thinking">', '</output>'],
  ['<思考>', '</思考>'],
  ['<Gedanken>', '</Gedanken>'],
  ['&lt;think&gt;', '&lt;/think&gt;'],
  ['\\<think\\>', '\\</think\\>'],
  ['<!-- thinking: ', ' -->'],
  ['```thinking\n', '\n```\n'],
  // A name in brackets that ordinary text also uses
  ['[[THINK]]', '[[/THINK]]'],
  ['[[THINK]]\n', '\n[[/THINK]]\n\n'],
  ['[[think]]', '[[/think]]'],
  ['[[BEGIN_THOUGHT]]', '[[END_THOUGHT]]'],
  ['[[ ## reasoning ## ]]\n', '\n\n[[ ## answer ## ]]\n'],
  ['<<thinking>>', '<</thinking>>'],
  ['{{think}}', '{{/think}}'],
  ['{think}', '{/think}'],
  ['[think]', '[/think]'],
  ['[thinking]\n', '\n[/thinking]\n'],
  ['[inner_monologue]', '[/inner_monologue]'],
  ['[BEGIN THINKING]', '[END THINKING]'],
  ['【思考】', '【回答】'],
  ['⟨think⟩', '⟨/think⟩'],
  ['＜think＞', '＜/think＞'],
  ['[Thought: ', ']'],
  ['{inner thought: ', '}'],
  // Labels and headings
  ['Thought: ', '\nFinal Answer: '],
  ['Reasoning: ', '\nAnswer: '],
  ['**Thinking:**\n', '\n\n**Answer:** '],
  ['### Thought Process\n', '\n\n### Response\n'],
  ['Thinking...\n', '\n...done thinking.\n\n'],
  // Nested and badly matched ones
  ['<think>First <reflection>hm</reflection> then', '</think>'],
  ['<thinking>', '</think>'],
  ['<think>Maybe <tool_call> is needed.', '</think>'],
];

/** A call of `get_weather` with the city, by notation. */
const CALLS: readonly (readonly [of: string, text: string])[] = [
  ['Hermes, Qwen', '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Delft"}}\n</tool_call>'],
  ['Hermes without an end', '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Delft"}}'],
  [
    'Hermes with arguments in a string',
    '<tool_call>{"name": "get_weather", "arguments": "{\\"city\\": \\"Delft\\"}"}</tool_call>',
  ],
  [
    'Hermes with Python quotes',
    `<tool_call>{'name': 'get_weather', 'arguments': {'city': 'Delft'}}</tool_call>`,
  ],
  [
    'Hermes in a code block',
    '<tool_call>\n```json\n{"name": "get_weather", "arguments": {"city": "Delft"}}\n```\n</tool_call>',
  ],
  [
    'Qwen3 Coder',
    '<tool_call>\n<function=get_weather>\n<parameter=city>\nDelft\n</parameter>\n</function>\n</tool_call>',
  ],
  [
    'Qwen3 Coder without the outer tag',
    '<function=get_weather>\n<parameter=city>\nDelft\n</parameter>\n</function>',
  ],
  ['Qwen-Agent', '✿FUNCTION✿: get_weather\n✿ARGS✿: {"city": "Delft"}\n'],
  ['Llama 3.1 with a function tag', '<function=get_weather>{"city": "Delft"}</function>'],
  ['Llama 3.1 JSON', '{"name": "get_weather", "parameters": {"city": "Delft"}}'],
  [
    'Llama 3.1 JSON with its tag',
    '<|python_tag|>{"name": "get_weather", "parameters": {"city": "Delft"}}<|eom_id|>',
  ],
  [
    'Llama 3.1 JSON with a type',
    '{"type": "function", "name": "get_weather", "parameters": {"city": "Delft"}}',
  ],
  ['Llama 3.2 Python', '[get_weather(city="Delft")]'],
  ['Llama 3.2 Python with single quotes', "[get_weather(city='Delft')]"],
  ['Llama 4 Python', '<|python_start|>[get_weather(city="Delft")]<|python_end|>'],
  ['Mistral, list', '[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Delft"}}]'],
  [
    'Mistral, list with ids',
    '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Delft"}, "id": "9Ae3bDc2F"}]</s>',
  ],
  ['Mistral, with a separator', '[TOOL_CALLS]get_weather[ARGS]{"city": "Delft"}'],
  ['Mistral, with an id', '[TOOL_CALLS]get_weather[CALL_ID]9Ae3bDc2F[ARGS]{"city": "Delft"}'],
  ['Mistral, without separator', '[TOOL_CALLS]get_weather{"city": "Delft"}'],
  ['GLM 4.5', '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Delft</arg_value>\n</tool_call>'],
  ['GLM 4', 'get_weather\n{"city": "Delft"}'],
  [
    'DeepSeek R1',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Delft"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
  ],
  [
    'DeepSeek 3.1',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Delft"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    'DeepSeek 3.2',
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Delft</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  ],
  [
    'Kimi K2',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Delft"}<|tool_call_end|><|tool_calls_section_end|>',
  ],
  ['MiniMax M1', '<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Delft"}}\n</tool_calls>'],
  [
    'MiniMax M2',
    '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Delft</parameter>\n</invoke>\n</minimax:tool_call>',
  ],
  [
    'Anthropic-like',
    '<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Delft</parameter>\n</invoke>\n</function_calls>',
  ],
  [
    'Anthropic-like without the outer tag',
    '<invoke name="get_weather">\n<parameter name="city">Delft</parameter>\n</invoke>',
  ],
  [
    'Seed-OSS',
    '<seed:tool_call>\n<function=get_weather>\n<parameter=city>Delft</parameter>\n</function>\n</seed:tool_call>',
  ],
  [
    'Step 3',
    '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Delft</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
  ],
  [
    'harmony',
    '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Delft"}<|call|>',
  ],
  [
    'harmony, recipient first',
    '<|start|>assistant to=functions.get_weather<|channel|>commentary json<|message|>{"city": "Delft"}<|call|>',
  ],
  [
    'harmony without its first mark',
    '<|channel|>commentary to=functions.get_weather<|message|>{"city": "Delft"}',
  ],
  ['Granite', '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Delft"}}]'],
  ['Granite 20B', '<function_call> {"name": "get_weather", "arguments": {"city": "Delft"}}'],
  ['Phi 4 mini', '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Delft"}}]<|/tool_call|>'],
  ['Phi 4 mini, functools', 'functools[{"name": "get_weather", "arguments": {"city": "Delft"}}]'],
  [
    'Command',
    '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Delft"}}]<|END_ACTION|>',
  ],
  ['Gemma 3', '```tool_code\nget_weather(city="Delft")\n```'],
  ['Gemma 3, printed', '```tool_code\nprint(get_weather(city="Delft"))\n```'],
  ['FunctionGemma', '<start_function_call>call:get_weather{city:<escape>Delft<escape>}<end_function_call>'],
  ['Gemma 4', '<|tool_call>call:get_weather{city:<|"|>Delft<|"|>}<tool_call|>'],
  ['LFM2', '<|tool_call_start|>[get_weather(city="Delft")]<|tool_call_end|>'],
  [
    'InternLM',
    '<|action_start|><|plugin|>\n{"name": "get_weather", "parameters": {"city": "Delft"}}<|action_end|>',
  ],
  ['Apertus', '<|tools_prefix|>[{"get_weather": {"city": "Delft"}}]<|tools_suffix|>'],
  ['Nemotron', '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Delft"}}]</TOOLCALL>'],
  ['Olmo 3', '<function_calls>\nget_weather(city="Delft")\n</function_calls>'],
  [
    'Inkling',
    '<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Delft"}}<|end_message|>',
  ],
  ['Functionary', '>>>get_weather\n{"city": "Delft"}'],
  ['LM Studio', '[TOOL_REQUEST]{"name": "get_weather", "arguments": {"city": "Delft"}}[END_TOOL_REQUEST]'],
  ['xLAM', '[{"name": "get_weather", "arguments": {"city": "Delft"}}]'],
  ['JSON in a code block', '```json\n{"name": "get_weather", "arguments": {"city": "Delft"}}\n```'],
  [
    'JSON as the wire has it',
    '{"id": "c1", "type": "function", "function": {"name": "get_weather", "arguments": "{\\"city\\": \\"Delft\\"}"}}',
  ],
  ['JSON in a list', '{"tool_calls": [{"name": "get_weather", "arguments": {"city": "Delft"}}]}'],
  ['JSON with an action', '{"action": "get_weather", "action_input": {"city": "Delft"}}'],
  ['JSON, arguments first', '{"arguments": {"city": "Delft"}, "name": "get_weather"}'],
  ['a namespace and an object', 'functions.get_weather({"city": "Delft"})'],
  ['a namespace and keywords', 'functions.get_weather(city="Delft")'],
  ['a namespace and a number', 'functions.get_weather:0 {"city": "Delft"}'],
  [
    'several in one',
    'multi_tool_use.parallel({"tool_uses": [{"recipient_name": "functions.get_weather", "parameters": {"city": "Delft"}}]})',
  ],
  ['a recipient', 'to=functions.get_weather json {"city": "Delft"}'],
  ['Python', 'get_weather(city="Delft")'],
  ['Python by place', 'get_weather("Delft")'],
  ['JavaScript', 'get_weather({city: "Delft"})'],
  [
    'XML with children',
    '<tool_call><name>get_weather</name><arguments>{"city": "Delft"}</arguments></tool_call>',
  ],
  [
    'XML with arguments as children',
    '<tool_use><name>get_weather</name><arguments><city>Delft</city></arguments></tool_use>',
  ],
  ["XML with the tool's name as a tag", '<get_weather>\n<city>Delft</city>\n</get_weather>'],
  ['XML with flat children', '<tool_call>\n<name>get_weather</name>\n<city>Delft</city>\n</tool_call>'],
  ['JSON with flat arguments', '{"tool": "get_weather", "city": "Delft"}'],
  [
    'Hermes with a bracket missing',
    '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Delft"}\n</tool_call>',
  ],
  [
    'LongCat',
    '<longcat_tool_call>get_weather\n<longcat_arg_key>city</longcat_arg_key>\n<longcat_arg_value>Delft</longcat_arg_value>\n</longcat_tool_call>',
  ],
  [
    'MiniMax M3',
    ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Delft]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
  ],
  // Marks that no dialect lists
  [
    'an unknown tag',
    '<acme_tool_invocation>{"name": "get_weather", "arguments": {"city": "Delft"}}</acme_tool_invocation>',
  ],
  [
    'an unknown token',
    '<|begin_of_function_call|>{"name": "get_weather", "arguments": {"city": "Delft"}}<|end_of_function_call|>',
  ],
  [
    'unknown brackets',
    '[FUNCTION_CALL]{"name": "get_weather", "arguments": {"city": "Delft"}}[/FUNCTION_CALL]',
  ],
  ['double brackets', '[[TOOL_CALL]]{"name": "get_weather", "arguments": {"city": "Delft"}}[[/TOOL_CALL]]'],
  ['double angles', '<<tool_call>>{"name": "get_weather", "arguments": {"city": "Delft"}}<</tool_call>>'],
  ['small brackets', '[tool_call]{"name": "get_weather", "arguments": {"city": "Delft"}}[/tool_call]'],
  ['AutoGPT', '{"command": {"name": "get_weather", "args": {"city": "Delft"}}}'],
  ['JSON with a text for its arguments', '{"name": "get_weather", "arguments": "Delft"}'],
  ['ReAct', 'Action: get_weather\nAction Input: {"city": "Delft"}'],
];

const q = (name: string, city: string) => `{"name": "${name}", "arguments": {"city": "${city}"}}`;

/** Objects that hold an answer, with thoughts or as an action of LangChain's. */
const OBJECTS: readonly (readonly [text: string, says: string, calls?: DialectSample['calls']])[] = [
  ['{"thought": "Hm.", "answer": "Hello there."}', HELLO],
  ['{"answer": "Hello there.", "reasoning": "Hm."}', HELLO],
  ['```json\n{"reasoning": "Hm.", "response": "Hello there."}\n```', HELLO],
  ['{"thoughts": {"text": "Hm.", "speak": "Hello there."}}', HELLO],
  ['{thought: "I don\'t know", answer: "Hello there."}', HELLO],
  ['{"thought": "Hm."}\nHello there.', HELLO],
  ['{"thought": "Hm.", "ans', ''],
  ['{"action": "Final Answer", "action_input": "Hello there."}', HELLO],
  ['{"thought": "Hm.", "action": "get_weather", "action_input": {"city": "Delft"}}', '', DELFT],
  ['{"thought": "Hm.", "action": "get_weather", "action_input": "Delft"}', '', DELFT],
  ['{"thought": "Hm.", "tool": "get_weather", "city": "Delft"}', '', DELFT],
  ['{"thought": "Hm.", "action": {"name": "get_weather", "args": {"city": "Delft"}}}', '', DELFT],
];

export const DIALECT_SAMPLES: readonly DialectSample[] = [
  ...THOUGHT.map(([open, close]) => ({
    of: `reasoning in ${JSON.stringify(open)}`,
    text: `${open}The question is <b>hard</b>: 3 < 5, [maybe] {a: 1}.${close}${HELLO}`,
    says: HELLO,
  })),
  ...OBJECTS.map(([text, says, calls = []]) => ({
    of: `an object, ${JSON.stringify(text)}`,
    text,
    says,
    calls,
  })),
  ...CALLS.map(([of, text]) => ({ of: `a call of ${of}`, text, says: '', calls: DELFT })),
  ...CALLS.map(([of, text]) => ({
    of: `words and a call of ${of}`,
    text: `Let me look.\n${text}`,
    says: 'Let me look.',
    calls: DELFT,
  })),
  ...CALLS.map(([of, text]) => ({
    of: `reasoning and a call of ${of}`,
    text: `<think>The weather, then.</think>\n\n${text}`,
    says: '',
    calls: DELFT,
  })),
  {
    of: 'reasoning whose beginning is in the prompt',
    text: `The caller wants news.\n</think>\n\n${HELLO}`,
    says: HELLO,
  },
  { of: 'reasoning in brackets whose beginning is in the prompt', text: `Hm.[/THINK]${HELLO}`, says: HELLO },
  { of: 'reasoning that does not end', text: '<think>The question is hard.', says: '' },
  {
    of: 'a call in reasoning that does not end',
    text: `<think>Hm.<tool_call>${q('get_weather', 'Delft')}</tool_call>`,
    says: '',
    calls: DELFT,
  },
  {
    of: 'several blocks of reasoning',
    text: `<think>a</think>Hello <think>b</think>there.`,
    says: 'Hello there.',
  },
  { of: 'commentary for the caller', text: `<|channel|>commentary<|message|>${HELLO}<|end|>`, says: HELLO },
  { of: 'a role in front', text: `<|im_start|>assistant\n${HELLO}<|im_end|>`, says: HELLO },
  {
    of: "Llama's header",
    text: `<|start_header_id|>assistant<|end_header_id|>\n\n${HELLO}<|eot_id|>`,
    says: HELLO,
  },
  { of: "Gemma's header", text: `<start_of_turn>model\n${HELLO}<end_of_turn>`, says: HELLO },
  {
    of: "Granite's header",
    text: `<|start_of_role|>assistant<|end_of_role|>${HELLO}<|end_of_text|>`,
    says: HELLO,
  },
  { of: "Kimi's header", text: `<|im_assistant|>assistant<|im_middle|>${HELLO}<|im_end|>`, says: HELLO },
  {
    of: "Command's header",
    text: `<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>${HELLO}<|END_OF_TURN_TOKEN|>`,
    says: HELLO,
  },
  { of: 'a header without an end', text: `<|im_start|>assistant ${HELLO}`, says: HELLO },
  ...[
    '</s>',
    '<|endoftext|>',
    '<|eot_id|>',
    '<|end|>',
    '<end_of_turn>',
    '<eos>',
    '<｜end▁of▁sentence｜>',
    '<|return|>',
    '[|endofturn|]',
    '[e~[',
    '<turn|>',
    '<|end_of_text|>',
  ].map((stop) => ({ of: `the end ${stop}`, text: `${HELLO}${stop}`, says: HELLO })),
  {
    of: "a caller's part that the model makes up",
    text: `${HELLO}<|im_end|>\n<|im_start|>user\nAnd you?<|im_end|>`,
    says: HELLO,
  },
  { of: "a caller's part of Mistral", text: `${HELLO}</s> [INST] And you? [/INST]`, says: HELLO },
  { of: "a caller's part of Phi", text: `${HELLO}<|end|><|user|>And you?<|end|>`, says: HELLO },
  {
    of: 'a result that the model makes up',
    text: `<tool_call>${q('get_weather', 'Delft')}</tool_call><tool_response>{"temperature": 5}</tool_response>`,
    says: '',
    calls: DELFT,
  },
  { of: 'an answer in small brackets', text: `[think]Hm.[/think]\n[answer]${HELLO}[/answer]`, says: HELLO },
  {
    of: "DSPy's fields",
    text: `[[ ## thought ## ]]\nHm.\n\n[[ ## words ## ]]\n${HELLO}\n\n[[ ## completed ## ]]`,
    says: HELLO,
  },
  { of: 'an answer in its tags', text: `<think>Hm.</think><answer>${HELLO}</answer>`, says: HELLO },
  { of: 'a box', text: `<|begin_of_box|>${HELLO}<|end_of_box|>`, says: HELLO },
  {
    of: 'tokens that nobody knows',
    text: `<|foo_bar|>Hello<|x9|> there.[/FOO_BAR]<｜quux▁1｜>◁zork▷`,
    says: HELLO,
  },
  {
    of: 'two calls of Hermes',
    text: `<tool_call>${q('get_weather', 'Delft')}</tool_call>\n<tool_call>${q('get_weather', 'Köln')}</tool_call>`,
    says: '',
    calls: TWO,
  },
  {
    of: 'two calls of Llama 3',
    text: `<|python_tag|>${q('get_weather', 'Delft')}; ${q('get_weather', 'Köln')}`,
    says: '',
    calls: TWO,
  },
  {
    of: 'two calls of JSON',
    text: `${q('get_weather', 'Delft')}; ${q('get_weather', 'Köln')}`,
    says: '',
    calls: TWO,
  },
  {
    of: 'two calls of Python',
    text: `[get_weather(city="Delft"), get_weather(city="Köln")]`,
    says: '',
    calls: TWO,
  },
  {
    of: 'two calls of Mistral',
    text: `[TOOL_CALLS]get_weather[ARGS]{"city": "Delft"}[TOOL_CALLS]get_weather[ARGS]{"city": "Köln"}`,
    says: '',
    calls: TWO,
  },
  {
    of: 'two calls of Mistral in a list',
    text: `[TOOL_CALLS][${q('get_weather', 'Delft')}, ${q('get_weather', 'Köln')}]`,
    says: '',
    calls: TWO,
  },
  {
    of: 'two calls of Kimi',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Delft"}<|tool_call_end|><|tool_call_begin|>functions.get_weather:1<|tool_call_argument_begin|>{"city": "Köln"}<|tool_call_end|><|tool_calls_section_end|>',
    says: '',
    calls: TWO,
  },
  {
    of: 'two calls of Qwen3 Coder',
    text: '<tool_call>\n<function=get_weather>\n<parameter=city>\nDelft\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_weather>\n<parameter=city>\nKöln\n</parameter>\n</function>\n</tool_call>',
    says: '',
    calls: TWO,
  },
  {
    of: 'types of Qwen3 Coder',
    text: '<tool_call><function=get_weather><parameter=city>\nDelft\n</parameter><parameter=days>\n3\n</parameter><parameter=detailed>\nTrue\n</parameter></function></tool_call>',
    says: '',
    calls: [['get_weather', { city: 'Delft', days: 3, detailed: true }]],
  },
  {
    of: 'types of GLM',
    text: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Delft</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    says: '',
    calls: DELFT_DAYS,
  },
  {
    of: 'types of JSON',
    text: '{"name": "get_weather", "arguments": {"city": "Delft", "days": "3"}}',
    says: '',
    calls: DELFT_DAYS,
  },
  { of: 'types of Python', text: '[get_weather(city="Delft", days=3)]', says: '', calls: DELFT_DAYS },
  {
    of: 'types of Gemma',
    text: '<|tool_call>call:get_weather{city:<|"|>Delft<|"|>,days:3}<tool_call|>',
    says: '',
    calls: DELFT_DAYS,
  },
  {
    of: 'a number for a text',
    text: '{"name": "get_weather", "arguments": {"city": 2611}}',
    says: '',
    calls: [['get_weather', { city: '2611' }]],
  },
  ...['{}', '""', 'null', '"{}"'].map((args) => ({
    of: `blank arguments, ${args}`,
    text: `<tool_call>{"name": "end_call", "arguments": ${args}}</tool_call>`,
    says: '',
    calls: [['end_call', {}]] as const,
  })),
  {
    of: 'no arguments',
    text: '<tool_call>{"name": "end_call"}</tool_call>',
    says: '',
    calls: [['end_call', {}]],
  },
  { of: 'a role in words', text: `assistant\n\n${HELLO}`, says: HELLO },
  { of: 'a role with a colon', text: `Assistant: ${HELLO}`, says: HELLO },
  { of: 'an empty element of reasoning', text: `<think/>${HELLO}`, says: HELLO },
  {
    of: 'a call in an empty element',
    text: '<invoke name="end_call"/>',
    says: '',
    calls: [['end_call', {}]],
  },
  {
    of: 'a function without arguments',
    text: '<function=end_call></function>',
    says: '',
    calls: [['end_call', {}]],
  },
  {
    of: 'GLM without arguments',
    text: '<tool_call>end_call</tool_call>',
    says: '',
    calls: [['end_call', {}]],
  },
  {
    of: 'Python without arguments',
    text: 'Goodbye! end_call()',
    says: 'Goodbye!',
    calls: [['end_call', {}]],
  },
  {
    of: 'a tool that is not offered',
    text: `Wait.<tool_call>${q('delete_all', 'Delft')}</tool_call>`,
    says: 'Wait.',
    calls: [['delete_all', { city: 'Delft' }]],
  },
  {
    of: 'JSON of a tool that is not offered',
    text: `Wait. ${q('delete_all', 'Delft')}`,
    says: 'Wait.',
    calls: [['delete_all', { city: 'Delft' }]],
  },
  {
    of: 'a namespace of a tool that is not offered',
    text: `Wait. functions.delete_all({"city": "Delft"})`,
    says: 'Wait.',
    calls: [['delete_all', { city: 'Delft' }]],
  },
  {
    of: 'Python of a tool that is not offered',
    text: `Wait. [delete_all(city="Delft")]`,
    says: 'Wait.',
    calls: [['delete_all', { city: 'Delft' }]],
  },
  {
    of: 'words between calls',
    text: `One. <tool_call>${q('get_weather', 'Delft')}</tool_call> Two. <tool_call>${q('get_weather', 'Köln')}</tool_call> Three.`,
    says: 'One. Two. Three.',
    calls: TWO,
  },
  {
    of: 'words behind a call without an end',
    text: `[TOOL_CALLS][${q('get_weather', 'Delft')}] One moment.`,
    says: 'One moment.',
    calls: DELFT,
  },
  {
    of: 'marks of reasoning in an argument',
    text: '<tool_call>{"name": "get_weather", "arguments": {"city": "[think] &lt;think&gt; {think}"}}</tool_call>',
    says: '',
    calls: [['get_weather', { city: '[think] &lt;think&gt; {think}' }]],
  },
  { of: 'half a call', text: 'Wait. <tool_call>{"name": "get_weather", "argum', says: 'Wait.' },
  { of: 'half a call in JSON', text: 'Wait. {"name": "get_weather", "arguments": {"ci', says: 'Wait.' },
  { of: 'half a call in XML', text: 'Wait. <function=get_weather><parameter=city>Del', says: 'Wait.' },
  {
    of: 'a block that is no call',
    text: 'Wait. <tool_call>I would call the weather tool</tool_call> Fine.',
    says: 'Wait. Fine.',
  },
];
