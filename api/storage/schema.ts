import type { Generated } from 'kysely';

/**
 * The tables. Times are ISO 8601 texts in UTC; flags are null or a time, or 0 or 1; structures are JSON texts, so that
 * SQLite and PostgreSQL store the same values. Counts that may exceed 32 bits are bigint columns, which some drivers
 * return as strings.
 */
export interface Schema {
  owners: OwnersTable;
  api_keys: ApiKeysTable;
  secrets: SecretsTable;
  usage: UsageTable;
  candidate_sets: CandidateSetsTable;
  voices: VoicesTable;
  voice_references: VoiceReferencesTable;
  voice_refinements: VoiceRefinementsTable;
  agents: AgentsTable;
  agent_versions: AgentVersionsTable;
  agent_figures: AgentFiguresTable;
  agent_sessions: AgentSessionsTable;
  restore_jobs: RestoreJobsTable;
  restore_files: RestoreFilesTable;
  pronunciation_books: PronunciationBooksTable;
  pronunciations: PronunciationsTable;
  used_links: UsedLinksTable;
  conversations: ConversationsTable;
  conversation_entries: ConversationEntriesTable;
  recording_parts: RecordingPartsTable;
  recording_objects: RecordingObjectsTable;
  timeline_parts: TimelinePartsTable;
  event_books: EventBooksTable;
  events: EventsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  calls: CallsTable;
  transfers: TransfersTable;
}

/** The owners of voices, agents and usage. */
export interface OwnersTable {
  id: string;
  name: string;
  created_at: string;
}

export interface ApiKeysTable {
  id: string;
  owner_id: string;
  name: string;
  /** SHA-256 of the key, hexadecimal. The key itself is not stored. */
  hash: string;
  /** The key's first characters, to recognise it in a list. */
  prefix: string;
  /** `bootstrap` keys follow the BOOTSTRAP_API_KEY setting. */
  origin: 'created' | 'bootstrap';
  /** 0 or 1: whether it may change what all owners share, such as models. */
  is_admin: number;
  /** Separated by spaces; null for all scopes. */
  scopes: string | null;
  /** Null for never. */
  expires_at: string | null;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** Secrets that the server generates for itself, by name. */
export interface SecretsTable {
  name: string;
  /** base64url */
  value: string;
  created_at: string;
}

/** Usage of one key on one UTC day. */
export interface UsageTable {
  key_id: string;
  /** YYYY-MM-DD */
  day: string;
  characters: Generated<number | string>;
  audio_ms: Generated<number | string>;
  requests: Generated<number | string>;
}

/** The libraries: one row per cloned voice, with a name that is unique within its owner's library. */
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
  /** The changes made by refining its reference, in words. */
  refined: string | null;
}

/** Voices made from one recording, one of which is to be chosen. Every change of a set writes to its row first. */
export interface CandidateSetsTable {
  id: string;
  owner_id: string;
  /** The prefix of its voices' names; unique within its owner's library. */
  name: string;
  /** Number of changes. */
  revision: number;
  created_at: string;
}

/** The references of voices, one row per voice. Separate from `voices`, so that lists never read the codes. */
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
  /** The last column, because SQLite reads a row from its beginning and only as far as needed. */
  codes: Uint8Array;
}

/** References that are to be replaced by better ones. See `voice-refinements.ts`. */
export interface VoiceRefinementsTable {
  reference_id: string;
  /** The engine's input for refining. */
  basis: string;
  /** Number of times it has been started. */
  attempts: number;
  /** Earliest time of its next start. */
  available_at: string;
  /** Id of the claim of its process; null when it is not claimed. */
  lease: string | null;
  lease_until: string | null;
  created_at: string;
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
  /** The key of the agent's own language model, encrypted. */
  sealed: string | null;
  created_at: string;
  updated_at: string;
}

/** The last versions of agents, with the current one. */
export interface AgentVersionsTable {
  agent_id: string;
  /** Counts from 1. */
  version: number;
  /** JSON: the fields of the API, without secrets. */
  fields: string;
  created_at: string;
}

/** Sums over the conversations that a version of an agent began on a day. */
export interface AgentFiguresTable {
  agent_id: string;
  /** YYYY-MM-DD */
  day: string;
  version: number;
  /** JSON: numbers by name. */
  figures: string;
}

