/** People and synthesizers that read sentences. */

import { existsSync } from 'node:fs';
import { wordRanges } from '../../cloning/research.ts';
import {
  align,
  espeakSource,
  JOE_VOICE,
  MIN_CONFIDENCE,
  type Rendition,
  type VitsSource,
  type VoiceSource,
} from '../../engine/research.ts';
import { ModelStore } from '../../engine/setup.ts';
import { resampleAll } from '../../media/resampler.ts';
import { readCorpus } from '../alignment/corpus.ts';
import type { Renderer } from '../alignment/renderer.ts';
import { moved, msOf, type Reading, samplesOf, TAKE_RATE } from './reading.ts';
import { WRONG_WORDS } from './texts.ts';

/** Margin kept before the first and after the last word, in ms. */
const LEAD_MS = 60;
const TAIL_MS = 120;
const FADE_MS = 15;

export interface Reader {
  readonly name: string;
  readonly readings: readonly Reading[];
}

export const espeak = (voice: string) => espeakSource(voice);

/** Returns the default English voice; null when it is not installed. */
export function neuralVoice(): VitsSource | null {
  const paths = new ModelStore().paths(JOE_VOICE);
  const modelPath = paths.get(`${JOE_VOICE}.onnx`) ?? '';
  const configPath = paths.get(`${JOE_VOICE}.onnx.json`) ?? '';
  return existsSync(modelPath) ? { engine: 'vits', modelPath, configPath, speaker: 0 } : null;
}

/** Synthesizes texts with a voice. Their words are aligned with the rendition of another voice. */
export async function synthesised(
  name: string,
  voice: VoiceSource,
  texts: readonly string[],
  renderer: Renderer,
  aligner: VoiceSource,
): Promise<Reader> {
  const readings: Reading[] = [];
  for (const text of texts) {
    const { samples, sampleRate } = await renderer.speak(voice, text);
    readings.push(await aligned(text, resampleAll(samples, sampleRate, TAKE_RATE), renderer, aligner));
  }
  return { name, readings };
}

/**
 * Returns the speakers of a folder of recordings (`research/alignment/corpus.ts`), one clip per sentence, without clips
 * that could not be aligned.
 */
export async function recorded(
  folder: string,
  maxClipMs: number,
  renderer: Renderer,
  aligner: VoiceSource,
): Promise<Reader[]> {
  const readers = new Map<string, Reading[]>();
  for (const { name, text, samples, sampleRate } of await readCorpus(folder)) {
    const speaker = name.split('-')[0] ?? name;
    const readings = readers.get(speaker) ?? [];
    readers.set(speaker, readings);
    const sound = resampleAll(samples, sampleRate, TAKE_RATE);
    if (msOf(sound.length) > maxClipMs) continue;
    const reading = await aligned(text, sound, renderer, aligner);
    if (reading.confidence >= MIN_CONFIDENCE) readings.push(reading);
  }
  return [...readers].map(([name, readings]) => ({ name, readings }));
}

/** Aligns the words, and trims the sound to them. */
async function aligned(
  text: string,
  samples: Float32Array,
  renderer: Renderer,
  aligner: VoiceSource,
): Promise<Reading> {
  const { words, confidence } = align(await renderer.speak(aligner, text), samples, TAKE_RATE);
  const fromMs = Math.max(0, (words[0]?.startMs ?? 0) - LEAD_MS);
  const from = samplesOf(fromMs);
  const part = samples.slice(from, samplesOf((words.at(-1)?.endMs ?? msOf(samples.length)) + TAIL_MS));
  const fade = samplesOf(FADE_MS);
  for (let i = 0; i < Math.min(fade, part.length); i++) {
    part[i]! *= i / fade;
    part[part.length - 1 - i]! *= i / fade;
  }
  return { text, samples: part, words: moved(words, (ms) => Math.max(0, ms - fromMs)), confidence };
}

/** Returns the same sound with another script: some words are replaced by others, far apart. */
export async function misreading(
  reading: Reading,
  count: number,
  random: () => number,
  renderer: Renderer,
  aligner: VoiceSource,
): Promise<Reading> {
  const ranges = wordRanges(reading.text, reading.words).filter(({ start, end }) => end - start >= 4);
  const first = Math.floor(random() * ranges.length);
  const step = Math.max(1, Math.floor(ranges.length / count));
  const chosen = new Set(
    Array.from({ length: Math.min(count, ranges.length) }, (_, i) => (first + i * step) % ranges.length),
  );
  let text = reading.text;
  for (const index of [...chosen].sort((a, b) => b - a)) {
    const { start, end } = ranges[index]!;
    const wrong = WRONG_WORDS[Math.floor(random() * WRONG_WORDS.length)]!;
    text = text.slice(0, start) + wrong + text.slice(end);
  }
  const rendition: Rendition = await renderer.speak(aligner, text);
  const { words, confidence } = align(rendition, reading.samples, TAKE_RATE);
  return { ...reading, text, words, confidence };
}
