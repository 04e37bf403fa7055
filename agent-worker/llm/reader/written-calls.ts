/** Tool calls that models write into their text: JSON, XML, Python, or a name followed by arguments. */
import { isThought } from './dialects.ts';
import { type Fields, fieldsOf, looseArguments, looseValue, type Parsed } from './loose-value.ts';
import type { OfferedTools } from './offered-tools.ts';

/** A call as written. Has the offered name of the tool if it was offered. */
export interface WrittenCall {
  readonly name: string;
  /** An object as JSON. */
  readonly args: string;
}

const NAME_KEYS = [
  'name',
  'function',
  'function_name',
  'tool',
  'tool_name',
  'recipient_name',
  'action',
  'api',
];
const ARGUMENT_KEYS = [
  'arguments',
  'parameters',
  'args',
  'input',
  'params',
  'tool_input',
  'tool_args',
  'tool_arguments',
  'action_input',
  'kwargs',
];
const LIST_KEYS = [
  'tool_calls',
  'tool_uses',
  'calls',
  'function_calls',
  'tool_call',
  'function_call',
  'action',
  'actions',
  'command',
];
/** First keys of objects that may be calls. */
export const CALL_KEYS: ReadonlySet<string> = new Set([
  ...NAME_KEYS,
  ...ARGUMENT_KEYS,
  ...LIST_KEYS,
  'id',
  'type',
  'call_id',
  'tool_call_id',
]);

/** The calls that a value holds; null if it is not a call. */
export function callsOf(value: unknown, tools: OfferedTools): WrittenCall[] | null {
  if (Array.isArray(value)) {
    const calls = value.map((each) => callsOf(each, tools));
    return calls.length > 0 && calls.every((each) => each !== null) ? calls.flat() : null;
  }
  const fields = fieldsOf(value);
  if (!fields) return null;
  const list = LIST_KEYS.map((key) => fields[key]).find((each) => typeof each === 'object' && each !== null);
  if (list !== undefined) return callsOf(list, tools);
  const inner = fieldsOf(fields.function);
  if (inner) return callsOf(inner, tools);
  const name = NAME_KEYS.map((key) => fields[key]).find((each) => typeof each === 'string' && each !== '');
  const key = ARGUMENT_KEYS.find((each) => each in fields);
  if (typeof name === 'string') {
    if (key === undefined && !tools.has(tools.named(name))) return null;
    const args =
      key === undefined ? flatArguments(fields, name, tools) : argumentsOf(fields[key], name, tools);
    return args && [callOf(name, args, tools)];
  }
  return soleKeyCall(fields, tools);
}

/** Arguments beside the name, as in `{"tool": "weather", "place": "Delft"}`. */
function flatArguments(fields: Fields, name: string, tools: OfferedTools): Fields {
  const parameters = tools.parameters(tools.named(name));
  const isArgument = (key: string) => !CALL_KEYS.has(key) && (parameters.includes(key) || !isThought(key));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => isArgument(key)));
}

/** `{"weather": {"place": "Delft"}}` */
function soleKeyCall(fields: Fields, tools: OfferedTools): WrittenCall[] | null {
  const [entry, ...others] = Object.entries(fields);
  const args = entry && others.length === 0 ? fieldsOf(entry[1]) : null;
  return entry && args && tools.has(entry[0]) ? [callOf(entry[0], args, tools)] : null;
}

/**
 * The arguments of a call: an object, JSON of an object in a string, or plain text for a tool that takes one string.
 * Null for anything else.
 */
function argumentsOf(value: unknown, name: string, tools: OfferedTools): Fields | null {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'string') return fieldsOf(value);
  if (value.trim() === '') return {};
  const parameter = /^\s*\{/.test(value) ? null : tools.textParameter(tools.named(name));
  return parameter === null ? fieldsOf(looseValue(value, 0)?.value) : { [parameter]: value };
}

/** @param args values of any type, which are converted to the types of the tool's schema */
export function callOf(name: string, args: Fields, tools: OfferedTools): WrittenCall {
  const offered = tools.named(name);
  return { name: offered, args: JSON.stringify(tools.typed(offered, args)) };
}