/** Conversations with a room token, from the token to the end of the conversation. */
export interface AgentSessionsTable {
  /** The reference in the room's dispatch. It cannot be guessed. */
  id: string;
  owner_id: string;
  /** The key whose limits and usage it counts for. */
  key_id: string;
  agent_id: string;
  room_name: string;
  /** JSON: the settings of the conversation. */
  settings: string;
  /** The key of the language model, encrypted. */
  sealed: string | null;
  created_at: string;
  /** The row is ignored from then on. */
  expires_at: string;
  /** When a worker last claimed it. */
  claimed_at: string | null;
  /**
   * Last heartbeat of the worker that holds it, or before that the time its token was issued. Null when no agent is
   * needed any more.
   */
  alive_at: string | null;
  /** When an agent first spoke in it. */
  begun_at: string | null;
  ended_at: string | null;
}

/** Recordings to restore, from the upload to the expiry of their result. A queue that any API process may process. */
export interface RestoreJobsTable {
  id: string;
  owner_id: string;
  /** Clients see the middle four. `receiving` jobs are still being uploaded, and only rows are left of `gone` ones. */
  status: 'receiving' | 'queued' | 'running' | 'Finished' | 'Failed' | 'gone';
  language: string;
  /** As sent; "" for none. */
  file_name: string;
  /** The transcript according to the sender; null for none. */
  transcript: string | null;
  /** Null until the recording has been decoded. */
  duration_ms: number | null;
  /** Its current state, in words. */
  message: string;
  /** Completed fraction, 0 to 1. */
  progress: number;
  /** Number of times it has been started. */
  attempts: number;
  /** Earliest time of its next start. */
  available_at: string;
  /** Id of the claim of its worker; null when it is not claimed. */
  lease: string | null;
  /** The worker renews the lease before this time. Afterwards any other may claim the job. */
  lease_until: string | null;
  /** When it was last started. */
  claimed_at: string | null;
  source_bytes: number;
  result_bytes: number | null;
  /** The `file` of the result. */
  result_file: string | null;
  created_at: string;
  updated_at: string;
  expires_at: string;
}

/** The audio of restore jobs, in parts, so that no write or read blocks others for long. */
export interface RestoreFilesTable {
  /** The id of the job for its upload, or that of a claim for its result. */
  file: string;
  /** Starts at 0. */
  part: number;
  job_id: string;
  bytes: Uint8Array;
}

/** One row per owner who has ever stored a pronunciation. Every change writes to it first. */
export interface PronunciationBooksTable {
  owner_id: string;
  /** Number of changes. */
  revision: number;
}

/** The owners' own pronunciations, one row per word and language. */
export interface PronunciationsTable {
  owner_id: string;
  lang_code: string;
  /** The key for looking the word up: the same for all its spellings. */
  word_key: string;
  /** As the owner wrote it. */
  word: string;
  ipa: string;
  created_at: string;
  updated_at: string;
}

/** Single-use links that have been used, until they expire. */
export interface UsedLinksTable {
  /** The claim `jti` of the link. */
  id: string;
  expires_at: string;
}

/** Conversations whose agent keeps transcripts, from their beginning until they expire. */
export interface ConversationsTable {
  id: string;
  owner_id: string;
  agent_id: string;
  door: string;
  lang_code: string;
  /** The key of its entries, encrypted. */
  sealed: string;
  /** How many entries there are. */
  entries: number;
  /** Size of the entries. */
  bytes: number;
  /** 0 or 1: whether no entry is missing. */
  is_complete: number;
  /** Retention after its end, in days. */
  keep_days: number;
  started_at: string;
  /** Last heartbeat of the process that holds it. */
  alive_at: string;
  ended_at: string | null;
  end_reason: string | null;
  /** The row is ignored after this time, and deleted soon after. */
  expires_at: string;
  /** Size of its recording; null without one. Bigint. */
  recording_bytes: number | string | null;
  /** When it was moved to the bucket; null while its parts have their content. */
  recording_moved_at: string | null;
}

/** Spoken words and actions in a conversation, one row per entry. */
export interface ConversationEntriesTable {
  conversation_id: string;
  /** Counts from 1; 0 is the summary. */
  entry: number;
  /** JSON, encrypted with the key of its conversation. */
  sealed: string;
}

/** The recording of a conversation, in parts of some seconds. Together they are one file in Ogg Opus. */
export interface RecordingPartsTable {
  conversation_id: string;
  /** Counts from 0. */
  part: number;
  /** Size before encryption. */
  bytes: number;
  /** Samples of each channel that the part decodes to. */
  samples: number;
  /** Encrypted with the key of its conversation; empty once it is in the bucket, where one object has all parts. */
  sealed: Uint8Array;
}

