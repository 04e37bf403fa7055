import type { IpaKey } from '../../engine/index.ts';
import {
  type InventoryKey,
  inventoryKey,
  keysIn,
  type Lexicon,
  type LexiconEntries,
  lexiconKey,
  validateIpa,
} from '../../engine/phonetics.ts';
import type { Log } from '../observability/log.ts';
import type { Database } from '../storage/database.ts';
import { listPronunciations, pronunciationRevision } from '../storage/pronunciations.ts';

/** A cached entry that is at most this old is used as it is, in ms. */
const FRESH_MS = 500;
/** A cached entry that is at most this old is used while it is refreshed, so that speech does not wait, in ms. */
const STALE_MS = 3000;
/** Maximum numbers of owners and of words that are cached. The least recently used are evicted first. */
const MAX_OWNERS = 10_000;
const MAX_WORDS = 200_000;

interface Entry {
  readonly ipa: string;
  /** As the owner wrote it. */
  readonly word: string;
}

/** An owner's entries by language and key of the word. */
interface Book {
  readonly revision: number;
  readonly languages: ReadonlyMap<InventoryKey, ReadonlyMap<string, Entry>>;
  readonly words: number;
}

interface Remembered {
  readonly book: Book;
  /** Start time of the query that loaded it. */
  readonly checkedAtMs: number;
}

const EMPTY: Book = { revision: 0, languages: new Map(), words: 0 };

export interface DictionariesOptions {
  readonly log?: Pick<Log, 'warn'>;
  /** A clock in milliseconds. */
  readonly now?: () => number;
  readonly maxWords?: number;
}

/**
 * The owners' own pronunciations, cached for speech. A change made in this process applies at once, one made by another
 * process within seconds, even on open streams. When the database does not respond, the last known entries are used, so
 * that speech continues.
 */
export class Dictionaries {
  readonly #db: Database;
  readonly #log: Pick<Log, 'warn'> | null;
  readonly #now: () => number;
  readonly #maxWords: number;
  /** By owner, least recently used first. */
  readonly #books = new Map<string, Remembered>();
  readonly #pending = new Map<string, Promise<Book>>();
  #words = 0;

  constructor(db: Database, { log, now, maxWords }: DictionariesOptions = {}) {
    this.#db = db;
    this.#log = log ?? null;
    this.#now = now ?? (() => performance.now());
    this.#maxWords = maxWords ?? MAX_WORDS;
  }

  /**
   * Returns the lexicon of an owner for streams of a language, loaded in advance. Undefined for languages that do not
   * support IPA.
   */
  lexicon(ownerId: string, lang: string, ipaKey: IpaKey | null): Lexicon | undefined {
    const key = inventoryKey(lang, ipaKey);
    if (key === null) return undefined;
    void this.#current(ownerId);
    return {
      entriesIn: async (text) => {
        const book = await this.#current(ownerId);
        return book.words === 0 ? null : entriesIn(book, key, text);
      },
    };
  }

  /** Returns an owner's pronunciation of a word, in the canonical spelling of the key; null when there is no entry. */
  async find(ownerId: string, key: InventoryKey, word: string): Promise<string | null> {
    return ipaOf(await this.#current(ownerId), key, lexiconKey(word.trim()));
  }

  /** Lists the words of an owner in a language, in their spelling; empty for languages that do not support IPA. */
  async words(ownerId: string, lang: string): Promise<readonly string[]> {
    const key = inventoryKey(lang, null);
    if (key === null) return [];
    const { languages } = await this.#current(ownerId);
    return withLanguage(key).flatMap((each) =>
      [...(languages.get(each)?.values() ?? [])].map(({ word }) => word),
    );
  }

  /** Invalidates the cached entries of an owner: the next look-up reads the database. */
  forget(ownerId: string): void {
    this.#pending.delete(ownerId);
    const known = this.#books.get(ownerId);
    if (known) this.#books.set(ownerId, { ...known, checkedAtMs: Number.NEGATIVE_INFINITY });
  }

  /** Does not query the database unless the owner's entry has expired. */
  async #current(ownerId: string): Promise<Book> {
    const known = this.#books.get(ownerId);
    const ageMs = known ? this.#now() - known.checkedAtMs : Number.POSITIVE_INFINITY;
    if (known && ageMs < FRESH_MS) return known.book;
    const looking = this.#pending.get(ownerId) ?? this.#lookUp(ownerId, known);
    return known && ageMs < STALE_MS ? known.book : looking;
  }

  /** Never rejects. */
  #lookUp(ownerId: string, known: Remembered | undefined): Promise<Book> {
    const checkedAtMs = this.#now();
    const looking = this.#read(ownerId, known?.book ?? EMPTY).then(
      (book) => {
        if (this.#pending.get(ownerId) === looking) this.#remember(ownerId, { book, checkedAtMs });
        return book;
      },
      (error: unknown) => {
        this.#log?.warn({ err: error }, 'pronunciations could not be looked up');
        return known?.book ?? EMPTY;
      },
    );
    this.#pending.set(ownerId, looking);
    void looking.finally(() => {
      if (this.#pending.get(ownerId) === looking) this.#pending.delete(ownerId);
    });
    return looking;
  }

  async #read(ownerId: string, known: Book): Promise<Book> {
    const revision = await pronunciationRevision(this.#db, ownerId);
    if (revision === known.revision) return known;
    const rows = await listPronunciations(this.#db, ownerId);
    const languages = new Map<InventoryKey, Map<string, Entry>>();
    for (const { langCode, wordKey, ipa, word } of rows) {
      const words = languages.get(langCode) ?? new Map<string, Entry>();
      languages.set(langCode, words.set(wordKey, { ipa, word }));
    }
    return { revision, languages, words: rows.length };
  }

  #remember(ownerId: string, remembered: Remembered): void {
    this.#words += remembered.book.words - (this.#books.get(ownerId)?.book.words ?? 0);
    this.#books.delete(ownerId);
    this.#books.set(ownerId, remembered);
    for (const [oldest, { book }] of this.#books) {
      if ((this.#books.size <= MAX_OWNERS && this.#words <= this.#maxWords) || oldest === ownerId) break;
      this.#books.delete(oldest);
      this.#words -= book.words;
    }
  }
}

function entriesIn(book: Book, key: InventoryKey, text: string): LexiconEntries | null {
  const entries: Record<string, string> = {};
  let isEmpty = true;
  for (const word of keysIn(text)) {
    const ipa = ipaOf(book, key, word);
    if (ipa === null) continue;
    entries[word] = ipa;
    isEmpty = false;
  }
  return isEmpty ? null : entries;
}

/**
 * Looks up a word. A variant inherits the words of its language that use only its sounds; its own words take
 * precedence.
 */
function ipaOf({ languages }: Book, key: InventoryKey, word: string): string | null {
  for (const each of withLanguage(key)) {
    const ipa = languages.get(each)?.get(word)?.ipa;
    if (ipa === undefined) continue;
    // The entry may have been validated against an earlier version of the inventory.
    const { valid, ipa: canonical } = validateIpa(ipa, key);
    if (valid) return canonical;
  }
  return null;
}

/** Returns a variant, and the language that it inherits words from. */
function withLanguage(key: InventoryKey): readonly InventoryKey[] {
  const language = inventoryKey(key.split('-')[0] ?? key, null);
  return language === null || language === key ? [key] : [key, language];
}
