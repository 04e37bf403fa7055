/** Recorded speech for simulated callers. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { createEngine, type Engine } from '../../engine/index.ts';
import { piperFolders } from '../../engine/setup.ts';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { decodePcm16 } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import { INTERRUPTIONS, PAUSED_UTTERANCES, UTTERANCES } from './texts.ts';

export const CALLER_RATE = 16_000;

/** Mono, 16 kHz. The first and the last 10 ms are voiced. */
export interface Clip {
  readonly name: string;
  readonly samples: Int16Array;
  /** Duration of the inserted pause; null for a clip with only the speaker's own pauses. */
  readonly pauseMs: number | null;
}

export interface Clips {
  readonly questions: readonly Clip[];
  readonly paused: readonly Clip[];
  readonly interruptions: readonly Clip[];
}

export interface ClipOptions {
  /** Folder with FLAC or WAV files, also in subfolders; null for our own texts in the engine's default voice. */
  readonly folder: string | null;
  /** Maximum number of questions. */
  readonly questions: number;
}

/** Upper bound of recordings, which keeps the benchmark short. The lower bound excludes clips that are no questions. */
const MAX_SECONDS = 7;
const MIN_SECONDS = 1.5;
/** Inserted pauses, in ms. Most pauses in conversations are shorter than a second. */
const PAUSES_MS = [350, 500, 700, 900];
const BLOCK = CALLER_RATE / 100;
/** A block is voiced if it is louder than this share of the loudest one (-34 dB), and not silent. */
const VOICED_SHARE = 0.02;
const VOICED_LEVEL = 30;
const LOUDEST = 12_000;

/** @throws Error when the folder has no recordings of a suitable length */
export async function loadClips({ folder, questions }: ClipOptions): Promise<Clips> {
  const engine = await createEngine({ voiceFolders: { vits: piperFolders() } });
  try {
    const say = async (text: string): Promise<Int16Array> => trimmed((await speak(engine, text)).sound);
    const clip = async (text: string): Promise<Clip> => ({
      name: text,
      samples: await say(text),
      pauseMs: null,
    });
    const paused: Clip[] = [];
    for (const [first, second] of PAUSED_UTTERANCES) {
      const parts = await sayInTwo(engine, first, second);
      for (const pauseMs of PAUSES_MS) {
        const name = `${first} (${pauseMs} ms) ${second}`;
        paused.push({ name, samples: withPause(...parts, pauseMs), pauseMs });
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

interface Speech {
  /** 16 kHz. */
  readonly sound: Float32Array;
  /** End of the first `n` words at index n - 1, in ms. */
  readonly wordEndsMs: readonly number[];
}

async function speak(engine: Engine, text: string): Promise<Speech> {
  const stream = engine.open({
    lang: 'en',
    voiceId: null,
    speed: 1,
    samplingRate: 24_000,
    encoding: 'pcm_linear',
    timestamps: true,
    ipaKey: null,
    temperature: null,
    topK: null,
  });
  stream.push(text, null);
  stream.end();
  const parts: Uint8Array[] = [];
  const wordEndsMs: number[] = [];
  for await (const { audio, alignment } of stream) {
    parts.push(audio.slice());
    const starts = alignment?.unitStartTimesMs ?? [];
    wordEndsMs.push(...starts.map((startMs, i) => startMs + (alignment?.unitDurationsMs[i] ?? 0)));
  }
  const samples = decodePcm16(Buffer.concat(parts));
  return { sound: resampleAll(samples, 24_000, CALLER_RATE), wordEndsMs };
}

/** Cut from one synthesized sentence, so that the first part does not sound complete. */
async function sayInTwo(engine: Engine, first: string, second: string): Promise<[Int16Array, Int16Array]> {
  const { sound, wordEndsMs } = await speak(engine, `${first} ${second}`);
  const cutMs = wordEndsMs[first.split(' ').length - 1] ?? 0;
  const cut = Math.round((cutMs * CALLER_RATE) / 1000);
  return [trimmed(sound.slice(0, cut)), trimmed(sound.slice(cut))];
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
    clips.push({ name: basename(file), samples: sound, pauseMs: null });
  }
  if (clips.length > 0) return clips;
  throw new Error(`${folder} holds no FLAC or WAV files of ${MIN_SECONDS} to ${MAX_SECONDS} seconds`);
}

/** Normalises the level, and trims to the first and last voiced block. */
function trimmed(sound: Float32Array): Int16Array {
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
  const samples = Int16Array.from(sound, (sample) => Math.round((sample / peak) * LOUDEST));
  const levels = blockLevels(samples, BLOCK);
  const limit = Math.max(VOICED_LEVEL, Math.max(...levels) * VOICED_SHARE);
  const first = levels.findIndex((level) => level >= limit);
  const last = levels.findLastIndex((level) => level >= limit);
  return samples.slice(Math.max(0, first) * BLOCK, (last + 1) * BLOCK);
}

/** Returns the RMS of consecutive blocks. An incomplete last block is ignored. */
export function blockLevels(samples: Int16Array, block: number): number[] {
  return Array.from({ length: Math.floor(samples.length / block) }, (_, i) => {
    let energy = 0;
    for (let at = i * block; at < (i + 1) * block; at++) energy += samples[at]! ** 2;
    return Math.sqrt(energy / block);
  });
}

function withPause(first: Int16Array, second: Int16Array, pauseMs: number): Int16Array {
  const gap = (pauseMs * CALLER_RATE) / 1000;
  const samples = new Int16Array(first.length + gap + second.length);
  samples.set(first);
  samples.set(second, first.length + gap);
  return samples;
}
