/** Variables in an agent's texts: `{{name}}`, or `{{name|text without a value}}`. */
import { Type } from '@sinclair/typebox';
import { isRecord, parseJson } from '../../media/json.ts';
import { fieldFault, invalidFields, type RequestPart } from '../errors/api-error.ts';
import type { Field } from '../http/declared-fields.ts';

const MAX_VARIABLES = 100;
const MAX_VALUE_CHARS = 4000;
const NAME = /^[A-Za-z_]\w{0,63}$/;
const PLACE = /\{\{\s*([A-Za-z_]\w{0,63})\s*(?:\|([^{}]*))?\}\}/g;

/** Values by name. */
export type Variables = Readonly<Record<string, string>>;

/**
 * Values for the variables of an agent's prompt and greeting: an object, or in a query its JSON.
 * @param maxTotal limit of all of them, in characters of JSON
 */
export const variablesField = (maxTotal = 16_384): Field<Variables | undefined> => ({
  schema: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
    description: "Values for `{{name}}` in the agent's prompt and greeting. In a query as JSON",
  }),
  read(fields, name) {
    const value = fields.value(name);
    if (value === undefined) return undefined;
    const given = typeof value === 'string' ? objectIn(value) : value;
    if (!isRecord(given)) return fields.problem(name, 'object_expected');
    const entries = Object.entries(given).filter(([, each]) => each !== null);
    const texts = entries.map(([key, each]) => [key, textOf(each)] as const);
    const isValid = texts.every(([key, text]) => NAME.test(key) && text !== undefined);
    if (!isValid || entries.length > MAX_VARIABLES || JSON.stringify(texts).length > maxTotal) {
      const limits = { max: MAX_VARIABLES, maxChars: MAX_VALUE_CHARS, maxTotal };
      return fields.problem(name, 'variables_malformed', limits);
    }
    return Object.fromEntries(texts) as Variables;
  },
});

/**
 * Fills the variables of an agent's prompt and greeting.
 * @param part where the request has its fields
 * @throws ApiError 422 that names each variable without a value and without a default
 */
export function fillVariables(
  texts: { readonly prompt: string; readonly greeting: string },
  values: Variables,
  part: RequestPart,
): { readonly prompt: string; readonly greeting: string } {
  const missing = new Map<string, string>();
  const fill = (where: string, text: string) =>
    text.replace(PLACE, (written, name: string, otherwise?: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : otherwise?.trim();
      if (value === undefined && !missing.has(name)) missing.set(name, where);
      return value ?? written;
    });
  const filled = { prompt: fill('prompt', texts.prompt), greeting: fill('greeting', texts.greeting) };
  if (missing.size === 0) return filled;
  throw invalidFields(
    Array.from(missing, ([name, where]) =>
      fieldFault([part, 'variables', name], 'variable_missing', { name, where }),
    ),
  );
}

function objectIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Undefined for a value that is not a text; null if it cannot be spoken. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.length > MAX_VALUE_CHARS || value.includes('\0')) return undefined;
  return value;
}
