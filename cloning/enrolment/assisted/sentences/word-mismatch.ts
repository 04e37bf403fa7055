import { EVIDENCE_STEP, type Evidence } from '../../../../engine/forced-alignment/evidence.ts';
import type { FoundPath } from '../../../../engine/forced-alignment/frame-alignment.ts';
import { SILENCE } from '../../../../engine/forced-alignment/state-graph.ts';
import type { Rendition } from '../../../../engine/forced-alignment/types.ts';

/** Fitted (logistic regression) to words that were spoken, and to words in whose place others were spoken. */
const WEIGHTS = { bias: -3.55, otherPhoneme: 8.4, advantage: -2.05, lead: 2.4, uneven: 2.8 };
/**
 * Words shorter than the first duration in the rendition are no evidence; from the second on they count fully; in
 * frames.
 */
interface TellingLengths {
  readonly nothing: number;
  readonly all: number;
}
/** 70 and 170 ms. */
const STRICT: TellingLengths = { nothing: 14, all: 34 };
/** 125 and 350 ms: people slur, shorten or lengthen short words, each in a different way. */
const LENIENT: TellingLengths = { nothing: 25, all: 70 };
/** The mismatch of a word that is no evidence. */
const LEAST_MISMATCH = -4;

/** Log-odds that another word was spoken in the place of this one; above 0 it is likely. */
export interface WordMismatch {
  /** For choosing among readings: short words count as well. */
  readonly strict: number;
  /** For deciding that a reading is wrong. */
  readonly lenient: number;
}

/** The evidence for one word. Costs are per frame. */
interface WordFit {
  /** Cost advantage of the best place of all over the best place with the same phoneme. */
  readonly otherPhoneme: number;
  /** Cost advantage of the word over chance. */
  readonly advantage: number;
  /** Cost advantage of other words of the script. */
  readonly lead: number;
  /** Deviation of its phonemes' durations from those in the rendition, as logarithms. */
  readonly uneven: number;
}

/**
 * For each word of a rendition, the log-odds that another one was spoken in its place. Each word is judged alone,
 * because a wrong word does not affect the rest of a sentence.
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
