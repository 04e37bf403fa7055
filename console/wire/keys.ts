import { ask } from './http.ts';

export const SCOPES = ['speak', 'converse', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

export interface ApiKey {
  readonly key_id: string;
  readonly name: string;
  /** First characters; empty for a key that the operator chose. */
  readonly prefix: string;
  readonly admin: boolean;
  readonly scopes: readonly Scope[];
  /** The key that this tab uses. */
  readonly current: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expires_in_days?: number;
  readonly admin: boolean;
}

/** @throws WireError */
export async function listKeys(): Promise<readonly ApiKey[]> {
  return (await ask<{ readonly keys: readonly ApiKey[] }>('/keys')).keys;
}

/**
 * @returns the key itself, which the server returns only once
 * @throws WireError
 */
export async function createKey(key: NewKey): Promise<string> {
  return (await ask<{ readonly api_key: string }>('/keys', { method: 'POST', json: key })).api_key;
}

/** @throws WireError */
export async function revokeKey(id: string): Promise<void> {
  await ask(`/keys/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
