import type { EngineParts } from '../../engine/engine.ts';
import type { Rendition } from '../../engine/forced-alignment/types.ts';
import { baseKey } from '../../engine/synthesis/base-key.ts';
import type { CatalogEntry } from '../../engine/synthesis/catalog-entry.ts';
import { familyOf } from '../../engine/synthesis/family-of.ts';
import type { BaseSource } from '../../engine/synthesis/voice-source.ts';
import type { Catalog } from '../../engine/voices/catalog.ts';
import { isBase, speaksFamily } from '../../engine/voices/catalog-entry.ts';
import { renderRendition } from '../../engine/voices/rendition.ts';
import { isMostNatural, isRobotic, standsAs } from '../../engine/voices/standing.ts';
import { languageTag, primaryLanguage } from '../../language/languages.ts';
import { CALIBRATION_TEXTS } from './calibration-texts.ts';
import { embeddingDistance, type SpeakerEmbedding } from './speaker-embedding.ts';
import type { PromptedModel } from './worker-protocol.ts';

/** Boundary between the usual pitch of men's and of women's voices. */
const FEMALE_HZ = 155;
/** Largest number of models that are surveyed. Every surveyed voice stays loaded, so models count, not speakers. */
const MAX_MODELS = 8;
/** Number of voices that a speaker is compared with. A limit in time would make the result depend on the machine. */
const MAX_SURVEYED = 12;
const MAX_OTHER_LANGUAGES = 8;
export interface SpokenBase {
  readonly key: string;
  readonly rendition: Rendition;
}

/** A voice and a text that it can say. */
interface Candidate {
  readonly source: BaseSource;
  readonly lang: string;
}

/** The built-in voices that a speaker is compared with, and the nearest of them. */
export class BaseVoices {
  readonly #catalog: Catalog;
  readonly #lanes: EngineParts['lanes'];
  /** By `baseKey`, for the life of the process: a model of this name does not change. */
  readonly #embeddings = new Map<string, SpeakerEmbedding>();
  readonly #others = new Map<string, SpokenBase>();

  constructor(catalog: Catalog, lanes: EngineParts['lanes']) {
    this.#catalog = catalog;
    this.#lanes = lanes;
  }

