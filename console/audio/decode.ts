/** Sampling rate in Hz. Spectrograms of recordings extend up to half of it. */
const RATE = 32_000;

export interface DecodedSound {
  /** The first channel, in [-1, 1). */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly rateHz: number;
}

/**
 * Decodes a recording with the browser's decoders.
 * @throws DOMException when it cannot be decoded
 */
export async function decodeSound(file: Blob): Promise<DecodedSound> {
  const [samples = new Float32Array(0)] = await decodeChannels(file, 1, RATE);
  return { samples, rateHz: RATE };
}

/**
 * Decodes the first channels of a recording, at a sampling rate in Hz.
 * @throws DOMException when it cannot be decoded
 */
export async function decodeChannels(
  file: Blob,
  most: number,
  rateHz: number,
): Promise<Float32Array<ArrayBuffer>[]> {
  const context = new OfflineAudioContext({ numberOfChannels: 1, length: 1, sampleRate: rateHz });
  const decoded = await context.decodeAudioData(await file.arrayBuffer());
  const count = Math.min(most, decoded.numberOfChannels);
  return Array.from({ length: count }, (_, channel) => decoded.getChannelData(channel));
}
