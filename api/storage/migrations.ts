import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

/**
 * The schema's history, oldest first. A released migration is never edited: a change is a new migration. Only SQL that
 * both SQLite and PostgreSQL understand is used, or each database's own dialect.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-owners-keys-usage': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('owners')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull().unique())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('api_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('prefix', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('last_used_at', 'text')
        .addColumn('revoked_at', 'text')
        .execute();
      await db.schema.createIndex('api_keys_owner').on('api_keys').column('owner_id').execute();
      await db.schema
        .createTable('secrets')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('usage')
        .addColumn('key_id', 'text', (column) =>
          column.notNull().references('api_keys.id').onDelete('cascade'),
        )
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('characters', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('audio_ms', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('requests', 'bigint', (column) => column.notNull().defaultTo(0))
        .addPrimaryKeyConstraint('usage_key_day', ['key_id', 'day'])
        .execute();
    },
  },
  '0002-voices': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('voices')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('lang_code', 'text', (column) => column.notNull())
        .addColumn('tags', 'text', (column) => column.notNull())
        .addColumn('assisted', 'integer', (column) => column.notNull())
        .addColumn('selected', 'integer', (column) => column.notNull())
        .addColumn('assisted_report', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        // Its index begins with the owner and therefore also serves lists.
        .addUniqueConstraint('voices_owner_id_name_key', ['owner_id', 'name'])
        .execute();
      await db.schema
        .createTable('voice_references')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('voice_id', 'text', (column) =>
          column.notNull().unique().references('voices.id').onDelete('cascade'),
        )
        .addColumn('lang', 'text', (column) => column.notNull())
        .addColumn('transcript', 'text', (column) => column.notNull())
        .addColumn('markers', 'text', (column) => column.notNull())
        .addColumn('report', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('codes', bytesType(db), (column) => column.notNull())
        .execute();
    },
  },
  '0003-agents': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('agents')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('prompt', 'text', (column) => column.notNull())
        .addColumn('greeting', 'text', (column) => column.notNull())
        .addColumn('details', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('agents_owner').on('agents').column('owner_id').execute();
      await db.schema
        .createTable('agent_sessions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        .addColumn('key_id', 'text', (column) =>
          column.notNull().references('api_keys.id').onDelete('cascade'),
        )
        .addColumn('agent_id', 'text', (column) =>
          column.notNull().references('agents.id').onDelete('cascade'),
        )
        .addColumn('room_name', 'text', (column) => column.notNull())
        .addColumn('settings', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addColumn('claimed_at', 'text')
        .addColumn('ended_at', 'text')
        .execute();
      for (const column of ['agent_id', 'room_name', 'expires_at'] as const) {
        await db.schema.createIndex(`agent_sessions_${column}`).on('agent_sessions').column(column).execute();
      }
    },
  },
  '0004-agent-sessions-held': {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const column of ['alive_at', 'begun_at'] as const) {
        await db.schema.alterTable('agent_sessions').addColumn(column, 'text').execute();
      }
    },
  },
  '0005-candidates': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('candidate_sets')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addUniqueConstraint('candidate_sets_owner_id_name_key', ['owner_id', 'name'])
        .execute();
      await db.schema
        .alterTable('voices')
        .addColumn('candidate_set', 'text', (column) => column.references('candidate_sets.id'))
        .execute();
      await db.schema.createIndex('voices_candidate_set').on('voices').column('candidate_set').execute();
    },
  },
  '0006-restore': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('restore_jobs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('file_name', 'text', (column) => column.notNull())
        .addColumn('transcript', 'text')
        .addColumn('duration_ms', 'integer')
        .addColumn('message', 'text', (column) => column.notNull())
        .addColumn('progress', 'double precision', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('available_at', 'text', (column) => column.notNull())
        .addColumn('lease', 'text')
        .addColumn('lease_until', 'text')
        .addColumn('claimed_at', 'text')
        .addColumn('source_bytes', 'integer', (column) => column.notNull())
        .addColumn('result_bytes', 'integer')
        .addColumn('result_file', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      for (const column of ['owner_id', 'status', 'expires_at'] as const) {
        await db.schema.createIndex(`restore_jobs_${column}`).on('restore_jobs').column(column).execute();
      }
      await db.schema
        .createTable('restore_files')
        .addColumn('file', 'text', (column) => column.notNull())
        .addColumn('part', 'integer', (column) => column.notNull())
        .addColumn('job_id', 'text', (column) =>
          column.notNull().references('restore_jobs.id').onDelete('cascade'),
        )
        .addColumn('bytes', bytesType(db), (column) => column.notNull())
        .addPrimaryKeyConstraint('restore_files_file_part', ['file', 'part'])
        .execute();
      await db.schema.createIndex('restore_files_job_id').on('restore_files').column('job_id').execute();
    },
  },
  '0007-pronunciations': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('pronunciation_books')
        .addColumn('owner_id', 'text', (column) =>
          column.primaryKey().references('owners.id').onDelete('cascade'),
        )
        .addColumn('revision', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('pronunciations')
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        .addColumn('lang_code', 'text', (column) => column.notNull())
        .addColumn('word_key', 'text', (column) => column.notNull())
        .addColumn('word', 'text', (column) => column.notNull())
        .addColumn('ipa', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('pronunciations_owner_lang_word', ['owner_id', 'lang_code', 'word_key'])
        .execute();
    },
  },
  '0008-administrators': {
    async up(db: Kysely<{ api_keys: { is_admin: number; origin: string; name: string } }>): Promise<void> {
      await db.schema
        .alterTable('api_keys')
        .addColumn('is_admin', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      // The operator's keys: the one set by a variable, and the one that the first start created.
      await db
        .updateTable('api_keys')
        .set({ is_admin: 1 })
        .where((where) => where.or([where('origin', '=', 'bootstrap'), where('name', '=', 'first')]))
        .execute();
    },
  },
  '0009-key-scopes': {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const column of ['scopes', 'expires_at']) {
        await db.schema.alterTable('api_keys').addColumn(column, 'text').execute();
      }
    },
  },
  '0010-used-links': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('used_links')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('used_links_expires_at').on('used_links').column('expires_at').execute();
    },
  },
  '0011-conversations': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('conversations')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        // No foreign key: conversations of a deleted agent are deleted gradually, as they may be large.
        .addColumn('agent_id', 'text', (column) => column.notNull())
        .addColumn('door', 'text', (column) => column.notNull())
        .addColumn('lang_code', 'text', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('entries', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'integer', (column) => column.notNull())
        .addColumn('is_complete', 'integer', (column) => column.notNull())
        .addColumn('keep_days', 'integer', (column) => column.notNull())
        .addColumn('started_at', 'text', (column) => column.notNull())
        .addColumn('alive_at', 'text', (column) => column.notNull())
        .addColumn('ended_at', 'text')
        .addColumn('end_reason', 'text')
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('conversations_agent')
        .on('conversations')
        .columns(['agent_id', 'started_at', 'id'])
        .execute();
      // Counted and summed at the start of each conversation, without reading its rows.
      await db.schema
        .createIndex('conversations_owner')
        .on('conversations')
        .columns(['owner_id', 'bytes'])
        .execute();
      for (const column of ['expires_at', 'ended_at'] as const) {
        await db.schema.createIndex(`conversations_${column}`).on('conversations').column(column).execute();
      }
      await db.schema
        .createTable('conversation_entries')
        .addColumn('conversation_id', 'text', (column) =>
          column.notNull().references('conversations.id').onDelete('cascade'),
        )
        .addColumn('entry', 'integer', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('conversation_entries_key', ['conversation_id', 'entry'])
        .execute();
    },
  },
  '0012-voice-refinements': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('voices').addColumn('refined', 'text').execute();
      await db.schema
        .createTable('voice_refinements')
        .addColumn('reference_id', 'text', (column) =>
          column.primaryKey().references('voice_references.id').onDelete('cascade'),
        )
        .addColumn('basis', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('available_at', 'text', (column) => column.notNull())
        .addColumn('lease', 'text')
        .addColumn('lease_until', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0013-recordings': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('conversations').addColumn('recording_bytes', 'bigint').execute();
      await db.schema
        .createTable('recording_parts')
        .addColumn('conversation_id', 'text', (column) =>
          column.notNull().references('conversations.id').onDelete('cascade'),
        )
        .addColumn('part', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'integer', (column) => column.notNull())
        .addColumn('samples', 'integer', (column) => column.notNull())
        .addColumn('sealed', bytesType(db), (column) => column.notNull())
        .addPrimaryKeyConstraint('recording_parts_key', ['conversation_id', 'part'])
        .execute();
    },
  },
  '0014-events': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('event_books')
        .addColumn('owner_id', 'text', (column) =>
          column.primaryKey().references('owners.id').onDelete('cascade'),
        )
        .addColumn('revision', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('events')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        // No foreign key: events of a deleted agent are still delivered.
        .addColumn('agent_id', 'text')
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('alive_until', 'text')
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addUniqueConstraint('events_owner_id_position_key', ['owner_id', 'position'])
        .execute();
      for (const column of ['alive_until', 'expires_at'] as const) {
        await db.schema.createIndex(`events_${column}`).on('events').column(column).execute();
      }
      await db.schema
        .createTable('webhooks')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        .addColumn('agent_id', 'text', (column) => column.references('agents.id').onDelete('cascade'))
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('events', 'text')
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('lease', 'text')
        .addColumn('lease_until', 'text')
        .addColumn('claimed_at', 'text')
        .execute();
      for (const column of ['owner_id', 'agent_id'] as const) {
        await db.schema.createIndex(`webhooks_${column}`).on('webhooks').column(column).execute();
      }
      await db.schema
        .createTable('webhook_deliveries')
        .addColumn('webhook_id', 'text', (column) =>
          column.notNull().references('webhooks.id').onDelete('cascade'),
        )
        .addColumn('event_id', 'text', (column) =>
          column.notNull().references('events.id').onDelete('cascade'),
        )
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('available_at', 'text', (column) => column.notNull())
        .addColumn('last_status', 'integer')
        .addColumn('last_error', 'text')
        .addColumn('attempted_at', 'text')
        .addPrimaryKeyConstraint('webhook_deliveries_key', ['webhook_id', 'event_id'])
        .execute();
      // Finds deliveries that are due, and earlier ones of the same subject.
      await db.schema
        .createIndex('webhook_deliveries_due')
        .on('webhook_deliveries')
        .columns(['status', 'webhook_id', 'subject', 'position'])
        .execute();
      await db.schema
        .createIndex('webhook_deliveries_event')
        .on('webhook_deliveries')
        .column('event_id')
        .execute();
    },
  },
  '0015-calls': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('calls')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'text', (column) =>
          column.notNull().references('owners.id').onDelete('cascade'),
        )
        .addColumn('key_id', 'text', (column) =>
          column.notNull().references('api_keys.id').onDelete('cascade'),
        )
        // No foreign key: the outcomes of a deleted agent's calls remain readable.
        .addColumn('agent_id', 'text', (column) => column.notNull())
        .addColumn('idempotency_key', 'text')
        .addColumn('request', 'text', (column) => column.notNull())
        .addColumn('credential_expires_at', 'text')
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('attempts', 'text', (column) => column.notNull())
        .addColumn('available_at', 'text', (column) => column.notNull())
        .addColumn('requested_at', 'text')
        .addColumn('hang_up_at', 'text')
        .addColumn('conversation_end', 'text')
        .addColumn('lease', 'text')
        .addColumn('lease_until', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('ended_at', 'text')
        .addColumn('expires_at', 'text')
        .addUniqueConstraint('calls_owner_id_idempotency_key', ['owner_id', 'idempotency_key'])
        .execute();
      await db.schema
        .createIndex('calls_owner')
        .on('calls')
        .columns(['owner_id', 'created_at', 'id'])
        .execute();
      await db.schema.createIndex('calls_status').on('calls').columns(['status', 'available_at']).execute();
      await db.schema.createIndex('calls_expires_at').on('calls').column('expires_at').execute();
    },
  },
  '0016-call-conversations': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('calls').addColumn('conversation_id', 'text').execute();
    },
  },
  '0017-callee': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('calls').addColumn('callee', 'text').execute();
    },
  },
  '0018-timelines': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('timeline_parts')
        .addColumn('conversation_id', 'text', (column) =>
          column.notNull().references('conversations.id').onDelete('cascade'),
        )
        .addColumn('part', 'integer', (column) => column.notNull())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('timeline_parts_key', ['conversation_id', 'part'])
        .execute();
    },
  },
  '0019-recording-objects': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('conversations').addColumn('recording_moved_at', 'text').execute();
      // Finds what is to be moved.
      await sql`create index conversations_recorded on conversations (ended_at)
        where recording_bytes is not null and recording_moved_at is null`.execute(db);
      await db.schema
        .createTable('recording_objects')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('conversation_id', 'text', (column) =>
          column.unique().references('conversations.id').onDelete('set null'),
        )
        .addColumn('lease', 'text', (column) => column.notNull())
        .addColumn('lease_until', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0020-transfers': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('transfers')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('key', 'text')
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('transfers_expires_at').on('transfers').column('expires_at').execute();
    },
  },
  '0021-agent-versions': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('agent_versions')
        .addColumn('agent_id', 'text', (column) =>
          column.notNull().references('agents.id').onDelete('cascade'),
        )
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('fields', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('agent_versions_key', ['agent_id', 'version'])
        .execute();
    },
  },
  '0022-agent-figures': {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('agent_figures')
        .addColumn('agent_id', 'text', (column) =>
          column.notNull().references('agents.id').onDelete('cascade'),
        )
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('figures', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('agent_figures_key', ['agent_id', 'day', 'version'])
        .execute();
    },
  },
};

/** The two databases have no common name for a binary column. */
function bytesType(db: Kysely<unknown>): 'blob' | 'bytea' {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob';
}
