import { type AudioEncoder, Blocks, NO_BYTES } from './audio-encoder.ts';
import { BitWriter } from './bit-writer.ts';
import { type RiceCoding, riceCoding, writeResidual } from './flac-rice.ts';

/** A tenth of a second at 24 kHz, one of the block sizes with a code of their own. */
const BLOCK_SAMPLES = 2304;
const BLOCK_CODE = 0b0100;
/** The size follows in 16 bits; used for the last block. */
const BLOCK_CODE_16 = 0b0111;
const BITS = 16;
const BITS_CODE = 0b100;
/** RFC 9639, section 9.1.2; other rates are only in the STREAMINFO block. */
const RATE_CODES: Readonly<Record<number, number>> = {
  8000: 0b0100,
  16000: 0b0101,
  22050: 0b0110,
  24000: 0b0111,
  32000: 0b1000,
  44100: 0b1001,
  48000: 0b1010,
};
const MAX_ORDER = 4;

/**
 * FLAC (RFC 9639), mono and 16 bit, with the format's fixed predictors, which cost next to nothing; speech is a few
 * percent larger than with optimised ones. The total length and checksum are left open, as the format allows.
 */
export class FlacEncoder implements AudioEncoder {
  readonly #sampleRate: number;
  readonly #blocks = new Blocks(BLOCK_SAMPLES);
  #header: Uint8Array;
  #frames = 0;

  /** @param sampleRate in Hz */
  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#header = streamHeader(sampleRate);
  }

  push(samples: Int16Array): Uint8Array {
    const parts: Uint8Array[] = [this.#header];
    this.#header = NO_BYTES;
    this.#blocks.push(samples, (block) => parts.push(this.#frame(block)));
    return Buffer.concat(parts);
  }

  finish(): Uint8Array {
    const rest = this.#blocks.rest();
    const header = this.#header;
    this.#header = NO_BYTES;
    return rest.length === 0 ? header : Buffer.concat([header, this.#frame(rest)]);
  }

  /** RFC 9639, section 9. */
  #frame(block: Int16Array): Uint8Array {
    const whole = block.length === BLOCK_SAMPLES;
    const out = new BitWriter();
    // The sync code, and the flag for a fixed block size.
    out.write(0xfff8, 16);
    out.write(whole ? BLOCK_CODE : BLOCK_CODE_16, 4);
    out.write(RATE_CODES[this.#sampleRate] ?? 0, 4);
    // One channel.
    out.write(0, 4);
    out.write(BITS_CODE, 3);
    out.write(0, 1);
    out.writeBytes(codedNumber(this.#frames++));
    if (!whole) out.write(block.length - 1, 16);
    out.write(crc8(out.bytes), 8);
    writeSubframe(out, block);
    out.align();
    out.write(crc16(out.bytes), 16);
    return out.bytes.slice();
  }
}

/** The marker and a STREAMINFO block (RFC 9639, sections 6 and 8.2) with unknown length and checksum. */
function streamHeader(sampleRate: number): Uint8Array {
  const out = new BitWriter();
  out.writeBytes(Buffer.from('fLaC'));
  // The last metadata block, of type 0, with 34 bytes.
  out.write(0x80, 8);
  out.write(34, 24);
  out.write(BLOCK_SAMPLES, 16);
  out.write(BLOCK_SAMPLES, 16);
  // The smallest and the largest frame: unknown.
  out.write(0, 24);
  out.write(0, 24);
  out.write(sampleRate, 20);
  out.write(0, 3);
  out.write(BITS - 1, 5);
  out.write(0, 4);
  out.write(0, 32);
  for (let word = 0; word < 4; word++) out.write(0, 32);
  return out.bytes.slice();
}

/** RFC 9639, section 9.2. */
function writeSubframe(out: BitWriter, block: Int16Array): void {
  if (block.every((sample) => sample === block[0])) {
    out.write(0b00000000, 8);
    out.write(block[0] ?? 0, BITS);
    return;
  }
  const { order, residual, coding } = bestPrediction(block);
  if (order * BITS + coding.bits >= block.length * BITS) {
    // Noise, which cannot be predicted.
    out.write(0b00000010, 8);
    for (const sample of block) out.write(sample, BITS);
    return;
  }
  out.write((0b001000 | order) << 1, 8);
  for (let i = 0; i < order; i++) out.write(block[i]!, BITS);
  writeResidual(out, residual, order, coding);
}

interface Prediction {
  readonly order: number;
  /** Residual, as long as the block. The first `order` values are not used. */
  readonly residual: Int32Array;
  readonly coding: RiceCoding;
}

/**
 * Selects the fixed predictor (RFC 9639, section 9.2.5) with the smallest residual: each is the difference of the one
 * before it.
 */
function bestPrediction(block: Int16Array): Prediction {
  let residual = Int32Array.from(block);
  let best = { order: 0, residual, sum: sumOf(residual, 0) };
  for (let order = 1; order <= Math.min(MAX_ORDER, block.length - 1); order++) {
    const next = new Int32Array(residual.length);
    for (let i = order; i < next.length; i++) next[i] = residual[i]! - residual[i - 1]!;
    residual = next;
    const sum = sumOf(residual, order);
    if (sum < best.sum) best = { order, residual, sum };
  }
  return { ...best, coding: riceCoding(best.residual, best.order) };
}

function sumOf(values: Int32Array, from: number): number {
  let sum = 0;
  for (let i = from; i < values.length; i++) sum += Math.abs(values[i]!);
  return sum;
}

/**
 * Encoded like a character in UTF-8, but with up to 36 bits (RFC 9639, section 9.1.5); a frame number has at most 31.
 */
function codedNumber(number: number): Uint8Array {
  if (number < 0x80) return Uint8Array.of(number);
  const tail: number[] = [];
  let rest = number;
  // The first byte has room for one bit less for each byte that follows.
  for (let room = 0x20; tail.length === 0 || rest >= room << 1; room >>= 1) {
    tail.unshift(0x80 | (rest & 0x3f));
    rest >>>= 6;
  }
  const lead = (0xff00 >> (tail.length + 1)) & 0xff;
  return Uint8Array.of(lead | rest, ...tail);
}

const CRC8 = crcTable(0x07, 8);
const CRC16 = crcTable(0x8005, 16);

function crcTable(polynomial: number, bits: number): Uint16Array {
  const top = 1 << (bits - 1);
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let value = index << (bits - 8);
    for (let bit = 0; bit < 8; bit++) value = value & top ? (value << 1) ^ polynomial : value << 1;
    return value & ((1 << bits) - 1);
  });
}

function crc8(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = CRC8[crc ^ byte]!;
  return crc;
}

function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ CRC16[(crc >> 8) ^ byte]!;
  return crc;
}
