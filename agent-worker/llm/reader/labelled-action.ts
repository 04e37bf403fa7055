/** Actions as ReAct writes them behind `Action:` and `Action Input:`. */
import { finalAnswer, isFinish } from './answer-objects.ts';
import { type Fields, fieldsOf, looseArguments, looseValue } from './loose-value.ts';
import type { OfferedTools } from './offered-tools.ts';
import { callOf, callsIn, callsOf, pythonCalls, type WrittenCall } from './written-calls.ts';

/** The effect of an action: tool calls, or the final answer. */
export interface Action {
  readonly calls: readonly WrittenCall[];
  readonly says: string;
}

const NAME = /^[`"'*]{0,2}([\p{L}_][\p{L}\p{N}_. -]{0,63}?)[`"'*]{0,2}[ \t]{0,4}/u;
const NAMED = new RegExp(`${NAME.source}(?:\\r?\\n|:|(?=[([{])|(?=Action[ _]Input)|$)`, 'u');
const OBJECT = /^\s{0,8}(?:```[\w-]{0,8}\s{0,8})?(?:\[\s{0,8})?\{\s{0,8}["'“]/;
const OBJECT_BEGINS = /^\s{0,8}(?:`{1,3}[\w-]{0,8}\s{0,8})?(?:\[\s{0,8})?(?:\{\s{0,8})?$/;
const NO_ACTION = /^(?:none|no action.*|nothing)$/i;
const NO_INPUT = /^(?:none|null|n\/a)?$/i;
const INPUT_LABEL = /^(?:action[ _]input|input|args|arguments|parameters|params)[ \t]*[:=]\s*/i;

/**
 * Whether the text behind `Action:` is certainly a call: an object, a list of objects, or a line that holds only the
 * name of an offered tool.
 */
export function namesTool(text: string, tools: OfferedTools, final: boolean): boolean | 'more' {
  if (OBJECT.test(text)) return true;
  if (OBJECT_BEGINS.test(text)) return !final && 'more';
  const line = text.trimStart();
  const name = NAMED.exec(line);
  const isOpen = !final && !/[\n([{:]/.test(line);
  if (name && !(isOpen && name[0].length === line.length)) return tools.has(tools.named(name[1] ?? ''));
  return isOpen && tools.mayBecome(line.replace(/[ \t]+A[a-z]*(?:[ _][a-z]*)?$/i, '')) && 'more';
}

/**
 * Parses an action; returns null if it is ordinary text.
 * @param written the text behind `Action:`
 * @param input the text behind `Action Input:`; null without such a label
 */
export function actionOf(written: string, input: string | null, tools: OfferedTools): Action | null {
  const text = unfenced(written);
  if (text.startsWith('{') || text.startsWith('[')) return ofObject(text, tools);
  const [whole, name = ''] = NAMED.exec(text) ?? [];
  if (whole === undefined) {
    const { calls } = callsIn(text, tools, null);
    return calls.length > 0 || input !== null ? { calls, says: '' } : null;
  }
  const behind = text.slice(whole.length).trim();
  const given = input === null ? inputBehind(behind, whole) : unfenced(input);
  if (NO_ACTION.test(name)) return NOTHING;
  const tool = tools.named(name);
  if (!tools.has(tool)) return ofUnknown(name, given, tools);
  if (given === null)
    return { calls: tools.parameters(tool).length === 0 ? [callOf(tool, {}, tools)] : [], says: '' };
  const python = input === null && behind.startsWith('(') ? pythonCalls(tool + behind, 0, tools) : null;
  return { calls: python?.value ?? withInput(tool, given, tools), says: '' };
}

const NOTHING: Action = { calls: [], says: '' };

function ofObject(text: string, tools: OfferedTools): Action | null {
  const value = looseValue(text, 0)?.value;
  const says = finalAnswer(value, tools);
  const calls = says === null ? callsOf(value, tools) : [];
  return calls && { calls, says: says ?? '' };
}

/**
 * The final answer as an action, or a call of a tool that was not offered. The model receives an error as the result of
 * the latter.
 */
function ofUnknown(name: string, given: string | null, tools: OfferedTools): Action | null {
  if (given === null) return null;
  if (isFinish(name, tools)) return { calls: [], says: unquoted(given) };
  if (/\s/.test(name.trim())) return NOTHING;
  const args = fieldsOf(looseValue(given, 0)?.value) ?? { input: given };
  return { calls: [callOf(name, args, tools)], says: '' };
}

/** Name and input in one action: `Search[Delft]`, `search: Delft`, or an object on the next line. */
function inputBehind(behind: string, named: string): string | null {
  const bracketed = /^[[(]([\s\S]*)[\])]/.exec(behind)?.[1];
  if (bracketed !== undefined) return bracketed.trim();
  const labelled = INPUT_LABEL.exec(behind)?.[0];
  if (labelled !== undefined) return unfenced(behind.slice(labelled.length));
  if (unfenced(behind).startsWith('{')) return unfenced(behind);
  return named.endsWith(':') && behind !== '' ? behind : null;
}

/** The calls of an offered tool. The input is JSON, named values, or plain text if the tool takes one string. */
function withInput(tool: string, given: string, tools: OfferedTools): readonly WrittenCall[] {
  const text = given.replace(/\s*\bPAUSE\s*$/, '');
  if (NO_INPUT.test(text)) return [callOf(tool, {}, tools)];
  if (text.startsWith('{')) return callsIn(text, tools, tool).calls;
  const parameters = tools.parameters(tool);
  const named = looseArguments(`(${text})`, 0)?.value.named ?? looseValue(`{${text}}`, 0, true)?.value;
  const keys = Object.keys(named ?? {});
  if (keys.length > 0 && keys.every((key) => parameters.includes(key))) {
    return [callOf(tool, named as Fields, tools)];
  }
  const parameter = tools.textParameter(tool);
  return parameter === null ? [] : [callOf(tool, { [parameter]: unquoted(text) }, tools)];
}

function unfenced(text: string): string {
  return text
    .trim()
    .replace(/^```[\w-]*\s*/, '')
    .replace(/\s*```$/, '');
}

function unquoted(text: string): string {
  const found = looseValue(text, 0);
  if (typeof found?.value === 'string' && found.end === text.length) return found.value;
  return text.replace(/^`([^`]*)`$/, '$1');
}
