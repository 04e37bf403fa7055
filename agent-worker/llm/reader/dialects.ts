/**
 * The marks that models write into their text, by dialect: around reasoning, calls of tools and their results, at the
 * beginning and end of messages. A mark that no dialect lists is judged by its name.
 *
 * Sources: chat templates of the models; the tool and reasoning parsers of vLLM, SGLang and llama.cpp.
 */

/**
 * What a mark does to the text behind it:
 * - `think`, `calls`, `result`: a block of reasoning, of calls, of what a tool returned
 * - `header`: the role and channel of a message follow, up to a `content` mark or the end of the line
 * - `role`: a message of that role follows
 * - `content`: the message itself follows
 * - `stop`: the message is over
 * - `drop`: nothing
 */
export type MarkKind = 'think' | 'calls' | 'result' | 'header' | 'role' | 'content' | 'stop' | 'drop';

export interface Mark {
  readonly kind: MarkKind;
  /** Name of the block. The mark that closes it has the same name. */
  readonly name: string;
  readonly edge: 'open' | 'close' | 'either';
  /**
   * Whether the mark is an XML tag, which ordinary text may also contain. Other marks are tokens that only a model
   * writes.
   */
  readonly isTag: boolean;
}

type Pair = readonly [open: string, close: string];

interface Dialect {
  readonly models: string;
  readonly think?: readonly Pair[];
  readonly calls?: readonly Pair[];
  readonly result?: readonly Pair[];
  readonly header?: readonly string[];
  readonly role?: readonly string[];
  readonly content?: readonly string[];
  readonly stop?: readonly string[];
  readonly drop?: readonly string[];
}

