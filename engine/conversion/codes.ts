import { EQUALISER_TAPS } from './equaliser.ts';
import { CEPSTRUM_SIZE } from './mel-cepstrum.ts';
import { MORPH_SIZE, type VoiceMorph } from './voice-morph.ts';

/**
 * The stored form of a learned speaker: a JSON header that names arrays, and the arrays, each aligned to eight bytes.
 * Little endian. Lanes read the arrays in place, without a copy.
 */

const CODES_VERSION = 1;
const MAGIC = 0x594c5250; // "PRLY"
const PREFIX_BYTES = 12;
const ALIGNMENT = 8;

const KINDS = { f32: Float32Array, i16: Int16Array, u16: Uint16Array, u8: Uint8Array } as const;
type Kind = keyof typeof KINDS;
type NumberArray = Float32Array | Int16Array | Uint16Array | Uint8Array;

/**
 * Quantisation step of cepstra, which are kept as 16-bit integers. Its error is far below the threshold of hearing, at
 * half the size of floats.
 */
const CEPSTRUM_STEP = 1 / 2048;

export interface PitchStatistics {
  /** Mean and standard deviation of the natural logarithm of the fundamental in Hz. */
  readonly mean: number;
  readonly deviation: number;
}

/** The mapping from one base voice to the speaker. */
export interface BaseMap {
  readonly key: string;
  /** How the base is morphed towards the speaker before the conversion; null for no morph. */
  readonly morph: VoiceMorph | null;
  readonly sampleRate: number;
  readonly pitch: PitchStatistics;
  /** Factor by which formants are raised before all other steps. */
  readonly warp: number;
  /** Mean of the warped base, and slope to the speaker's deviation, for each coefficient. */
  readonly mean: Float32Array;
  readonly slope: Float32Array;
  /** Averages before the speaker's variance is restored, and the factors that restore it. */
  readonly averaged: Float32Array;
  readonly variance: Float32Array;
  /** Log power that restores the loudness of the base voice. */
  readonly level: number;
  /**
   * Residual of the global mapping at each exemplar, `CEPSTRUM_SIZE` values each, in quantisation steps; null if the
   * base spoke other words.
   */
  readonly residuals: Int16Array | null;
}

/** A recording as the prompt of a model that continues in the voice of its prompt. */
export interface VoicePrompt {
  /** The name of the model. */
  readonly model: string;
  /** Latents of its codec's encoder, frame by frame. */
  readonly latents: Float32Array;
}

export interface SpeakerCodes {
  readonly pitch: PitchStatistics;
  readonly mean: Float32Array;
  readonly deviation: Float32Array;
  /** Symbols of the recording, in order. */
  readonly symbols: readonly string[];
  /**
   * The speaker's own frames: quantised cepstra, the symbol of each, its position in the symbol (0 to 255), voicing.
   */
  readonly exemplars: Int16Array;
  readonly symbolOf: Uint16Array;
  readonly position: Uint8Array;
  readonly voiced: Uint8Array;
  readonly bases: readonly BaseMap[];
  /** For models without base voices. Absent in codes of earlier releases. */
  readonly prompts: readonly VoicePrompt[];
}

export class CodesError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CodesError';
  }
}

/** Converts cepstra to and from their stored form. */
export function quantise(cepstra: Float32Array): Int16Array {
  const steps = new Int16Array(cepstra.length);
  for (let i = 0; i < steps.length; i++) {
    steps[i] = Math.max(-32768, Math.min(32767, Math.round(cepstra[i]! / CEPSTRUM_STEP)));
  }
  return steps;
}

export const fromSteps = (value: number): number => value * CEPSTRUM_STEP;

export function encodeCodes(codes: SpeakerCodes): Uint8Array {
  const writer = new Writer();
  const header = {
    pitch: codes.pitch,
    symbols: codes.symbols,
    mean: writer.add(codes.mean),
    deviation: writer.add(codes.deviation),
    exemplars: writer.add(codes.exemplars),
    symbolOf: writer.add(codes.symbolOf),
    position: writer.add(codes.position),
    voiced: writer.add(codes.voiced),
    bases: codes.bases.map((base) => ({
      key: base.key,
      morph: base.morph && {
        timbre: writer.add(base.morph.timbre),
        pitch: base.morph.pitch,
        equaliser: base.morph.equaliser && writer.add(base.morph.equaliser),
        isConverted: base.morph.isConverted,
      },
      sampleRate: base.sampleRate,
      pitch: base.pitch,
      warp: base.warp,
      level: base.level,
      mean: writer.add(base.mean),
      slope: writer.add(base.slope),
      averaged: writer.add(base.averaged),
      variance: writer.add(base.variance),
      residuals: base.residuals && writer.add(base.residuals),
    })),
    prompts: codes.prompts.map(({ model, latents }) => ({ model, latents: writer.add(latents) })),
  };
  return writer.finish(header);
}

