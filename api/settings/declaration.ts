import type { SettingKind } from './kinds.ts';

/** One environment variable, with all data for parsing, error messages and `docs/settings.md`. */
export interface SettingDeclaration<T = unknown> {
  readonly name: string;
  readonly kind: SettingKind<NonNullable<T>>;
  /** Value when the variable is unset or empty; computed if it depends on other variables. */
  readonly fallback: (env: Environment) => T;
  /** The default, worded for the documentation. */
  readonly fallbackText: string;
  readonly description: string;
  /** Secrets are never shown, not even in the error about an invalid value. */
  readonly secret: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Declares a setting.
 * @param fallback a value, or a function of the other variables, which `fallbackText` then describes
 */
export function setting<T>(
  name: string,
  kind: SettingKind<NonNullable<T>>,
  fallback: T | ((env: Environment) => T),
  description: string,
  more: { readonly fallbackText?: string; readonly secret?: boolean } = {},
): SettingDeclaration<T> {
  const isComputed = typeof fallback === 'function';
  return {
    name,
    kind,
    description,
    fallback: isComputed ? (fallback as (env: Environment) => T) : () => fallback,
    fallbackText: more.fallbackText ?? (isComputed ? 'none' : `\`${String(fallback)}\``),
    secret: more.secret ?? false,
  };
}
