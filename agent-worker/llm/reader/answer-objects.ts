/** Answers that a model writes as an object, with what it says beside its thoughts or as an action of its own. */
import { isThought } from './dialects.ts';
import { type Fields, fieldsOf } from './loose-value.ts';
import type { OfferedTools } from './offered-tools.ts';

const ANSWER_KEY = /^(?:final_?)?(?:answer|response|reply)$/i;
/** Keys of what is said, where thoughts stand beside it or around it. */
const BESIDE = /^(?:final_?)?(?:answer|response|reply|output|message|speech|speak|say|text|content)$/i;
const INSIDE = /^(?:final_?)?(?:answer|response|reply|speak|say)$/i;
const ACTION_KEYS = ['action', 'tool', 'name'];
const INPUT_KEYS = ['action_input', 'input', 'arguments', 'args', 'parameters'];

/** Whether an object with this first key may hold an answer beside thoughts. */
export function mayHoldAnswer(key: string): boolean {
  return isThought(key) || ANSWER_KEY.test(key);
}

/** Whether an action of this name is no tool but the end of an answer. */
export function isFinish(action: string, tools: OfferedTools): boolean {
  return /^(?:final[ _]?answer|finish|respond)$/i.test(action) && !tools.has(tools.named(action));
}

/** What `{"action": "Final Answer", "action_input": "…"}` says; null when an object is none of this kind. */
export function finalAnswer(value: unknown, tools: OfferedTools): string | null {
  const fields = fieldsOf(value) ?? {};
  const action = ACTION_KEYS.map((key) => fields[key]).find((each) => typeof each === 'string');
  if (typeof action !== 'string' || !isFinish(action, tools)) return null;
  const input = INPUT_KEYS.map((key) => fields[key]).find((each) => each !== undefined);
  return typeof input === 'string' ? input : (saidIn(fieldsOf(input) ?? {}, BESIDE) ?? '');
}

/**
 * What `{"thought": "…", "answer": "…"}` says: the empty string when it holds nothing but thoughts, null when it holds
 * none.
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
