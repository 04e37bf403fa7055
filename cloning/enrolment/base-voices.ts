import type { EngineParts } from '../../engine/engine.ts';
import type { Rendition } from '../../engine/forced-alignment/types.ts';
import { languageTag, primaryLanguage } from '../../engine/languages.ts';
import { baseKey } from '../../engine/synthesis/base-key.ts';
import type { BaseSource } from '../../engine/synthesis/voice-source.ts';
import type { Catalog } from '../../engine/voices/catalog.ts';
import {
  type BaseEntry,
  type CatalogEntry,
  isBase,
  speaksFamily,
} from '../../engine/voices/catalog-entry.ts';
import { renderRendition } from '../../engine/voices/rendition.ts';
import { CALIBRATION_TEXTS } from './calibration-texts.ts';
import { embeddingDistance, type SpeakerEmbedding } from './speaker-embedding.ts';
import type { PromptedModel } from './worker-protocol.ts';

/** Between the usual pitch of men's and of women's voices. */
const FEMALE_HZ = 155;
const FEMALE_VARIANT = '+f1';
/** Every voice that is looked at stays loaded, so models are looked at, not speakers. */
const MAX_MODELS = 8;
/** Voices that a speaker is compared with: a number and not a time, so that the same recording gives the same voice. */
const MAX_SURVEYED = 12;
const MAX_OTHER_LANGUAGES = 8;
/** For some of espeak's voices one with another accent that most of their speakers know. */
const OTHER_ACCENTS: Readonly<Record<string, string>> = {
  'en-us': 'en-gb',
  'en-gb': 'en-us',
  es: 'es-419',
  'es-419': 'es',
  'fr-fr': 'fr-be',
  pt: 'pt-br',
  'pt-br': 'pt',
};
export interface SpokenBase {
  readonly key: string;
  readonly rendition: Rendition;
}

/** A voice and what it can be asked to say. */
interface Candidate {
  readonly source: BaseSource;
  readonly lang: string;
}