/** In canonical spelling: lower case, ASCII bars and underscores, without attributes. */
const DIALECTS: readonly Dialect[] = [
  {
    models: 'Qwen, Hermes, Yi, SmolLM, EXAONE (ChatML)',
    think: [['<think>', '</think>']],
    calls: [['<tool_call>', '</tool_call>']],
    result: [['<tool_response>', '</tool_response>']],
    header: ['<|im_start|>'],
    content: ['<|im_sep|>'],
    stop: ['<|im_end|>', '<|endoftext|>', '[|endofturn|]'],
  },
  {
    models: 'Qwen-Agent',
    calls: [['✿function✿', '✿/function✿']],
    result: [['✿result✿', '✿/result✿']],
    role: ['✿return✿'],
  },
  {
    models: 'gpt-oss (harmony)',
    header: ['<|start|>', '<|channel|>'],
    content: ['<|message|>'],
    stop: ['<|end|>', '<|call|>', '<|return|>'],
    drop: ['<|constrain|>'],
  },
  {
    models: 'DeepSeek',
    calls: [
      ['<|tool_calls_begin|>', '<|tool_calls_end|>'],
      ['<|tool_call_begin|>', '<|tool_call_end|>'],
      ['<function_calls>', '</function_calls>'],
      ['<tool_calls>', '</tool_calls>'],
    ],
    result: [
      ['<|tool_outputs_begin|>', '<|tool_outputs_end|>'],
      ['<|tool_output_begin|>', '<|tool_output_end|>'],
    ],
    role: ['<|user|>', '<|assistant|>', '<|system|>'],
    stop: ['<|end_of_sentence|>'],
    drop: ['<|begin_of_sentence|>', '<|tool_sep|>'],
  },
  {
    models: 'Kimi',
    think: [['◁think▷', '◁/think▷']],
    calls: [['<|tool_calls_section_begin|>', '<|tool_calls_section_end|>']],
    header: ['<|im_user|>', '<|im_assistant|>', '<|im_system|>'],
    content: ['<|im_middle|>'],
    drop: ['<|tool_call_argument_begin|>'],
  },
  {
    models: 'Mistral, Magistral, Devstral',
    think: [['[think]', '[/think]']],
    calls: [['[tool_calls]', '[/tool_calls]']],
    result: [
      ['[tool_results]', '[/tool_results]'],
      ['[tool_content]', '[/tool_content]'],
      ['[available_tools]', '[/available_tools]'],
      ['[system_prompt]', '[/system_prompt]'],
      ['[model_settings]', '[/model_settings]'],
      ['[inst]', '[/inst]'],
    ],
    stop: ['</s>'],
    drop: ['<s>', '[args]', '[call_id]', '<unk>', '<pad>'],
  },
  {
    models: 'Llama',
    calls: [
      ['<|python_tag|>', '<|eom_id|>'],
      ['<|python_start|>', '<|python_end|>'],
    ],
    header: ['<|start_header_id|>', '<|header_start|>'],
    content: ['<|end_header_id|>', '<|header_end|>'],
    stop: ['<|eot_id|>', '<|eom_id|>', '<|eot|>', '<|eom|>', '<|end_of_text|>'],
    drop: ['<|begin_of_text|>'],
  },
  {
    models: 'Gemma',
    calls: [
      ['<start_function_call>', '<end_function_call>'],
      ['<|tool_call>', '<tool_call|>'],
    ],
    result: [
      ['<start_function_response>', '<end_function_response>'],
      ['<|tool_response>', '<tool_response|>'],
    ],
    think: [['<|channel>', '<channel|>']],
    header: ['<start_of_turn>', '<|turn>'],
    stop: ['<end_of_turn>', '<eos>', '<turn|>'],
    drop: ['<bos>', '<|think|>', '<start_of_image>'],
  },
  {
    models: 'Phi',
    calls: [['<|tool_call|>', '<|/tool_call|>']],
    result: [['<|tool_response|>', '<|/tool_response|>']],
    role: ['<|tool|>'],
  },
  {
    models: 'Granite',
    header: ['<|start_of_role|>'],
    content: ['<|end_of_role|>'],
  },
  {
    models: 'Command (Cohere)',
    think: [['<|start_thinking|>', '<|end_thinking|>']],
    calls: [['<|start_action|>', '<|end_action|>']],
    result: [['<|start_tool_result|>', '<|end_tool_result|>']],
    role: ['<|user_token|>', '<|chatbot_token|>', '<|system_token|>'],
    stop: ['<|end_of_turn_token|>'],
    drop: [
      '<|start_response|>',
      '<|end_response|>',
      '<|start_text|>',
      '<|end_text|>',
      '<|start_of_turn_token|>',
    ],
  },
  {
    models: 'GLM',
    role: ['<|observation|>'],
    drop: ['[gmask]', '<sop>', '<|begin_of_box|>', '<|end_of_box|>'],
  },
  {
    models: 'MiniMax',
    stop: ['[e~['],
    drop: [']~!b[', ']~b]ai', ']<]minimax[>['],
  },
  {
    models: 'Apertus',
    think: [['<|inner_prefix|>', '<|inner_suffix|>']],
    calls: [['<|tools_prefix|>', '<|tools_suffix|>']],
    role: ['<|assistant_start|>', '<|user_start|>', '<|system_start|>'],
    stop: ['<|assistant_end|>'],
  },
  {
    models: 'Inkling',
    think: [['<|content_thinking|>', '<|end_message|>']],
    calls: [['<|content_invoke_tool_json|>', '<|end_message|>']],
    stop: ['<|end_message|>', '<|content_model_end_sampling|>'],
    drop: ['<|message_model|>', '<|content_text|>'],
  },
  {
    models: 'InternLM',
    calls: [['<|action_start|>', '<|action_end|>']],
    drop: ['<|plugin|>', '<|interpreter|>'],
  },
  {
    models: 'LM Studio',
    calls: [['[tool_request]', '[end_tool_request]']],
  },
  {
    models: 'BERT vocabularies, Baichuan',
    stop: ['[eos]', '[eot]', '[sep]'],
    drop: ['[bos]', '[cls]', '[pad]', '[unk]'],
  },
];

/** Block names, valid in any kind of brackets, in lower case and with `_` between words. */
const RESULT =
  /^(?:tool|function|func|call|api|code|execution|search|python)_?(?:call_?)?(?:response|result|output|return|content)s?$|^observations?$/;
