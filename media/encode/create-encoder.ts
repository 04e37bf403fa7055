import { createAacEncoder } from './aac.ts';
import type { AudioEncoder } from './audio-encoder.ts';
import { FlacEncoder } from './flac.ts';
import { createMp3Encoder } from './mp3.ts';
import { OggOpusEncoder } from './ogg-opus.ts';
import { PcmEncoder, WavEncoder } from './pcm.ts';

export const ENCODED_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
/** `opus` is Opus in Ogg; `aac` is AAC in ADTS; `pcm` is raw samples, 16 bit, little endian. */
export type EncodedFormat = (typeof ENCODED_FORMATS)[number];

/**
 * Media types (RFC 3003, RFC 7845, RFC 9639; AAC as registered with IANA). Those of WAV and of raw samples are the ones
 * that players recognise.
 */
export const MEDIA_TYPES: Readonly<Record<EncodedFormat, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg; codecs=opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

/**
 * Creates an encoder for one sound.
 * @param sampleRate in Hz: 8000, 16000 or 24000, which all formats support
 */
export async function createEncoder(format: EncodedFormat, sampleRate: number): Promise<AudioEncoder> {
  switch (format) {
    case 'mp3':
      return createMp3Encoder(sampleRate);
    case 'opus':
      return new OggOpusEncoder(sampleRate);
    case 'aac':
      return createAacEncoder(sampleRate);
    case 'flac':
      return new FlacEncoder(sampleRate);
    case 'wav':
      return new WavEncoder(sampleRate);
    case 'pcm':
      return new PcmEncoder();
  }
}
