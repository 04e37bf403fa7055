import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/** Every tool costs the model attention and tokens on every turn, so their number is limited. */
export const MAX_TOOLS_PER_SERVER = 64;
export const MAX_TOOLS = 128;
const MAX_NAME_LENGTH = 128;
const MAX_DESCRIPTION_LENGTH = 4_096;
const MAX_SCHEMA_LENGTH = 16_384;
/** Longest function name that chat-completions endpoints accept. */
const MODEL_NAME_LENGTH = 64;

/**
 * The schema keywords that are passed to the model. All others are dropped, in particular those by which libraries tell
 * their own schema objects from plain ones.
 */
const SCHEMA_KEYWORDS = [
  'title',
  'description',
  'properties',
  'patternProperties',
  'additionalProperties',
  'required',
  'allOf',
  'anyOf',
  'oneOf',
  '$defs',
  'definitions',
];

/** A tool as offered by its server. */
export interface OfferedTool {
  /** Its name on the server. */
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments: an object. */
  readonly parameters: { readonly type: 'object'; readonly [keyword: string]: unknown };
}

/**
 * Accepts the tools within the limits.
 * @param room how many more tools may be accepted
 * @returns the accepted tools in order, and how many were left out
 */
export function acceptTools(tools: readonly Tool[], room: number): { tools: OfferedTool[]; leftOut: number } {
  const accepted = tools.filter(isWithinBounds).slice(0, Math.max(0, room)).map(offered);
  return { tools: accepted, leftOut: tools.length - accepted.length };
}

function isWithinBounds(tool: Tool): boolean {
  // A tool that only runs as a task returns a task handle, which we do not support.
  if (tool.execution?.taskSupport === 'required') return false;
  return (
    tool.name !== '' &&
    tool.name.length <= MAX_NAME_LENGTH &&
    (tool.description ?? '').length <= MAX_DESCRIPTION_LENGTH &&
    JSON.stringify(tool.inputSchema).length <= MAX_SCHEMA_LENGTH
  );
}

function offered(tool: Tool): OfferedTool {
  const kept = Object.entries(tool.inputSchema).filter(([keyword]) => SCHEMA_KEYWORDS.includes(keyword));
  return {
    name: tool.name,
    description: tool.description ?? tool.title ?? tool.annotations?.title ?? '',
    parameters: { properties: {}, ...Object.fromEntries(kept), type: 'object' },
  };
}

/** Assigns names that models accept and that no two tools share. */
export class ToolNames {
  readonly #taken = new Set<string>();

  /** @param name the tool's name on its server; if it is taken, a number is added */
  take(name: string): string {
    const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MODEL_NAME_LENGTH);
    let unique = plain;
    for (let count = 2; this.#taken.has(unique); count++) {
      const suffix = `_${count}`;
      unique = plain.slice(0, MODEL_NAME_LENGTH - suffix.length) + suffix;
    }
    this.#taken.add(unique);
    return unique;
  }
}
