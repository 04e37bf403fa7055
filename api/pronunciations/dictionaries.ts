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

/** What was looked up so lately is taken as it is. */
const FRESH_MS = 500;
/** What is older, but not much, is taken once more while it is looked up: nobody waits for it. */
const STALE_MS = 3000;
/** Remembered are so many owners, and so many words of all together; those asked for longest ago go first. */
const MAX_OWNERS = 10_000;
const MAX_WORDS = 200_000;

/** IPA of an owner by language and word. */
interface Book {
  readonly revision: number;
  readonly languages: ReadonlyMap<InventoryKey, ReadonlyMap<string, string>>;
  readonly words: number;
}

interface Remembered {
  readonly book: Book;
  /** When its being up to date was last looked up: at the beginning of the look-up. */
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
 * Everybody's own pronunciations, at hand for speech. A change made in this process counts at once, one of another
 * process within some seconds; streams hear of it while they are open. A database that does not answer keeps nobody
 * from speaking: what was known last is spoken.
 */
export class Dictionaries {
  readonly #db: Database;
  readonly #log: Pick<Log, 'warn'> | null;
  readonly #now: () => number;
  readonly #maxWords: number;
  /** By owner, the one asked for longest ago first. */
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
   * What an owner's words are said like in streams of a language; looked up in advance. Undefined for languages that
   * take no IPA.
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

  /** How an owner says a word, in the canonical spelling of the key; null for as anybody. */
  async find(ownerId: string, key: InventoryKey, word: string): Promise<string | null> {
    return ipaOf(await this.#current(ownerId), key, lexiconKey(word.trim()));
  }

  /** The owner's pronunciations have changed: the next look-up is a new one. */
  forget(ownerId: string): void {
    this.#pending.delete(ownerId);
    const known = this.#books.get(ownerId);
    if (known) this.#books.set(ownerId, { ...known, checkedAtMs: Number.NEGATIVE_INFINITY });
  }

  /** Answers at once unless the owner has not been asked about for some seconds. */
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
    const languages = new Map<InventoryKey, Map<string, string>>();
    for (const { langCode, wordKey, ipa } of rows) {
      const words = languages.get(langCode) ?? new Map<string, string>();
      languages.set(langCode, words.set(wordKey, ipa));
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

/** A variant has the words of its language, too, where they are made of its sounds; its own come first. */
function ipaOf({ languages }: Book, key: InventoryKey, word: string): string | null {
  const language = inventoryKey(key.split('-')[0] ?? key, null);
  for (const each of language === null || language === key ? [key] : [key, language]) {
    const ipa = languages.get(each)?.get(word);
    if (ipa === undefined) continue;
    // An entry outlives the version of the inventory that it was checked with.
    const { valid, ipa: canonical } = validateIpa(ipa, key);
    if (valid) return canonical;
  }
  return null;
}
