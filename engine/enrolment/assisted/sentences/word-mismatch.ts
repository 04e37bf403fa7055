import { EVIDENCE_STEP, type Evidence } from '../../../forced-alignment/evidence.ts';
import type { FoundPath } from '../../../forced-alignment/frame-alignment.ts';
import { SILENCE } from '../../../forced-alignment/state-graph.ts';
import type { Rendition } from '../../../forced-alignment/types.ts';

/** Fitted (logistic regression) to words that were said and words that stood where others were said. */
const WEIGHTS = { bias: -3.55, otherPhoneme: 8.4, advantage: -2.05, lead: 2.4, uneven: 2.8 };
/**
 * Words so short in the rendition tell nothing (125 ms), from the second on everything (350 ms); frames. People slur
 * small words, leave them half out, or linger on them, and no two in the same way.
 */
const TELLS_NOTHING = 25;
const TELLS_ALL = 70;
/** The mismatch of a word that tells nothing. */
const LEAST_MISMATCH = -4;

/** What one word was found by. Costs are per frame. */
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
 * For each word of a rendition how likely it is that another one was said in its place, as logarithm of the odds: below
 * 0 it is more likely that it was said. Looked at for itself: a single wrong word leaves the rest of a sentence as it
 * was.
 */
export function wordMismatches(found: FoundPath, rendition: Rendition, evidence: Evidence): number[] {
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

function mismatchOf(fit: WordFit, frames: number): number {
  const odds =
    WEIGHTS.bias +
    WEIGHTS.otherPhoneme * fit.otherPhoneme +
    WEIGHTS.advantage * fit.advantage +
    WEIGHTS.lead * fit.lead +
    WEIGHTS.uneven * fit.uneven;
  const telling = Math.min(1, Math.max(0, (frames - TELLS_NOTHING) / (TELLS_ALL - TELLS_NOTHING)));
  return LEAST_MISMATCH + telling * (odds - LEAST_MISMATCH);
}
