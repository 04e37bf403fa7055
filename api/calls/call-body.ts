/** The request of an outgoing call. */
import { type SchemaOptions, Type } from '@sinclair/typebox';
import { KEYS } from '../../agent-worker/tools/call-settings.ts';
import { GREETING } from '../agents/agent-body.ts';
import { mayCall, readTelephoneNumber } from '../agents/call-fields.ts';
import { CONVERSATION_FIELDS } from '../agents/conversation-planner.ts';
import { variablesField } from '../agents/variables.ts';
import { invalid, invalidFields, refusal } from '../errors/api-error.ts';
import {
  choice,
  choiceField,
  type Field,
  optionalProperties,
  orNull,
  readFields,
  textField,
  wholeNumberField,
  withDefault,
} from '../http/declared-fields.ts';
import { FieldReader, isObject } from '../http/fields.ts';
import type { Settings } from '../settings/settings.ts';
import type { CallHours, CallRequest, CallRetry, FinalCallState } from '../storage/calls.ts';

const MAX_NUMBER_CHARS = 200;
const MAX_TRUNK_CHARS = 128;
const MAX_KEY_CHARS = 200;
const DAY_SECONDS = 86_400;
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$|^24:00$/;

export const CALL_VIAS = ['livekit', 'twilio'] as const;
const DAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
/** Outcomes that may be retried. */
const RETRIED = ['busy', 'no_answer', 'voicemail', 'failed'] as const satisfies readonly FinalCallState[];

const TIME = textField({ maxChars: 5, isLine: true }, { description: 'Such as 09:30' });
const ZONE = textField(
  { maxChars: 64, isLine: true },
  { description: 'Such as Europe/Berlin. Default: UTC' },
);
const ATTEMPTS = wholeNumberField({ min: 1, max: 10 }, { description: 'Including the first' });
const DELAY = wholeNumberField(
  { min: 10, max: 7 * DAY_SECONDS },
  { description: 'From the end of an attempt to the next one. Default: 600' },
);

const HoursSchema = Type.Object(
  {
    from: TIME.schema,
    until: TIME.schema,
    days: Type.Optional(Type.Array(choice(DAY_NAMES), { description: 'Default: all' })),
    time_zone: Type.Optional(ZONE.schema),
  },
  { description: 'When the telephone may ring. Default: at any time' },
);
const RetrySchema = Type.Object(
  {
    max_attempts: ATTEMPTS.schema,
    delay_seconds: Type.Optional(DELAY.schema),
    on: Type.Optional(Type.Array(choice(RETRIED), { description: 'Default: busy and no_answer' })),
  },
  { description: 'When the call is tried again. Default: never' },
);

const MESSAGE = textField(GREETING, { description: 'What is said after the beep, for `leave_message`' });
const PRESSED = textField(
  { maxChars: 32, isLine: true },
  { description: 'Keys such as 1 or 12#, for `press`' },
);
const VOICEMAIL = answeringField('leave_message', 'message', MESSAGE, {
  description: 'What to do when voicemail answers. With it, the agent first listens who has answered',
});
const MENU = answeringField(
  'press',
  'keys',
  { schema: PRESSED.schema, read: readKeys },
  { description: 'The same for a menu ("press one for sales")' },
);

/** Fields of a conversation that a call may replace. */
const { greeting, instructions, voice_id, lang_code } = CONVERSATION_FIELDS;
const { keep_transcripts, record, recording_consent } = CONVERSATION_FIELDS;
const OVERRIDES = {
  greeting,
  instructions,
  voice_id,
  lang_code,
  keep_transcripts,
  record,
  recording_consent,
};

const NUMBER = textField(
  { maxChars: MAX_NUMBER_CHARS, isLine: true },
  { description: 'A telephone number with country code, or a SIP address' },
);