/** @throws CodesError when the bytes are not codes of this version, or are truncated */
export function decodeCodes(bytes: Uint8Array): SpeakerCodes {
  const reader = new Reader(bytes);
  const header = record(reader.header);
  const pitch = (value: unknown): PitchStatistics => {
    const { mean, deviation } = record(value);
    return { mean: number(mean), deviation: number(deviation) };
  };
  const morphOf = (value: unknown): VoiceMorph | null => {
    // Codes of earlier releases do not have it.
    if (value === null || value === undefined) return null;
    const { timbre, pitch: move, equaliser, isConverted } = record(value);
    const { from, to, slope } = record(move);
    return {
      timbre: reader.take(timbre, 'f32', MORPH_SIZE),
      pitch: { from: number(from), to: number(to), slope: number(slope) },
      equaliser: equaliser === null ? null : reader.take(equaliser, 'f32', EQUALISER_TAPS),
      isConverted: isConverted === true,
    };
  };
  const exemplars = reader.take(header.exemplars, 'i16');
  const count = exemplars.length / CEPSTRUM_SIZE;
  return {
    pitch: pitch(header.pitch),
    symbols: list(header.symbols).map(text),
    mean: reader.take(header.mean, 'f32', CEPSTRUM_SIZE),
    deviation: reader.take(header.deviation, 'f32', CEPSTRUM_SIZE),
    exemplars,
    symbolOf: reader.take(header.symbolOf, 'u16', count),
    position: reader.take(header.position, 'u8', count),
    voiced: reader.take(header.voiced, 'u8', count),
    bases: list(header.bases).map((value) => {
      const base = record(value);
      return {
        key: text(base.key),
        morph: morphOf(base.morph),
        sampleRate: number(base.sampleRate),
        pitch: pitch(base.pitch),
        warp: number(base.warp),
        level: number(base.level),
        mean: reader.take(base.mean, 'f32', CEPSTRUM_SIZE),
        slope: reader.take(base.slope, 'f32', CEPSTRUM_SIZE),
        averaged: reader.take(base.averaged, 'f32', CEPSTRUM_SIZE),
        variance: reader.take(base.variance, 'f32', CEPSTRUM_SIZE),
        residuals: base.residuals === null ? null : reader.take(base.residuals, 'i16', exemplars.length),
      };
    }),
    prompts: list(header.prompts ?? []).map((value) => {
      const { model, latents } = record(value);
      return { model: text(model), latents: reader.take(latents, 'f32') };
    }),
  };
}

interface Place {
  readonly kind: Kind;
  readonly at: number;
  readonly length: number;
}

class Writer {
  readonly #arrays: { place: Place; bytes: Uint8Array }[] = [];
  #size = 0;

  /**
   * @param array to be stored
   * @returns its offset from the end of the header
   */
  add(array: NumberArray): Place {
    const kind = (Object.keys(KINDS) as Kind[]).find((name) => array instanceof KINDS[name])!;
    const place = { kind, at: this.#size, length: array.length };
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    this.#arrays.push({ place, bytes });
    this.#size += roundUp(bytes.length);
    return place;
  }

  finish(header: unknown): Uint8Array {
    const json = new TextEncoder().encode(JSON.stringify(header));
    const start = roundUp(PREFIX_BYTES + json.length);
    const bytes = new Uint8Array(start + this.#size);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, MAGIC, true);
    view.setUint32(4, CODES_VERSION, true);
    view.setUint32(8, json.length, true);
    bytes.set(json, PREFIX_BYTES);
    for (const { place, bytes: content } of this.#arrays) bytes.set(content, start + place.at);
    return bytes;
  }
}

class Reader {
  readonly header: unknown;
  readonly #bytes: Uint8Array;
  readonly #start: number;

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < PREFIX_BYTES || view.getUint32(0, true) !== MAGIC) {
      throw new CodesError('these are not the codes of a voice');
    }
    const version = view.getUint32(4, true);
    if (version !== CODES_VERSION) {
      throw new CodesError(`the voice was enrolled by another version (${version}); enrol it again`);
    }
    const length = view.getUint32(8, true);
    if (PREFIX_BYTES + length > bytes.length) throw new CodesError('the codes of the voice are cut short');
    // A decoder cannot read shared memory, hence the copy. The header is small.
    const json = new TextDecoder().decode(
      Uint8Array.from(bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + length)),
    );
    try {
      this.header = JSON.parse(json);
    } catch {
      throw new CodesError('the codes of the voice are damaged');
    }
    this.#bytes = bytes;
    this.#start = roundUp(PREFIX_BYTES + length);
  }

  /** Returns an array in place, or a copy if its memory is not aligned for its type. */
  take<K extends Kind>(place: unknown, kind: K, length?: number): InstanceType<(typeof KINDS)[K]> {
    const { kind: stored, at, length: count } = record(place);
    const size = natural(count);
    const Type = KINDS[kind];
    const from = this.#bytes.byteOffset + this.#start + natural(at);
    const end = this.#start + natural(at) + size * Type.BYTES_PER_ELEMENT;
    if (stored !== kind || end > this.#bytes.length || (length !== undefined && size !== length)) {
      throw new CodesError('the codes of the voice are damaged');
    }
    // The table pairs every kind with its array type, which the compiler cannot verify.
    type Result = InstanceType<(typeof KINDS)[K]>;
    if (from % Type.BYTES_PER_ELEMENT === 0) {
      return new Type(this.#bytes.buffer as ArrayBuffer, from, size) as Result;
    }
    const copy = Uint8Array.from(this.#bytes.subarray(from - this.#bytes.byteOffset, end));
    return new Type(copy.buffer, 0, size) as Result;
  }
}

const roundUp = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new CodesError('the codes of the voice are damaged');
  return value as Record<string, unknown>;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new CodesError('the codes of the voice are damaged');
  return value;
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < -1e9) {
    throw new CodesError('the codes of the voice are damaged');
  }
  return value;
}

function natural(value: unknown): number {
  const count = number(value);
  if (!Number.isInteger(count) || count < 0) throw new CodesError('the codes of the voice are damaged');
  return count;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new CodesError('the codes of the voice are damaged');
  return value;
}
