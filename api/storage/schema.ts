import type { Generated } from 'kysely';

/**
 * The tables. Moments are ISO 8601 texts in UTC, flags are null or a moment, or 0 or 1, and structures are JSON texts,
 * so that SQLite and PostgreSQL hold the same values; counts that may outgrow 32 bits are bigint columns, which some
 * drivers answer as strings.
 */
export interface Schema {
  owners: OwnersTable;
  api_keys: ApiKeysTable;
  secrets: SecretsTable;
  usage: UsageTable;
  candidate_sets: CandidateSetsTable;
  voices: VoicesTable;
  voice_references: VoiceReferencesTable;
  agents: AgentsTable;
  agent_sessions: AgentSessionsTable;
  restore_jobs: RestoreJobsTable;
  restore_files: RestoreFilesTable;
  pronunciation_books: PronunciationBooksTable;
  pronunciations: PronunciationsTable;
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

/** The libraries: one row for each cloned voice, its name unique within its owner's library. */
export interface VoicesTable {
  id: string;
  owner_id: string;
  name: string;
  lang_code: string;
  /** JSON: an array of strings. */
  tags: string;
  /** 0 or 1. */
  assisted: number;
  /** 0 or 1. */
  selected: number;
  /** JSON: an object. */
  assisted_report: string | null;
  created_at: string;
  updated_at: string;
  candidate_set: string | null;
}

/** Voices made of one recording, of which one is to be chosen. Whoever changes a set writes to its row first. */
export interface CandidateSetsTable {
  id: string;
  owner_id: string;
  /** What the names of its voices begin with; unique within its owner's library. */
  name: string;
  /** Counts the changes. */
  revision: number;
  created_at: string;
}

/** What a voice is spoken with, one row for each voice. Apart from `voices`, so that lists never touch the codes. */
export interface VoiceReferencesTable {
  id: string;
  voice_id: string;
  lang: string;
  transcript: string;
  /** JSON: `Markers`. */
  markers: string;
  /** JSON: an object. */
  report: string;
  created_at: string;
  /** The last column: SQLite reads a row from its beginning and only as far as it must. */
  codes: Uint8Array;
}

export interface AgentsTable {
  id: string;
  owner_id: string;
  name: string;
  /** "" for the server's own. */
  prompt: string;
  /** "" for none. */
  greeting: string;
  /** JSON: `AgentDetails`. */
  details: string;
  /** The key of the agent's own language model, sealed. */
  sealed: string | null;
  created_at: string;
  updated_at: string;
}

/** Conversations that a room token was made for, from the token to the end of the conversation. */
export interface AgentSessionsTable {
  /** The reference that the room's dispatch carries; not to be guessed. */
  id: string;
  owner_id: string;
  /** Whose limits and usage it counts for. */
  key_id: string;
  agent_id: string;
  room_name: string;
  /** JSON: what the conversation is held with. */
  settings: string;
  /** The key of the language model, sealed. */
  sealed: string | null;
  created_at: string;
  /** The row means nothing from then on. */
  expires_at: string;
  /** When a worker last took it up. */
  claimed_at: string | null;
  /**
   * When the worker that holds it last said so; before, when its token was made. Null when nobody need look after it.
   */
  alive_at: string | null;
  /** When an agent first spoke in it. */
  begun_at: string | null;
  ended_at: string | null;
}

/** Recordings to be cleaned, from the upload to the end of their result: a queue that any API process may work on. */
export interface RestoreJobsTable {
  id: string;
  owner_id: string;
  /** Clients see the middle four; `receiving` has not arrived whole yet, and of `gone` nothing but rows are left. */
  status: 'receiving' | 'queued' | 'running' | 'Finished' | 'Failed' | 'gone';
  language: string;
  /** As it came, "" for none. */
  file_name: string;
  /** What the sender says is spoken; null for nothing. */
  transcript: string | null;
  /** Null before somebody has decoded it. */
  duration_ms: number | null;
  /** How it stands, in words. */
  message: string;
  /** How much is done, 0 to 1. */
  progress: number;
  /** How often somebody has begun it. */
  attempts: number;
  /** Nobody begins it before. */
  available_at: string;
  /** Who works on it: the id of a claim. Null when nobody does. */
  lease: string | null;
  /** Whoever works on it says so again before; afterwards it is anybody's. */
  lease_until: string | null;
  /** When somebody last began it. */
  claimed_at: string | null;
  source_bytes: number;
  result_bytes: number | null;
  /** The `file` of the result. */
  result_file: string | null;
  created_at: string;
  updated_at: string;
  expires_at: string;
}

/** The sound of restore jobs, in parts: a write or a read holds up nobody for long. */
export interface RestoreFilesTable {
  /** The id of the job for what was uploaded, that of a claim for what it made. */
  file: string;
  /** From 0 on. */
  part: number;
  job_id: string;
  bytes: Uint8Array;
}

/** One row for each owner who ever wrote a pronunciation. Whoever changes them writes to it first. */
export interface PronunciationBooksTable {
  owner_id: string;
  /** Counts the changes. */
  revision: number;
}

/** Everybody's own pronunciations, one row for each word of a language. */
export interface PronunciationsTable {
  owner_id: string;
  lang_code: string;
  /** The word as it is looked up: equal for all spellings of it. */
  word_key: string;
  /** As it was written. */
  word: string;
  ipa: string;
  created_at: string;
  updated_at: string;
}
