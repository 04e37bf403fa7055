import type { InstalledKokoro } from '../models/kokoro-folder.ts';
import type { PiperVoice } from '../models/piper-voices.ts';
import { type CatalogEntry, DEFAULT_VOICE_ID, languageCode, speaksFamily } from './catalog-entry.ts';
import { espeakEntries, substitutes, withAdvice } from './espeak-voices.ts';
import { kokoroEntries } from './kokoro-voices.ts';
import { PiperModelVoices } from './piper-entries.ts';

export interface VoiceFilter {
  /** Words that must all occur in the name, id, languages or tags. */
  readonly query?: string;
  /** Only voices that may read this language. */
  readonly lang?: string;
}

/**
 * All built-in voices: those of the installed models, and one or two for each language of espeak. The speakers of a
 * model with many of them are not in its list, but can be used and found like all others.
 */
export class Catalog {
  readonly #espeak: readonly CatalogEntry[] = espeakEntries();
  #models: readonly PiperModelVoices[] = [];
  #entries: readonly CatalogEntry[] = [];
  #byId: ReadonlyMap<string, CatalogEntry> = new Map();
  #everyone: readonly CatalogEntry[] | null = null;

  /** @param kokoro null where it is not installed */
  constructor(piperVoices: readonly PiperVoice[], kokoro: InstalledKokoro | null = null) {
    this.update(piperVoices, kokoro);
  }

  /** Replaces the installed models. Streams that speak with a voice that is gone go on. */
  update(piperVoices: readonly PiperVoice[], kokoro: InstalledKokoro | null = null): void {
    const usable = piperVoices.filter(
      ({ config }) => config.espeakVoice !== null && config.phonemeType === 'espeak',
    );
    this.#models = usable.map((piper) => new PiperModelVoices(piper));
    const neural = this.#models.flatMap(({ listed }) => listed);
    const ofKokoro = kokoro ? kokoroEntries(kokoro) : [];
    const natural = new Set([...neural, ...ofKokoro].map(({ voice }) => voice.lang));
    const espeak = this.#espeak.map((entry) => (natural.has(entry.voice.lang) ? entry : withAdvice(entry)));
    const english = neural.some(isDefault) ? [] : substitutes(this.#espeak);
    // The first of a language is its default, which none of Kokoro's is.
    this.#entries = [...neural, ...english, ...espeak, ...ofKokoro];
    this.#byId = new Map(this.#entries.map((entry) => [entry.voice.id, entry]));
    this.#everyone = null;
  }

  /** The voices to list. */
  get entries(): readonly CatalogEntry[] {
    return this.#entries;
  }

  /** All voices with the speakers that are not listed. */
  everyone(): readonly CatalogEntry[] {
    const listed = this.#models.flatMap((model) => model.listed);
    this.#everyone ??= [
      ...this.#models.flatMap((model) => model.everyone()),
      ...this.#entries.slice(listed.length),
    ];
    return this.#everyone;
  }

  get(id: string): CatalogEntry | null {
    const listed = this.#byId.get(id);
    if (listed) return listed;
    for (const model of this.#models) {
      if (!model.mayHave(id)) continue;
      const speaker = model.everyone().find(({ voice }) => voice.id === id);
      if (speaker) return speaker;
    }
    return null;
  }

  /** Voices that match, each language's default first; with words also the speakers that are not listed. */
  search({ query = '', lang }: VoiceFilter): readonly CatalogEntry[] {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const among = words.length > 0 ? this.everyone() : this.#entries;
    return among.filter(({ voice }) => {
      if (lang !== undefined && !speaksFamily(voice, lang)) return false;
      const text = `${voice.name} ${voice.id} ${voice.langs.join(' ')} ${voice.tags.join(' ')}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  /** espeak's plain voice for a language, which is the quickest of all; null where it does not speak it. */
  espeakFor(lang: string): CatalogEntry | null {
    const code = languageCode(lang);
    const plain = this.#espeak.filter(
      ({ source }) => source.engine === 'espeak' && !source.voice.includes('+'),
    );
    return (
      plain.find(({ voice }) => voice.langs.includes(code)) ??
      plain.find(({ voice }) => speaksFamily(voice, code)) ??
      null
    );
  }

  /** The voice for a language when none is named: neural before built-in, the very language before its family. */
  defaultFor(lang: string): CatalogEntry | null {
    const code = languageCode(lang);
    const speaks = (entry: CatalogEntry): boolean => entry.voice.langs.includes(code);
    return (
      this.entries.find((entry) => isDefault(entry) && speaks(entry)) ??
      this.entries.find(speaks) ??
      this.entries.find((entry) => speaksFamily(entry.voice, code)) ??
      null
    );
  }
}

const isDefault = (entry: CatalogEntry): boolean => entry.voice.id === DEFAULT_VOICE_ID;
