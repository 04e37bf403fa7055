import type { Kysely, Migration } from 'kysely';

/**
 * The history of the database, oldest first. An entry that has shipped is never edited: a change is a new entry.
 * Only what SQLite and PostgreSQL both understand is used.
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
};
