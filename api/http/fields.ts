import type { ValueArguments } from '../../media/error-definition.ts';
import {
  type FieldFaultKind,
  fieldFault,
  type RequestPart,
  type ValidationItem,
} from '../errors/api-error.ts';
import type { FIELD_FAULTS } from '../errors/field-faults.ts';

export type RawFields = Readonly<Record<string, unknown>>;
type Loc = ValidationItem['loc'];

/** Control characters are invisible, and PostgreSQL rejects the first of them (NUL). */
const CONTROL = /\p{Cc}/u;

export interface TextRules {
  readonly maxChars: number;
  /** Whether the value is one line without control characters. Otherwise it may contain line breaks. */
  readonly isLine?: boolean;
  /** Whether "" is a value. Otherwise it counts as absent. In a query it always counts as absent. */
  readonly mayBeEmpty?: boolean;
  /** Whether NUL characters are allowed: for text that is spoken and never stored. */
  readonly mayHoldNul?: boolean;
}

export interface NumberRules {
  readonly min: number;
  readonly max: number;
}

/**
 * Reads fields that arrive as JSON or as query text. Numbers and flags may be texts in both; texts may not be numbers.
 * Null counts as absent. Faults are collected, so that a client is told all of them at once. A faulty field counts as
 * absent.
 */
export class FieldReader {
  /** Shared by the readers of nested objects. */
  readonly problems: ValidationItem[];
  readonly #raw: RawFields;
  readonly #loc: Loc;

  /** @param loc location of the fields, such as `['body']` */
  constructor(raw: RawFields, loc: Loc, problems: ValidationItem[] = []) {
    this.#raw = raw;
    this.#loc = loc;
    this.problems = problems;
  }

  get part(): RequestPart {
    return this.#loc[0] as RequestPart;
  }

  /** Reports a fault of a field. */
  problem<K extends FieldFaultKind>(
    name: string,
    kind: K,
    ...values: ValueArguments<(typeof FIELD_FAULTS)[K]>
  ): undefined {
    this.problems.push(fieldFault([...this.#loc, name], kind, ...values));
    return undefined;
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  value(name: string): unknown {
    const value = Object.hasOwn(this.#raw, name) ? this.#raw[name] : undefined;
    return value === null || (value === '' && this.part === 'query') ? undefined : value;
  }

  text(name: string, rules: TextRules): string | undefined {
    const { maxChars, isLine = false, mayBeEmpty = false, mayHoldNul = false } = rules;
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.problem(name, 'string_expected');
    if (value.length > maxChars) {
      return this.problem(name, 'too_many_characters', { max: maxChars });
    }
    if (isLine ? CONTROL.test(value) : !mayHoldNul && value.includes('\0')) {
      return this.problem(name, isLine ? 'control_characters' : 'nul_characters');
    }
    const text = isLine ? value.normalize('NFC').trim() : value;
    return text === '' && !mayBeEmpty ? undefined : text;
  }

  /** Reads a whole number, or its decimal digits in a query. */
  whole(name: string, { min, max }: NumberRules): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = this.#isText(value) && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      return this.problem(name, 'whole_number_expected');
    }
    if (number < min || number > max) {
      return this.problem(name, 'out_of_range', { min, max });
    }
    return number;
  }

  /** Reads any finite number; in a query in JavaScript's notation. */
  number(name: string, { min, max, isWhole = false }: NumberRules & { readonly isWhole?: boolean }) {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = this.#isText(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number) || (isWhole && !Number.isInteger(number))) {
      return this.problem(name, isWhole ? 'number_without_fraction_expected' : 'number_expected');
    }
    if (number < min || number > max) {
      return this.problem(name, 'out_of_range', { min, max });
    }
    return number;
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    const text = this.#isText(value) ? value.toLowerCase() : '';
    if (['true', '1', 'yes', 'on'].includes(text)) return true;
    if (['false', '0', 'no', 'off'].includes(text)) return false;
    return this.problem(name, 'boolean_expected');
  }

  oneOf<T extends string | number>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.value(name);
    if (value === undefined || (value === '' && typeof allowed[0] === 'string')) return undefined;
    const found = allowed.find((item) => item === value || (this.#isText(value) && String(item) === value));
    return found ?? this.problem(name, 'not_an_option', { options: allowed.join(', ') });
  }

  /**
   * Whether the value is a text that may stand for a value of another type: some clients send JSON numbers as texts.
   */
  #isText(value: unknown): value is string {
    return typeof value === 'string' && value !== '';
  }

  /** Returns a reader for the fields of a nested object. It reports to this reader. */
  object(name: string): FieldReader | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) return this.problem(name, 'object_expected');
    return new FieldReader(value, [...this.#loc, name], this.problems);
  }

  /** Rejects fields whose names are not listed. */
  refuseOthers(known: readonly string[]): void {
    for (const name of Object.keys(this.#raw)) {
      if (!known.includes(name) && this.has(name)) this.problem(name, 'field_unknown');
    }
  }

  /** Returns all other fields unchanged, without nulls. */
  others(known: readonly string[]): Record<string, unknown> {
    const entries = Object.entries(this.#raw);
    return Object.fromEntries(entries.filter(([name, value]) => value !== null && !known.includes(name)));
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
