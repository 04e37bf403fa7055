/** The field of an agent for tools that are HTTP requests. */
import { type TSchema, Type } from '@sinclair/typebox';
import { checkAddress } from '../../agent-worker/address-guard/address-rules.ts';
import type { AllowedHost } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { AgentError } from '../../agent-worker/errors.ts';
import { CALL_TOOLS, HAND_OFF } from '../../agent-worker/tools/call-settings.ts';
import {
  argumentsOf,
  filledUrl,
  HTTP_METHODS,
  type HttpMethod,
  type HttpTool,
  hasOwnServer,
} from '../../agent-worker/tools/http-tool.ts';
import { modelSchema, type ToolParameters } from '../../agent-worker/tools/model-schema.ts';
import { isRecord } from '../../media/json.ts';
import {
  choiceField,
  type Field,
  flagField,
  optionalProperties,
  orNull,
  textField,
  wholeNumberField,
} from '../http/declared-fields.ts';
import { FieldReader, isObject } from '../http/fields.ts';
import type { StoredTool } from '../storage/agents.ts';
import { MAX_URL_CHARS } from './shared-fields.ts';

const MAX_TOOLS = 32;
const MAX_HEADERS = 16;
const DEADLINE_MS = { min: 100, max: 60_000, default: 10_000 } as const;
/** Names that chat-completions endpoints accept. */
const NAME = /^[A-Za-z_][\w-]{0,63}$/;
/** RFC 9110: a token; visible characters, with spaces between them. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/;
const HEADER_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]{0,4094}[\x21-\x7e])?$/;
/** Headers that are set for each request. */
const OWN_HEADERS = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'content-type']);

/** A tool as requested. A header without a value keeps the value that is stored. */
export interface AskedTool extends Omit<HttpTool, 'headers'> {
  readonly headers: Readonly<Record<string, string | null>>;
}

const FIELDS = {
  name: textField(
    { maxChars: 64, isLine: true },
    { description: 'What the model calls it: letters, digits, `_` and `-`' },
  ),
  description: textField(
    { maxChars: 4096 },
    { description: 'What it does and when to use it, for the model' },
  ),
  method: choiceField<HttpMethod>(HTTP_METHODS, { default: 'POST' }),
  url: textField(
    { maxChars: MAX_URL_CHARS, isLine: true },
    { description: '`{argument}` in its path and its query is replaced with the argument of that name' },
  ),
  deadline_ms: wholeNumberField(DEADLINE_MS, { default: DEADLINE_MS.default }),
  filler: textField(
    { maxChars: 200, isLine: true },
    { description: 'Spoken when a call is slow. Default: a phrase of the language' },
  ),
  confirm: flagField({ default: false, description: 'Whether the caller has to confirm each call' }),
};
const OBJECTS = {
  parameters: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON schema of the arguments' }),
  headers: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
    description: 'Sent with each request. Values are never returned; null keeps the one that is stored',
  }),
};
const NAMES = [...Object.keys(FIELDS), ...Object.keys(OBJECTS)];
const ToolSchema: TSchema = Type.Object({
  ...optionalProperties(FIELDS),
  name: FIELDS.name.schema,
  url: FIELDS.url.schema,
  parameters: Type.Optional(orNull(OBJECTS.parameters)),
  headers: Type.Optional(orNull(OBJECTS.headers)),
});

export const TOOL_FIELDS: { readonly tools: Field<readonly AskedTool[] | undefined> } = {
  tools: {
    schema: Type.Array(ToolSchema, {
      maxItems: MAX_TOOLS,
      description: 'Tools of the agent that are HTTP requests',
    }),
    read: readTools,
  },
};

/**
 * Reports tools whose server agents may not connect to, and headers without a value if none is stored for the same
 * server.
 */
