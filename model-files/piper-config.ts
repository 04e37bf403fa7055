/** The configuration file of a Piper voice (`X.onnx.json`), validated and with our field names. */
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** The voice's input: symbols from espeak-ng, characters of the text, or another phonemizer's output. */
export type PiperPhonemeType = 'espeak' | 'text' | (string & {});

export interface PiperConfig {
  /** Hz. */
  readonly sampleRate: number;
  /** "x_low", "low", "medium" or "high"; null when the file does not say. */
  readonly quality: string | null;
  readonly phonemeType: PiperPhonemeType;
  /** Name of the espeak-ng voice whose phonemes it was trained on ("en-us"); null for voices without one. */
  readonly espeakVoice: string | null;
  /** Replacements of phonemes before the lookup in `phonemeIdMap`. */
  readonly phonemeMap: Readonly<Record<string, readonly string[]>>;
  /** Ids of each phoneme; "_" pads, "^" begins and "$" ends an utterance. */
  readonly phonemeIdMap: Readonly<Record<string, readonly number[]>>;
  readonly numSymbols: number;
  readonly numSpeakers: number;
  readonly speakerIdMap: Readonly<Record<string, number>>;
  /** Defaults of the three scales. */
  readonly noiseScale: number;
  readonly lengthScale: number;
  readonly noiseW: number;
  /** Samples of one frame of the decoder. */
  readonly hopSamples: number;
  /** As in the file ("en_US"), and its family ("en"); null when the file has neither a language nor an espeak voice. */
  readonly languageCode: string | null;
  readonly languageFamily: string | null;
  readonly dataset: string | null;
}

const Ids = Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 });
const Scale = Type.Number({ minimum: 0, maximum: 10 });

const Schema = Type.Object({
  audio: Type.Object({
    sample_rate: Type.Integer({ minimum: 8_000, maximum: 96_000 }),
    quality: Type.Optional(Type.String()),
  }),
  espeak: Type.Optional(Type.Object({ voice: Type.Optional(Type.String()) })),
  phoneme_type: Type.Optional(Type.String()),
  phoneme_map: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  phoneme_id_map: Type.Record(Type.String(), Ids),
  num_symbols: Type.Integer({ minimum: 1 }),
  num_speakers: Type.Optional(Type.Integer({ minimum: 1 })),
  speaker_id_map: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
  inference: Type.Optional(
    Type.Object({
      noise_scale: Type.Optional(Scale),
      length_scale: Type.Optional(Scale),
      noise_w: Type.Optional(Scale),
    }),
  ),
  hop_length: Type.Optional(Type.Integer({ minimum: 1 })),
  language: Type.Optional(
    Type.Object({ code: Type.Optional(Type.String()), family: Type.Optional(Type.String()) }),
  ),
  dataset: Type.Optional(Type.String()),
});

/** Piper's training defaults, for files that leave them out. */
const NOISE_SCALE = 0.667;
const LENGTH_SCALE = 1;
const NOISE_W = 0.8;
const HOP_SAMPLES = 256;

/** Symbols that every utterance of an espeak voice is framed with. */
const FRAMING = ['_', '^', '$'];

/** @throws Error naming the field at fault */
export function parsePiperConfig(json: unknown): PiperConfig {
  if (!Value.Check(Schema, json)) {
    const fault = Value.Errors(Schema, json).First();
    throw new Error(
      `${fault?.path.replaceAll('/', '.').slice(1) || 'the file'}: ${fault?.message.toLowerCase()}`,
    );
  }
  const config: Static<typeof Schema> = json;
  const phonemeType = config.phoneme_type ?? 'espeak';
  for (const [symbol, ids] of Object.entries(config.phoneme_id_map)) {
    if (ids.some((id) => id >= config.num_symbols)) {
      throw new Error(
        `phoneme_id_map: an id of "${symbol}" is not below num_symbols (${config.num_symbols})`,
      );
    }
  }
  const missing = FRAMING.filter((symbol) => !Object.hasOwn(config.phoneme_id_map, symbol));
  if (missing.length > 0) throw new Error(`phoneme_id_map: expected symbols ${missing.join(' ')}`);
  const espeakVoice = config.espeak?.voice ?? null;
  if (phonemeType === 'espeak' && espeakVoice === null) throw new Error('espeak.voice: expected string');
  const languageCode = config.language?.code ?? espeakVoice;
  return {
    sampleRate: config.audio.sample_rate,
    quality: config.audio.quality ?? null,
    phonemeType,
    espeakVoice,
    phonemeMap: config.phoneme_map ?? {},
    phonemeIdMap: config.phoneme_id_map,
    numSymbols: config.num_symbols,
    numSpeakers: config.num_speakers ?? 1,
    speakerIdMap: config.speaker_id_map ?? {},
    noiseScale: config.inference?.noise_scale ?? NOISE_SCALE,
    lengthScale: config.inference?.length_scale ?? LENGTH_SCALE,
    noiseW: config.inference?.noise_w ?? NOISE_W,
    hopSamples: config.hop_length ?? HOP_SAMPLES,
    languageCode,
    languageFamily: config.language?.family ?? languageCode?.split(/[-_]/)[0]?.toLowerCase() ?? null,
    dataset: config.dataset ?? null,
  };
}
