import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import type { Sound } from './sounds.ts';

export interface Clip extends Sound {
  readonly name: string;
  readonly text: string;
  /** Language code; "en" unless the table has another. */
  readonly lang: string;
}

/**
 * Reads recordings of people with their transcripts: a folder with a `transcripts.tsv` (a header, then name, seconds,
 * text and optionally language, separated by tabs), and each clip in a FLAC or WAV file of its name, in any subfolder.
 */
export async function readCorpus(folder: string): Promise<Clip[]> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const name = /^(.+)\.(?:flac|wav)$/.exec(entry.name)?.[1];
    // Early releases of Node 20 have only `path`.
    if (name) files.set(name, join(entry.parentPath ?? entry.path, entry.name));
  }
  const table = await readFile(join(folder, 'transcripts.tsv'), 'utf8');
  const clips: Clip[] = [];
  for (const line of table.split(/\r?\n/).slice(1)) {
    const [name = '', , text = '', lang = 'en'] = line.split('\t');
    const file = files.get(name);
    if (!file || text === '') continue;
    const { samples, sampleRate } = await decodeAudio(await readFile(file), { maxSeconds: 120 });
    clips.push({ name, text, lang, samples, sampleRate });
  }
  return clips;
}