export function checkTools(
  fields: FieldReader,
  tools: readonly AskedTool[],
  stored: readonly StoredTool[],
  allowHosts: readonly AllowedHost[],
): void {
  for (const [index, tool] of tools.entries()) {
    const inner = new FieldReader({}, [fields.part, 'tools', index], fields.problems);
    try {
      checkAddress(serverOf(tool.url), allowHosts);
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      inner.problem('url', 'url_refused', { reason: error.message });
    }
    const before = stored.find(({ name, url }) => name === tool.name && serverOf(url) === serverOf(tool.url));
    const missing = Object.entries(tool.headers).find(
      ([header, value]) => value === null && !before?.headers.includes(header),
    );
    if (missing) inner.problem('headers', 'tool_header_missing', { header: missing[0] });
  }
}

/** The origin of a tool's address. */
const serverOf = (url: string): string => filledUrl(url, () => 'x').origin;

function readTools(fields: FieldReader, name: string): readonly AskedTool[] | undefined {
  const value = fields.value(name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return fields.problem(name, 'list_expected');
  if (value.length > MAX_TOOLS) return fields.problem(name, 'list_too_long', { max: MAX_TOOLS });
  const tools = value
    .map((item: unknown, index) =>
      readTool(new FieldReader(isObject(item) ? item : {}, [fields.part, name, index], fields.problems)),
    )
    .filter((tool) => tool !== undefined);
  const names = [...CALL_TOOLS, HAND_OFF, ...tools.map((tool) => tool.name)];
  if (new Set(names).size < names.length) return fields.problem(name, 'tool_names_repeated');
  return tools;
}

function readTool(fields: FieldReader): AskedTool | undefined {
  fields.refuseOthers(NAMES);
  const name = FIELDS.name.read(fields, 'name');
  const url = FIELDS.url.read(fields, 'url');
  for (const field of ['name', 'url']) if (!fields.has(field)) fields.problem(field, 'field_missing');
  const tool = {
    description: FIELDS.description.read(fields, 'description') ?? '',
    method: FIELDS.method.read(fields, 'method') ?? 'POST',
    deadlineMs: FIELDS.deadline_ms.read(fields, 'deadline_ms') ?? DEADLINE_MS.default,
    filler: FIELDS.filler.read(fields, 'filler') ?? '',
    confirm: FIELDS.confirm.read(fields, 'confirm') ?? false,
  };
  const parameters = readParameters(fields);
  const headers = readHeaders(fields);
  if (name !== undefined && !NAME.test(name)) return fields.problem('name', 'tool_name_malformed');
  if (name === undefined || url === undefined || !parameters || !headers) return undefined;
  if (!isTemplate(url)) return fields.problem('url', 'tool_url_malformed');
  const known = Object.keys(isRecord(parameters.properties) ? parameters.properties : {});
  const unknown = argumentsOf(url).find((argument) => !known.includes(argument));
  if (unknown !== undefined) return fields.problem('url', 'tool_argument_unknown', { argument: unknown });
  return { ...tool, name, url, parameters, headers };
}

function isTemplate(url: string): boolean {
  if (!hasOwnServer(url) || !URL.canParse(url.replace(/[{}]/g, ''))) return false;
  const { protocol, username, password } = filledUrl(url, () => 'x');
  return /^https?:$/.test(protocol) && username + password === '';
}

function readParameters(fields: FieldReader): ToolParameters | undefined {
  const value = fields.value('parameters') ?? {};
  if (!isObject(value)) return fields.problem('parameters', 'object_expected');
  return modelSchema(value) ?? fields.problem('parameters', 'tool_schema_too_large');
}

function readHeaders(fields: FieldReader): AskedTool['headers'] | undefined {
  const value = fields.value('headers') ?? {};
  if (!isObject(value)) return fields.problem('headers', 'object_expected');
  const entries = Object.entries(value);
  const isValid = entries.every(
    ([name, text]) =>
      HEADER_NAME.test(name) &&
      !OWN_HEADERS.has(name.toLowerCase()) &&
      (text === null || (typeof text === 'string' && HEADER_VALUE.test(text))),
  );
  const different = new Set(entries.map(([name]) => name.toLowerCase()));
  if (!isValid || different.size < entries.length || entries.length > MAX_HEADERS) {
    return fields.problem('headers', 'tool_headers_malformed', { max: MAX_HEADERS });
  }
  return value as AskedTool['headers'];
}
