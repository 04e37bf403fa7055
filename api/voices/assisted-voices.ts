import { randomUUID } from 'node:crypto';
import type { EnhancerKind, MadeVoice } from '../../cloning/index.ts';
import type { Engine } from '../../engine/index.ts';
import { type QuotaSettings, refuseFull, storeWithin } from '../limits/quotas.ts';
import { isSetNameTaken, setName } from '../storage/candidate-sets.ts';
import {
  type ChosenSampling,
  chooseCandidate,
  insertCandidates,
  type NewCandidateSet,
  replaceCandidates,
  replaceReference,
} from '../storage/candidates.ts';
import type { Database } from '../storage/database.ts';
import { isNameTaken } from '../storage/voice-names.ts';
import { insertVoice, type VoiceRecord } from '../storage/voices.ts';
import type { EnrolmentFields, Enrolments, LearnOptions } from './enrolments.ts';
import type { VoiceLibrary } from './library.ts';
import {
  type CandidateAnswer,
  entriesOf,
  type MadeAnswer,
  type Offered,
  referenceOf,
  storable,
  tagsOf,
  wavOf,
} from './made-voices.ts';
import { type Preview, type PreviewWanted, speakPreviews } from './previews.ts';
import { samplingOf, VARIANT_TOP_K, voiceIdOf } from './variants.ts';

/** Part of a candidate's name, by the enhancer that made it. */
const NAME_PARTS: Readonly<Record<EnhancerKind, string>> = { external: 'slow', own: 'fast' };
/** Share of the work; the rest is for previews and storing. */
const LEARNING_SHARE = 0.85;
const VOICE_QUOTAS = ['maxVoicesPerOwner'] as const;
const SET_QUOTAS = ['maxVoicesPerOwner', 'maxCandidateSetsPerOwner'] as const;

export interface Take {
  readonly ownerId: string;
  readonly audio: Uint8Array;
  readonly lang: string;
  readonly script: string;
  readonly fast: boolean;
  /** "" for none. */
  readonly previewText: string;
  readonly fields: EnrolmentFields;
}

export interface AssistedVoicesDeps {
  readonly engine: Pick<Engine, 'open'>;
  readonly db: Database;
  readonly library: VoiceLibrary;
  readonly enrolments: Enrolments;
  readonly settings: QuotaSettings;
}

/** Voices made from read-throughs: learned, previewed, stored, and chosen from. */
export class AssistedVoices {
  readonly #deps: AssistedVoicesDeps;

  constructor(deps: AssistedVoicesDeps) {
    this.#deps = deps;
  }

