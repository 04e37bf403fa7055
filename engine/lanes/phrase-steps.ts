/** The steps that synthesize a phrase: for each part, one step that prepares it, then one for each of its windows. */
import type { TrimRule } from '../../media/trim-silence.ts';
import type { RenderState, WordTiming } from '../synthesis/synthesizer.ts';
import type { VoiceSource } from '../synthesis/voice-source.ts';
import type { LanePool } from './pool.ts';
import type {
  LaneRequest,
  LaneResult,
  OutputState,
  PhraseRest,
  PreparedPhrase,
  PrepareRequest,
  RenderedWindow,
  SpokenWord,
} from './protocol.ts';

/** Where the steps of a phrase run, and how they are queued. */
export interface PhraseOrder {
  readonly lanes: Pick<LanePool, 'run'>;
  readonly voice: VoiceSource;
  readonly signal: AbortSignal;
  /** When the next step should be finished, on the clock of `performance.now()`. */
  readonly deadlineMs: () => number;
  /** Whether a listener is waiting in silence for the next step. */
  readonly isUrgent: () => boolean;
  /** Called with the output samples, if any, of a step that was aborted while it ran. */
  readonly unclaimed?: (samples: number) => void;
  /** Called with symbols of the phrase that nothing is said for, as "U+2318". */
  readonly onDroppedSymbols?: (symbols: readonly string[]) => void;
}

/** A phrase, or a part of one, with something to speak. */
export interface SpeakablePhrase extends PreparedPhrase {
  readonly state: RenderState;
  /** Whether the part begins and ends the phrase. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** How long its preparation occupied the lane. */
  readonly busyMs: number;
}

export interface PhraseWindow extends RenderedWindow {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /**
   * Words whose times became known with this window: all words with the first sound; in an open phrase, with the last.
   */
  readonly words: readonly SpokenWord[];
  /** The sample of the phrase at which its audio begins; negative where zeros were added. Null until there is audio. */
  readonly startSamples: number | null;
  /** How long rendering it occupied the lane. */
  readonly busyMs: number;
}

/** Silence behind the last sound of a phrase. */
export interface Tail {
  readonly ms: number;
  /** Whether the last part of the fade is cut off, so that what follows is heard in time. */
  readonly isTight: boolean;
}

export interface WindowOptions {
  readonly output: Pick<OutputState, 'rate' | 'encoding'>;
  /** The frame at which the window beginning at `from` ends; `previous` is the length of the window before it, or 0. */
  readonly windowEnd: (from: number, previous: number) => number;
  /** Silence to leave before the first sound. */
  readonly leadMs: number;
  /** Silence to keep after the last sound; called when the end is rendered. */
  readonly tail: () => Tail;
}

/**
 * Trimming: before its expected start, sound counts even if it is soft; after its expected end, soft sound is noise.
 */
const LATE_MS = 100;
/** Longest silence that is held back in an open phrase, which has less silence than this at its end. */
const MOST_HELD_MS = 300;

/**
 * The parts of a phrase that have something to speak, each prepared when it is requested: one, unless the phrase is
 * longer than any ordinary sentence.
 * @throws Error when a lane fails; the signal's reason when aborted
 */
export async function* prepareParts(
  order: PhraseOrder,
  request: Omit<PrepareRequest, 'kind' | 'voice' | 'urgent' | 'rest'>,
): AsyncGenerator<SpeakablePhrase, void> {
  const { voice } = order;
  let rest: PhraseRest | null = null;
  let isFirst = true;
  do {
    const urgent = order.isUrgent();
    const step: PrepareRequest = { kind: 'prepare', voice, ...request, ...(rest && { rest }), urgent };
    const { result, busyMs } = await runStep(order, step, () => 0);
    rest = result.rest;
    if (result.droppedSymbols) order.onDroppedSymbols?.(result.droppedSymbols);
    if (result.frames === 0 || result.state === null) continue;
    yield { ...result, state: result.state, busyMs, isFirst, isLast: rest === null };
    isFirst = false;
  } while (rest !== null);
}

/**
 * The audio of a phrase in windows, each rendered when it is requested.
 * @throws Error when a lane fails; the signal's reason when aborted
 */
