import { type SchemaOptions, type TOptional, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import type { FieldReader, NumberRules, TextRules } from './fields.ts';

/** A request field, declared once: its schema for the OpenAPI document, and its parser. */
export interface Field<T> {
  readonly schema: TSchema;
  /** Undefined when absent. Faults are reported to the reader, and the field then counts as absent. */
  read(fields: FieldReader, name: string): T;
}

/** Fields by their names in the request. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values of the fields of a table. */
export type Values<T extends Fields> = {
  readonly [K in keyof T]: T[K] extends Field<infer V> ? V : never;
};

/** A field with one of several values, as an `enum`: client generators support that better than a list of constants. */
export function choice<const T extends string | number>(values: readonly T[], options: SchemaOptions = {}) {
  const type = values.every((value) => typeof value === 'number') ? 'integer' : 'string';
  return Type.Unsafe<T>({ type, enum: [...values], ...options });
}

export function textField(rules: TextRules, options: SchemaOptions = {}): Field<string | undefined> {
  return {
    schema: Type.String({ maxLength: rules.maxChars, ...options }),
    read: (fields, name) => fields.text(name, rules),
  };
}

/** Any finite number within the bounds, if any. */
export function numberField(
  { min, max, isWhole = false }: { readonly min?: number; readonly max?: number; readonly isWhole?: boolean },
  options: SchemaOptions = {},
): Field<number | undefined> {
  const bounds = { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
  const type = isWhole ? Type.Integer : Type.Number;
  const rules = { min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Number.POSITIVE_INFINITY, isWhole };
  return { schema: type({ ...bounds, ...options }), read: (fields, name) => fields.number(name, rules) };
}

/** A whole number, or its decimal digits. */
export function wholeNumberField(rules: NumberRules, options: SchemaOptions = {}): Field<number | undefined> {
  const { min: minimum, max: maximum } = rules;
  return {
    schema: Type.Integer({ minimum, maximum, ...options }),
    read: (fields, name) => fields.whole(name, rules),
  };
}

export function flagField(options: SchemaOptions = {}): Field<boolean | undefined> {
  return { schema: Type.Boolean(options), read: (fields, name) => fields.flag(name) };
}

export function choiceField<const T extends string | number>(
  values: readonly T[],
  options: SchemaOptions = {},
): Field<T | undefined> {
  return { schema: choice(values, options), read: (fields, name) => fields.oneOf(name, values) };
}

/** Gives the field a default, which the OpenAPI document shows. */
export function withDefault<T>(field: Field<T | undefined>, value: T): Field<T> {
  return {
    schema: { ...field.schema, default: value },
    read: (fields, name) => field.read(fields, name) ?? value,
  };
}

/** Reads all fields of a table. */
export function readFields<T extends Fields>(fields: FieldReader, table: T): Values<T> {
  const entries = Object.entries(table).map(([name, field]) => [name, field.read(fields, name)]);
  return Object.fromEntries(entries) as Values<T>;
}

/** The schema or null, which counts as absent. */
export function orNull(schema: TSchema): TSchema {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  return {
    ...schema,
    type: [schema.type, 'null'].flat(),
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

/** Returns the properties of a body, all optional, for its schema. */
export function optionalProperties<T extends Fields>(table: T) {
  const entries = Object.entries(table).map(([name, { schema }]) => [name, Type.Optional(orNull(schema))]);
  return Object.fromEntries(entries) as {
    [K in keyof T]: TOptional<TUnsafe<NonNullable<Values<T>[K]>>>;
  };
}

/** Returns an operation's query parameters, for the OpenAPI document. */
export function queryParameters(table: Fields) {
  return Object.entries(table).map(([name, { schema }]) => ({
    name,
    in: 'query' as const,
    required: false,
    schema,
  }));
}
