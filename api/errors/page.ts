import { AGENT_ERRORS, type AgentErrorDefinition } from '../../agent-worker/errors.ts';
import { ENGINE_ERRORS, type EngineErrorDefinition } from '../../engine/index.ts';
import { DECODE_ERRORS } from '../../media/decode/decode-error.ts';
import { type ErrorDefinition, errorText } from '../../media/error-definition.ts';
import { FIELD_FAULTS } from './field-faults.ts';
import type { RefusalDefinition } from './refusals/refusal.ts';
import { REFUSALS } from './refusals.ts';

/** Returns the text of `docs/errors.md`, generated from the registries so that the two cannot diverge. */
export function errorsPage(): string {
  const engine: [string, EngineErrorDefinition][] = Object.entries(ENGINE_ERRORS);
  const agents: [string, AgentErrorDefinition][] = Object.entries(AGENT_ERRORS);
  const refusals: [string, RefusalDefinition][] = Object.entries(REFUSALS);
  const byStatus = ([, a]: [string, RefusalDefinition], [, b]: [string, RefusalDefinition]): number =>
    a.status - b.status;
  return [
    '# Errors',
    '',
    'Every error of the server: its text, and what to do about it. Names in braces stand for values. The kind is what',
    'the log calls it. How an error is sent depends on the interface: see [speech](speak.md#errors),',
    '[voices](voices.md#rejected-recordings-and-requests), [agents](agents.md) and',
    "[OpenAI's interface](openai.md#errors). Texts may become clearer; status and `type` stay. This page is generated",
    'from the registries in the code by `node scripts/run.mjs api/cli/errors`.',
    '',
    '## Requests',
    '',
    'Errors of a whole request: `detail` is the text. With 429 and most of 503 the header `Retry-After` says when to',
    'try again.',
    '',
    ...table(
      ['Kind', 'Status', 'Text', 'What to do'],
      refusals.toSorted(byStatus).map(([kind, it]) => [code(kind), `${it.status}`, shown(it), it.remedy]),
    ),
    '',
    '## Fields',
    '',
    'Errors of one field: an item in the `detail` of a 422, with the field in `loc`, the text in `msg`, and this',
    '`type`. Fields that are validated against the OpenAPI document have further types, such as `greater_than_equal`.',
    '',
    ...table(
      ['Kind', 'Type', 'Text', 'What to do'],
      Object.entries(FIELD_FAULTS).map(([kind, it]) => [code(kind), code(it.type), shown(it), it.remedy]),
    ),
    '',
    '## Speech, voices and recordings',
    '',
    'Errors of the engine. A 422 is an item with the field in `loc` and this `type`; with other statuses `detail` is',
    'the text. An error in a text that is spoken ends with its place, such as `(at character 12)`.',
    '',
    ...table(
      ['Kind', 'Status', 'Type', 'Field', 'Text', 'What to do'],
      engine.map(([kind, it]) => [
        code(kind),
        `${it.status}`,
        code(it.type),
        code(it.field),
        shown(it),
        it.remedy,
      ]),
    ),
    '',
    '### Files that cannot be decoded',
    '',
    'The `{reason}` why a recording cannot be decoded, or is too long.',
    '',
    ...table(
      ['Kind', 'Text', 'What to do'],
      Object.entries(DECODE_ERRORS).map(([kind, it]) => [code(kind), shown(it), it.remedy]),
    ),
    '',
    '## Conversations',
    '',
    "Errors on an agent's WebSocket, in `status_code` and `errors` of a message, and before it opens.",
    '',
    ...table(
      ['Kind', 'Status', 'Text', 'What to do'],
      agents.flatMap(([kind, it]) =>
        it.status === null ? [] : [[code(kind), `${it.status}`, shown(it), it.remedy]],
      ),
    ),
    '',
    '### Addresses of tools and language models',
    '',
    'The `{reason}` why an address is refused, or why a tool server cannot be used.',
    '',
    ...table(
      ['Kind', 'Text', 'What to do'],
      agents.flatMap(([kind, it]) => (it.status === null ? [[code(kind), shown(it), it.remedy]] : [])),
    ),
    '',
  ].join('\n');
}

/** Replaces each value in a text with its name: `{max}` for `max`. */
const NAMES = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

const shown = (definition: ErrorDefinition): string => errorText(definition, NAMES as never);

const code = (text: string): string => `\`${text}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`);
}

/** Escapes angle brackets, so that pages show them instead of treating them as markup. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