const PYTHON_NAME = /\s*([\p{L}_][\p{L}\p{N}_.-]{0,127})(?=\()/uy;

/**
 * A call in Python's notation, or a list of such: `weather(place="Delft")`, `[weather(), time()]`,
 * `print(weather())`.
 */
export function pythonCalls(text: string, at: number, tools: OfferedTools): Parsed<WrittenCall[]> | null {
  if (text[at] !== '[') return pythonCall(text, at, tools);
  const calls: WrittenCall[] = [];
  for (let here = at + 1; ; ) {
    const one = pythonCall(text, here, tools);
    if (!one) return null;
    calls.push(...one.value);
    here = one.end + (/^\s*/.exec(text.slice(one.end))?.[0].length ?? 0);
    if (text[here] === ']') return { value: calls, end: here + 1 };
    if (text[here] !== ',') return null;
    here++;
  }
}

function pythonCall(text: string, at: number, tools: OfferedTools): Parsed<WrittenCall[]> | null {
  PYTHON_NAME.lastIndex = at;
  const match = PYTHON_NAME.exec(text);
  const name = match?.[1] ?? '';
  if (!match) return null;
  const open = at + match[0].length;
  if (name === 'print') {
    const inner = /^\s*print\(/.test(text.slice(open + 1, open + 20))
      ? null
      : pythonCall(text, open + 1, tools);
    return inner && text[inner.end] === ')' ? { value: inner.value, end: inner.end + 1 } : null;
  }
  const found = looseArguments(text, open);
  if (!found) return null;
  const { named, placed } = found.value;
  const [only] = placed;
  const parameters = tools.parameters(tools.named(name));
  const isWhole = placed.length === 1 && fieldsOf(only) !== null;
  if (isWhole) {
    const several = callsOf(only, tools);
    if (several && /parallel$/.test(name)) return { value: several, end: found.end };
    return { value: [callOf(name, { ...fieldsOf(only), ...named }, tools)], end: found.end };
  }
  if (placed.length > parameters.length) return null;
  const byPlace = Object.fromEntries(placed.map((value, i) => [parameters[i] ?? '', value]));
  return { value: [callOf(name, { ...byPlace, ...named }, tools)], end: found.end };
}

const TAG_PREFIX = String.raw`(?:[\w.]+:)?`;
const FUNCTION = new RegExp(
  String.raw`<${TAG_PREFIX}(function|invoke|tool|tool_call|function_call|call)(?:=|\s+name\s*=\s*)["']?([^"'<>\s]+)["']?[^<>]*>([\s\S]*?)(?:<\/${TAG_PREFIX}\1>|(?=<${TAG_PREFIX}(?:function|invoke)(?:=|\s+name))|$)`,
  'gi',
);
const PARAMETER = new RegExp(
  String.raw`<${TAG_PREFIX}(parameter|param|arg|argument)(?:=|\s+name\s*=\s*)["']?([^"'<>]+?)["']?(\s[^<>]*)?>([\s\S]*?)(?:<\/${TAG_PREFIX}\1>|(?=<${TAG_PREFIX}\1(?:=|\s))|$)`,
  'gi',
);
const MAX_CHILDREN_CHARS = 16 * 1024;
const CHILD = /<([a-z_][\w.-]*)>([\s\S]*?)<\/\1>/gi;
const KEY_VALUE =
  /<(?:\w+_)?arg_key>([\s\S]*?)<\/(?:\w+_)?arg_key>\s*(?:<(?:\w+_)?arg_value>([\s\S]*?)<\/(?:\w+_)?arg_value>)?/g;
/** Separators between a name and its arguments. */
const SEPARATOR = '\u0001';
const SEPARATORS =
  /<[|｜]tool[▁_ ]sep[|｜]>|<\|tool_call_argument_begin\|>|\[ARGS\]|✿ARGS✿:?|<[|｜]message[|｜]>|\[\[ ## \w*args ## \]\]/gi;
const CALL_ID = /\[CALL_ID\][\w-]*/g;
/** Marks between calls. */
const BETWEEN =
  /<[|｜]\/?[^<>|｜\n"]{1,60}[|｜]?>|<\/?[a-z_]+[|｜]?>|\[\/?TOOL_CALLS\]|\[\[ ## \w+ ## \]\]|✿FUNCTION✿:?/gi;
const NAMED = new RegExp(
  String.raw`^\s*(?:function\s*${SEPARATOR}\s*)?(?:call:|Action:)?\s*([\p{L}_][\p{L}\p{N}_.:-]{0,127})\s*(?:Action Input:)?${SEPARATOR}?\s*`,
  'u',
);

/**
 * The calls in the body of a block, in any notation, and the text behind the last one.
 * @param name of the tool, if it stands outside of the body
 * @param isClosed whether the block has an end mark, so that a missing bracket is a mistake and not a cut
 */
export function callsIn(
  source: string,
  tools: OfferedTools,
  name: string | null,
  isClosed = false,
): { readonly calls: WrittenCall[]; readonly rest: string } {
  const body = source.replace(/[|｜]\s*DSML\s*[|｜]\s*|\]<\]minimax\[>\[/g, '');
  if (name !== null) return { calls: named(name, body.trim(), tools), rest: '' };
  const functions = [...body.matchAll(FUNCTION)];
  if (functions.length > 0) {
    const calls = functions.flatMap(([whole, , each = '', inner = '']) =>
      // A call that was cut off lacks some of its arguments.
      /<\/[\w.:]+>$/.test(whole.trimEnd()) || !inner.includes('<') ? named(each, inner.trim(), tools) : [],
    );
    const last = functions.at(-1);
    return { calls, rest: last ? withoutMarks(body.slice(last.index + last[0].length)) : '' };
  }
  const calls: WrittenCall[] = [];
  let rest = '';
  const marked = body
    .replace(CALL_ID, '')
    .replace(SEPARATORS, SEPARATOR)
    .replace(/<\|"\|>|<escape>/g, '\u0002');
  for (const part of segments(marked)) {
    const found = segmentCalls(part.replaceAll('\u0002', '<|"|>'), tools, isClosed);
    calls.push(...found.calls);
    if (part.trim() !== '') rest = found.calls.length > 0 ? found.rest : '';
  }
  return { calls, rest };
}

function withoutMarks(text: string): string {
  return text.replace(BETWEEN, '');
}

/** The parts between the marks of a body. The children of a tag stay with it. */
function segments(body: string): string[] {
  if (/arg_key>/.test(body)) return body.split(/<\/?(?:\w+_)?tool_call>/);
  return body.length <= MAX_CHILDREN_CHARS &&
    /<(?!tool_call|function_call)([a-z_][\w.-]*)>[\s\S]*<\/\1>/i.test(body)
    ? body.split(/<\/?(?:tool_calls?|function_calls?|tool_use)>/i)
    : body.split(BETWEEN);
}

function segmentCalls(
  segment: string,
  tools: OfferedTools,
  isClosed: boolean,
): { calls: WrittenCall[]; rest: string } {
  const text = segment
    .replace(/^\s*```[\w-]*[ \t]*\n?/, '')
    .replace(/\n?```\s*$/, '')
    .trim();
  if (text === '') return { calls: [], rest: '' };
  if (/^[[{]/.test(text)) {
    for (const brackets of isClosed ? ['', '}', '}}', ']', '}]', '}}]'] : ['']) {
      const found = jsonCalls(text + brackets, tools);
      if (found) return found;
    }
  }
  const python = sequence(text, (at) => pythonCalls(text, at, tools));
  if (python) return python;
  const keyed = /^\s*([\w.-]+)\s*(<(?:\w+_)?arg_key>[\s\S]*)$/.exec(text);
  if (keyed) {
    const pairs = [...(keyed[2] ?? '').matchAll(KEY_VALUE)];
    const args = Object.fromEntries(pairs.map(([, key = '', value = '']) => [key.trim(), value.trim()]));
    return { calls: [callOf(keyed[1] ?? '', args, tools)], rest: '' };
  }
  const children = childrenOf(text);
  if (children) return { calls: ofChildren(children, tools), rest: '' };
  const name = NAMED.exec(text);
  if (!name) return { calls: [], rest: '' };
  const behind = text.slice(name[0].length);
  const isCall = behind === '' ? tools.has(tools.named(name[1] ?? '')) : /^(?:```\w*\s*)?\{/.test(behind);
  return isCall ? namedSequence(text, tools) : { calls: [], rest: '' };
}

/** `name{…}name{…}`, as in Mistral's and Gemma's dialects. */
function namedSequence(text: string, tools: OfferedTools): { calls: WrittenCall[]; rest: string } {
  const calls: WrittenCall[] = [];
  let rest = text;
  for (let name = NAMED.exec(rest); name; name = NAMED.exec(rest)) {
    const behind = rest.slice(name[0].length).replace(/^```\w*\s*/, '');
    if (behind === '') {
      if (tools.has(tools.named(name[1] ?? ''))) calls.push(callOf(name[1] ?? '', {}, tools));
      return { calls, rest: '' };
    }
    const found = behind.startsWith('{') ? looseValue(behind, 0, true) : null;
    const args = fieldsOf(found?.value);
    if (!found || !args) return { calls, rest: calls.length > 0 ? rest : '' };
    calls.push(callOf(name[1] ?? '', args, tools));
    rest = behind.slice(found.end).replace(/^[\s,;]*(?:```)?/, '');
  }
  return { calls, rest };
}

function jsonCalls(text: string, tools: OfferedTools): { calls: WrittenCall[]; rest: string } | null {
  return sequence(text, (at) => {
    const found = looseValue(text, at);
    const calls = found && callsOf(found.value, tools);
    return calls && { value: calls, end: found.end };
  });
}

/** Consecutive calls, separated by commas, semicolons or white space; null if there is none. */
function sequence(
  text: string,
  read: (at: number) => Parsed<WrittenCall[]> | null,
): { calls: WrittenCall[]; rest: string } | null {
  const calls: WrittenCall[] = [];
  let end = 0;
  for (let one = read(0); one; one = read(end)) {
    calls.push(...one.value);
    end = one.end + (/^[\s;,]*/.exec(text.slice(one.end))?.[0].length ?? 0);
  }
  return calls.length > 0 ? { calls, rest: text.slice(end) } : null;
}

/** A call whose tool is named outside of its arguments. */
function named(name: string, inner: string, tools: OfferedTools): WrittenCall[] {
  const body = inner
    .replace(/^```[\w-]*\s*/, '')
    .replace(/```\s*$/, '')
    .replace(/^json\s*/, '');
  const parameters = [...body.matchAll(PARAMETER)];
  if (parameters.length > 0) {
    const args = parameters.map(([, , key = '', attributes = '', value = '']) => [
      key.trim(),
      parameterValue(value, attributes),
    ]);
    return [callOf(name, Object.fromEntries(args) as Fields, tools)];
  }
  const children = childrenOf(body);
  if (children) {
    const args = fieldsOf(looseValue(children.arguments ?? children.parameters ?? '', 0)?.value);
    return [callOf(name, args ?? children, tools)];
  }
  if (body.trim() === '' || /^(?:null|none)$/i.test(body.trim())) return [callOf(name, {}, tools)];
  const found = looseValue(body.trim(), 0, true);
  const args = fieldsOf(found?.value);
  if (!args) return [];
  // Some models write the whole call in place of its arguments.
  const whole = callsOf(args, tools);
  return whole && 'name' in args ? whole : [callOf(name, args, tools)];
}

/** One line break on each side belongs to the markup. */
function parameterValue(value: string, attributes: string): unknown {
  const text = value.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
  return /string\s*=\s*["']?false/.test(attributes) ? (looseValue(text, 0)?.value ?? text) : text;
}

function childrenOf(text: string): Record<string, string> | null {
  // Tags that are never closed would take quadratic time to search for.
  if (text.length > MAX_CHILDREN_CHARS) return null;
  const children = [...text.matchAll(CHILD)];
  if (children.length === 0) return null;
  return Object.fromEntries(children.map(([, tag = '', value = '']) => [tag, value.trim()]));
}

/** `<name>weather</name><arguments>{…}</arguments>`, or the tool's name as a tag around its arguments. */
function ofChildren(children: Record<string, string>, tools: OfferedTools): WrittenCall[] {
  const value: Record<string, unknown> = { ...children };
  for (const key of ARGUMENT_KEYS) {
    const inner = childrenOf(children[key] ?? '');
    if (inner) value[key] = inner;
  }
  const calls = callsOf(value, tools);
  if (calls) return calls;
  return Object.entries(children).flatMap(([name, inner]) =>
    tools.has(tools.named(name)) ? named(name, inner, tools) : [],
  );
}
