/** Recorded speech for simulated callers. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { createEngine } from '../../engine/index.ts';
import { piperFolders } from '../../engine/setup.ts';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { resampleAll } from '../../media/resampler.ts';
import { CALLER_RATE, type Clip, spoken, trimmed } from '../../scenarios/caller/clip.ts';
import { INTERRUPTIONS, PAUSED_UTTERANCES, UTTERANCES } from './texts.ts';

/** A clip with a pause in it. */
export interface PausedClip extends Clip {
  /** In ms, of the pause that was inserted. */
  readonly pauseMs: number;
}

export interface Clips {
  readonly questions: readonly Clip[];
  readonly paused: readonly PausedClip[];
  readonly interruptions: readonly Clip[];
}

export interface ClipOptions {
  /** Folder with FLAC or WAV files, also in subfolders; null for our own texts in the engine's default voice. */
  readonly folder: string | null;
  /** Maximum number of questions. */
  readonly questions: number;
}

/**
 * Upper bound of recordings, which keeps the benchmark short. The lower bound excludes clips that are not questions.
 */
const MAX_SECONDS = 7;
const MIN_SECONDS = 1.5;
/** Inserted pauses, in ms. Most pauses in conversations are shorter than a second. */
const PAUSES_MS = [350, 500, 700, 900];

/** @throws Error when the folder has no recordings of a suitable length */
export async function loadClips({ folder, questions }: ClipOptions): Promise<Clips> {
  const engine = await createEngine({ voiceFolders: { vits: piperFolders() } });
  try {
    const clip = (text: string): Promise<Clip> => spoken(engine, text);
    const paused: PausedClip[] = [];
    for (const [first, second] of PAUSED_UTTERANCES) {
      for (const pauseMs of PAUSES_MS) {
        paused.push({ ...(await spoken(engine, `${first} <pause:${pauseMs}ms> ${second}`)), pauseMs });
      }
    }
    return {
      questions: folder === null ? await inOrder(UTTERANCES, clip) : await recordings(folder, questions),
      paused,
      interruptions: await inOrder(INTERRUPTIONS, clip),
    };
  } finally {
    await engine.close();
  }
}

async function inOrder<T>(texts: readonly string[], make: (text: string) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (const text of texts) made.push(await make(text));
  return made;
}

/** Returns the first recordings of a suitable length, by name, so that every run uses the same ones. */
async function recordings(folder: string, count: number): Promise<Clip[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ['.flac', '.wav'].includes(extname(name).toLowerCase()))
    .sort();
  const clips: Clip[] = [];
  for (const file of files) {
    if (clips.length === count) break;
    const { samples, sampleRate } = await decodeAudio(readFileSync(join(folder, file)), { maxSeconds: 60 });
    const seconds = samples.length / sampleRate;
    if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) continue;
    const sound = trimmed(resampleAll(samples, sampleRate, CALLER_RATE));
    clips.push({ name: basename(file), samples: sound });
  }
  if (clips.length > 0) return clips;
  throw new Error(`${folder} holds no FLAC or WAV files of ${MIN_SECONDS} to ${MAX_SECONDS} seconds`);
}