const CALL_BODY_FIELDS = {
  to: NUMBER,
  from: textField(
    { maxChars: MAX_NUMBER_CHARS, isLine: true },
    { description: "The number that the call comes from. Default: the trunk's, or TWILIO_FROM" },
  ),
  via: choiceField(CALL_VIAS, { description: 'Default: the one that is set up, livekit before twilio' }),
  sip_trunk_id: textField(
    { maxChars: MAX_TRUNK_CHARS, isLine: true },
    { description: 'Outbound trunk of LiveKit SIP. Default: LIVEKIT_SIP_TRUNK_ID' },
  ),
  variables: variablesField(),
  ring_seconds: withDefault(
    wholeNumberField({ min: 5, max: 70 }, { description: 'How long the telephone rings' }),
    45,
  ),
  max_seconds: withDefault(
    wholeNumberField({ min: 10, max: 14_400 }, { description: 'After that the call is hung up' }),
    3600,
  ),
  start_within_seconds: withDefault(
    wholeNumberField(
      { min: 10, max: 30 * DAY_SECONDS },
      { description: 'After that no further attempt begins' },
    ),
    DAY_SECONDS,
  ),
  hours: { schema: HoursSchema, read: readHours },
  retry: { schema: RetrySchema, read: readRetry },
  voicemail: VOICEMAIL,
  menu: MENU,
  ...OVERRIDES,
};

export const CallBodySchema = Type.Object({
  ...optionalProperties(CALL_BODY_FIELDS),
  to: NUMBER.schema,
});

export type CallSettings = Pick<
  Settings,
  'livekitUrl' | 'livekitSipTrunkId' | 'twilioAccountSid' | 'twilioFrom' | 'publicUrl' | 'callNumbers'
>;

/** @throws ApiError 422, 503 when no telephone service is configured */
export function readCallBody(body: unknown, settings: CallSettings): CallRequest {
  const raw = body ?? {};
  if (!isObject(raw)) throw invalid(['body'], 'json_object_expected');
  const fields = new FieldReader(raw, ['body']);
  fields.refuseOthers(Object.keys(CALL_BODY_FIELDS));
  const asked = readFields(fields, CALL_BODY_FIELDS);
  const to = readTelephoneNumber(fields, 'to', asked.to);
  if (!fields.has('to')) fields.problem('to', 'field_missing');
  if (to !== undefined && !mayCall(to, settings)) fields.problem('to', 'call_number_refused', { number: to });
  const from = readTelephoneNumber(fields, 'from', asked.from);
  const via = asked.via ?? (settings.livekitUrl === null && settings.twilioAccountSid ? 'twilio' : 'livekit');
  const isReady = fields.problems.length === 0;
  if (isReady) requireSetUp(via, settings);
  const trunkId = asked.sip_trunk_id ?? settings.livekitSipTrunkId;
  if (isReady && via === 'livekit' && trunkId === null) fields.problem('sip_trunk_id', 'trunk_missing');
  const caller = from ?? (via === 'twilio' ? settings.twilioFrom : null);
  if (isReady && via === 'twilio' && caller === null) fields.problem('from', 'caller_number_missing');
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  return {
    to: to ?? '',
    from: caller,
    via,
    trunkId: via === 'livekit' ? trunkId : null,
    variables: asked.variables ?? {},
    overrides: Object.fromEntries(Object.entries(raw).filter(([name]) => Object.hasOwn(OVERRIDES, name))),
    ringSeconds: asked.ring_seconds,
    maxSeconds: asked.max_seconds,
    startWithinSeconds: asked.start_within_seconds,
    hours: asked.hours ?? null,
    retry: asked.retry ?? { maxAttempts: 1, delayMs: 0, on: [] },
    ...((asked.voicemail || asked.menu) && {
      answering: { voicemail: asked.voicemail ?? TALK, menu: asked.menu ?? TALK },
    }),
  };
}

/** @throws ApiError 422 */
export function readIdempotencyKey(value: string | readonly string[] | undefined): string | null {
  if (value === undefined) return null;
  const isFine = typeof value === 'string' && value.length <= MAX_KEY_CHARS && /^[!-~][ -~]*$/.test(value);
  if (!isFine) throw invalid(['header', 'idempotency-key'], 'idempotency_key_malformed');
  return value;
}

