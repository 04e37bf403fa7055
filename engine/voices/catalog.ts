import { languageTag } from '../../language/languages.ts';
import type { CatalogEntry, PromptedEntry } from '../synthesis/catalog-entry.ts';
import { DEFAULT_VOICE_ID } from '../synthesis/default-voice-id.ts';
import { FAMILIES } from '../synthesis/families.ts';
import type { FoundVoices, Standing } from '../synthesis/family.ts';
import type { VoiceUse } from '../types.ts';
import { speaksFamily } from './catalog-entry.ts';
import {
  type ChosenVoice,
  chooseDefault,
  type DefaultRule,
  MOST_CORES,
  namedVoice,
} from './default-voices.ts';
import { substitutes, withAdvice } from './notices.ts';
import { standsAs } from './standing.ts';

/** The most natural voices speak only when a request names them. */
const LIGHT: DefaultRule = {
  preference: 'fast',
  byLanguage: {},
  naturalCost: { cores: Number.POSITIVE_INFINITY, isMeasured: false },
};

export interface VoiceFilter {
  /** Words that must all occur in the name, id, languages or tags. */
  readonly query?: string;
  /** Only voices that may read this language. */
  readonly lang?: string;
}

/**
 * All voices: those of the installed models, and those that need none. The speakers of a model with many of them are
 * not in its list, but can be used and found like all others.
 */
export class Catalog {
  readonly #builtIn = FAMILIES.flatMap((family) => family.builtIn?.() ?? []);
  #installed: readonly FoundVoices[] = [];
  #rule: DefaultRule;
  /** Voices that cost little, in the order of the list, not sorted by default. */
  #light: readonly CatalogEntry[] = [];
  #mostNatural: readonly CatalogEntry[] = [];
  /** Voices that speak only when a request names them. */
  #onRequest: readonly CatalogEntry[] = [];
  #front: readonly CatalogEntry[] = [];
  #rest: readonly CatalogEntry[] = [];
  #entries: readonly CatalogEntry[] = [];
  #byId: ReadonlyMap<string, CatalogEntry> = new Map();
  #everyone: readonly CatalogEntry[] | null = null;

  constructor(installed: readonly FoundVoices[], rule: DefaultRule = LIGHT) {
    this.#rule = rule;
    this.update(installed);
  }

