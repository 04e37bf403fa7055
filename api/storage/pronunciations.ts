import { type Selectable, sql } from 'kysely';
import type { InventoryKey } from '../../engine/phonetics.ts';
import type { Database } from './database.ts';
import type { PronunciationsTable } from './schema.ts';
import { inTransaction } from './voices.ts';

/** One owner's pronunciation of a word in a language. Times are ISO 8601 in UTC. */
export interface Pronunciation {
  readonly langCode: InventoryKey;
  /** As the owner wrote it. */
  readonly word: string;
  /** Canonical form. */
  readonly ipa: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A pronunciation with the key its word is looked up by. */
export interface KeyedPronunciation extends Pronunciation {
  readonly wordKey: string;
}

/** Identifies a word of an owner. */
export interface WordPlace {
  readonly ownerId: string;
  readonly langCode: InventoryKey;
  readonly wordKey: string;
}

/** Returns the number of changes to an owner's pronunciations. They are unchanged while it is the same. */
export async function pronunciationRevision(db: Database, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('pronunciation_books')
    .select('revision')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** Lists all of an owner's pronunciations, by language and word. */
export async function listPronunciations(
  db: Database,
  ownerId: string,
  langCode: InventoryKey | null = null,
): Promise<KeyedPronunciation[]> {
  let query = db.selectFrom('pronunciations').selectAll().where('owner_id', '=', ownerId);
  if (langCode !== null) query = query.where('lang_code', '=', langCode);
  const rows = await query.orderBy('lang_code').orderBy('word_key').execute();
  return rows.map(toRecord);
}

/**
 * Stores a pronunciation, replacing the word's previous one.
 * @param max limit per owner
 * @returns null when the owner has reached the limit; nothing is changed then
 */
export async function putPronunciation(
  db: Database,
  { ownerId, langCode, wordKey }: WordPlace,
  { word, ipa }: { readonly word: string; readonly ipa: string },
  max: number,
): Promise<KeyedPronunciation | null> {
  return inTransaction(db, async (transaction) => {
    await countChange(transaction, ownerId);
    const now = new Date().toISOString();
    const replaced = await transaction
      .updateTable('pronunciations')
      .set({ word, ipa, updated_at: now })
      .where('owner_id', '=', ownerId)
      .where('lang_code', '=', langCode)
      .where('word_key', '=', wordKey)
      .returningAll()
      .executeTakeFirst();
    if (replaced) return toRecord(replaced);
    const { count } = await transaction
      .selectFrom('pronunciations')
      .select((expression) => expression.fn.countAll().as('count'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= max) return null;
    const inserted = await transaction
      .insertInto('pronunciations')
      .values({
        owner_id: ownerId,
        lang_code: langCode,
        word_key: wordKey,
        word,
        ipa,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(inserted);
  });
}

/** @returns the deleted entry; undefined when the owner has no such word */
export async function deletePronunciation(
  db: Database,
  { ownerId, langCode, wordKey }: WordPlace,
): Promise<KeyedPronunciation | undefined> {
  return inTransaction(db, async (transaction) => {
    await countChange(transaction, ownerId);
    const row = await transaction
      .deleteFrom('pronunciations')
      .where('owner_id', '=', ownerId)
      .where('lang_code', '=', langCode)
      .where('word_key', '=', wordKey)
      .returningAll()
      .executeTakeFirst();
    return row && toRecord(row);
  });
}

/** Comes first in every change, because it serializes the changes of one owner. */
async function countChange(transaction: Database, ownerId: string): Promise<void> {
  await transaction
    .insertInto('pronunciation_books')
    .values({ owner_id: ownerId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet({ revision: sql`pronunciation_books.revision + 1` }),
    )
    .execute();
}

function toRecord(row: Selectable<PronunciationsTable>): KeyedPronunciation {
  return {
    // Only keys of inventories are ever stored.
    langCode: row.lang_code as InventoryKey,
    word: row.word,
    wordKey: row.word_key,
    ipa: row.ipa,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
