/**
 * A tool's input schema as language models' endpoints accept it. They refuse a whole request, and with it every answer
 * of the agent, for one schema with a `$ref`, an array without `items`, a boolean schema or a choice at its top, so the
 * schema of a server is rewritten with the keywords that all of them know. It only describes the arguments; the server
 * still validates them.
 */
import { isRecord } from '../../media/json.ts';

export interface ToolParameters {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

type Schema = Readonly<Record<string, unknown>>;

/** Limit of the schema as JSON, in characters. */
const MAX_CHARS = 16_384;
/** Upper bound of nested schemas, with each reference counted as often as it is used. */
const MAX_SCHEMAS = 2_000;

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Keywords whose valid values are passed on unchanged, by the kind of value. */
const PLAIN_KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...of((value) => typeof value === 'string', ['title', 'description', 'format', 'pattern']),
  ...of(Number.isFinite, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']),
  ...of(Number.isInteger, ['minLength', 'maxLength', 'minItems', 'maxItems']),
  ...of(() => true, ['default', 'const']),
  ...of((value) => Array.isArray(value) && value.length > 0, ['enum', 'examples']),
  ...of((value) => typeof value === 'boolean', ['uniqueItems', 'nullable']),
};
const CHOICES = ['anyOf', 'oneOf', 'allOf'] as const;

/** @returns null when it is too large. A value that is not a schema becomes a schema for any object. */
export function modelSchema(schema: unknown): ToolParameters | null {
  const read = new SchemaReader(schema).read();
  const parameters = read && withoutChoices(read);
  return parameters && JSON.stringify(parameters).length <= MAX_CHARS ? parameters : null;
}

class SchemaReader {
  readonly #root: unknown;
  #left = MAX_SCHEMAS;

  constructor(root: unknown) {
    this.#root = root;
  }

  /** @returns null when it is too large */
  read(): Schema | null {
    const schema = this.#read(this.#root, []);
    return this.#left < 0 ? null : schema;
  }

  /** @param open references that are being followed: a recursive one ends in a schema for any value */
  #read(schema: unknown, open: readonly string[]): Schema {
    this.#left--;
    if (!isRecord(schema) || this.#left < 0) return {};
    const own = this.#keywords(schema, open);
    const { $ref: reference } = schema;
    if (typeof reference !== 'string' || open.includes(reference)) return own;
    return { ...this.#read(this.#target(reference), [...open, reference]), ...own };
  }

  #keywords(schema: Schema, open: readonly string[]): Schema {
    const kept = Object.entries(schema).filter(
      ([keyword, value]) => Object.hasOwn(PLAIN_KEYWORDS, keyword) && PLAIN_KEYWORDS[keyword]?.(value),
    );
    const type = validType(schema.type);
    return {
      ...(type !== undefined && { type }),
      ...Object.fromEntries(kept),
      ...this.#ofObject(schema, open),
      ...this.#ofArray(schema, type, open),
      ...Object.fromEntries(
        CHOICES.flatMap((keyword) => {
          const among = schema[keyword];
          if (!Array.isArray(among) || among.length === 0) return [];
          return [[keyword, among.map((each) => this.#read(each, open))]];
        }),
      ),
    };
  }

  #ofObject(schema: Schema, open: readonly string[]): Schema {
    const { properties, patternProperties, additionalProperties: others, required } = schema;
    const each = (map: Schema) =>
      Object.fromEntries(
        Object.entries(map).flatMap(([name, value]) =>
          value === false ? [] : [[name, this.#read(value, open)]],
        ),
      );
    const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
    return {
      ...(isRecord(properties) && { properties: each(properties) }),
      ...(isRecord(patternProperties) && { patternProperties: each(patternProperties) }),
      ...(typeof others === 'boolean' && { additionalProperties: others }),
      ...(isRecord(others) && { additionalProperties: this.#read(others, open) }),
      ...(names.length > 0 && { required: [...new Set(names)] }),
    };
  }

  #ofArray({ items, prefixItems }: Schema, type: unknown, open: readonly string[]): Schema {
    const tuple = [items, prefixItems].find(Array.isArray);
    if (tuple) return { items: { anyOf: tuple.map((item: unknown) => this.#read(item, open)) } };
    if (isRecord(items)) return { items: this.#read(items, open) };
    return type === 'array' || (Array.isArray(type) && type.includes('array')) ? { items: {} } : {};
  }

  /** References are resolved within the document; nothing is ever fetched. */
  #target(reference: string): unknown {
    if (reference === '#') return this.#root;
    if (!reference.startsWith('#/')) return anchored(this.#root, reference);
    let target = this.#root;
    for (const part of reference.slice(2).split('/')) {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      target =
        (isRecord(target) || Array.isArray(target)) && Object.hasOwn(target, key)
          ? (target as Schema)[key]
          : undefined;
    }
    return target;
  }
}

function anchored(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#') || !isRecord(root)) return undefined;
  const named = [root.$defs, root.definitions].filter(isRecord).flatMap((map) => Object.values(map));
  return named.find((each) => isRecord(each) && each.$anchor === reference.slice(1));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function validType(type: unknown): unknown {
  const types = (Array.isArray(type) ? type : [type]).filter((each) => TYPES.has(each));
  return types.length > 1 ? types : types[0];
}

/** Merges alternatives into one object: their properties side by side, required where all alternatives require them. */
function withoutChoices(schema: Schema): ToolParameters {
  const { anyOf, oneOf, allOf, properties, required, ...rest } = schema;
  const merged = new Map<string, unknown[]>();
  const add = (more: unknown) => {
    for (const [name, value] of Object.entries(isRecord(more) ? more : {})) {
      const known = merged.get(name) ?? [];
      const isNew = !known.some((each) => JSON.stringify(each) === JSON.stringify(value));
      merged.set(name, isNew ? [...known, value] : known);
    }
  };
  add(properties);
  const names = new Set<unknown>(Array.isArray(required) ? required : []);
  for (const part of schemas(allOf)) {
    add(part.properties);
    for (const name of requiredBy(part)) names.add(name);
  }
  for (const choice of [schemas(anyOf), schemas(oneOf)]) {
    for (const part of choice) add(part.properties);
    const [first, ...others] = choice.map(requiredBy);
    for (const name of first ?? []) if (others.every((each) => each.includes(name))) names.add(name);
  }
  const present = [...names].filter((name) => merged.has(String(name)));
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([keyword]) => OF_ARGUMENTS.has(keyword))),
    properties: Object.fromEntries(
      [...merged].map(([name, values]) => [name, values.length === 1 ? values[0] : { anyOf: values }]),
    ),
    ...(present.length > 0 && { required: present }),
    type: 'object',
  };
}

/** Other keywords at the top level, where the type is always an object. */
const OF_ARGUMENTS = new Set(['title', 'description', 'additionalProperties', 'patternProperties']);

function schemas(choice: unknown): ToolParameters[] {
  return Array.isArray(choice) ? choice.filter(isRecord).map(withoutChoices) : [];
}

function requiredBy({ required }: ToolParameters): readonly unknown[] {
  return Array.isArray(required) ? required : [];
}

function of(isValid: (value: unknown) => boolean, keywords: readonly string[]) {
  return Object.fromEntries(keywords.map((keyword) => [keyword, isValid]));
}