  /** Whether the owner already has a voice of this name, or with `candidates` a set. Lets callers reject early. */
  isNameTaken(ownerId: string, name: string, candidates: boolean): Promise<boolean> {
    return (candidates ? isSetNameTaken : isNameTaken)(this.#deps.db, ownerId, name);
  }

  /**
   * Rejects early what would be rejected later.
   * @throws ApiError 409 when the owner has too many voices, or with `candidates` too many sets
   */
  async refuseFull(ownerId: string, candidates: boolean): Promise<void> {
    await refuseFull(this.#deps, candidates ? SET_QUOTAS : VOICE_QUOTAS, ownerId);
  }

  /**
   * Returns the name of a set of candidates.
   * @returns undefined when the owner has no such set
   */
  setName(ownerId: string, setId: string): Promise<string | undefined> {
    return setName(this.#deps.db, ownerId, setId);
  }

  /**
   * Creates the best voice of a take.
   * @throws ApiError
   */
  async create(
    take: Take,
    { name, tags }: { readonly name: string; readonly tags: readonly string[] },
    options: Required<LearnOptions>,
  ): Promise<MadeAnswer> {
    const { made, preview } = await this.#makeOne(take, options);
    const { ownerId, lang: langCode } = take;
    const voice = {
      ownerId,
      name,
      langCode,
      tags,
      assisted: true,
      assistedReport: { reference: referenceOf(made, preview) },
    };
    const { id } = await storeWithin(this.#deps, VOICE_QUOTAS, ownerId, (transaction) =>
      insertVoice(transaction, voice, made.reference),
    );
    return { voice_id: id, reference: referenceOf(made, preview), ...wavOf(preview) };
  }

  /**
   * Learns a voice again; its name, tags and id stay the same.
   * @returns undefined when it has been deleted meanwhile
   */
  async replace(
    take: Take,
    before: VoiceRecord,
    options: Required<LearnOptions>,
  ): Promise<MadeAnswer | undefined> {
    const { made, preview } = await this.#makeOne(take, options);
    const { db, library } = this.#deps;
    const learned = { langCode: take.lang, report: referenceOf(made, preview) };
    const after = await replaceReference(db, take.ownerId, before, learned, made.reference);
    if (!after) return undefined;
    library.drop(take.ownerId, before);
    return { voice_id: after.id, reference: referenceOf(made, preview), ...wavOf(preview) };
  }

  /**
   * Creates a set of candidates.
   * @throws ApiError
   */
  async createSet(
    take: Take,
    { name, tags }: { readonly name: string; readonly tags: readonly string[] },
    options: Required<LearnOptions>,
  ): Promise<CandidateAnswer> {
    const offered = await this.#offer(take, name, options);
    const id = randomUUID();
    const set: NewCandidateSet = {
      id,
      ownerId: take.ownerId,
      name,
      langCode: take.lang,
      tags: tagsOf(id, tags),
    };
    const records = await storeWithin(this.#deps, SET_QUOTAS, take.ownerId, (transaction) =>
      insertCandidates(transaction, set, storable(set.id, offered)),
    );
    return { set_id: id, candidates: entriesOf(records, offered) };
  }

  /**
   * Learns a set again.
   * @returns undefined when it has been deleted meanwhile
   * @throws ApiError
   */
  async replaceSet(
    take: Take,
    set: { readonly id: string; readonly name: string; readonly tags: readonly string[] },
    options: Required<LearnOptions>,
  ): Promise<CandidateAnswer | undefined> {
    const { ownerId, lang: langCode } = take;
    const offered = await this.#offer(take, set.name, options);
    const tags = tagsOf(set.id, set.tags);
    const whole = { ...set, ownerId, langCode, tags };
    const stored = await storeWithin(this.#deps, VOICE_QUOTAS, ownerId, (transaction) =>
      replaceCandidates(transaction, whole, storable(set.id, offered)),
    );
    if (!stored) return undefined;
    for (const voice of stored.before) this.#deps.library.drop(ownerId, voice);
    return { set_id: set.id, candidates: entriesOf(stored.records, offered) };
  }

  /**
   * Chooses a candidate, or a variant of one by the variant's id.
   * @param given sampling to store; absent values are the variant's
   * @returns undefined when the owner has no such voice; null when it is not a candidate
   */
  async choose(
    ownerId: string,
    candidateId: string,
    given: { readonly topK: number | undefined; readonly temperature: number | undefined },
  ): Promise<(ChosenSampling & { readonly voice_id: string }) | null | undefined> {
    const voiceId = voiceIdOf(candidateId);
    const { db, library } = this.#deps;
    if (!(await library.read(ownerId, voiceId))) return undefined;
    const chosen = await chooseCandidate(db, ownerId, voiceId, (candidate) => {
      const offered = samplingOf(candidate, candidateId);
      return (
        offered && {
          top_k: given.topK ?? offered.top_k,
          temperature: given.temperature ?? offered.temperature,
        }
      );
    });
    // A plain voice exists but is not a candidate, while a variant of one does not exist at all.
    if (!chosen) return candidateId === voiceId ? chosen : undefined;
    library.forget(ownerId, voiceId);
    return { voice_id: voiceId, ...chosen };
  }

  async #makeOne(
    take: Take,
    { signal, onProgress }: Required<LearnOptions>,
  ): Promise<{ made: MadeVoice; preview: Preview | null }> {
    const [made] = await this.#learn(take, false, { signal, onProgress });
    if (!made) throw new Error('an enrolment gave no voice');
    onProgress('preview', LEARNING_SHARE);
    const [preview = null] = await this.#speak(take, [{ reference: made.reference, topK: null }], {
      signal,
      onProgress,
    });
    onProgress('store', 1);
    signal.throwIfAborted();
    return { made, preview };
  }

  async #offer(
    take: Take,
    setName: string,
    { signal, onProgress }: Required<LearnOptions>,
  ): Promise<Offered[]> {
    const voices = await this.#learn(take, true, { signal, onProgress });
    onProgress('preview', LEARNING_SHARE);
    const ofEnhancer: Record<EnhancerKind, number> = { own: 0, external: 0 };
    const offers = voices.map((made, i) => {
      const { enhancer, sentences } = made.report;
      const place = ++ofEnhancer[enhancer];
      const number = enhancer === 'external' ? (sentences[0] ?? place) : place;
      const name = `${setName}_${NAME_PARTS[enhancer]}_${number}`;
      return { made, name, rank: i + 1, isBest: place === 1 };
    });
    const wanted = offers.flatMap(({ made: { reference }, isBest }): PreviewWanted[] => [
      { reference, topK: null },
      ...(isBest ? [{ reference, topK: VARIANT_TOP_K }] : []),
    ]);
    const previews = await this.#speak(take, wanted, { signal, onProgress });
    onProgress('store', 1);
    signal.throwIfAborted();
    let at = 0;
    const next = (): Preview | null => previews[at++] ?? null;
    return offers.map(({ made, name, rank, isBest }) => ({
      made,
      name,
      rank,
      preview: next(),
      variantPreview: isBest ? next() : undefined,
    }));
  }

  #learn(
    { ownerId, audio, lang, script, fast, fields }: Take,
    candidates: boolean,
    { signal, onProgress }: Required<LearnOptions>,
  ): Promise<readonly MadeVoice[]> {
    return this.#deps.enrolments.enrolTake(ownerId, { audio, lang, script, fast, candidates }, fields, {
      signal,
      onProgress: (stage, fraction) => onProgress(stage, fraction * LEARNING_SHARE),
    });
  }

  async #speak(
    { ownerId, previewText }: Take,
    wanted: readonly PreviewWanted[],
    { signal, onProgress }: Required<LearnOptions>,
  ): Promise<Preview[]> {
    if (previewText === '') return [];
    const { engine } = this.#deps;
    const ofOwner: Pick<Engine, 'open'> = {
      open: (settings, options) => engine.open(settings, { ...options, owner: ownerId }),
    };
    return speakPreviews(ofOwner, wanted, previewText, {
      signal,
      onSpoken: (share) => onProgress('preview', LEARNING_SHARE + (1 - LEARNING_SHARE) * share),
    });
  }
}
