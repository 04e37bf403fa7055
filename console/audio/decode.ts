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
  const context = new OfflineAudioContext({ numberOfChannels: 1, length: 1, sampleRate: RATE });
  const decoded = await context.decodeAudioData(await file.arrayBuffer());
  return { samples: decoded.getChannelData(0), rateHz: decoded.sampleRate };
}
