/** Reads recordings of speakers with their transcripts from folders. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { type Sound, seconds } from './sound.ts';

export interface Clip {
  /** File name without its extension. */
  readonly name: string;
  readonly path: string;
  readonly transcript: string | null;
}

export interface Speaker {
  readonly name: string;
  /** In the order of their names; at least two. */
  readonly clips: readonly Clip[];
}

export interface RecordedClip extends Clip, Sound {}

/** The corpus lacks something. The message says what. */
export class CorpusError extends Error {}

const SOUND_FILES = new Set(['.flac', '.wav']);
const MAX_CLIP_SECONDS = 120;

/**
 * Lists the speakers of a folder: folders with clips, also in subfolders (LibriSpeech has SPEAKER/CHAPTER/CLIP.flac).
 * @param names only these; empty for all
 * @throws CorpusError when a named one is missing, or there are none
 */
export async function listSpeakers(folder: string, names: readonly string[]): Promise<Speaker[]> {
  const table = await transcriptTable(join(folder, 'transcripts.tsv'));
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new CorpusError(`the folder ${folder} cannot be read`);
  });
  const speakers: Speaker[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory() || (names.length > 0 && !names.includes(entry.name))) continue;
    const clips = await listClips(join(folder, entry.name), table);
    if (clips.length >= 2) speakers.push({ name: entry.name, clips });
  }
  const absent = names.filter((name) => !speakers.some((speaker) => speaker.name === name));
  if (absent.length > 0) throw new CorpusError(`${folder} has no two clips of ${absent.join(', ')}`);
  if (speakers.length === 0) throw new CorpusError(`${folder} has no speakers with two clips or more`);
  return speakers;
}

async function listClips(folder: string, table: ReadonlyMap<string, string>): Promise<Clip[]> {
  const files = await readdir(folder, { recursive: true });
  const words = new Map(table);
  for (const file of files) {
    if (file.endsWith('.trans.txt')) addChapter(words, await readFile(join(folder, file), 'utf8'));
  }
  const clips: Clip[] = [];
  for (const file of files.sort()) {
    const extension = extname(file).toLowerCase();
    if (!SOUND_FILES.has(extension)) continue;
    const path = join(folder, file);
    const stem = path.slice(0, -extension.length);
    const name = stem.slice(Math.max(stem.lastIndexOf('/'), stem.lastIndexOf('\\')) + 1);
    clips.push({ name, path, transcript: words.get(name) ?? (await textBeside(stem)) });
  }
  return clips;
}

async function textBeside(stem: string): Promise<string | null> {
  const text = await readFile(`${stem}.txt`, 'utf8').catch(() => '');
  return text.trim() || null;
}

/** Lines of name, seconds and transcript, separated by tabs. */
async function transcriptTable(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const rows = text.split(/\r?\n/).map((line) => line.split('\t'));
  return new Map(rows.flatMap(([name, , words]) => (name && words ? [[name, words.trim()] as const] : [])));
}

/** LibriSpeech: lines of name and words in capitals, which would be read letter by letter. */
function addChapter(words: Map<string, string>, text: string): void {
  for (const line of text.split(/\r?\n/)) {
    const space = line.indexOf(' ');
    if (space < 0 || words.has(line.slice(0, space))) continue;
    words.set(
      line.slice(0, space),
      line
        .slice(space + 1)
        .trim()
        .toLowerCase(),
    );
  }
}

/** @throws DecodeError */
export async function readClip(clip: Clip): Promise<RecordedClip> {
  const { samples, sampleRate } = await decodeAudio(await readFile(clip.path), {
    maxSeconds: MAX_CLIP_SECONDS,
  });
  return { ...clip, samples, sampleRate };
}

/**
 * Divides a speaker's clips into those to enrol and those for comparison: in order, every clip is enrolled that still
 * fits into `maxSeconds`, including silence between clips. The last clip is always kept for comparison.
 * @throws CorpusError when nothing fits
 */
export function divide<T extends Sound>(
  clips: readonly T[],
  maxSeconds: number,
  gapMs: number,
): { readonly enrolled: readonly T[]; readonly others: readonly T[] } {
  const enrolled: T[] = [];
  const others: T[] = [];
  let total = 0;
  clips.forEach((clip, index) => {
    const more = seconds(clip) + (enrolled.length > 0 ? gapMs / 1000 : 0);
    const isLastChance = index === clips.length - 1 && others.length === 0;
    if (total + more <= maxSeconds && !isLastChance) {
      enrolled.push(clip);
      total += more;
    } else others.push(clip);
  });
  if (enrolled.length === 0) throw new CorpusError(`no clip is as short as ${maxSeconds} s`);
  return { enrolled, others };
}

/** Joins the transcripts to one text with a full stop after each clip; null if any is unknown. */
export function joinedTranscript(clips: readonly Clip[]): string | null {
  const texts = clips.map((clip) => clip.transcript);
  if (texts.includes(null)) return null;
  return texts.map((text) => (/[.?!]$/.test(text ?? '') ? text : `${text}.`)).join(' ');
}
