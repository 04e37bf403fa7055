import type { VoiceReference } from '../../cloning/index.ts';
import {
  type Engine,
  languageTag,
  primaryLanguage,
  type Voice,
  type VoiceFilter,
} from '../../engine/index.ts';
import { refusal } from '../errors/api-error.ts';
import { type QuotaSettings, refuseFull, storeWithin } from '../limits/quotas.ts';
import { changeReport } from '../storage/candidates.ts';
import type { Database } from '../storage/database.ts';
import { isNameTaken } from '../storage/voice-names.ts';
import { deleteVoice, insertVoice, listVoices, updateVoice, type VoiceRecord } from '../storage/voices.ts';
import type { EnrolmentFields, Enrolments, LearnOptions } from './enrolments.ts';
import type { VoiceLibrary } from './library.ts';
import { variantsOf, voiceIdOf, withoutVariant } from './variants.ts';

/** A built-in voice, or a cloned one or a variant of one, with the built-in voice of its language. */
export type AnyVoice =
  | { readonly type: 'standard'; readonly voice: Voice }
  | {
      readonly type: 'cloned';
      readonly voice: VoiceRecord;
      readonly base: Voice | undefined;
      /** Id of the voice that this is a variant of. */
      readonly variantOf?: string;
    };

/** A recording to learn a voice from. */
export interface Recording {
  readonly audio: Uint8Array;
  /** Its transcript; null to transcribe it. */
  readonly transcript: string | null;
  /** The places of its parts in the request. */
  readonly fields: EnrolmentFields;
}

export interface VoiceOrder extends Recording {
  readonly name: string;
  readonly tags: readonly string[];
  readonly lang: string;
}

export interface VoicesDeps {
  readonly engine: Pick<Engine, 'voices' | 'voice' | 'findVoices'>;
  readonly db: Database;
  readonly library: VoiceLibrary;
  readonly enrolments: Pick<Enrolments, 'enrol'>;
  readonly settings: QuotaSettings;
}

/**
 * The voices that an owner may use: the built-in ones, and those cloned from recordings, which are created and changed
 * here.
 */
export class Voices {
  readonly #deps: VoicesDeps;

  constructor(deps: VoicesDeps) {
    this.#deps = deps;
  }

