/**
 * Labels at the beginning of lines: `Thought:`, `Action:`, `Action Input:`, `Observation:` and `Final Answer:` in
 * prompts for ReAct; `Reasoning:` and `### Answer` in models that mark their reasoning in the same way.
 */
import { namesTool } from './labelled-action.ts';
import type { OfferedTools } from './offered-tools.ts';

export interface Label {
  /** The kind of text that follows the label. */
  readonly part: 'thought' | 'action' | 'input' | 'observation' | 'answer' | 'question';
  /** Whether the label is one of ReAct's own. */
  readonly isReact: boolean;
  readonly chars: number;
}

/** The kind of text in which a label may stand: spoken or hidden. */
export type Place = 'speech' | 'speech of ReAct' | 'thought' | 'action' | 'observation';

/** Longest label in characters, including the Markdown marks around it. */
export const MAX_LABEL_CHARS = 64;
const REACT = new Map<string, Label['part']>([
  ['thought', 'thought'],
  ['action', 'action'],
  ['action input', 'input'],
  ['observation', 'observation'],
  ['observations', 'observation'],
  ['final answer', 'answer'],
  ['question', 'question'],
]);
const OTHERS = new Map<string, Label['part']>([
  ['thoughts', 'thought'],
  ['thinking', 'thought'],
  ['reasoning', 'thought'],
  ['reflection', 'thought'],
  ['inner thoughts', 'thought'],
  ['inner monologue', 'thought'],
  ['internal monologue', 'thought'],
  ['thought process', 'thought'],
  ['chain of thought', 'thought'],
  ['answer', 'answer'],
  ['response', 'answer'],
  ['reply', 'answer'],
  ['final response', 'answer'],
]);
const NAMES = [...REACT.keys(), ...OTHERS.keys()];
const LEAD = /^\n?[ \t]{0,4}(?:#{1,6}[ \t]{0,2})?[*_]{0,3}/;
const LABEL =
  /^([a-z]+(?:[ _][a-z]+){0,2}?)(?:[ \t]\d{1,3})?[*_]{0,3}(?:[ \t]?[:：][*_]{0,3}[ \t]{0,2}|[ \t]{0,2}(?=\r?\n))/i;
const LABEL_BEGINS = /^([a-z_ ]*?)[ \t]?\d{0,3}[*_]{0,3}[ \t]{0,2}\r?$/i;
/** In the middle of a line only the labels of ReAct's own prompt count. */
const WITHIN_LINE = /^[*_]{0,3}(?:Action|Action Input|Observation|Final Answer)(?: \d{1,3})?[*_]{0,3}:/;
const STARTS = /\n|(?<=[ \t])(?=[*_]{0,3}(?:Action|Observation|Final))/g;

/** @param text begins with the line break in front of the label, or with its line */
function labelAt(text: string, final: boolean): Label | 'more' | null {
  const lead = LEAD.exec(text)?.[0] ?? '';
  const line = text.slice(lead.length, MAX_LABEL_CHARS);
  const label = LABEL.exec(line);
  const name = normal(label?.[1] ?? '');
  const part = REACT.get(name) ?? OTHERS.get(name);
  const hasColon = /[:：]/.test(label?.[0] ?? '');
  if (label && part !== undefined && (hasColon || /[#*_]/.test(lead))) {
    // The label may have more white space in front of it.
    const isOpen = label[0].length === line.length && !final;
    return isOpen
      ? 'more'
      : { part, isReact: hasColon && REACT.has(name), chars: lead.length + label[0].length };
  }
  const begun = LABEL_BEGINS.exec(line)?.[1];
  return !final && begun !== undefined && NAMES.some((each) => each.startsWith(normal(begun)))
    ? 'more'
    : null;
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll('_', ' ');
}

/**
 * The label at the beginning of a line of spoken text. Lines of an ordinary answer may look like labels, so only labels
 * that are unlikely in one count.
 * @param rest begins with the line break or the line
 * @param isOpening whether nothing has been spoken before
 */
export function lookLabel(
  rest: string,
  place: Extract<Place, 'speech' | 'speech of ReAct'>,
  isOpening: boolean,
  tools: OfferedTools,
  final: boolean,
): Label | 'more' | null {
  const label = labelAt(rest, final);
  if (label === null || label === 'more') return label;
  const { part, isReact, chars } = label;
  if (place === 'speech of ReAct') return isReact ? label : null;
  if (part === 'thought') return isReact || isOpening ? label : null;
  if (part === 'answer') return isOpening && /^[\s*#_]*Final Answer/.test(rest) ? label : null;
  const isCall = part === 'action' && namesTool(rest.slice(chars), tools, final);
  return isCall === 'more' ? isCall : isCall ? label : null;
}

/**
 * The first label in hidden text.
 * @param before the character in front of the text
 */
export function findLabel(
  text: string,
  place: Exclude<Place, 'speech' | 'speech of ReAct'>,
  before: string,
  final: boolean,
): { readonly index: number; readonly label: Label } | null {
  const whole = before + text;
  for (const { index } of whole.matchAll(STARTS)) {
    const window = whole.slice(index, index + MAX_LABEL_CHARS);
    const label = labelAt(window, final);
    if (label === null || label === 'more') continue;
    const counts = window.startsWith('\n') ? label.isReact || place === 'thought' : WITHIN_LINE.test(window);
    if (!counts) continue;
    // The line break may belong to text that was consumed before.
    return index < before.length
      ? { index: 0, label: { ...label, chars: label.chars - before.length } }
      : { index: index - before.length, label };
  }
  return null;
}

/** The text behind the lines of thoughts at the beginning of an answer. */
export function withoutThoughts(text: string): string {
  let rest = text;
  for (let label = labelAt(rest, true); label !== null && label !== 'more'; label = labelAt(rest, true)) {
    if (label.part !== 'thought' || !label.isReact) break;
    const end = rest.indexOf('\n', label.chars);
    rest = end < 0 ? '' : rest.slice(end);
  }
  return rest;
}