  /** The installed models that speak in the voice of a prompt, without a base voice. */
  promptedModels(): PromptedModel[] {
    return this.#catalog.prompted.flatMap(({ model, source }) => {
      const modelPath = familyOf(source).modelPathOf(source);
      return modelPath === null ? [] : [{ engine: source.engine, model, modelPath }];
    });
  }

  /** The built-in voice of a language, of the sex that the pitch suggests; null if none speaks the language. */
  builtIn(lang: string, medianF0Hz: number): BaseSource | null {
    const source = this.#catalog.builtInFor(lang)?.source;
    if (!source) return null;
    const variants = familyOf(source).variants;
    return medianF0Hz > FEMALE_HZ && variants ? variants.female(source) : source;
  }

  /** The built-in voice with a different accent from that of `builtIn`; null if there is none. */
  otherBuiltIn(lang: string, medianF0Hz: number): BaseSource | null {
    const own = this.builtIn(lang, medianF0Hz);
    return own && (familyOf(own).variants?.otherAccent(own) ?? null);
  }

  /** Whether there are several neural voices to choose from, not counting the most natural family. */
  hasChoice(lang: string): boolean {
    return this.#neural(lang).length > 1;
  }

  /**
   * The voices of a language that can be morphed, of the same regional variant if there are any. None if these are too
   * slow for live speech, because a clone would then use another neural voice.
   */
  morphable(lang: string): CatalogEntry[] {
    if (!this.#catalog.speaksLiveWithMostNatural && this.#neural(lang).length > 0) return [];
    const speaking = this.#bases.filter(
      ({ voice }) => familyOf(voice).canBeMorphed && speaksFamily(voice, lang),
    );
    const exact = speaking.filter(({ voice }) => voice.langs.includes(languageTag(lang)));
    return exact.length > 0 ? exact : speaking;
  }

  /** The voices of all other languages that can be morphed, grouped by language. */
  morphableElsewhere(lang: string): CatalogEntry[][] {
    const own = primaryLanguage(lang);
    const byLanguage = new Map<string, CatalogEntry[]>();
    for (const entry of this.#bases) {
      const { lang: spoken } = entry.voice;
      if (!familyOf(entry.voice).canBeMorphed || primaryLanguage(spoken) === own) continue;
      byLanguage.set(spoken, [...(byLanguage.get(spoken) ?? []), entry]);
    }
    return [...byLanguage.values()];
  }

  /**
   * Computes embeddings of a language's neural voices, without the most natural family. If there are hundreds, it takes
   * some that are evenly spaced. The results are cached.
   * @param embed computes an embedding outside of this thread
   * @param owner that waits for the result
   */
  async survey(
    lang: string,
    embed: (rendition: Rendition) => Promise<SpeakerEmbedding>,
    signal: AbortSignal,
    owner?: string,
  ): Promise<void> {
    const candidates = this.#neural(lang);
    const text = calibrationText(lang);
    if (text === null) return;
    for (const index of evenOrder(candidates.length).slice(0, MAX_SURVEYED)) {
      const source = candidates[index]!.source;
      const key = baseKey(source);
      if (this.#embeddings.has(key)) continue;
      const rendition = await this.#render({ source, lang }, text, signal, owner);
      this.#embeddings.set(key, await embed(rendition));
    }
  }

  /** The surveyed neural voice nearest to a speaker, without the most natural family, or else the default one. */
  nearest(lang: string, speaker: SpeakerEmbedding | null): BaseSource | null {
    const candidates = this.#neural(lang);
    let best = candidates[0]?.source ?? null;
    let least = Number.POSITIVE_INFINITY;
    for (const { source } of candidates) {
      const embedding = this.#embeddings.get(baseKey(source));
      if (!embedding || !speaker) continue;
      const distance = embeddingDistance(embedding, speaker);
      if (distance < least) {
        least = distance;
        best = source;
      }
    }
    return best;
  }

  /**
   * Whether there are neural voices of other languages.
   * @param light leaves out the most natural family
   */
  hasOthersThan(lang: string, light: boolean): boolean {
    return this.#otherVoices(lang, light).length > 0;
  }

  /**
   * The neural voices of all other languages, each with a text in its language.
   * @param light leaves out the most natural family
   */
  async othersThan(lang: string, light: boolean, signal: AbortSignal, owner?: string): Promise<SpokenBase[]> {
    const bases: SpokenBase[] = [];
    for (const { voice, source } of this.#otherVoices(lang, light)) {
      const key = baseKey(source);
      let base = this.#others.get(key);
      const text = calibrationText(voice.lang);
      if (!base && text !== null) {
        // A voice that fails to load does not make the enrolment fail.
        const rendering = this.#render({ source, lang: voice.lang }, text, signal, owner);
        const rendition = await rendering.catch((error: unknown) => {
          if (signal.aborted) throw error;
          return null;
        });
        if (rendition) {
          base = { key, rendition };
          this.#others.set(key, base);
        }
      }
      if (base) bases.push(base);
    }
    return bases;
  }

  /** One neural voice of each other language. */
  #otherVoices(lang: string, light: boolean): CatalogEntry[] {
    const own = primaryLanguage(lang);
    const byLanguage = new Map<string, CatalogEntry>();
    for (const entry of this.#bases) {
      const { lang: spoken } = entry.voice;
      if (isRobotic(entry.voice) || (light && isMostNatural(entry.voice))) continue;
      if (spoken !== own && !byLanguage.has(spoken)) byLanguage.set(spoken, entry);
    }
    return [...byLanguage.values()].slice(0, MAX_OTHER_LANGUAGES);
  }

  get #bases(): readonly CatalogEntry[] {
    return this.#catalog.entries.filter(isBase);
  }

  #render(
    { source, lang }: Candidate,
    text: string,
    signal: AbortSignal,
    owner: string | undefined,
  ): Promise<Rendition> {
    const options = { signal, speed: 1, ...(owner !== undefined && { owner }) };
    return renderRendition(this.#lanes, source, text, lang, options);
  }

  /**
   * The neural voices of a language, the default one first, without the most natural family, which is used only for
   * near bases. If a fast voice speaks the language, only fast ones: their clones are as like the speaker as those of
   * the others, and clearer.
   */
  #neural(lang: string): CatalogEntry[] {
    const first = this.#catalog.defaultFor(lang);
    const all = this.#catalog
      .everyone()
      .filter(isBase)
      .filter(({ voice }) => !isRobotic(voice) && !isMostNatural(voice))
      .filter(({ voice }) => speaksFamily(voice, lang));
    const quick = all.filter(({ voice }) => standsAs(voice, 'quick'));
    const entries = quick.length > 0 ? quick : all;
    entries.sort((a, b) => Number(isSame(b, first)) - Number(isSame(a, first)));
    const models = new Set<string>();
    return entries.filter(({ source }) => {
      const model = familyOf(source).modelPathOf(source);
      if (model === null) return false;
      if (models.size < MAX_MODELS) models.add(model);
      return models.has(model);
    });
  }
}

const isSame = (entry: CatalogEntry, other: CatalogEntry | null): boolean =>
  entry.voice.id === other?.voice.id;

/** The first sentence is enough for an embedding. */
export const calibrationText = (lang: string): string | null =>
  CALIBRATION_TEXTS[primaryLanguage(lang)] ?? null;

/** The numbers 0 to count - 1 in an order whose beginnings are always evenly spread (van der Corput's sequence). */
export function evenOrder(count: number): number[] {
  const order = new Set<number>();
  for (let k = 0; order.size < count; k++) {
    let fraction = 0;
    for (let rest = k, weight = 0.5; rest > 0; rest >>= 1, weight /= 2) fraction += (rest & 1) * weight;
    order.add(Math.floor(fraction * count));
  }
  return [...order];
}
