/** Compares thresholds for partial words: the same passes, shown by several of them. */
import { type LeastConfidences, PartialWords } from '../../../agent-worker/research.ts';
import type { Recogniser } from '../../../engine/index.ts';
import { scoringWords } from '../../../engine/research.ts';
import { type Counts, count, type Speech } from './counts.ts';

const RATE = 16_000;
/** Length of the shortest speech that is recognised, and of the additions. */
const FIRST_MS = 600;
const EVERY_MS = 400;
/** From the end of a recording until its whole text is known, without the time of the recogniser. */
const PAUSE_MS = 300;
/** Above every confidence. */
const NEVER = 2;

const ALL: readonly LeastConfidences[] = [0.45, 0.6, 0.75].flatMap((shown) =>
  [0.75, 0.9, NEVER].flatMap((shownLast) =>
    [0.9, 0.95, 0.98, NEVER].map((stable) => ({ shown, shownLast, stable })),
  ),
);

interface Pass {
  readonly atMs: number;
  readonly text: string;
  /** Of its words; absent for the whole recording. */
  readonly confidences?: readonly number[];
}

async function passesOf({ samples }: Speech, recogniser: Recogniser): Promise<readonly Pass[]> {
  const passes: Pass[] = [];
  const hear = async (ms: number, isPartial: boolean): Promise<void> => {
    const beganMs = performance.now();
    const part = samples.slice(0, Math.round((ms * RATE) / 1000));
    const { text, wordConfidences = [] } = await recogniser.transcribe(part, {
      lang: 'en',
      isLive: true,
      isPartial,
    });
    const atMs = ms + performance.now() - beganMs;
    passes.push(isPartial ? { atMs, text, confidences: wordConfidences } : { atMs: atMs + PAUSE_MS, text });
  };
  const wholeMs = (samples.length * 1000) / RATE;
  for (let ms = FIRST_MS; ms < wholeMs; ms += EVERY_MS) await hear(ms, true);
  await hear(wholeMs, false);
  return passes;
}

/** Hears a speech once, in pieces that grow, and counts what each combination of thresholds shows. */
export async function compareThresholds(
  speech: Speech,
  recogniser: Recogniser,
  counted: Map<string, Counts>,
): Promise<void> {
  const passes = await passesOf(speech, recogniser);
  const final = scoringWords(passes.at(-1)?.text ?? '');
  for (const least of ALL) {
    const words = new PartialWords(least);
    const shown = passes.map(({ atMs, text, confidences }) => {
      const partial = words.hear(text, confidences);
      return { atMs, text: scoringWords(partial.text), stable: scoringWords(partial.stable) };
    });
    const values = Object.values(least).map((value) => (value === NEVER ? 'never' : value));
    count(counted, `${speech.speaker}: ${values.join(', ')}`, speech, { shown, final });
  }
}