/** Objects of the bucket that may exist. */
export interface RecordingObjectsTable {
  /** The id of the conversation. */
  key: string;
  /** The same, or null once the recording was deleted: the object is to be deleted, too. */
  conversation_id: string | null;
  /** The process that writes it. */
  lease: string;
  lease_until: string;
}

/** What happened in a conversation beside what was said, in parts of about a turn. */
export interface TimelinePartsTable {
  conversation_id: string;
  /** Counts from 0. */
  part: number;
  /** Encrypted with the key of its conversation. */
  sealed: string;
}

/** People who are asked by telephone whether they take a call, for minutes. */
export interface TransfersTable {
  /** Random, and a credential. */
  id: string;
  /** What they are told: a WAV file in base64, encrypted. */
  sealed: string;
  /** The key that they have pressed; null for none. */
  key: string | null;
  expires_at: string;
}

/** Outgoing calls, from their request until some time after their end. A queue that any API process may process. */
export interface CallsTable {
  id: string;
  owner_id: string;
  /** The key whose usage the conversation counts for. */
  key_id: string;
  agent_id: string;
  /** From the header; unique for its owner. */
  idempotency_key: string | null;
  /** JSON: `CallRequest`. */
  request: string;
  /** Expiry of the JWT that requested it; null for an API key. */
  credential_expires_at: string | null;
  status: string;
  reason: string | null;
  /** JSON: `CallAttempt[]`. */
  attempts: string;
  /** Earliest time of the next attempt. */
  available_at: string;
  /** Set before the current attempt is requested from the telephone service; null before that. */
  requested_at: string | null;
  /** When its owner hung up. */
  hang_up_at: string | null;
  /** The callee of the current attempt; null while unknown. */
  callee: string | null;
  /** Why the conversation of the current attempt ended. */
  conversation_end: string | null;
  /** The kept conversation of the last attempt that was answered. It may have been deleted. */
  conversation_id: string | null;
  /** Id of the claim of its process; null when it is not claimed. */
  lease: string | null;
  /** The process renews the lease before this time. Afterwards any other may claim the call. */
  lease_until: string | null;
  created_at: string;
  ended_at: string | null;
  /** When the row is deleted; null until the call is over. */
  expires_at: string | null;
}

/** One row per owner who has ever had an event. Each new event updates it first, which puts events in order. */
export interface EventBooksTable {
  owner_id: string;
  /** The position of the last event. */
  revision: number;
}

/** Events, kept until they expire. */
export interface EventsTable {
  id: string;
  owner_id: string;
  /** Counts from 1 for each owner, in the order of the transactions. */
  position: number;
  type: string;
  /** Id of the conversation or call that the event is about. Events of one subject are delivered in order. */
  subject: string;
  agent_id: string | null;
  /** JSON: its data, encrypted. */
  sealed: string;
  created_at: string;
  /**
   * For a start event: the process of the conversation or call renews this time. Null after its end event, and for
   * every other event.
   */
  alive_until: string | null;
  /** It is deleted soon after, unless a delivery of it is pending. */
  expires_at: string;
}

/** Addresses that events are sent to. */
export interface WebhooksTable {
  id: string;
  owner_id: string;
  /** Null for the events of all agents. */
  agent_id: string | null;
  url: string;
  /** JSON: an array of types; null for all. */
  events: string | null;
  /** The secret that signs its messages, encrypted. */
  sealed: string;
  created_at: string;
  /** Id of the claim of the process that sends to it; null when none does. */
  lease: string | null;
  lease_until: string | null;
  /** When something was last sent to it. */
  claimed_at: string | null;
}

/** Events that were or are to be sent to a webhook, one row for each pair. */
export interface WebhookDeliveriesTable {
  webhook_id: string;
  event_id: string;
  /** The value of the event. */
  position: number;
  /** The value of the event. */
  subject: string;
  status: 'pending' | 'delivered' | 'failed';
  /** Number of requests since it was last put into the queue. */
  attempts: number;
  /** Earliest time of the next request. */
  available_at: string;
  /** HTTP status of the last answer; null without one. */
  last_status: number | null;
  /** Why the last request failed; null when it did not. */
  last_error: string | null;
  attempted_at: string | null;
}
