/** What tests of streams share: lanes that compute nothing, and what can be heard of the chunks. */

import type { LanePool } from '../lanes/pool.ts';
import type {
  LaneRequest,
  LaneResult,
  PreparedPhrase,
  PrepareRequest,
  RenderedWindow,
  RenderRequest,
} from '../lanes/protocol.ts';
import { Admission } from '../scheduling/admission.ts';
import { Playback } from '../scheduling/playback.ts';
import { TextCutter } from '../text/cutter.ts';
import type { SpeakSettings, SpeechChunk } from '../types.ts';
import { Narrator, type NarratorOptions } from './narrator.ts';
import { Stream, type StreamOptions } from './stream.ts';

export const RATE = 8000;
/** Samples of a frame: 10 ms. */
const FRAME = 80;
/** How long each word sounds, and the natural silence on either side of a phrase. */
export const WORD_MS = 100;
export const LEAD_MS = 20;
export const TAIL_MS = 30;
const frames = (ms: number): number => (ms * RATE) / 1000 / FRAME;

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

interface Step {
  readonly request: LaneRequest;
  readonly signal: AbortSignal;
  settle(): void;
}

/**
 * Lanes that answer at once, or when they are told to. Each phrase has a sound of its own: all samples of the first are 1,
 * of the second 2. Phrases without letters have none, as with real voices.
 */
export class FakeLanes implements Pick<LanePool, 'run' | 'idle'> {
  idle = 1;
  /** Steps wait for `answer` instead of being done at once. */
  isHeld = false;
  /** The next step fails with it. */
  failure: Error | null = null;
  /** Everything that was asked for, in order. */
  readonly asked: LaneRequest[] = [];
  #waiting: Step[] = [];
  #phrases = 0;

  /** Steps that wait and that somebody still wants. */
  get waiting(): number {
    return this.#waiting.filter(({ signal }) => !signal.aborted).length;
  }

  run<R extends LaneRequest>(
    request: R,
    _deadlineMs: number,
    signal: AbortSignal,
  ): Promise<{ result: LaneResult<R>; busyMs: number }> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    this.asked.push(request);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      const settle = (): void => {
        signal.removeEventListener('abort', onAbort);
        const { failure } = this;
        this.failure = null;
        if (failure) reject(failure);
        else resolve({ result: this.#perform(request) as LaneResult<R>, busyMs: 1 });
      };
      if (this.isHeld) this.#waiting.push({ request, signal, settle });
      else settle();
    });
  }

  /** Does the step that has waited longest. */
  answer(): void {
    const step = this.#waiting.find(({ signal }) => !signal.aborted);
    if (!step) throw new Error('no step waits');
    this.#waiting = this.#waiting.filter((one) => one !== step);
    step.settle();
  }

  /** Does all that waits, and whatever is asked for from now on. */
  release(): void {
    this.isHeld = false;
    for (const step of this.#waiting.splice(0)) step.settle();
  }

  #perform(request: LaneRequest): PreparedPhrase | RenderedWindow | null {
    if (request.kind === 'prepare') return this.#prepare(request);
    return request.kind === 'render' ? render(request) : null;
  }

  #prepare({ segments, controls }: PrepareRequest): PreparedPhrase {
    const words = segments.flatMap((segment) => {
      if (segment.kind === 'phoneme') {
        const word = segment.word ?? { text: segment.ipa, span: segment.ipaSpan };
        return [{ unit: word.text, span: word.span }];
      }
      return [...segment.text.matchAll(/[\p{L}\p{N}']+/gu)].map(({ 0: unit, index }) => {
        const start = segment.span.start + index;
        return { unit, span: { start, end: start + unit.length } };
      });
    });
    const wordFrames = frames(WORD_MS / controls.speed);
    const soundFrom = frames(LEAD_MS);
    const soundTo = soundFrom + words.length * wordFrames;
    const total = words.length === 0 ? 0 : soundTo + frames(TAIL_MS);
    const samples = Float32Array.from({ length: total }, (_, frame) =>
      frame >= soundFrom && frame < soundTo ? this.#phrases + 1 : 0,
    );
    if (total > 0) this.#phrases++;
    return {
      sampleRate: RATE,
      frames: total,
      frameSamples: FRAME,
      soundFrom,
      soundTo,
      words: words.map((word, i) => ({
        ...word,
        startSamples: (soundFrom + i * wordFrames) * FRAME,
        endSamples: (soundFrom + (i + 1) * wordFrames) * FRAME,
      })),
      phonemes: [],
      state: total === 0 ? null : { engine: 'espeak', audio: samples },
    };
  }
}

/** What a lane makes of a window, but that natural silence ends where the words begin. */
function render({ state, from, to, output, ...request }: RenderRequest): RenderedWindow {
  if (state.engine !== 'espeak') throw new TypeError('these lanes did not prepare this');
  const levels = [...state.audio.subarray(from, to)].flatMap((level) => new Array<number>(FRAME).fill(level));
  const heard = (level: number): boolean => level !== 0;
  const trimmed = Math.max(0, Math.min(levels.findIndex(heard), request.trimStartSamples));
  const end = Math.max(levels.findLastIndex(heard) + 1, levels.length - request.trimEndSamples);
  const kept = levels.slice(trimmed, end);
  const audio =
    output.encoding === 'pcm_mulaw' ? Uint8Array.from(kept) : new Uint8Array(Int16Array.from(kept).buffer);
  return { audio, samples: kept.length, trimmedStartSamples: trimmed, state, output };
}

/** What is heard, as [sound of which phrase or 0 for silence, milliseconds]. */
export type Heard = readonly (readonly [phrase: number, ms: number])[];

/** Of chunks with 16-bit samples. */
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
    source: { engine: 'espeak', voice: 'en-us' },
    settings: SETTINGS,
    controls: { speed: 1, temperature: null, topK: null, seed: 1 },
    playback: new Playback(),
    onWork: () => undefined,
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

/** Everything that needs no more than promises to happen has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
