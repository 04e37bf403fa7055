import { llm } from '@livekit/agents';

type Schema = Readonly<Record<string, unknown>>;

/** Prefixes that models with a notion of modules put in front of a tool's name. */
const PREFIX = /^(?:functions?|tools?|default_api|multi_tool_use|api)[.:/]/;

/** The tools of one request, prepared for the reader of calls. */
export class OfferedTools {
  readonly #schemas = new Map<string, Schema>();
  readonly #byPlainName = new Map<string, string>();

  constructor(context?: llm.ToolContext) {
    for (const [name, tool] of Object.entries(context?.functionTools ?? {})) {
      if (!tool) continue;
      this.#schemas.set(name, llm.toJsonSchema(tool.parameters, true, false) as Schema);
      this.#byPlainName.set(plain(name), name);
    }
  }

  get names(): readonly string[] {
    return [...this.#schemas.keys()];
  }

  has(name: string): boolean {
    return this.#schemas.has(name);
  }

  /** Resolves `functions.x`, `x:0` or `X<|channel|>json` to the offered name; returns other names as written. */
  named(written: string): string {
    const trimmed = written.trim().replace(/^["'`]|["'`]$/g, '');
    if (this.#schemas.has(trimmed)) return trimmed;
    const bare = trimmed
      .replace(/<[|｜].*$/s, '')
      .replace(PREFIX, '')
      .replace(/:\d+$/, '')
      .trim();
    return this.#byPlainName.get(plain(bare)) ?? (bare === '' ? trimmed : bare);
  }

  /** Whether a name that more text may complete could be that of an offered tool. */
  mayBecome(begun: string): boolean {
    const start = plain(begun.replaceAll(/["'`*]/g, ''));
    return [...this.#byPlainName.keys()].some((name) => name.startsWith(start));
  }

  /** The parameter that plain text can fill; null if the tool has none or requires others as well. */
  textParameter(name: string): string | null {
    const schema = this.#schemas.get(name);
    const properties = propertiesOf(schema);
    const takesText = (key: string) => typesOf(properties[key]).includes('string');
    const required = fieldsOf(schema).required;
    const needed = Array.isArray(required) && required.length > 0 ? required.map(String) : null;
    const [only, ...others] = needed ?? Object.keys(properties).filter(takesText);
    return only !== undefined && others.length === 0 && takesText(only) ? only : null;
  }

  /** Names of the arguments in the order of the tool's schema. */
  parameters(name: string): readonly string[] {
    return Object.keys(propertiesOf(this.#schemas.get(name)));
  }

  /** Converts arguments that were written as text to the types of the tool's schema. */
  typed(name: string, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const properties = propertiesOf(this.#schemas.get(name));
    const entries = Object.entries(args).map(([key, value]) => [key, typed(value, properties[key])]);
    return Object.fromEntries(entries) as Record<string, unknown>;
  }
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  const { properties } = fieldsOf(schema);
  return fieldsOf(properties);
}

function fieldsOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

/** All types that a schema allows. */
function typesOf(schema: unknown): readonly string[] {
  const { type, anyOf, oneOf, enum: values } = fieldsOf(schema);
  const own = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const nested = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.flatMap(typesOf) : []));
  const ofValues = own.length > 0 || !Array.isArray(values) ? [] : values.map((value) => typeof value);
  return [...own, ...nested, ...ofValues].map(String);
}

function typed(value: unknown, schema: unknown): unknown {
  const types = typesOf(schema);
  if (typeof value === 'number' || typeof value === 'boolean') {
    const isWanted = types.some((type) => type === typeof value || type === 'integer');
    return types.includes('string') && !isWanted ? String(value) : value;
  }
  if (typeof value !== 'string' || types.includes('string')) return value;
  const text = value.trim();
  if (types.some((type) => type === 'number' || type === 'integer') && text !== '') {
    const number = Number(text);
    if (Number.isFinite(number)) return number;
  }
  if (types.includes('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (types.includes('null') && /^(?:null|none)$/i.test(text)) return null;
  const isNested = types.length === 0 || types.some((type) => type === 'object' || type === 'array');
  return isNested && /^[[{]/.test(text) ? nested(text, value) : value;
}

function nested(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
