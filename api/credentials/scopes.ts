import { refusal } from '../errors/api-error.ts';

/**
 * The permissions of a credential: `speak` for speech and what a speaking client reads, `converse` for conversations
 * with agents, `manage` for everything that is stored.
 */
export const SCOPES = ['speak', 'converse', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

/** Parses scopes separated by commas or spaces, without repetitions. Returns null when an entry is not a scope. */
export function parseScopes(text: string): readonly Scope[] | null {
  const named = text.split(/[\s,]+/).filter((name) => name !== '');
  return named.every(isScope) ? SCOPES.filter((scope) => named.includes(scope)) : null;
}

/** Parses a stored list of scopes, such as a claim. Entries that this version does not know grant nothing. */
export function knownScopes(text: string): readonly Scope[] {
  const named = text.split(/[\s,]+/);
  return SCOPES.filter((scope) => named.includes(scope));
}

/** @throws ApiError 403 that names the scope and how to get it (RFC 6750 section 3.1) */
export function requireScope(
  { scopes, keyId }: { readonly scopes: readonly Scope[]; readonly keyId: string },
  scope: Scope,
): void {
  if (scopes.includes(scope)) return;
  throw refusal('scope_missing', {
    values: { scope, scopes: scopes.join(', ') },
    keyId,
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