const THOUGHT =
  /think|thought|reasoning|scratch_?pad|monologue|rationale|gedank|nachdenk|überleg|réflexion|raisonnement|pensée|pensam|razonam|pensier|ragionam|мысл|мышлен|рассужд|размышл|思考|思路|推理|推論|생각|추론/;
const MAY_BE_THOUGHT =
  /reflect|deliberat|brainstorm|introspect|ponder|contemplat|(?:^|_)(?:reason|analysis|plan|planning|cot|critique|draft|musings?|inner|internal|hidden|private|self_talk|self_check)(?:_|$)/;
const CALLS =
  /tool|function|invoke|(?:^|_)(?:func|calls?|api|actions?|plugins?|execute|parameters?|params?|args?|arg_key|arg_value|arguments?)(?:_|$)/;
/** Tags around an answer, whose content is spoken. */
const WRAPPER =
  /^(?:final_)?(?:answer|response|reply|output|final|assistant|message|speech)$|^(?:antwort|réponse|respuesta|resposta|risposta|ответ|回答|答案|답변)$/;
const EDGE_OPEN = /^(?:begin|start)_(?:of_)?|_(?:begin|start|open|prefix)$/;
const EDGE_CLOSE = /^end_(?:of_)?|_(?:end|close|stop|suffix)$/;
const ASSISTANT = /^(?:assistant(?:_reply|_response)?|model|chatbot|bot|ai|gpt|agent)$/;
const SOMEBODY =
  /^(?:user|human|system|developer|tool|function|ipython|environment|observation|context|documents|customer|caller)$/;

const KNOWN = new Map<string, Mark>();
for (const dialect of DIALECTS) {
  for (const kind of ['think', 'calls', 'result'] as const) {
    for (const [open, close] of dialect[kind] ?? []) {
      add(open, { kind, name: open, edge: 'open' });
      add(close, { kind, name: open, edge: 'close' });
    }
  }
  for (const kind of ['header', 'role', 'content', 'stop', 'drop'] as const) {
    for (const mark of dialect[kind] ?? []) add(mark, { kind, name: nameOf(mark), edge: 'open' });
  }
}

/** Marks without a common pattern of brackets. */
export const LITERAL_MARKS: readonly string[] = [...KNOWN.keys()].filter((mark) => /~|^\]|^\[\|/.test(mark));

function add(spelling: string, mark: Omit<Mark, 'isTag'>): void {
  // A mark that ends messages in one dialect and blocks in another one ends both.
  if (mark.kind === 'stop' || !KNOWN.has(spelling)) KNOWN.set(spelling, { ...mark, isTag: isTag(spelling) });
}

/** @param spelling canonical */
function isTag(spelling: string): boolean {
  return /^<\/?\p{L}/u.test(spelling) && !spelling.includes('|') && !/^<(?:start|end)_/.test(spelling);
}

/** Returns the canonical spelling: lower case, ASCII bars and underscores, no attributes. */
function canonical(raw: string): string {
  return raw
    .toLowerCase()
    .replaceAll('｜', '|')
    .replaceAll('▁', '_')
    .replace(/^(<\/?)\|\s*dsml\s*\|\s*/, '$1')
    .replace(/^(<\/?\p{L}[\p{L}\w.:-]*)[\s=][^>]*>$/su, '$1>')
    .replace(/\s*\/>$/, '>')
    .replace(/(?<=\|)\s+|\s+(?=\|)/g, '')
    .replace(/(?<=\w)\s+(?=\w)/g, '_');
}

/** The words between the brackets of a mark in canonical spelling. */
function nameOf(spelling: string): string {
  return spelling
    .replace(/^[<[◁✿]\/?\|?\/?|\|?[>\]▷✿]$/g, '')
    .replace(/^[\w.]+:/, '')
    .replaceAll('-', '_');
}

/**
 * The effect of a mark; null for a tag that is not a mark, such as `<b>` or `<pause:1s>`.
 * @param raw the mark as written
 */
export function markOf(raw: string): Mark | null {
  const spelling = canonical(raw);
  const known = KNOWN.get(spelling);
  if (known) return known;
  return isTag(spelling) && !spelling.startsWith('<_') ? tagOf(spelling) : tokenOf(spelling);
}

