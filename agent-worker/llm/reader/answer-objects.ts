/** Answers that a model writes as an object, in which the spoken text stands beside its thoughts or in an action. */
import { isThought } from './dialects.ts';
import { type Fields, fieldsOf } from './loose-value.ts';
import type { OfferedTools } from './offered-tools.ts';

const ANSWER_KEY = /^(?:final_?)?(?:answer|response|reply)$/i;
/** Keys of the spoken text, in objects that hold thoughts as well. */
const BESIDE = /^(?:final_?)?(?:answer|response|reply|output|message|speech|speak|say|text|content)$/i;
const INSIDE = /^(?:final_?)?(?:answer|response|reply|speak|say)$/i;
const ACTION_KEYS = ['action', 'tool', 'name'];
const INPUT_KEYS = ['action_input', 'input', 'arguments', 'args', 'parameters'];

/** Whether an object with this first key may hold an answer and thoughts. */
export function mayHoldAnswer(key: string): boolean {
  return isThought(key) || ANSWER_KEY.test(key);
}

/** Whether an action of this name ends the answer instead of calling a tool. */
export function isFinish(action: string, tools: OfferedTools): boolean {
  return /^(?:final[ _]?answer|finish|respond)$/i.test(action) && !tools.has(tools.named(action));
}

/** The spoken text of `{"action": "Final Answer", "action_input": "…"}`; null for any other object. */
export function finalAnswer(value: unknown, tools: OfferedTools): string | null {
  const fields = fieldsOf(value) ?? {};
  const action = ACTION_KEYS.map((key) => fields[key]).find((each) => typeof each === 'string');
  if (typeof action !== 'string' || !isFinish(action, tools)) return null;
  const input = INPUT_KEYS.map((key) => fields[key]).find((each) => each !== undefined);
  return typeof input === 'string' ? input : (saidIn(fieldsOf(input) ?? {}, BESIDE) ?? '');
}

/**
 * The spoken text of `{"thought": "…", "answer": "…"}`: the empty string if the object holds only thoughts, null if it
 * holds none.
 */
export function besideThoughts(value: unknown): string | null {
  const fields = fieldsOf(value);
  const thoughts = Object.entries(fields ?? {}).filter(([key, each]) => isThought(key) && isWords(each));
  if (!fields || thoughts.length === 0) return null;
  const inner = thoughts.map(([, each]) => saidIn(fieldsOf(each) ?? {}, INSIDE));
  return saidIn(fields, BESIDE) ?? inner.find((each) => each !== null) ?? '';
}

function saidIn(fields: Fields, keys: RegExp): string | null {
  const said = Object.entries(fields).find(([key, each]) => keys.test(key) && typeof each === 'string');
  return said === undefined ? null : String(said[1]);
}

function isWords(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
