/** Fake lanes for tests of their callers: they compute nothing. */

import type { Word } from '../../language/text/types.ts';
import { stateOf } from '../synthesis/state-of.ts';
import type { RenderState } from '../synthesis/synthesizer.ts';
import type { Span } from '../types.ts';
import type { LanePool, RunOptions } from './pool.ts';
import type {
  LaneRequest,
  LaneResult,
  PhraseSegment,
  PreparedPhrase,
  PrepareRequest,
  RenderedWindow,
  RenderRequest,
} from './protocol.ts';

export const RATE = 8000;
/** Samples of a frame: 10 ms. */
const FRAME = 80;
/** Duration of each word. */
export const WORD_MS = 100;
/** The silence that the voice leaves on either side of a phrase. */
const LEAD_MS = 20;
const TAIL_MS = 30;
const frames = (ms: number): number => (ms * RATE) / 1000 / FRAME;

/** One level for each frame. */
interface FakeState extends RenderState {
  readonly engine: 'espeak';
  readonly levels: Float32Array;
}

interface Step {
  readonly request: LaneRequest;
  readonly signal: AbortSignal;
  settle(): void;
}

/**
 * Lanes that answer at once, or when the test asks for it. Each phrase has its own sound: all samples of the first are
 * 1, of the second 2. Phrases without letters have no sound, as with real voices.
 */
export class FakeLanes implements Pick<LanePool, 'run' | 'idle'> {
  idle = 1;
  /** Steps wait for `answer` instead of running at once. */
  isHeld = false;
  /** Error with which the next step fails. */
  failure: Error | null = null;
  /** A phrase with more words than this is prepared in several parts. */
  partWords = Number.POSITIVE_INFINITY;
  /** All requests, in order. */
  readonly asked: LaneRequest[] = [];
  /** Samples of all windows. */
  rendered = 0;
  #waiting: Step[] = [];
  #phrases = 0;

  /** Steps that wait and are still wanted. */
  get waiting(): number {
    return this.#waiting.filter(({ signal }) => !signal.aborted).length;
  }

  run<R extends LaneRequest>(
    request: R,
    _deadlineMs: number,
    signal: AbortSignal,
    { unclaimed }: RunOptions<R> = {},
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
        else if (signal.aborted) unclaimed?.(this.#perform(request) as LaneResult<R>);
        else resolve({ result: this.#perform(request) as LaneResult<R>, busyMs: 1 });
      };
      if (this.isHeld) this.#waiting.push({ request, signal, settle });
      else settle();
    });
  }

  /** Runs the step that has waited longest. */
  answer(): void {
    const step = this.#waiting.find(({ signal }) => !signal.aborted);
    if (!step) throw new Error('no step waits');
    this.#waiting = this.#waiting.filter((one) => one !== step);
    step.settle();
  }

  /** Runs all waiting steps, and all later ones at once. */
  release(): void {
    this.isHeld = false;
    for (const step of this.#waiting.splice(0)) step.settle();
  }

  #perform(request: LaneRequest): PreparedPhrase | RenderedWindow | null {
    if (request.kind === 'prepare') return this.#prepare(request);
    if (request.kind !== 'render') return null;
    const window = render(request);
    this.rendered += window.samples;
    return window;
  }

  #prepare({ segments, controls, rest: left }: PrepareRequest): PreparedPhrase {
    const tokens = left?.tokens ?? segments.flatMap(wordsIn);
    const words = tokens.slice(0, this.partWords).flatMap((token) => (token.kind === 'word' ? [token] : []));
    const after = tokens.slice(this.partWords);
    const wordFrames = frames(WORD_MS / controls.speed);
    const soundFrom = frames(LEAD_MS);
    const soundTo = soundFrom + words.length * wordFrames;
    const total = words.length === 0 ? 0 : soundTo + frames(TAIL_MS);
    const samples = Float32Array.from({ length: total }, (_, frame) =>
      frame >= soundFrom && frame < soundTo ? this.#phrases + 1 : 0,
    );
    if (total > 0) this.#phrases++;
    const state: FakeState = { engine: 'espeak', levels: samples };
    return {
      sampleRate: RATE,
      frames: total,
      frameSamples: FRAME,
      maxWindowFrames: Number.POSITIVE_INFINITY,
      isOpen: false,
      heardAs: [],
      soundFrom,
      soundTo,
      words: words.map(({ unit, span }, i) => ({
        unit,
        span,
        startSamples: (soundFrom + i * wordFrames) * FRAME,
        endSamples: (soundFrom + (i + 1) * wordFrames) * FRAME,
      })),
      phonemes: [],
      state: total === 0 ? null : state,
      rest: after.length === 0 ? null : { pronounced: [], tokens: after, listed: null },
    };
  }
}

function wordsIn(segment: PhraseSegment): Word[] {
  const word = (unit: string, span: Span): Word => ({ kind: 'word', unit, span, spoken: unit, ipa: null });
  switch (segment.kind) {
    case 'phoneme': {
      const { text, span } = segment.word ?? { text: segment.ipa, span: segment.ipaSpan };
      return [word(text, span)];
    }
    case 'said':
      return [word(segment.text, segment.textSpan)];
    case 'text':
      return [...segment.text.matchAll(/[\p{L}\p{N}']+/gu)].map(({ 0: unit, index }) => {
        const start = segment.span.start + index;
        return word(unit, { start, end: start + unit.length });
      });
    default:
      return [];
  }
}

/** The window as a lane would trim it, except that soft samples count as sound, and ends are not faded. */
function render({ state, from, to, output, trim, last }: RenderRequest): RenderedWindow {
  const own = stateOf<FakeState>(state, 'espeak').levels;
  const levels = [...own.subarray(from, to)].flatMap((level) => new Array<number>(FRAME).fill(level));
  const soundFrom = own.findIndex((level) => level !== 0) * FRAME;
  const soundTo = (own.findLastIndex((level) => level !== 0) + 1) * FRAME;
  const begin = Math.max(0, Math.min(levels.length, soundFrom - trim.leadSamples - from * FRAME));
  const end = Math.max(begin, Math.min(levels.length, soundTo - from * FRAME));
  const kept = levels.slice(begin, end);
  if (from === 0) kept.unshift(...new Array<number>(Math.max(0, trim.leadSamples - soundFrom)).fill(0));
  if (last) kept.push(...new Array<number>(trim.tailSamples).fill(0));
  const audio =
    output.encoding === 'pcm_mulaw' ? Uint8Array.from(kept) : new Uint8Array(Int16Array.from(kept).buffer);
  const onsetSamples = to * FRAME > soundFrom ? soundFrom : null;
  return { audio, samples: kept.length, onsetSamples, endedWith: null, state, output };
}
