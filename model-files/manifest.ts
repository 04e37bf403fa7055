/**
 * Models that can be fetched by name. Most are in models.json: their licences, their files and the sources of these.
 */
import { HIBARI } from './hibari-files.ts';
import { KOKORO_MODEL } from './kokoro-files.ts';
import type { Model } from './model.ts';
import table from './models.json' with { type: 'json' };

export const JOE_VOICE = 'en_US-joe-medium';
export const ENGLISH_RECOGNISER = 'whisper-tiny.en';
export const MULTILINGUAL_RECOGNISER = 'whisper-base';
export const END_OF_TURN_MODEL = 'smart-turn-v3.2';
export const GTCRN = 'gtcrn';
export const DEEP_FILTER_NET = 'deepfilternet3';
export const SPEAKER_ENCODER = 'ge2e-speaker-encoder';
export const QUALITY_PREDICTOR = 'dnsmos-p835';

/** The default models: `npm run models -- pull` fetches them without a name. */
export const DEFAULT_MODELS: readonly string[] = table.default;

/** The type is that of `manifest-schema.ts`; a test compares the file with it. */
const LISTED = table.models as unknown as readonly Model[];

/** Voices first. */
export const MODELS: readonly Model[] = [
  ...LISTED.filter(({ kind }) => kind === 'piper-voice'),
  KOKORO_MODEL,
  ...HIBARI.map(({ model }) => model),
  ...LISTED.filter(({ kind }) => kind !== 'piper-voice'),
];
