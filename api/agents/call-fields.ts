/** Fields of an agent that determine what it may do with a call. */
import { Type } from '@sinclair/typebox';
import { CALL_TOOLS, type CallTool, type TransferTarget } from '../../agent-worker/tools/call-settings.ts';
import { invalid } from '../errors/api-error.ts';
import { choice, orNull, textField } from '../http/declared-fields.ts';
import { FieldReader, isObject } from '../http/fields.ts';
import type { Settings } from '../settings/settings.ts';

const MAX_TARGETS = 20;
/** A telephone number in E.164 format, or a SIP address. */
export const TELEPHONE_NUMBER = /^(\+[1-9]\d{4,14}|sips?:[\w.~+-]+@[\w.-]+(:\d{1,5})?)$/i;
/** The model chooses from the names, so each is one line. */
const NAME = textField({ maxChars: 64, isLine: true }, { description: 'What the model calls it' });
const DESCRIPTION = textField(
  { maxChars: 500, isLine: true },
  { description: 'When to transfer to it, for the model' },
);
const ADDRESS = textField(
  { maxChars: 200, isLine: true },
  { description: 'A telephone number such as +4930123456, or a SIP address. The model is not told.' },
);
const TargetSchema = Type.Object({
  name: NAME.schema,
  number: ADDRESS.schema,
  description: Type.Optional(orNull(DESCRIPTION.schema)),
});

export const CALL_FIELDS = {
  call_tools: {
    schema: Type.Array(choice(CALL_TOOLS), {
      maxItems: CALL_TOOLS.length,
      description: 'What the agent may do with a call, where the door can',
    }),
    read: readTools,
  },
  transfer_targets: {
    schema: Type.Array(TargetSchema, {
      maxItems: MAX_TARGETS,
      description: 'Where `transfer_call` may transfer calls to',
    }),
    read: readTargets,
  },
};

/** Numbers that the operator lets agents transfer calls to. */
export type TransferRules = Pick<Settings, 'transferNumbers'>;

export function mayTransferTo(number: string, { transferNumbers }: TransferRules): boolean {
  return isAllowed(number, transferNumbers);
}

/** Whether the operator lets agents call a number. */
export function mayCall(number: string, { callNumbers }: Pick<Settings, 'callNumbers'>): boolean {
  return isAllowed(number, callNumbers);
}

/** Whether a number begins with one of the allowed prefixes. SIP addresses have to be equal, ignoring case. */
function isAllowed(number: string, numbers: readonly string[]): boolean {
  return numbers.some((allowed) =>
    allowed.startsWith('+') ? number.startsWith(allowed) : number.toLowerCase() === allowed.toLowerCase(),
  );
}

/** @throws ApiError 422 for numbers that the operator does not let agents transfer calls to */
export function checkTransferTargets(targets: readonly TransferTarget[], rules: TransferRules): void {
  const refused = targets.find(({ number }) => !mayTransferTo(number, rules));
  if (refused)
    throw invalid(['body', 'transfer_targets'], 'transfer_number_refused', { number: refused.number });
}

function readTools(fields: FieldReader, name: string): readonly CallTool[] | undefined {
  const value = fields.value(name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return fields.problem(name, 'list_expected');
  if (value.length > CALL_TOOLS.length) {
    return fields.problem(name, 'list_too_long', { max: CALL_TOOLS.length });
  }
  const known = CALL_TOOLS.filter((tool) => value.includes(tool));
  if (value.some((item) => !known.includes(item))) {
    return fields.problem(name, 'not_an_option', { options: CALL_TOOLS.join(', ') });
  }
  return known;
}

function readTargets(fields: FieldReader, name: string): readonly TransferTarget[] | undefined {
  const value = fields.value(name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return fields.problem(name, 'list_expected');
  if (value.length > MAX_TARGETS) return fields.problem(name, 'list_too_long', { max: MAX_TARGETS });
  const targets = value.map((item: unknown, index) => {
    const inner = new FieldReader(isObject(item) ? item : {}, [fields.part, name, index], fields.problems);
    return readTarget(inner);
  });
  const known = targets.filter((target) => target !== undefined);
  if (new Set(known.map((target) => target.name)).size < known.length) {
    return fields.problem(name, 'transfer_names_repeated');
  }
  return known;
}

function readTarget(fields: FieldReader): TransferTarget | undefined {
  fields.refuseOthers(Object.keys(TargetSchema.properties));
  const name = NAME.read(fields, 'name');
  const description = DESCRIPTION.read(fields, 'description') ?? '';
  // Removes the separators that people write.
  const number = ADDRESS.read(fields, 'number')?.replace(/[\s()/-]/g, '');
  for (const field of ['name', 'number']) if (!fields.has(field)) fields.problem(field, 'field_missing');
  if (name === undefined || number === undefined) return undefined;
  if (!TELEPHONE_NUMBER.test(number)) return fields.problem('number', 'transfer_number_malformed');
  return { name, description, number };
}