function tagOf(spelling: string): Mark | null {
  const name = nameOf(spelling);
  const kind = blockKind(name) ?? (WRAPPER.test(name) ? 'drop' : null);
  // `<thinking_end>`
  const closes = spelling.startsWith('</') || (kind === 'think' && EDGE_CLOSE.test(name));
  return kind && { kind, name, edge: closes ? 'close' : 'open', isTag: true };
}

/**
 * The effect of a name in brackets that ordinary text also uses; null if the name is not that of a block or an answer.
 */
export function markOfName(name: string, closes: boolean): Mark | null {
  const spelling = name.toLowerCase().replaceAll(/[\s.-]+/g, '_');
  const base = spelling.replace(/^\w+:/, '').replace(EDGE_OPEN, '').replace(EDGE_CLOSE, '');
  const kind = blockKind(base) ?? (WRAPPER.test(base) ? 'drop' : null);
  const edge = closes || EDGE_CLOSE.test(spelling) ? 'close' : EDGE_OPEN.test(spelling) ? 'open' : 'either';
  return kind && { kind, name: base, edge, isTag: false };
}

/** Whether a name can only be the name of reasoning. */
export function isThought(name: string): boolean {
  return THOUGHT.test(name.toLowerCase());
}

function tokenOf(spelling: string): Mark {
  const name = nameOf(spelling);
  const base = name.replace(EDGE_OPEN, '').replace(EDGE_CLOSE, '');
  const closes = /^.\|?\//.test(spelling) || EDGE_CLOSE.test(name) || /^<[^|].*\|>$/.test(spelling);
  const opens = EDGE_OPEN.test(name) || /^<\|.*[^|]>$/.test(spelling);
  const edge = closes ? 'close' : opens ? 'open' : 'either';
  const isRole = ASSISTANT.test(base) || SOMEBODY.test(base);
  const kind = isRole && !closes ? 'role' : (blockKind(base) ?? 'drop');
  return { kind, name: base, edge, isTag: false };
}

function blockKind(name: string): 'think' | 'calls' | 'result' | null {
  if (RESULT.test(name)) return 'result';
  if (THOUGHT.test(name) || MAY_BE_THOUGHT.test(name)) return 'think';
  return CALLS.test(name) ? 'calls' : null;
}

/** Whether a token announces the answer, as `<|response|>` does behind `<|thought|>`. */
export function beginsAnswer({ kind, name, isTag }: Mark): boolean {
  const isAnswer =
    /^(?:begin_of_|start_of_)?(?:final|answer|response|reply|output|solution)/.test(name) ||
    WRAPPER.test(name);
  return !isTag && kind === 'drop' && isAnswer;
}

export interface Header {
  /** Names of roles. */
  readonly speaker: 'assistant' | 'other';
  /** Whether the message is not for the caller. */
  readonly isThought: boolean;
  /** The tool that the message calls. */
  readonly recipient: string | null;
}

/** Parses the text between a `header` mark and the message: role, channel, recipient. */
export function headerOf(text: string): Header {
  const recipient = /\bto=([\w.:-]+)/.exec(text)?.[1] ?? null;
  const words = text.replace(/\bto=\S+/, '').match(/[\w.-]+/g) ?? [];
  const role = words[0]?.toLowerCase() ?? '';
  return {
    speaker: SOMEBODY.test(role) || role.startsWith('functions') ? 'other' : 'assistant',
    isThought: words.some((word) => blockKind(word.toLowerCase()) === 'think'),
    recipient: recipient && !/^(?:user|all|assistant)$/.test(recipient) ? recipient : null,
  };
}

/** Whether a `role` mark names anybody other than the model. */
export function isSomebodyElse({ name }: Mark): boolean {
  return SOMEBODY.test(name.replace(/_(?:token|start)$/, '').replace(/^im_/, ''));
}

/** The role words that may begin a message whose header has no end. */
export const LEADING_ROLE = /^\s*(?:assistant|model|final|commentary)\b:?[ \t]*/;
