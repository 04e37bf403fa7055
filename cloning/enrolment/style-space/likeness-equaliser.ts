/**
 * Corrects the spectrum of a near base by its speaker embedding. The average spectrum already equals the speaker's, but
 * vowels still differ: some decibels in broad bands bring the embedding closer. The effect of each cosine is measured
 * once and updated with every step (Levenberg and Marquardt's method, with the Jacobian of Broyden, Mathematics of
 * Computation, 1965).
 */
import { BAND_HZ, HIGHEST_HZ, mel } from '../../../engine/conversion/equaliser.ts';
import { cholesky, dot, solveLower, solveUpper } from '../../../engine/forced-alignment/matrix.ts';
import {
  MEL_BAND_HZ,
  melWindows,
  type SpeakerEncoder,
  similarity,
} from '../../../recordings/speaker-encoder/speaker-encoder.ts';

/** Number of cosines over the mel scale in a correction. */
const TONES = 14;
/** Likeness that one neper of power in one cosine must gain, because it is measured on only a few sentences. */
const CAUTION = 0.005;
/** Step for measuring effects, in nepers of power. */
const NUDGE = 0.15;
const STEPS = 5;
const FIRST_DAMPING = 0.01;

const tonesAt = (hz: number): number[] =>
  Array.from({ length: TONES }, (_, k) => Math.cos((Math.PI * (k + 1) * mel(hz)) / mel(HIGHEST_HZ)));
const HEARD = MEL_BAND_HZ.map(tonesAt);
const FILTERED = BAND_HZ.map(tonesAt);

/**
 * @param samples some seconds of the base's speech, with the average spectrum of the speaker
 * @param speaker embedding of the speaker
 * @returns log power to be added in each band of an equaliser (see `equalisedBy`)
 */
export async function likenessGains(
  samples: Float32Array,
  sampleRate: number,
  speaker: Float32Array,
  encoder: SpeakerEncoder,
): Promise<Float64Array> {
  const windows = melWindows(samples, sampleRate);
  const hear = (corrections: readonly Float64Array[]): Promise<Float64Array[]> =>
    encoder.embedVariants(
      windows,
      corrections.map((correction) => HEARD.map((tones) => dot(tones, correction))),
    );
  const worth = (embedding: Float64Array, correction: Float64Array): number =>
    similarity(embedding, speaker) - CAUTION * dot(correction, correction);

  let correction = new Float64Array(TONES);
  const nudged = Array.from({ length: TONES }, (_, k) => correction.map((_, i) => (i === k ? NUDGE : 0)));
  const [heard, ...effects] = await hear([correction, ...nudged]);
  let embedding = heard!;
  // Effect of one neper on the embedding, by cosine.
  const jacobian = effects.map((effect) => effect.map((value, i) => (value - embedding[i]!) / NUDGE));
  let damping = FIRST_DAMPING;
  for (let step = 0; step < STEPS; step++) {
    const move = bestMove(embedding, jacobian, speaker, correction, damping);
    const next = correction.map((value, k) => value + move[k]!);
    const [there] = await hear([next]);
    updateJacobian(jacobian, embedding, there!, move);
    if (worth(there!, next) > worth(embedding, correction)) {
      correction = next;
      embedding = there!;
      damping /= 3;
    } else {
      damping *= 8;
    }
  }
  return Float64Array.from(FILTERED, (tones) => dot(tones, correction));
}

/** The maximum of the cosine, with penalty and damping, under a linear model of the embedding. */
function bestMove(
  embedding: Float64Array,
  jacobian: readonly Float64Array[],
  speaker: Float32Array,
  correction: Float64Array,
  damping: number,
): Float64Array {
  const norm = Math.sqrt(dot(embedding, embedding));
  const unit = embedding.map((value) => value / norm);
  const turns = jacobian.map((effect) => {
    const along = dot(effect, unit);
    return effect.map((value, i) => (value - along * unit[i]!) / norm);
  });
  const missing = unit.map((value, i) => speaker[i]! - value);
  const normal = new Float64Array(TONES * TONES);
  for (let a = 0; a < TONES; a++) {
    for (let b = 0; b < TONES; b++) normal[a * TONES + b] = dot(turns[a]!, turns[b]!);
    normal[a * TONES + a]! += 2 * CAUTION + damping;
  }
  const move = Float64Array.from(turns, (turn, k) => dot(turn, missing) - 2 * CAUTION * correction[k]!);
  const factor = cholesky(normal, TONES);
  solveLower(factor, TONES, move);
  solveUpper(factor, TONES, move);
  return move;
}

/** Updates the Jacobian with the observed effect of a move. */
function updateJacobian(
  jacobian: readonly Float64Array[],
  before: Float64Array,
  after: Float64Array,
  move: Float64Array,
): void {
  const square = dot(move, move);
  if (square === 0) return;
  const surprise = after.map(
    (value, i) => value - before[i]! - jacobian.reduce((sum, effect, k) => sum + effect[i]! * move[k]!, 0),
  );
  for (const [k, effect] of jacobian.entries()) {
    for (let i = 0; i < effect.length; i++) effect[i]! += (surprise[i]! * move[k]!) / square;
  }
}
