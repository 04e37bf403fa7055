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

/** They show nothing, and PostgreSQL refuses the first of them. */
const CONTROL = /\p{Cc}/u;

export interface TextRules {
  readonly maxChars: number;
  /** One line without control characters, rather than a text with line breaks. */
  readonly isLine?: boolean;
  /** Whether "" is a value of its own; otherwise it counts as absent. In a query it always does. */
  readonly mayBeEmpty?: boolean;
  /** For what is spoken and never stored. */
  readonly mayHoldNul?: boolean;
}

export interface NumberRules {
  readonly min: number;
  readonly max: number;
}

/**
 * Reads fields that come as JSON or as the text of a query. Null counts as absent. What is wrong is collected, so that
 * a client learns of everything at once, and reads as absent.
 */
export class FieldReader {
  /** Shared by the readers of nested objects. */
  readonly problems: ValidationItem[];
  readonly #raw: RawFields;
  readonly #loc: Loc;

  /** @param loc where the fields stand, such as `['body']` */
  constructor(raw: RawFields, loc: Loc, problems: ValidationItem[] = []) {
    this.#raw = raw;
    this.#loc = loc;
    this.problems = problems;
  }

  get part(): RequestPart {
    return this.#loc[0] as RequestPart;
  }

  /** Notes what is wrong with a field. */
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

  /** Decimal digits, or a number without a fraction. */
  whole(name: string, { min, max }: NumberRules): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      return this.problem(name, 'whole_number_expected');
    }
    if (number < min || number > max) {
      return this.problem(name, 'out_of_range', { min, max });
    }
    return number;
  }

  /** Any finite number, as JSON or in the words that JavaScript has for it. */
  number(name: string, { min, max, isWhole = false }: NumberRules & { readonly isWhole?: boolean }) {
    const value = this.value(name);
    if (value === undefined || value === '') return undefined;
    const number = typeof value === 'string' ? Number(value) : value;
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
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'boolean') return value;
    const text = String(value).toLowerCase();
    if (['true', '1', 'yes', 'on'].includes(text)) return true;
    if (['false', '0', 'no', 'off'].includes(text)) return false;
    return this.problem(name, 'boolean_expected');
  }

  oneOf<T extends string | number>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.value(name);
    if (value === undefined || value === '') return undefined;
    const found = allowed.find((item) => item === value || String(item) === value);
    return found ?? this.problem(name, 'not_an_option', { options: allowed.join(', ') });
  }

  /** A reader of the fields of an object, which reports here. */
  object(name: string): FieldReader | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) return this.problem(name, 'object_expected');
    return new FieldReader(value, [...this.#loc, name], this.problems);
  }

  /** Refuses fields of names that are not listed. */
  refuseOthers(known: readonly string[]): void {
    for (const name of Object.keys(this.#raw)) {
      if (!known.includes(name) && this.has(name)) this.problem(name, 'field_unknown');
    }
  }

  /** The fields of other names as they came, without nulls. */
  others(known: readonly string[]): Record<string, unknown> {
    const entries = Object.entries(this.#raw);
    return Object.fromEntries(entries.filter(([name, value]) => value !== null && !known.includes(name)));
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
