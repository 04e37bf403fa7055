import { primaryLanguage } from '../languages.ts';
import { DEFAULT_ENGLISH_VOICE, MODELS } from '../models/manifest.ts';
import type { PiperVoice } from '../models/piper-voices.ts';
import { ESPEAK_SAMPLE_RATE } from '../pronunciation/espeak.ts';
import { espeakLanguages, espeakVoiceFor } from '../pronunciation/espeak-languages.ts';
import { PRONOUNCED_LANGUAGES } from '../pronunciation/languages/index.ts';
import type { BaseSource } from '../synthesis/voice-source.ts';
import type { Voice } from '../types.ts';

/** A voice and where its sound comes from. */
export interface CatalogEntry {
  readonly voice: Voice;
  readonly source: BaseSource;
}

/** The built-in English voice that clients of this wire format ask for unless told otherwise. */
export const DEFAULT_VOICE_ID = '8e9c4bc8-3979-48ab-8626-df53befc2090';

const ESPEAK_LICENSE = 'GPL-3.0-or-later';
/** Longest voice id allowed on the wire. */
const MAX_ID_LENGTH = 64;

/**
 * espeak's variant for female-sounding voices. Of its variants "f1" is the plainest: those numbered higher are spoken
 * with an echo, and the named ones are further from the timing of the language's own voice.
 */
const FEMALE_VARIANT = 'f1';

/** Language tags that have a female-sounding voice besides. */
const FEMALE_LANGUAGES: ReadonlySet<string> = new Set(
  Object.values(PRONOUNCED_LANGUAGES).flatMap(({ femaleVoices }) => femaleVoices),
);

/** All built-in voices: one for each speaker of each installed model, and one or two for each language of espeak. */
export class Catalog {
  readonly entries: readonly CatalogEntry[];
  readonly #byId: ReadonlyMap<string, CatalogEntry>;

  constructor(piperVoices: readonly PiperVoice[]) {
    const espeak = espeakLanguages().map(({ code, name }) =>
      espeakEntry(code, name, espeakVoiceFor(code) ?? code),
    );
    const female = espeak.filter(({ voice }) => FEMALE_LANGUAGES.has(voice.langs[0] ?? '')).map(femaleEntry);
    const neural = piperVoices.flatMap(piperEntries);
    // The first of a language is its default.
    this.entries = [...neural, ...(neural.some(isDefault) ? [] : substitutes(espeak)), ...espeak, ...female];
    this.#byId = new Map(this.entries.map((entry) => [entry.voice.id, entry]));
  }

  get(id: string): CatalogEntry | null {
    return this.#byId.get(id) ?? null;
  }

  /** espeak's plain voice for a language, which is the quickest of all; null where it does not speak it. */
  espeakFor(lang: string): CatalogEntry | null {
    const code = lang.toLowerCase().replace('_', '-');
    const plain = this.entries.filter(
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
    const code = lang.toLowerCase().replace('_', '-');
    const speaks = (entry: CatalogEntry): boolean => entry.voice.langs.includes(code);
    return (
      this.entries.find((entry) => isDefault(entry) && speaks(entry)) ??
      this.entries.find(speaks) ??
      this.entries.find((entry) => speaksFamily(entry.voice, code)) ??
      null
    );
  }
}

/** Whether a voice may read text of a language: any variety of a language reads the others. */
export function speaksFamily(voice: Voice, lang: string): boolean {
  return voice.langs.some((code) => primaryLanguage(code) === primaryLanguage(lang));
}

const isDefault = (entry: CatalogEntry): boolean => entry.voice.id === DEFAULT_VOICE_ID;

function espeakEntry(code: string, name: string, espeakVoice: string): CatalogEntry {
  return {
    voice: {
      id: `espeak-${code}`,
      name: `${name} (espeak)`,
      lang: primaryLanguage(code),
      langs: [code],
      engine: 'espeak',
      sampleRate: ESPEAK_SAMPLE_RATE,
      license: ESPEAK_LICENSE,
      supportsTimings: true,
      // Variants apart, espeak has one voice, a man's, and its languages only tell it what to say.
      tags: ['built-in', 'male'],
      notice: null,
    },
    source: { engine: 'espeak', voice: espeakVoice },
  };
}

function femaleEntry({ voice, source }: CatalogEntry): CatalogEntry {
  if (source.engine !== 'espeak') throw new TypeError('only espeak has variants');
  return {
    voice: {
      ...voice,
      id: `${voice.id}-female`,
      name: voice.name.replace('(espeak)', '(espeak, female)'),
      tags: ['built-in', 'female'],
    },
    source: { engine: 'espeak', voice: `${source.voice}+${FEMALE_VARIANT}` },
  };
}

/** The default voice on a machine without its model: the built-in synthesizer under the same id, saying so. */
function substitutes(espeak: readonly CatalogEntry[]): CatalogEntry[] {
  const english = espeak.find((entry) => entry.voice.langs.includes('en'));
  if (!english) return [];
  const notice =
    `The model ${DEFAULT_ENGLISH_VOICE} is not installed, so the built-in synthesizer speaks instead; ` +
    `"npm run models -- pull ${DEFAULT_ENGLISH_VOICE}" installs it.`;
  return [{ ...english, voice: { ...english.voice, id: DEFAULT_VOICE_ID, name: 'English', notice } }];
}

function piperEntries(piper: PiperVoice): CatalogEntry[] {
  const { config } = piper;
  if (config.espeakVoice === null || config.phonemeType !== 'espeak') return [];
  const region = (config.languageCode ?? config.espeakVoice).toLowerCase().replace('_', '-');
  const lang = primaryLanguage(region);
  const speakers = Object.entries(config.speakerIdMap).sort(([, a], [, b]) => a - b);
  if (speakers.length < config.numSpeakers) {
    speakers.length = 0;
    for (let i = 0; i < config.numSpeakers; i++) speakers.push([String(i), i]);
  }
  const single = speakers.length === 1;
  return speakers.map(([name, speaker]) => ({
    voice: {
      id: single ? singleId(piper.id) : speakerId(piper.id, name, speaker),
      name: single ? displayName(piper.id) : `${displayName(piper.id)} ${name}`,
      lang,
      langs: [...new Set([lang, region])],
      engine: 'vits',
      sampleRate: config.sampleRate,
      license: licenseOf(piper),
      supportsTimings: true,
      // Nothing in a model's files says how its speaker sounds.
      tags: ['built-in', 'neural', ...(piper.id === DEFAULT_ENGLISH_VOICE ? ['male'] : [])],
      notice: null,
    },
    source: { engine: 'vits', modelPath: piper.onnxPath, configPath: piper.configPath, speaker },
  }));
}

function licenseOf({ id, license }: PiperVoice): string {
  return license ?? MODELS.find((model) => model.id === id)?.license ?? 'see the model card of the voice';
}

const singleId = (id: string): string => (id === DEFAULT_ENGLISH_VOICE ? DEFAULT_VOICE_ID : id);

function speakerId(model: string, name: string, speaker: number): string {
  const id = `${model}.${name.replace(/[^\w-]/g, '_')}`;
  return id.length <= MAX_ID_LENGTH ? id : `${model}.${speaker}`;
}

/** "Joe" of "en_US-joe-medium". */
function displayName(id: string): string {
  const name = id.split('-')[1] ?? id;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
