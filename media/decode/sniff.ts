import { findMp3, id3v2Length } from './mp3-frames.ts';

/**
 * The format of some bytes, detected from their contents alone. Offsets are those of the format itself, after any tag.
 */
export type Sniffed =
  | { kind: 'wav' | 'ogg' | 'webm' | 'mp4' }
  | { kind: 'flac' | 'mp3' | 'aac'; offset: number }
  /** Detected, but not supported; `name` reads well after "This is". */
  | { kind: 'other'; name: string }
  | { kind: 'unknown' };

/** Signatures of files that people are likely to send by mistake, or whose codecs are not supported. */
const OTHERS: readonly (readonly [at: number, magic: string, name: string])[] = [
  [0, 'RIFX', 'a big-endian WAV file (RIFX)'],
  [8, 'AVI ', 'an AVI video'],
  [8, 'WEBP', 'a WebP picture'],
  [0, 'FORM', 'an AIFF file'],
  [0, 'caff', 'a Core Audio file (CAF)'],
  [0, '.snd', 'a Sun audio file (AU)'],
  [0, '#!AMR', 'an AMR recording'],
  [0, 'MThd', 'a MIDI file, which contains notes and no audio'],
  [0, 'ADIF', 'an AAC file with an ADIF header'],
  [0, 'wvpk', 'a WavPack file'],
  [0, 'MAC ', "a Monkey's Audio file"],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'a Windows Media file (WMA)'],
  [0, '%PDF', 'a PDF document'],
  [0, 'PK\x03\x04', 'a ZIP archive or office document'],
  [0, '\x1f\x8b', 'a gzip archive'],
  [0, '\x89PNG', 'a PNG picture'],
  [0, '\xff\xd8\xff', 'a JPEG picture'],
  [0, 'GIF8', 'a GIF picture'],
];

/** Boxes that MP4 files begin with. QuickTime files and fragments of a stream need not have the first. */
const MP4_BOXES = ['ftyp', 'styp', 'moov', 'mdat', 'wide', 'free', 'skip'];

/** Uses only the bytes: names and media types of uploads are often wrong. */
export function sniff(bytes: Uint8Array): Sniffed {
  const offset = id3v2Length(bytes);
  const has = (at: number, magic: string) =>
    Buffer.from(bytes.subarray(at, at + magic.length)).toString('latin1') === magic;
  if ((has(0, 'RIFF') || has(0, 'RF64') || has(0, 'BW64')) && has(8, 'WAVE')) return { kind: 'wav' };
  if (has(0, 'OggS')) return { kind: 'ogg' };
  if (has(0, '\x1a\x45\xdf\xa3')) return { kind: 'webm' };
  if (has(offset, 'fLaC')) return { kind: 'flac', offset };
  if (MP4_BOXES.some((type) => has(4, type))) return { kind: 'mp4' };
  const other = OTHERS.find(([at, magic]) => has(at, magic));
  if (other) return { kind: 'other', name: other[2] };
  if (isAdts(bytes, offset)) return { kind: 'aac', offset };
  if (findMp3(bytes, offset) !== null) return { kind: 'mp3', offset };
  return { kind: 'unknown' };
}

/**
 * Two consecutive AAC frames (ISO/IEC 13818-7, section 6.2): the layer bits, which are zero, distinguish them from MP3.
 */
function isAdts(bytes: Uint8Array, at: number): boolean {
  const isSync = (i: number) => bytes[i] === 0xff && (bytes[i + 1]! & 0xf6) === 0xf0;
  if (!isSync(at) || at + 6 > bytes.length) return false;
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  return length >= 7 && isSync(at + length);
}