function requireSetUp(via: CallRequest['via'], settings: CallSettings): void {
  if (via === 'livekit' && settings.livekitUrl === null) {
    const names = 'LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET';
    throw refusal('calls_not_set_up', { values: { via: 'LiveKit SIP', settings: names } });
  }
  if (via === 'twilio' && (settings.twilioAccountSid === null || settings.publicUrl === null)) {
    const names = 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and PUBLIC_URL';
    throw refusal('calls_not_set_up', { values: { via: 'Twilio', settings: names } });
  }
}

function readHours(fields: FieldReader, name: string): CallHours | undefined {
  const inner = fields.object(name);
  if (inner === undefined) return undefined;
  inner.refuseOthers(Object.keys(HoursSchema.properties));
  const fromMinute = readMinute(inner, 'from');
  const untilMinute = readMinute(inner, 'until');
  const days = readChoices(inner, 'days', DAY_NAMES) ?? DAY_NAMES;
  const timeZone = ZONE.read(inner, 'time_zone') ?? 'UTC';
  if (!isTimeZone(timeZone)) inner.problem('time_zone', 'time_zone_unknown');
  if (fromMinute === undefined || untilMinute === undefined) return undefined;
  if (untilMinute <= fromMinute) return inner.problem('until', 'hours_reversed');
  return { fromMinute, untilMinute, days: days.map((day) => DAY_NAMES.indexOf(day)), timeZone };
}

const TALK = { action: 'talk' } as const;

/** What to do with a machine: `hang_up`, `talk`, or an action that needs a text. */
function answeringField<A extends string, N extends string>(
  acting: A,
  needed: N,
  text: Field<string | undefined>,
  options: SchemaOptions,
) {
  type Rule =
    | { readonly action: 'hang_up' | 'talk' }
    | ({ readonly action: A } & Readonly<Record<N, string>>);
  const actions = choiceField(['hang_up', acting, 'talk'] as const);
  const properties = { action: actions.schema, [needed]: Type.Optional(orNull(text.schema)) };
  const read = (fields: FieldReader, name: string): Rule | undefined => {
    const inner = fields.object(name);
    if (inner === undefined) return undefined;
    inner.refuseOthers(Object.keys(properties));
    const action = actions.read(inner, 'action');
    const given = text.read(inner, needed);
    if (!inner.has('action')) return inner.problem('action', 'field_missing');
    if (action === undefined) return undefined;
    if (action !== acting) return { action: action as 'hang_up' | 'talk' };
    if (given?.trim()) return { action, [needed]: given } as Rule;
    return inner.has(needed) && given === undefined ? undefined : inner.problem(needed, 'field_missing');
  };
  return { schema: Type.Object(properties, options), read };
}

function readKeys(fields: FieldReader, name: string): string | undefined {
  const keys = PRESSED.read(fields, name);
  if (keys === undefined || KEYS.test(keys)) return keys;
  return fields.problem(name, 'keys_malformed');
}

function readMinute(fields: FieldReader, name: string): number | undefined {
  const text = TIME.read(fields, name);
  if (!fields.has(name)) return fields.problem(name, 'field_missing');
  if (text === undefined) return undefined;
  if (!TIME_OF_DAY.test(text)) return fields.problem(name, 'time_of_day_malformed');
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

function readRetry(fields: FieldReader, name: string): CallRetry | undefined {
  const inner = fields.object(name);
  if (inner === undefined) return undefined;
  inner.refuseOthers(Object.keys(RetrySchema.properties));
  const maxAttempts = ATTEMPTS.read(inner, 'max_attempts');
  const delayMs = (DELAY.read(inner, 'delay_seconds') ?? 600) * 1000;
  const on = readChoices(inner, 'on', RETRIED) ?? ['busy', 'no_answer'];
  if (!inner.has('max_attempts')) return inner.problem('max_attempts', 'field_missing');
  return maxAttempts === undefined ? undefined : { maxAttempts, delayMs, on };
}

/** A non-empty list of some of the options. */
function readChoices<T extends string>(
  fields: FieldReader,
  name: string,
  options: readonly T[],
): readonly T[] | undefined {
  const value = fields.value(name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return fields.problem(name, 'list_expected');
  const known = options.filter((option) => value.includes(option));
  if (known.length === 0 || value.some((item) => !known.includes(item))) {
    return fields.problem(name, 'not_an_option', { options: options.join(', ') });
  }
  return known;
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
