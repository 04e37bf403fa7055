import { encodePcm16 } from './pcm.ts';

const HEADER_BYTES = 44;

/** Makes a WAV file of one channel with 16 bits (RIFF, format 1). */
export function wavFile(samples: Float32Array, rateHz: number): Blob {
  const pcm = encodePcm16(samples);
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  const put = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) header.setUint8(at + i, text.charCodeAt(i));
  };
  put(0, 'RIFF');
  header.setUint32(4, HEADER_BYTES - 8 + pcm.length, true);
  put(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rateHz, true);
  header.setUint32(28, rateHz * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  put(36, 'data');
  header.setUint32(40, pcm.length, true);
  return new Blob([header, pcm], { type: 'audio/wav' });
}

/** Saves a file through the browser. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
