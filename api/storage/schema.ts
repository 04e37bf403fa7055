import type { Generated } from 'kysely';

/**
 * The tables. Moments are ISO 8601 texts in UTC and flags are null or a moment, so that SQLite and PostgreSQL hold the
 * same values; counts that may outgrow 32 bits are bigint columns, which some drivers answer as strings.
 */
export interface Schema {
  owners: OwnersTable;
  api_keys: ApiKeysTable;
  secrets: SecretsTable;
  usage: UsageTable;
}

/** Whom voices, agents and usage belong to. */
export interface OwnersTable {
  id: string;
  name: string;
  created_at: string;
}

export interface ApiKeysTable {
  id: string;
  owner_id: string;
  name: string;
  /** SHA-256 of the key, hexadecimal. The key itself is kept nowhere. */
  hash: string;
  /** The key's first characters, to recognise it in a list. */
  prefix: string;
  /** `bootstrap` keys follow the BOOTSTRAP_API_KEY setting. */
  origin: 'created' | 'bootstrap';
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** Secrets that the server makes for itself, by name. */
export interface SecretsTable {
  name: string;
  /** base64url */
  value: string;
  created_at: string;
}

/** What one key used on one UTC day. */
export interface UsageTable {
  key_id: string;
  /** YYYY-MM-DD */
  day: string;
  characters: Generated<number | string>;
  audio_ms: Generated<number | string>;
  requests: Generated<number | string>;
}