/** The built-in voices that a speaker is compared with: which of them there are, and which is nearest. */
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

  /** The installed models that speak in the voice of a prompt, without a base. */
  promptedModels(): PromptedModel[] {
    return this.#catalog.prompted.map(({ model, source: { modelPath } }) => ({ model, modelPath }));
  }

  /** espeak for a language, of the sex that the pitch suggests; null where it does not speak the language. */
  builtIn(lang: string, medianF0Hz: number): BaseSource | null {
    const source = this.#catalog.espeakFor(lang)?.source;
    if (source?.engine !== 'espeak') return null;
    return medianF0Hz > FEMALE_HZ ? { ...source, voice: source.voice + FEMALE_VARIANT } : source;
  }

  /** espeak with another accent than `builtIn` gives; null where it has no other. */
  otherBuiltIn(lang: string, medianF0Hz: number): BaseSource | null {
    const own = this.builtIn(lang, medianF0Hz);
    if (own?.engine !== 'espeak') return null;
    const [voice = '', variant] = own.voice.split('+');
    const other = OTHER_ACCENTS[voice];
    if (other === undefined) return null;
    return { ...own, voice: variant === undefined ? other : `${other}+${variant}` };
  }

  /** Whether there is more than one neural voice to choose from, Kokoro's aside. */
  hasChoice(lang: string): boolean {
    return this.#neural(lang).length > 1;
  }

  /**
   * Kokoro's voices of a language, of its very variety if there are any; none where a clone would speak with another
   * neural voice, because Kokoro is too slow to speak live.
   */
  kokoro(lang: string): BaseEntry[] {
    if (!this.#catalog.speaksLiveWithKokoro && this.#neural(lang).length > 0) return [];
    const speaking = this.#bases.filter(
      ({ voice }) => voice.engine === 'kokoro' && speaksFamily(voice, lang),
    );
    const exact = speaking.filter(({ voice }) => voice.langs.includes(languageTag(lang)));
    return exact.length > 0 ? exact : speaking;
  }

  /** Kokoro's voices of all other languages, those of each together. */
  kokoroElsewhere(lang: string): BaseEntry[][] {
    const own = primaryLanguage(lang);
    const byLanguage = new Map<string, BaseEntry[]>();
    for (const entry of this.#bases) {
      const { engine, lang: spoken } = entry.voice;
      if (engine !== 'kokoro' || primaryLanguage(spoken) === own) continue;
      byLanguage.set(spoken, [...(byLanguage.get(spoken) ?? []), entry]);
    }
    return [...byLanguage.values()];
  }

  /**
   * Gets to know neural voices of a language, Kokoro's aside; with hundreds of them, some spread evenly over them. What
   * was found out is kept.
   * @param embed looks at sound, off this thread; @param owner who waits
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

  /** The neural voice that sounds most like a speaker, among those known and Kokoro's aside; else the default one. */
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

  /** Whether there are neural voices of other languages. @param light leaves out Kokoro's */
  hasOthersThan(lang: string, light: boolean): boolean {
    return this.#otherVoices(lang, light).length > 0;
  }

  /** The neural voices of all other languages, speaking their own. @param light leaves out Kokoro's */
  async othersThan(lang: string, light: boolean, signal: AbortSignal, owner?: string): Promise<SpokenBase[]> {
    const bases: SpokenBase[] = [];
    for (const { voice, source } of this.#otherVoices(lang, light)) {
      const key = baseKey(source);
      let base = this.#others.get(key);
      const text = calibrationText(voice.lang);
      if (!base && text !== null) {
        // One voice that fails to load must not keep the speaker from being learned.
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
  #otherVoices(lang: string, light: boolean): BaseEntry[] {
    const own = primaryLanguage(lang);
    const byLanguage = new Map<string, BaseEntry>();
    for (const entry of this.#bases) {
      const { engine, lang: spoken } = entry.voice;
      if (engine === 'espeak' || (light && engine === 'kokoro')) continue;
      if (spoken !== own && !byLanguage.has(spoken)) byLanguage.set(spoken, entry);
    }
    return [...byLanguage.values()].slice(0, MAX_OTHER_LANGUAGES);
  }

  get #bases(): readonly BaseEntry[] {
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
   * Those of a language without Kokoro's, which take part as near bases alone; default first. Of hibari's alone where
   * one speaks the language: clones of them are as like the speaker as those of Piper voices, and clearer.
   */
  #neural(lang: string): BaseEntry[] {
    const first = this.#catalog.defaultFor(lang);
    const all = this.#catalog
      .everyone()
      .filter(isBase)
      .filter(({ voice }) => voice.engine !== 'espeak' && voice.engine !== 'kokoro')
      .filter(({ voice }) => speaksFamily(voice, lang));
    const hibari = all.filter(({ voice }) => voice.engine === 'hibari');
    const entries = hibari.length > 0 ? hibari : all;
    entries.sort((a, b) => Number(isSame(b, first)) - Number(isSame(a, first)));
    const models = new Set<string>();
    return entries.filter(({ source }) => {
      if (source.engine === 'espeak') return false;
      if (models.size < MAX_MODELS) models.add(source.modelPath);
      return models.has(source.modelPath);
    });
  }
}

const isSame = (entry: CatalogEntry, other: CatalogEntry | null): boolean =>
  entry.voice.id === other?.voice.id;

/** The first sentence is enough to hear how a voice sounds. */
export const calibrationText = (lang: string): string | null =>
  CALIBRATION_TEXTS[primaryLanguage(lang)] ?? null;

/** All of 0 to count - 1, such that the first ones of them always lie spread evenly (van der Corput's sequence). */
export function evenOrder(count: number): number[] {
  const order = new Set<number>();
  for (let k = 0; order.size < count; k++) {
    let fraction = 0;
    for (let rest = k, weight = 0.5; rest > 0; rest >>= 1, weight /= 2) fraction += (rest & 1) * weight;
    order.add(Math.floor(fraction * count));
  }
  return [...order];
}