  /**
   * Lists the built-in voices, each language's default first, followed by the owner's, oldest first, each with its
   * variants.
   */
  async list(ownerId: string): Promise<readonly AnyVoice[]> {
    const { db, engine } = this.#deps;
    const own = await listVoices(db, ownerId);
    return [
      ...engine.voices().map((voice) => ({ type: 'standard', voice }) as const),
      ...own.flatMap((voice) => this.#withVariants(voice)),
    ];
  }

  /** @returns undefined when there is no such voice, or it belongs to another owner */
  async find(ownerId: string, voiceId: string): Promise<AnyVoice | undefined> {
    const builtIn = this.#deps.engine.voice(voiceId);
    if (builtIn) return { type: 'standard', voice: builtIn };
    const own = await this.findOwn(ownerId, voiceIdOf(voiceId));
    return own && this.#withVariants(own).find(({ voice }) => voice.id === voiceId);
  }

  /**
   * Returns the voices of `list` that match, in the same order. With words in the query it also searches the speakers
   * of multi-speaker models, which `list` omits.
   */
  async search(ownerId: string, filter: VoiceFilter): Promise<readonly AnyVoice[]> {
    const { db, engine } = this.#deps;
    const words = (filter.query ?? '').toLowerCase().split(/\s+/);
    const matches = ({ name, tags, langCode }: VoiceRecord): boolean => {
      const text = `${name} ${tags.join(' ')} ${langCode}`.toLowerCase();
      // Cloned voices speak every language.
      return words.every((word) => text.includes(word));
    };
    const own = (await listVoices(db, ownerId)).flatMap((voice) => this.#withVariants(voice));
    return [
      ...engine.findVoices(filter).map((voice) => ({ type: 'standard', voice }) as const),
      ...own.filter(({ voice }) => matches(voice)),
    ];
  }

  /** Finds a cloned voice of the owner. */
  findOwn(ownerId: string, voiceId: string): Promise<VoiceRecord | undefined> {
    return this.#deps.library.read(ownerId, voiceId);
  }

  /**
   * Refuses to change a variant by itself.
   * @throws ApiError 409 when the owner has a variant with this id
   */
  async refuseVariant(ownerId: string, voiceId: string): Promise<void> {
    const base = voiceIdOf(voiceId);
    if (base === voiceId || !(await this.find(ownerId, voiceId))) return;
    throw refusal('voice_is_variant', { values: { voiceId: base } });
  }

  /** Whether another voice of the owner has this name. Lets callers reject early what would be rejected later. */
  isNameTaken(ownerId: string, name: string): Promise<boolean> {
    return isNameTaken(this.#deps.db, ownerId, name);
  }

  /**
   * Rejects early what would be rejected later.
   * @throws ApiError 409 when the owner has too many voices
   */
  async refuseFull(ownerId: string): Promise<void> {
    await refuseFull(this.#deps, ['maxVoicesPerOwner'], ownerId);
  }

  /**
   * Learns a voice from a recording.
   * @throws ApiError as `Enrolments.enrol`, or 409 when the owner has too many
   */
  async create(ownerId: string, order: VoiceOrder, options: LearnOptions): Promise<VoiceRecord> {
    const { name, tags, lang } = order;
    const reference = await this.#learn(ownerId, order, lang, options);
    return storeWithin(this.#deps, ['maxVoicesPerOwner'], ownerId, (transaction) =>
      insertVoice(transaction, { ownerId, name, langCode: lang, tags }, reference),
    );
  }

  /**
   * Renames a voice, and with a recording learns it again: all of it or nothing.
   * @param before the voice as it was found
   * @param changes absent ones stay
   * @returns undefined when it has been deleted meanwhile
   * @throws ApiError as `Enrolments.enrol`
   */
  async update(
    ownerId: string,
    before: VoiceRecord,
    changes: { readonly name?: string; readonly tags?: readonly string[] },
    recording: Recording | null,
    options: LearnOptions,
  ): Promise<VoiceRecord | undefined> {
    const { db } = this.#deps;
    if (recording === null) {
      const isSame = Object.keys(changes).length === 0;
      const after = isSame ? before : await updateVoice(db, ownerId, before.id, changes);
      return this.#changed(ownerId, before, after);
    }
    const reference = await this.#learn(ownerId, recording, before.langCode, options);
    // The report of a read-through does not apply to the new recording.
    const plain = before.assisted &&
      before.candidateSet === null && { assisted: false, assistedReport: null };
    const after = await updateVoice(db, ownerId, before.id, { ...changes, ...plain }, reference);
    return this.#changed(ownerId, before, after);
  }

  /**
   * Deletes a voice with everything that was learned for it. A variant is only withdrawn.
   * @returns false when the owner has no such voice
   */
  async delete(ownerId: string, voiceId: string): Promise<boolean> {
    const { db, library } = this.#deps;
    const base = voiceIdOf(voiceId);
    if (base !== voiceId && (await library.read(ownerId, base))) {
      const isGone = await changeReport(db, ownerId, base, (before) => withoutVariant(before, voiceId));
      library.forget(ownerId, base);
      return isGone;
    }
    const voice = await library.read(ownerId, voiceId);
    if (!voice || !(await deleteVoice(db, ownerId, voiceId))) return false;
    library.drop(ownerId, voice);
    return true;
  }

  #learn(
    ownerId: string,
    { audio, transcript, fields }: Recording,
    lang: string,
    options: LearnOptions,
  ): Promise<VoiceReference> {
    return this.#deps.enrolments.enrol(ownerId, { audio, lang, transcript }, fields, options);
  }

  /** Makes the library drop its cached data about a voice that has changed. */
  #changed(ownerId: string, before: VoiceRecord, after: VoiceRecord | undefined): VoiceRecord | undefined {
    const { library } = this.#deps;
    if (after?.referenceId === before.referenceId) library.forget(ownerId, before.id);
    else if (after) library.drop(ownerId, before);
    return after;
  }

  /** Returns a voice, and its offered variants. */
  #withVariants(voice: VoiceRecord): Extract<AnyVoice, { type: 'cloned' }>[] {
    const base = baseVoice(voice.langCode, this.#deps.engine.voices());
    return [
      { type: 'cloned', voice, base },
      ...variantsOf(voice).map(
        (variant) => ({ type: 'cloned', voice: variant, base, variantOf: voice.id }) as const,
      ),
    ];
  }
}

/** Returns the default voice of a language: an exact match before its language family, as for speech. */
function baseVoice(lang: string, voices: readonly Voice[]): Voice | undefined {
  const code = languageTag(lang);
  return (
    voices.find(({ langs }) => langs.includes(code)) ??
    voices.find(({ langs }) => langs.some((one) => primaryLanguage(one) === primaryLanguage(code)))
  );
}
