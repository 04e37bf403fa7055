import { EVIDENCE_STEP, type Evidence } from '../../../../engine/forced-alignment/evidence.ts';
import type { FoundPath } from '../../../../engine/forced-alignment/frame-alignment.ts';
import { SILENCE } from '../../../../engine/forced-alignment/state-graph.ts';
import type { Rendition } from '../../../../engine/forced-alignment/types.ts';

/** Fitted (logistic regression) to words that were said and words that stood where others were said. */
const WEIGHTS = { bias: -3.55, otherPhoneme: 8.4, advantage: -2.05, lead: 2.4, uneven: 2.8 };
/** Words so short in the rendition tell nothing, from the second on everything; frames. */
interface TellingLengths {
  readonly nothing: number;
  readonly all: number;
}
/** 70 and 170 ms. */
const STRICT: TellingLengths = { nothing: 14, all: 34 };
/** 125 and 350 ms: people slur small words, leave them half out, or linger on them, and no two in the same way. */
const LENIENT: TellingLengths = { nothing: 25, all: 70 };
/** The mismatch of a word that tells nothing. */
const LEAST_MISMATCH = -4;

/** How likely it is that another word was said in the place of one, as logarithms of the odds: above 0 it is likely. */
export interface WordMismatch {
  /** To choose among readings by: small words count as well. */
  readonly strict: number;
  /** The value for calling a reading wrong. */
  readonly lenient: number;
}

/** The evidence for one word. Costs are per frame. */
interface WordFit {
  /** How much cheaper than the best place with the same phoneme the best place of all is. */
  readonly otherPhoneme: number;
  /** How much cheaper than chance the word is. */
  readonly advantage: number;
  /** How much cheaper other words of the script are. */
  readonly lead: number;
  /** Deviation of its phonemes' durations from those in the rendition, as logarithms. */
  readonly uneven: number;
}

/**
 * For each word of a rendition how likely it is that another one was said in its place. Looked at for itself: a single
 * wrong word leaves the rest of a sentence as it was.
 */
export function wordMismatches(found: FoundPath, rendition: Rendition, evidence: Evidence): WordMismatch[] {
  const { path, rendition: frames } = found;
  const { graph, states } = path;
  const pieces: number[][] = rendition.words.map(() => []);
  for (let i = 0; i < evidence.spoken.length; i++) {
    const word = graph.words[states[i * EVIDENCE_STEP + EVIDENCE_STEP / 2]!]!;
    if (evidence.spoken[i] === 1 && word >= 0) pieces[word]!.push(i);
  }
  const usual = new Float64Array(rendition.phonemes.length);
  for (const frame of graph.frames) if (frame !== SILENCE) usual[frames.phonemes[frame]!]!++;
  const own = new Float64Array(rendition.phonemes.length);
  for (const state of states) {
    const frame = graph.frames[state]!;
    if (frame !== SILENCE) own[frames.phonemes[frame]!]!++;
  }
  const phonemes: number[][] = rendition.words.map(() => []);
  for (const [index, { ipa, word }] of rendition.phonemes.entries())
    if (ipa !== '' && word >= 0) phonemes[word]!.push(index);
  return pieces.map((at, word) => {
    const mean = (value: (i: number) => number): number =>
      at.reduce((sum, i) => sum + value(i), 0) / Math.max(1, at.length);
    const { forced, free, chance, nearest, nearestOwn } = evidence;
    const stretches = phonemes[word]!.map((index) => Math.log((own[index]! + 1) / (usual[index]! + 1)));
    const frameCount = phonemes[word]!.reduce((sum, index) => sum + usual[index]!, 0);
    return mismatchOf(
      {
        otherPhoneme: mean((i) => nearestOwn[i]! - nearest[i]!),
        advantage: mean((i) => chance[i]! - forced[i]!),
        lead: mean((i) => forced[i]! - free[i]!),
        uneven: Math.sqrt(
          stretches.reduce((sum, stretch) => sum + stretch ** 2, 0) / Math.max(1, stretches.length),
        ),
      },
      frameCount,
    );
  });
}

function mismatchOf(fit: WordFit, frames: number): WordMismatch {
  const odds =
    WEIGHTS.bias +
    WEIGHTS.otherPhoneme * fit.otherPhoneme +
    WEIGHTS.advantage * fit.advantage +
    WEIGHTS.lead * fit.lead +
    WEIGHTS.uneven * fit.uneven;
  const mismatch = ({ nothing, all }: TellingLengths): number => {
    const telling = Math.min(1, Math.max(0, (frames - nothing) / (all - nothing)));
    return LEAST_MISMATCH + telling * (odds - LEAST_MISMATCH);
  };
  return { strict: mismatch(STRICT), lenient: mismatch(LENIENT) };
}
