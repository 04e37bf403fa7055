import { encodePcm16 } from './pcm.ts';
import { wavFile } from './wav.ts';

/** The formats in which speech can be saved. They are encoded in the browser. */
export const SOUND_FORMATS = {
  wav: { label: 'WAV', ending: 'wav' },
  mp3: { label: 'MP3', ending: 'mp3' },
  opus: { label: 'Opus (Ogg)', ending: 'ogg' },
} as const;
export type SoundFormat = keyof typeof SOUND_FORMATS;

const MP3_KBPS = 96;
const OPUS_BPS = 48_000;
/** Number of samples that the MP3 encoder gets at a time. */
const MP3_BLOCK = 1152 * 40;

/** Opus is encoded by the browser itself. Not all browsers can do that, and none on a page without https. */
export const availableFormats = (): readonly SoundFormat[] =>
  'AudioEncoder' in globalThis ? ['wav', 'mp3', 'opus'] : ['wav', 'mp3'];

/** @param samples one channel in [-1, 1) */
export async function encodeSound(
  format: SoundFormat,
  samples: Float32Array<ArrayBuffer>,
  rateHz: number,
): Promise<Blob> {
  switch (format) {
    case 'wav':
      return wavFile(samples, rateHz);
    case 'mp3':
      return mp3File(samples, rateHz);
    case 'opus':
      return opusFile(samples, rateHz);
  }
}

async function mp3File(samples: Float32Array, rateHz: number): Promise<Blob> {
  const { Mp3Encoder } = await import('@breezystack/lamejs');
  const encoder = new Mp3Encoder(1, rateHz, MP3_KBPS);
  const pcm = new Int16Array(encodePcm16(samples).buffer);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < pcm.length; at += MP3_BLOCK) {
    parts.push(new Uint8Array(encoder.encodeBuffer(pcm.subarray(at, at + MP3_BLOCK))));
  }
  parts.push(new Uint8Array(encoder.flush()));
  return new Blob(parts, { type: 'audio/mpeg' });
}

async function opusFile(samples: Float32Array<ArrayBuffer>, rateHz: number): Promise<Blob> {
  const { AudioSample, AudioSampleSource, BufferTarget, OggOutputFormat, Output } = await import(
    'mediabunny'
  );
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'opus', bitrate: OPUS_BPS });
  output.addAudioTrack(source);
  await output.start();
  const sample = new AudioSample({
    data: samples,
    format: 'f32',
    numberOfChannels: 1,
    sampleRate: rateHz,
    timestamp: 0,
  });
  await source.add(sample);
  sample.close();
  await output.finalize();
  return new Blob([target.buffer!], { type: 'audio/ogg' });
}
