import { languageTag } from '../languages.ts';
import type { PiperVoice } from '../models/piper-voices.ts';
import { espeakEntries, substitutes, withAdvice } from '../synthesis/families/espeak/voices.ts';
import type { InstalledHibari } from '../synthesis/families/hibari/folder.ts';
import { hibariEntries } from '../synthesis/families/hibari/voices.ts';
import type { InstalledKokoro } from '../synthesis/families/kokoro/folder.ts';
import { kokoroEntries } from '../synthesis/families/kokoro/voices.ts';
import type { InstalledPocket } from '../synthesis/families/pocket/folder.ts';
import { type PromptedEntry, pocketEntries, promptedEntries } from '../synthesis/families/pocket/voices.ts';
import { PiperModelVoices } from '../synthesis/families/vits/voices.ts';
import type { VoiceUse } from '../types.ts';
import { type CatalogEntry, DEFAULT_VOICE_ID, speaksFamily } from './catalog-entry.ts';
import {
  type ChosenVoice,
  chooseDefault,
  type DefaultRule,
  MOST_CORES,
  namedVoice,
} from './default-voices.ts';

/** Kokoro's voices speak only when they are asked for. */
const LIGHT: DefaultRule = {
  preference: 'fast',
  byLanguage: {},
  kokoroCost: { cores: Number.POSITIVE_INFINITY, isMeasured: false },
};

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
  #rule: DefaultRule;
  /** Without those of Kokoro and without knowing the defaults, in the order of the list. */
  #light: readonly CatalogEntry[] = [];
  #kokoro: readonly CatalogEntry[] = [];
  /** Speak only when they are asked for. */
  #pocket: readonly CatalogEntry[] = [];
  #prompted: readonly PromptedEntry[] = [];
  #front: readonly CatalogEntry[] = [];
  #rest: readonly CatalogEntry[] = [];
  #entries: readonly CatalogEntry[] = [];
  #byId: ReadonlyMap<string, CatalogEntry> = new Map();
  #everyone: readonly CatalogEntry[] | null = null;

  /** @param kokoro null where it is not installed */
  constructor(
    piperVoices: readonly PiperVoice[],
    kokoro: InstalledKokoro | null = null,
    rule: DefaultRule = LIGHT,
    pocket: readonly InstalledPocket[] = [],
    hibari: readonly InstalledHibari[] = [],
  ) {
    this.#rule = rule;
    this.update(piperVoices, kokoro, pocket, hibari);
  }

  /** Replaces the installed models. Streams that speak with a voice that is gone go on. */
  update(
    piperVoices: readonly PiperVoice[],
    kokoro: InstalledKokoro | null = null,
    pocket: readonly InstalledPocket[] = [],
    hibari: readonly InstalledHibari[] = [],
  ): void {
    const usable = piperVoices.filter(
      ({ config }) => config.espeakVoice !== null && config.phonemeType === 'espeak',
    );
    this.#models = usable.map((piper) => new PiperModelVoices(piper));
    const neural = this.#models.flatMap(({ listed }) => listed);
    const english = hibariEntries(hibari);
    const light = [...english, ...neural];
    this.#kokoro = kokoro ? kokoroEntries(kokoro) : [];
    this.#pocket = pocketEntries(pocket);
    this.#prompted = promptedEntries(pocket);
    const natural = new Set([...light, ...this.#kokoro, ...this.#pocket].map(({ voice }) => voice.lang));
    const espeak = this.#espeak.map((entry) => (natural.has(entry.voice.lang) ? entry : withAdvice(entry)));
    const substitute = neural.some(isDefault) ? [] : substitutes([...english, ...this.#espeak]);
    this.#light = [...light, ...substitute, ...espeak];
    this.#chooseDefaults();
  }

  /** Chooses the default voices by another rule. */
  setRule(rule: DefaultRule): void {
    this.#rule = rule;
    this.#chooseDefaults();
  }

  /** Whether cloned voices speak with Kokoro: this machine is fast enough, and nothing cheaper is preferred. */
  get speaksLiveWithKokoro(): boolean {
    const { preference, kokoroCost } = this.#rule;
    return preference === 'natural' || (preference === 'auto' && kokoroCost.cores <= MOST_CORES.oneListener);
  }

  #chooseDefaults(): void {
    this.#everyone = null;
    const all = [...this.#light, ...this.#kokoro, ...this.#pocket];
    this.#byId = byId(all);
    const codes = [...new Set(all.flatMap(({ voice }) => voice.langs))];
    // Plain languages first, so that their defaults come before those of their varieties.
    codes.sort((a, b) => Number(a.includes('-')) - Number(b.includes('-')));
    const defaults = new Map<string, CatalogEntry>();
    // The first of a language is its default: of the light ones that is so, and all others are put in front.
    const front = new Set<string>();
    for (const code of codes) {
      const chosen = this.#choose(code, 'listening');
      if (!chosen) continue;
      const { entry, reason } = chosen;
      const { id } = entry.voice;
      if (entry !== this.#lightFor(code)) front.add(id);
      const voice = defaults.get(id)?.voice ?? { ...entry.voice, defaultReason: reason };
      const defaultFor = [...(voice.defaultFor ?? []), code];
      defaults.set(id, { ...entry, voice: { ...voice, defaultFor } });
    }
    for (const code of codes) this.#markAgentsVoice(code, defaults);
    this.#front = [...front].flatMap((id) => defaults.get(id) ?? []);
    this.#rest = all
      .filter(({ voice }) => !front.has(voice.id))
      .map((entry) => defaults.get(entry.voice.id) ?? entry);
    this.#entries = [...this.#front, ...this.#rest];
    this.#byId = byId(this.#entries);
  }

  /** @param defaults gets the voice that agents speak a language with, where that is not its default */
  #markAgentsVoice(code: string, defaults: Map<string, CatalogEntry>): void {
    const chosen = this.#choose(code, 'conversation');
    if (!chosen || chosen.entry.voice.id === this.#choose(code, 'listening')?.entry.voice.id) return;
    const entry = defaults.get(chosen.entry.voice.id) ?? chosen.entry;
    const agentDefaultFor = [...(entry.voice.agentDefaultFor ?? []), code];
    defaults.set(entry.voice.id, { ...entry, voice: { ...entry.voice, agentDefaultFor } });
  }

  /** Models that speak in the voice of a recording, the best first. */
  get prompted(): readonly PromptedEntry[] {
    return this.#prompted;
  }

  /** The voices to list. */
  get entries(): readonly CatalogEntry[] {
    return this.#entries;
  }

  /** All voices with the speakers that are not listed. */
  everyone(): readonly CatalogEntry[] {
    if (this.#everyone) return this.#everyone;
    const speakers = this.#models.flatMap((model) => model.everyone());
    const ordered = byId([...this.#front, ...speakers, ...this.#rest]);
    this.#everyone = [...ordered.keys()].flatMap((id) => this.#byId.get(id) ?? ordered.get(id) ?? []);
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
    const code = languageTag(lang);
    const plain = this.#espeak.filter(
      ({ source }) => source.engine === 'espeak' && !source.voice.includes('+'),
    );
    return (
      plain.find(({ voice }) => voice.langs.includes(code)) ??
      plain.find(({ voice }) => speaksFamily(voice, code)) ??
      null
    );
  }

  /** The voice for a language when none is named. */
  defaultFor(lang: string, use: VoiceUse = 'listening'): CatalogEntry | null {
    const chosen = this.#choose(languageTag(lang), use);
    return chosen && this.get(chosen.entry.voice.id);
  }

  #choose(code: string, use: VoiceUse): ChosenVoice | null {
    const id = namedVoice(code, this.#rule);
    const entry = id === undefined ? null : this.get(id);
    const named = entry && speaksFamily(entry.voice, code) ? entry : null;
    const candidates = { named, light: this.#lightFor(code), kokoro: this.#kokoro };
    return chooseDefault(code, candidates, this.#rule, use);
  }

  /**
   * The default among those that cost little: hibari's, which cost least, then neural before built-in, the very
   * language before its family.
   */
  #lightFor(code: string): CatalogEntry | null {
    const speaks = (entry: CatalogEntry): boolean => entry.voice.langs.includes(code);
    return (
      this.#light.find((entry) => isHibari(entry) && speaks(entry)) ??
      this.#light.find((entry) => isDefault(entry) && speaks(entry)) ??
      this.#light.find(speaks) ??
      this.#light.find((entry) => speaksFamily(entry.voice, code)) ??
      null
    );
  }
}

const byId = (entries: readonly CatalogEntry[]): ReadonlyMap<string, CatalogEntry> =>
  new Map(entries.map((entry) => [entry.voice.id, entry]));

const isHibari = ({ voice }: CatalogEntry): boolean => voice.engine === 'hibari';
const isDefault = (entry: CatalogEntry): boolean => entry.voice.id === DEFAULT_VOICE_ID;
