import type { ClonedVoice, Engine } from '../../engine/index.ts';
import type { Database } from '../storage/database.ts';
import { FreshCache } from '../storage/fresh-cache.ts';
import { isUuid } from '../storage/uuid.ts';
import { findVoice, findVoiceByName, readReference, type VoiceRecord } from '../storage/voices.ts';
import { CodesCache } from './codes-cache.ts';
import { samplingOf, voiceIdOf } from './variants.ts';

/** A change made by another process takes effect within a second. */
const FRESH_MS = 500;
const CACHED_VOICES = 10_000;
const MAX_CODES_BYTES = 128 * 1024 * 1024;
/** A voice that keeps being replaced between two look-ups counts as deleted. */
const MAX_ATTEMPTS = 5;

export interface LibraryOptions {
  /** A clock in milliseconds. */
  readonly now?: () => number;
  readonly maxCodesBytes?: number;
}

/** The cloned voices of all owners, with their references for speaking. */
export class VoiceLibrary {
  readonly #db: Database;
  readonly #engine: Pick<Engine, 'voice'>;
  readonly #records: FreshCache<VoiceRecord>;
  readonly #codes: CodesCache;

  constructor(db: Database, engine: Pick<Engine, 'voice'>, options: LibraryOptions = {}) {
    this.#db = db;
    this.#engine = engine;
    const now = options.now ?? (() => performance.now());
    this.#records = new FreshCache({ freshMs: FRESH_MS, capacity: CACHED_VOICES, now });
    this.#codes = new CodesCache(options.maxCodesBytes ?? MAX_CODES_BYTES);
  }

  /** Returns a voice of this owner as currently stored; undefined when the owner has none with this id. */
  async read(ownerId: string, voiceId: string): Promise<VoiceRecord | undefined> {
    return this.#mayBeOwn(voiceId) ? findVoice(this.#db, ownerId, voiceId) : undefined;
  }

  /** Like `read`, but at most half a second old, for frequent look-ups. */
  async find(ownerId: string, voiceId: string): Promise<VoiceRecord | undefined> {
    if (!this.#mayBeOwn(voiceId)) return undefined;
    return this.#records.get(nameOf(ownerId, voiceId), () => findVoice(this.#db, ownerId, voiceId));
  }

  /** Finds the voice to which this owner gave a name, as currently stored. */
  findByName(ownerId: string, name: string): Promise<VoiceRecord | undefined> {
    return findVoiceByName(this.#db, ownerId, name);
  }

  /**
   * Returns the cloned voice to use when an owner requests a voice. Undefined for a built-in voice, which needs no
   * look-up, and for one that the owner does not have, which the engine then reports as unknown.
   * @param askedId id of a voice, or of an offered variant of one
   */
  async resolve(ownerId: string, askedId: string | null): Promise<ClonedVoice | undefined> {
    if (askedId === null) return undefined;
    const voiceId = voiceIdOf(askedId);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const record = await this.find(ownerId, voiceId);
      const sampling = record && samplingOf(record, askedId);
      if (!record || !sampling) return undefined;
      const topK = sampling.top_k;
      const { referenceId, id, name, langCode: lang } = record;
      const codes = await this.#codes.get(
        referenceId,
        async () => (await readReference(this.#db, referenceId))?.codes,
      );
      if (codes) return { id, name, lang, referenceId, codes, ...(topK !== null && { topK }) };
      // Replaced or deleted since the record was read.
      this.forget(ownerId, voiceId);
    }
    return undefined;
  }

  /** Invalidates cached data of a voice that has changed. */
  forget(ownerId: string, voiceId: string): void {
    this.#records.forget(nameOf(ownerId, voiceId));
  }

  /** Drops a reference, because the voice has another one or is deleted. */
  drop(ownerId: string, { id, referenceId }: Pick<VoiceRecord, 'id' | 'referenceId'>): void {
    this.forget(ownerId, id);
    this.#codes.drop(referenceId);
  }

  #mayBeOwn(voiceId: string): boolean {
    return isUuid(voiceId) && this.#engine.voice(voiceId) === null;
  }
}

const nameOf = (ownerId: string, voiceId: string): string => `${ownerId} ${voiceId}`;
