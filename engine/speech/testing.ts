/**
 * Helpers that the tests of streams share: streams and narrators on fake lanes, and the audible content of their
 * chunks.
 */

import { TextCutter } from '../../language/text/cutter.ts';
import { type FakeLanes, RATE } from '../lanes/testing.ts';
import { Admission } from '../scheduling/admission.ts';
import { Playback } from '../scheduling/playback.ts';
import type { SpeakSettings, SpeechChunk } from '../types.ts';
import { Narrator, type NarratorOptions } from './narrator.ts';
import { parsePiece } from './parsed-text.ts';
import type { Piece } from './piece.ts';
import { Stream, type StreamOptions } from './stream.ts';

export const SETTINGS: SpeakSettings = {
  lang: 'en',
  voiceId: null,
  speed: 1,
  samplingRate: RATE,
  encoding: 'pcm_linear',
  timestamps: true,
  ipaKey: null,
  temperature: null,
  topK: null,
};

/** The audible result, as [number of the phrase or 0 for silence, milliseconds]. */
export type Heard = readonly (readonly [phrase: number, ms: number])[];

/** The audible result of chunks with 16-bit samples. */
export function heard(chunks: readonly SpeechChunk[]): Heard {
  const stretches: [number, number][] = [];
  for (const { audio } of chunks) {
    for (let at = 0; at < audio.length; at += 2) {
      const level = (audio[at] ?? 0) + 256 * (audio[at + 1] ?? 0);
      const last = stretches.at(-1);
      if (last?.[0] === level) last[1]++;
      else stretches.push([level, 1]);
    }
  }
  return stretches.map(([level, samples]) => [level, (samples * 1000) / RATE] as const);
}

export const textOf = (chunks: readonly SpeechChunk[]): string => chunks.map(({ text }) => text).join('');

export interface TimedWord {
  readonly unit: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly from: number;
  readonly to: number;
}

/** The words of all chunks, one after the other. */
export function wordsOf(chunks: readonly SpeechChunk[]): TimedWord[] {
  return chunks.flatMap(({ alignment }) =>
    (alignment?.units ?? []).map((unit, i) => {
      const startMs = alignment?.unitStartTimesMs[i] ?? Number.NaN;
      return {
        unit,
        startMs,
        endMs: startMs + (alignment?.unitDurationsMs[i] ?? Number.NaN),
        from: alignment?.charStartOffsets[i] ?? Number.NaN,
        to: alignment?.charEndOffsets[i] ?? Number.NaN,
      };
    }),
  );
}

/** A narrator on fake lanes, in a voice of normal speed. */
export function narratorOn(lanes: FakeLanes, more: Partial<NarratorOptions> = {}): Narrator {
  return new Narrator({
    lanes,
    source: { engine: 'espeak' },
    settings: SETTINGS,
    controls: { speed: 1, temperature: null, topK: null, seed: 1 },
    playback: new Playback(),
    onWork: () => undefined,
    onDiscarded: () => undefined,
    ...more,
  });
}

/** A stream on fake lanes. */
export function streamOn(lanes: FakeLanes, more: Partial<StreamOptions> = {}): Stream {
  const playback = new Playback();
  return new Stream({
    settings: SETTINGS,
    narrator: narratorOn(lanes, { playback }),
    playback,
    cutter: new TextCutter({ lang: 'en' }),
    admission: new Admission({ lanes: 1 }),
    cost: () => 0.1,
    onFirstAudio: () => undefined,
    onUnderrun: () => undefined,
    onDiscarded: () => undefined,
    onClose: () => undefined,
    ...more,
  });
}

/** Everything until the iteration ends. */
export async function collect(chunks: AsyncIterable<SpeechChunk>): Promise<SpeechChunk[]> {
  const all: SpeechChunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

/** Settles when all pending promises have settled. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const never = new AbortController().signal;

export function pieceOf(text: string, more: Partial<Piece> = {}): Piece {
  const { start = 0 } = more;
  return {
    text,
    start,
    contextId: null,
    items: parsePiece(text, { start, lang: 'en', ipaKey: null }),
    ending: '.',
    end: 'sentence',
    readyAtMs: performance.now(),
    ...more,
  };
}

/** Texts as pieces of one stream. */
export function piecesOf(texts: readonly string[], more: Partial<Piece> = {}): Piece[] {
  let start = 0;
  return texts.map((text) => {
    const piece = pieceOf(text, { ...more, start });
    start += text.length;
    return piece;
  });
}

/** Speaks pieces one after the other, each knowing the next. */
export async function say(
  narrator: Narrator,
  pieces: readonly Piece[],
  signal = never,
): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = [];
  for (const [i, piece] of pieces.entries()) {
    const upcoming = () => pieces[i + 1]?.items[0];
    chunks.push(...(await collect(narrator.speak(piece, upcoming, signal))));
  }
  return chunks;
}

/** Chunks until the next stop, that included. */
export async function untilStop(stream: Stream): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = [];
  for (;;) {
    const { done, value } = await stream.next();
    if (done) throw new Error('the stream ended before its stop');
    chunks.push(value);
    if (value.stop) return chunks;
  }
}

export async function nextChunk(stream: Stream): Promise<SpeechChunk> {
  const { done, value } = await stream.next();
  if (done) throw new Error('the stream has ended');
  return value;
}

/** The words that begin in the chunks. */
export const unitsOf = (chunks: readonly SpeechChunk[]): string[] => wordsOf(chunks).map(({ unit }) => unit);