  /** Replaces the installed models. Streams that speak with a voice that is gone continue. */
  update(installed: readonly FoundVoices[]): void {
    this.#installed = installed;
    const [quick, usual] = [this.#thatStand('quick'), this.#thatStand('usual')];
    const robotic = this.#thatStand('robotic');
    const light = [...quick, ...usual];
    this.#mostNatural = this.#thatStand('most-natural');
    this.#onRequest = this.#thatStand('on-request');
    const natural = new Set(
      [...light, ...this.#mostNatural, ...this.#onRequest].map(({ voice }) => voice.lang),
    );
    const advised = robotic.map((entry) => (natural.has(entry.voice.lang) ? entry : withAdvice(entry)));
    const substitute = light.some(isDefault) ? [] : substitutes([...quick, ...robotic]);
    this.#light = [...light, ...substitute, ...advised];
    this.#chooseDefaults();
  }

  #thatStand(standing: Standing): readonly CatalogEntry[] {
    return [...this.#builtIn, ...this.#installed]
      .filter((found) => standsAs(found, standing))
      .flatMap(({ listed }) => listed);
  }

  /** Chooses the default voices by another rule. */
  setRule(rule: DefaultRule): void {
    this.#rule = rule;
    this.#chooseDefaults();
  }

  /**
   * Whether cloned voices use the most natural ones: this machine is fast enough, and no cheaper voice is preferred.
   */
  get speaksLiveWithMostNatural(): boolean {
    const { preference, naturalCost } = this.#rule;
    return preference === 'natural' || (preference === 'auto' && naturalCost.cores <= MOST_CORES.oneListener);
  }

  #chooseDefaults(): void {
    this.#everyone = null;
    const all = [...this.#light, ...this.#mostNatural, ...this.#onRequest];
    this.#byId = byId(all);
    const codes = [...new Set(all.flatMap(({ voice }) => voice.langs))];
    // Plain languages first, so that their defaults come before those of their varieties.
    codes.sort((a, b) => Number(a.includes('-')) - Number(b.includes('-')));
    const defaults = new Map<string, CatalogEntry>();
    // The first voice of a language is its default. Light defaults are first already; others are moved to the front.
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

  /** @param defaults receives the agents' default voice of a language, if it differs from the default */
  #markAgentsVoice(code: string, defaults: Map<string, CatalogEntry>): void {
    const chosen = this.#choose(code, 'conversation');
    if (!chosen || chosen.entry.voice.id === this.#choose(code, 'listening')?.entry.voice.id) return;
    const entry = defaults.get(chosen.entry.voice.id) ?? chosen.entry;
    const agentDefaultFor = [...(entry.voice.agentDefaultFor ?? []), code];
    defaults.set(entry.voice.id, { ...entry, voice: { ...entry.voice, agentDefaultFor } });
  }

  /** Models that speak in the voice of a recording, the best first. */
  get prompted(): readonly PromptedEntry[] {
    return this.#installed.flatMap(({ prompted }) => prompted ?? []);
  }

  /** The voices to list. */
  get entries(): readonly CatalogEntry[] {
    return this.#entries;
  }

  /** All voices with the speakers that are not listed. */
  everyone(): readonly CatalogEntry[] {
    if (this.#everyone) return this.#everyone;
    const speakers = this.#installed.flatMap((found) => found.everyone?.() ?? []);
    const ordered = byId([...this.#front, ...speakers, ...this.#rest]);
    this.#everyone = [...ordered.keys()].flatMap((id) => this.#byId.get(id) ?? ordered.get(id) ?? []);
    return this.#everyone;
  }

  get(id: string): CatalogEntry | null {
    const listed = this.#byId.get(id);
    if (listed) return listed;
    for (const found of this.#installed) {
      const speaker = found.find?.(id);
      if (speaker) return speaker;
    }
    return null;
  }

  /** Voices that match, each language's default first; with words, also the speakers that are not listed. */
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

  /** The voice for a language that needs no model, the quickest of all; null if there is none. */
  builtInFor(lang: string): CatalogEntry | null {
    const code = languageTag(lang);
    const entries = this.#builtIn.flatMap(({ listed }) => listed);
    return (
      entries.find(({ voice }) => voice.langs.includes(code)) ??
      entries.find(({ voice }) => speaksFamily(voice, code)) ??
      null
    );
  }

  /** The voice for a language if a request names none. */
  defaultFor(lang: string, use: VoiceUse = 'listening'): CatalogEntry | null {
    const chosen = this.#choose(languageTag(lang), use);
    return chosen && this.get(chosen.entry.voice.id);
  }

  #choose(code: string, use: VoiceUse): ChosenVoice | null {
    const id = namedVoice(code, this.#rule);
    const entry = id === undefined ? null : this.get(id);
    const named = entry && speaksFamily(entry.voice, code) ? entry : null;
    const candidates = { named, light: this.#lightFor(code), mostNatural: this.#mostNatural };
    return chooseDefault(code, candidates, this.#rule, use);
  }

  /**
   * The default among the light voices: quick ones first, then natural before robotic ones, and the exact language
   * before its other varieties.
   */
  #lightFor(code: string): CatalogEntry | null {
    const speaks = (entry: CatalogEntry): boolean => entry.voice.langs.includes(code);
    return (
      this.#light.find((entry) => standsAs(entry.voice, 'quick') && speaks(entry)) ??
      this.#light.find((entry) => isDefault(entry) && speaks(entry)) ??
      this.#light.find(speaks) ??
      this.#light.find((entry) => speaksFamily(entry.voice, code)) ??
      null
    );
  }
}

const byId = (entries: readonly CatalogEntry[]): ReadonlyMap<string, CatalogEntry> =>
  new Map(entries.map((entry) => [entry.voice.id, entry]));

const isDefault = (entry: CatalogEntry): boolean => entry.voice.id === DEFAULT_VOICE_ID;
