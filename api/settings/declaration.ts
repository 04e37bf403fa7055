import type { SettingKind } from './kinds.ts';

/** One environment variable: everything that parsing, error messages and `docs/settings.md` say about it. */
export interface SettingDeclaration<T = unknown> {
  readonly name: string;
  readonly kind: SettingKind<NonNullable<T>>;
  /** Value when the variable is unset or empty; computed from the other variables where it depends on them. */
  readonly fallback: (env: Environment) => T;
  /** The default in words, for the documentation. */
  readonly fallbackText: string;
  readonly description: string;
  /** Secrets are never echoed, not even in the message about a bad value. */
  readonly secret: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Declares a setting.
 * @param fallback a value, or how it is computed from the other variables; `fallbackText` says it in words then
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
