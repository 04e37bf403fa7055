import { AGENT_ERRORS, type AgentErrorDefinition } from '../../agent-worker/errors.ts';
import { ENGINE_ERRORS, type EngineErrorDefinition } from '../../engine/index.ts';
import { type ErrorDefinition, errorText } from '../../media/error-definition.ts';
import { FIELD_FAULTS, type FieldFaultDefinition } from './field-faults.ts';
import type { RefusalDefinition } from './refusals/refusal.ts';
import { REFUSALS } from './refusals.ts';

/** Returns the text of `docs/errors.md`, generated from the registries so that the two cannot diverge. */
export function errorsPage(): string {
  const engine: Kind<EngineErrorDefinition>[] = Object.entries(ENGINE_ERRORS);
  const agents: Kind<AgentErrorDefinition>[] = Object.entries(AGENT_ERRORS);
  const refusals: Kind<RefusalDefinition>[] = Object.entries(REFUSALS);
  const faults: Kind<FieldFaultDefinition>[] = Object.entries(FIELD_FAULTS);
  return [
    '# Errors',
    '',
    'What to do about an error where its text does not say it; texts that do are not repeated here. Names in braces',
    'stand for values, `{reason}` for what is wrong with a file or an address. The kind is what the log calls the error.',
    'How errors are sent depends on the interface: see [speech](speak.md#errors),',
    '[voices](voices.md#rejected-recordings-and-requests), [agents](agent-websocket.md#messages-from-the-server) and',
    "[OpenAI's interface](openai.md#errors). Texts may become clearer; status and `type` stay. This page is generated",
    'by `node scripts/run.mjs api/cli/errors`.',
    '',
    '## Requests',
    '',
    'Errors of a whole request: `detail` is the text. With 429 and most of 503 the header `Retry-After` says when to',
    'try again.',
    '',
    ...remedies(
      { Kind: name, Status: statusOf },
      refusals.toSorted(([, a], [, b]) => a.status - b.status),
    ),
    '',
    '## Fields',
    '',
    'Errors of one field: an item in the `detail` of a 422, with the field in `loc`, the text in `msg`, and this',
    '`type`. Fields that are validated against the OpenAPI document have further types, such as `greater_than_equal`.',
    '',
    ...remedies(
      { Type: typeOf },
      faults.toSorted(([, a], [, b]) => a.type.localeCompare(b.type)),
    ),
    '',
    '## Speech, voices and recordings',
    '',
    'Errors of the engine. A 422 is an item with the field in `loc` and this `type`; with other statuses `detail` is',
    'the text. An error in a text that is spoken ends with its place, such as `(at character 12)`.',
    '',
    ...remedies(
      { Kind: name, Status: statusOf, Type: typeOf, Field: ([, { field }]) => code(field) },
      engine,
    ),
    '',
    '## Conversations',
    '',
    "Errors on an agent's WebSocket, in `status_code` and `errors` of a message, and before it opens; and, without a",
    'status, why the answer of a tool is refused.',
    '',
    ...remedies({ Kind: name, Status: statusOf }, agents),
    '',
  ].join('\n');
}

type Kind<D> = readonly [kind: string, definition: D];

/** The columns before the text: the head of each, and its cell for an error. */
type Columns<D> = Readonly<Record<string, (error: Kind<D>) => string>>;

const name = ([kind]: Kind<unknown>): string => code(kind);
const statusOf = ([, { status }]: Kind<{ status: number | null }>): string => `${status ?? ''}`;
const typeOf = ([, { type }]: Kind<{ type: string }>): string => code(type);

/** Returns a table of the errors with a remedy. */
function remedies<D extends ErrorDefinition>(columns: Columns<D>, errors: readonly Kind<D>[]): string[] {
  const rows = errors.flatMap((error) => {
    const [, definition] = error;
    const cells = Object.values(columns).map((cellOf) => cellOf(error));
    return definition.remedy === undefined ? [] : [[...cells, shown(definition), definition.remedy]];
  });
  return table([...Object.keys(columns), 'Text', 'What to do'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`);
}

/** Replaces each value in a text with its name: `{max}` for `max`. */
const NAMES = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

const shown = (definition: ErrorDefinition): string => errorText(definition, NAMES as never);

const code = (text: string): string => `\`${text}\``;

/** Escapes angle brackets, so that pages show them instead of treating them as markup. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