export async function* renderPhrase(
  order: PhraseOrder,
  phrase: SpeakablePhrase,
  { output: format, windowEnd, leadMs, tail }: WindowOptions,
): AsyncGenerator<PhraseWindow, void> {
  const { voice } = order;
  let { state } = phrase;
  let output: OutputState = { ...format, trim: null, resampler: null };
  const leadSamples = samplesIn(leadMs, phrase);
  let hasBegun = false;
  let hasEnded = false;
  for (let from = 0, previous = 0; from < phrase.frames && !hasEnded; ) {
    const to = phrase.isOpen ? from + phrase.maxWindowFrames : windowEnd(from, previous);
    const isFirst = from === 0;
    const isLast = !phrase.isOpen && to === phrase.frames;
    const step = {
      kind: 'render',
      voice,
      state,
      from,
      to,
      sampleRate: phrase.sampleRate,
      output,
      ...(phrase.gains && { gains: phrase.gains }),
      trim: trimRule(phrase, leadSamples, isLast || phrase.isOpen ? tail() : NO_TAIL),
      last: isLast,
      urgent: order.isUrgent(),
    } as const;
    const { result, busyMs } = await runStep(order, step, ({ samples }) => samples);
    ({ state, output } = result);
    previous = to - from;
    from = to;
    hasEnded = result.endedWith !== null;
    const { onsetSamples } = result;
    const begins: boolean = onsetSamples !== null && !hasBegun;
    hasBegun ||= begins;
    const known = phrase.isOpen ? timedWords(phrase, result.endedWith ?? []) : begins ? phrase.words : [];
    const startSamples = onsetSamples === null ? null : onsetSamples - leadSamples;
    const words = begunAt(known, onsetSamples);
    yield { ...result, words, startSamples, isFirst, isLast: isLast || hasEnded, busyMs };
  }
}

const NO_TAIL: Tail = { ms: 0, isTight: false };

function trimRule(phrase: SpeakablePhrase, leadSamples: number, { ms, isTight }: Tail): TrimRule {
  const { isOpen, words, soundFrom, soundTo, frameSamples } = phrase;
  const never = Number.POSITIVE_INFINITY;
  const late = samplesIn(LATE_MS, phrase);
  return {
    leadSamples,
    tailSamples: samplesIn(ms, phrase),
    isTight,
    onsetBy: isOpen ? never : soundFrom * frameSamples + late,
    endsAfter: isOpen ? 0 : (words.at(-1)?.startSamples ?? 0),
    endsBy: isOpen ? never : soundTo * frameSamples + late,
    mostHeld: isOpen ? samplesIn(MOST_HELD_MS, phrase) : never,
  };
}

const samplesIn = (ms: number, { sampleRate }: PreparedPhrase): number =>
  Math.round((ms * sampleRate) / 1000);

/** The first word begins with the first sound: the times of synthesizers are less exact. */
function begunAt(words: readonly SpokenWord[], onsetSamples: number | null): readonly SpokenWord[] {
  const [first, ...others] = words;
  if (!first || onsetSamples === null || onsetSamples >= first.endSamples) return words;
  return [{ ...first, startSamples: onsetSamples }, ...others];
}

/**
 * The words of an open phrase that were heard. A word that is read out as several words begins with the first of them.
 */
function timedWords(
  { words, heardAs }: SpeakablePhrase,
  timings: readonly WordTiming[],
): readonly SpokenWord[] {
  const timed = new Map<number, SpokenWord>();
  for (const [index, timing] of timings.entries()) {
    const at = heardAs[index] ?? -1;
    const word = words[at];
    if (!word || timing.endSamples <= timing.startSamples) continue;
    timed.set(at, {
      ...word,
      startSamples: timed.get(at)?.startSamples ?? timing.startSamples,
      endSamples: timing.endSamples,
    });
  }
  return [...timed.values()];
}

async function runStep<R extends LaneRequest>(
  { lanes, signal, deadlineMs, unclaimed }: PhraseOrder,
  step: R,
  samplesOf: (result: LaneResult<R>) => number,
): Promise<{ result: LaneResult<R>; busyMs: number }> {
  const onUnclaimed = (result: LaneResult<R>): void => unclaimed?.(samplesOf(result));
  const done = await lanes.run(step, deadlineMs(), signal, { unclaimed: onUnclaimed });
  // The step may have been aborted between the lane's answer and now.
  if (signal.aborted) onUnclaimed(done.result);
  signal.throwIfAborted();
  return done;
}
