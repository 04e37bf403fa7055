import type { BaseSource, PocketSource } from './voice-source.ts';

/**
 * Identifies the timbre of a base voice. espeak has one timbre per variant for all languages; a neural voice is
 * identified by its file name, so that a library can move to another machine.
 */
export function baseKey(source: BaseSource | PocketSource): string {
  if (source.engine === 'espeak') {
    const variant = source.voice.split('+')[1];
    return variant ? `espeak+${variant}` : 'espeak';
  }
  if (source.engine === 'kokoro') return `kokoro:${fileName(source.stylePath)}`;
  if (source.engine === 'hibari') return `hibari:${fileName(source.modelPath)}`;
  if (source.engine === 'pocket') return `pocket:${fileName(source.voicePath)}`;
  return `vits:${fileName(source.modelPath)}:${source.speaker}`;
}

const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

export const isKokoro = (key: string): boolean => key.startsWith('kokoro:');
export const isNeural = (key: string): boolean => /^(vits|kokoro|hibari):/.test(key);
