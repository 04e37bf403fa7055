import { languageTag, primaryLanguage } from '../../../../language/languages.ts';
import { JOE_VOICE, MODELS } from '../../../../model-files/manifest.ts';
import type { PiperVoice } from '../../../../model-files/piper-voices.ts';
import type { CatalogEntry } from '../../catalog-entry.ts';
import { DEFAULT_VOICE_ID } from '../../default-voice-id.ts';
import type { FoundVoices } from '../../family.ts';
import type { VitsSource } from './source.ts';

/** Longest voice id allowed on the wire. */
const MAX_ID_LENGTH = 64;
/** Speakers of a model with more than this many are not listed. They are found by their ids and by search. */
const MAX_LISTED_SPEAKERS = 10;

/** The voices of the models whose phonemes are espeak's. */
export function vitsVoices(installed: readonly PiperVoice[]): FoundVoices {
  const models = installed
    .filter(({ config }) => config.espeakVoice !== null && config.phonemeType === 'espeak')
    .map((piper) => new PiperModelVoices(piper));
  return {
    engine: 'vits',
    listed: models.flatMap(({ listed }) => listed),
    everyone: () => models.flatMap((model) => model.everyone()),
    find(id) {
      const speakers = models.filter((model) => model.mayHave(id)).flatMap((model) => model.everyone());
      return speakers.find(({ voice }) => voice.id === id) ?? null;
    },
  };
}

/** The voices of one model. Those of speakers that are not listed are made on request. */
class PiperModelVoices {
  readonly #piper: PiperVoice;
  #everyone: readonly CatalogEntry[] | null = null;
  /** The listed voices: all, or the first one of a model with many speakers. */
  readonly listed: readonly CatalogEntry[];

  constructor(piper: PiperVoice) {
    this.#piper = piper;
    const { numSpeakers } = piper.config;
    this.listed = numSpeakers > MAX_LISTED_SPEAKERS ? [this.#first()] : this.everyone();
  }

  /** One voice for each speaker, in the order of the model. */
  everyone(): readonly CatalogEntry[] {
    this.#everyone ??= speakersOf(this.#piper).map((speaker) => entryOf(this.#piper, speaker));
    return this.#everyone;
  }

  /** Whether an id may be that of a speaker of this model. */
  mayHave(id: string): boolean {
    return id.startsWith(`${this.#piper.id}.`);
  }

  #first(): CatalogEntry {
    const { speakerIdMap } = this.#piper.config;
    const first = Object.entries(speakerIdMap).find(([, index]) => index === 0);
    return entryOf(this.#piper, first ?? ['0', 0]);
  }
}

type Speaker = readonly [name: string, index: number];

function speakersOf({ config }: PiperVoice): readonly Speaker[] {
  const named = Object.entries(config.speakerIdMap).sort(([, a], [, b]) => a - b);
  if (named.length >= config.numSpeakers) return named;
  return Array.from({ length: config.numSpeakers }, (_, index) => [String(index), index]);
}

function entryOf(piper: PiperVoice, [name, speaker]: Speaker): CatalogEntry {
  const { config } = piper;
  const region = languageTag(config.languageCode ?? config.espeakVoice ?? '');
  const lang = primaryLanguage(region);
  const isOnly = config.numSpeakers === 1;
  const source: VitsSource = {
    engine: 'vits',
    modelPath: piper.onnxPath,
    configPath: piper.configPath,
    speaker,
  };
  return {
    voice: {
      id: isOnly ? singleId(piper.id) : speakerId(piper.id, name, speaker),
      name: isOnly ? displayName(piper.id) : `${displayName(piper.id)} ${name}`,
      lang,
      langs: [...new Set([lang, region])],
      engine: 'vits',
      sampleRate: config.sampleRate,
      license: licenseOf(piper),
      supportsTimings: true,
      // A model's files do not tell the sex of its speakers.
      tags: ['built-in', 'neural', ...(piper.id === JOE_VOICE ? ['male'] : [])],
      notice: null,
      model: piper.id,
      speakers: config.numSpeakers,
    },
    source,
  };
}

function licenseOf({ id, license }: PiperVoice): string {
  return license ?? MODELS.find((model) => model.id === id)?.license ?? 'see the model card of the voice';
}

const singleId = (id: string): string => (id === JOE_VOICE ? DEFAULT_VOICE_ID : id);

function speakerId(model: string, name: string, speaker: number): string {
  const id = `${model}.${name.replace(/[^\w-]/g, '_')}`;
  return id.length <= MAX_ID_LENGTH ? id : `${model}.${speaker}`;
}

/** "Joe" of "en_US-joe-medium". */
function displayName(id: string): string {
  const name = id.split('-')[1] ?? id;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
