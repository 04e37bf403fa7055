/** Fields of an agent that determine what it may do with a call. */
import { Type } from '@sinclair/typebox';
import {
  CALL_TOOLS,
  type CallTool,
  type HandoffTarget,
  type TransferTarget,
} from '../../agent-worker/tools/call-settings.ts';
import { invalid } from '../errors/api-error.ts';
import { choice, flagField, orNull, textField } from '../http/declared-fields.ts';
import { FieldReader, isObject } from '../http/fields.ts';
import type { Settings } from '../settings/settings.ts';

const MAX_TARGETS = 20;
/** A telephone number in E.164 format, or a SIP address. */
const TELEPHONE_NUMBER = /^(\+[1-9]\d{4,14}|sips?:[\w.~+-]+@[\w.-]+(:\d{1,5})?)$/i;
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
const WARM = flagField({
  description: 'Whether somebody is told what it is about, and asked, before the caller is joined with them',
});
const TargetSchema = Type.Object({
  name: NAME.schema,
  number: ADDRESS.schema,
  description: Type.Optional(orNull(DESCRIPTION.schema)),
  warm: Type.Optional(orNull(WARM.schema)),
});

const AGENT_ID = textField({ maxChars: 64, isLine: true }, { description: 'Of another agent of yours' });
const WHEN = textField(
  { maxChars: 500, isLine: true },
  { description: 'When to pass the caller on to it, for the model' },
);
const INTRODUCTION = textField(
  { maxChars: 1000 },
  { description: 'What it says first. Default: its model goes on from what was said' },
);
const HandoffSchema = Type.Object({
  name: NAME.schema,
  agent_id: AGENT_ID.schema,
  description: Type.Optional(orNull(WHEN.schema)),
  introduction: Type.Optional(orNull(INTRODUCTION.schema)),
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
  handoff: {
    schema: Type.Array(HandoffSchema, {
      maxItems: MAX_TARGETS,
      description: 'Other agents to which it may pass the caller on',
    }),
    read: readHandoff,
  },
};

/** Numbers that the operator lets agents transfer calls to. */
export type TransferRules = Pick<
  Settings,
  'transferNumbers' | 'livekitUrl' | 'livekitSipTrunkId' | 'twilioAccountSid' | 'twilioFrom' | 'publicUrl'
>;

export function mayTransferTo(
  number: string,
  { transferNumbers }: Pick<TransferRules, 'transferNumbers'>,
): boolean {
  return isAllowed(number, transferNumbers);
}

/** Whether the operator lets agents call a number. */
export function mayCall(number: string, { callNumbers }: Pick<Settings, 'callNumbers'>): boolean {
  return isAllowed(number, callNumbers);
}

/** Removes the separators that people write in a number, and reports a fault if the rest is not a number. */
export function readTelephoneNumber(
  fields: FieldReader,
  name: string,
  text: string | undefined,
): string | undefined {
  const number = text?.replace(/[\s()/-]/g, '');
  if (number === undefined || TELEPHONE_NUMBER.test(number)) return number;
  return fields.problem(name, 'transfer_number_malformed');
}

/** Whether a number begins with one of the allowed prefixes. SIP addresses have to be equal, ignoring case. */
function isAllowed(number: string, numbers: readonly string[]): boolean {
  return numbers.some((allowed) =>
    allowed.startsWith('+') ? number.startsWith(allowed) : number.toLowerCase() === allowed.toLowerCase(),
  );
}

/** @throws ApiError 422 for numbers that the operator does not let agents transfer calls to, and for `warm` */
export function checkTransferTargets(targets: readonly TransferTarget[], rules: TransferRules): void {
  const refused = targets.find(({ number }) => !mayTransferTo(number, rules));
  if (refused)
    throw invalid(['body', 'transfer_targets'], 'transfer_number_refused', { number: refused.number });
  const byTwilio = [rules.twilioAccountSid, rules.twilioFrom, rules.publicUrl];
  const isReady = (rules.livekitUrl !== null && rules.livekitSipTrunkId !== null) || !byTwilio.includes(null);
  if (!isReady && targets.some(({ warm }) => warm))
    throw invalid(['body', 'transfer_targets'], 'warm_transfer_unavailable');
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
  return readNamed(fields, name, readTarget);
}

function readHandoff(fields: FieldReader, name: string): readonly HandoffTarget[] | undefined {
  return readNamed(fields, name, readHandoffTarget);
}

/** A list of objects with different names. */
function readNamed<T extends { readonly name: string }>(
  fields: FieldReader,
  name: string,
  read: (fields: FieldReader) => T | undefined,
): readonly T[] | undefined {
  const value = fields.value(name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return fields.problem(name, 'list_expected');
  if (value.length > MAX_TARGETS) return fields.problem(name, 'list_too_long', { max: MAX_TARGETS });
  const targets = value.map((item: unknown, index) => {
    const inner = new FieldReader(isObject(item) ? item : {}, [fields.part, name, index], fields.problems);
    return read(inner);
  });
  const known = targets.filter((target) => target !== undefined);
  if (new Set(known.map((target) => target.name)).size < known.length) {
    return fields.problem(name, 'transfer_names_repeated');
  }
  return known;
}

function readHandoffTarget(fields: FieldReader): HandoffTarget | undefined {
  fields.refuseOthers(Object.keys(HandoffSchema.properties));
  const name = NAME.read(fields, 'name');
  const agentId = AGENT_ID.read(fields, 'agent_id');
  const description = WHEN.read(fields, 'description') ?? '';
  const introduction = INTRODUCTION.read(fields, 'introduction') ?? '';
  for (const field of ['name', 'agent_id']) if (!fields.has(field)) fields.problem(field, 'field_missing');
  if (name === undefined || agentId === undefined) return undefined;
  return { name, agentId, description, introduction };
}

function readTarget(fields: FieldReader): TransferTarget | undefined {
  fields.refuseOthers(Object.keys(TargetSchema.properties));
  const name = NAME.read(fields, 'name');
  const description = DESCRIPTION.read(fields, 'description') ?? '';
  const number = readTelephoneNumber(fields, 'number', ADDRESS.read(fields, 'number'));
  const warm = WARM.read(fields, 'warm') ?? false;
  for (const field of ['name', 'number']) if (!fields.has(field)) fields.problem(field, 'field_missing');
  if (name === undefined || number === undefined) return undefined;
  return { name, description, number, ...(warm && { warm }) };
}
