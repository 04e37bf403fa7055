/** Draws styles of Kokoro as samples for the fit. */
import { nearestStyle, STYLE_SPACE, styleAt } from '../../../cloning/research.ts';
import { normal, pick } from '../../random.ts';

export interface DrawnStyle {
  readonly style: Float32Array;
  readonly sex: Sex;
  readonly f0Hz: number;
}

export type Sex = 'm' | 'f';

/** A person near whom styles are drawn. */
export interface DescribedVoice {
  /** At the spectrum of the space. */
  readonly embedding: Float32Array;
  /** Natural logarithm of Hz. */
  readonly pitch: number;
}

/** Range of the pitch by sex, in Hz. */
const RANGES = { m: [78, 185], f: [130, 275] } as const;
/** Median pitch below which a speaker counts as male, in Hz. */
const FEMALE_HZ = 150;

/**
 * Draws a mixture of one to four voices, mostly of one sex, moved towards or away from the mean, and at random.
 * @param styles of Kokoro's voices, by name
 */
export function drawMixture(styles: ReadonlyMap<string, Float32Array>, random: () => number): DrawnStyle {
  const sex = random() < 0.5 ? 'm' : 'f';
  const names = [...styles.keys()];
  const same = names.filter((name) => name[1] === sex);
  const voices = [...styles.values()];
  const mean = voices[0]!.map((_, i) => voices.reduce((sum, voice) => sum + voice[i]!, 0) / voices.length);
  const deviation = mean.map((m, i) =>
    Math.sqrt(voices.reduce((sum, voice) => sum + (voice[i]! - m) ** 2, 0) / voices.length),
  );
  const parts = Array.from({ length: 1 + Math.floor(4 * random()) }, () => ({
    voice: styles.get(pick(random() < 0.8 ? same : names, random)) ?? mean,
    weight: -Math.log(1 - random()),
  }));
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const away = 0.8 + 0.5 * random();
  const together = (0.7 * random()) / Math.sqrt(voices.length);
  const alone = 0.3 * random();
  const moves = voices.map(() => together * normal(random));
  const style = mean.map((m, i) => {
    const mixed = parts.reduce((sum, { voice, weight }) => sum + (weight / total) * (voice[i]! - m), 0);
    const moved = moves.reduce((sum, move, v) => sum + move * (voices[v]![i]! - m), 0);
    return m + away * mixed + moved + alone * normal(random) * deviation[i]!;
  });
  const [low, high] = RANGES[sex];
  return { style, sex, f0Hz: low * (high / low) ** random() };
}

/** Draws a style that is predicted to sound like a mixture of two people, or similar to it. */
export function drawNear(people: readonly DescribedVoice[], random: () => number): DrawnStyle {
  const [one, other] = [pick(people, random), pick(people, random)];
  const share = 0.7 * random() - 0.1;
  const spread = 0.15 / Math.sqrt(one.embedding.length);
  const wanted = one.embedding.map(
    (value, i) => (1 - share) * value + share * other.embedding[i]! + spread * normal(random),
  );
  const norm = Math.sqrt(wanted.reduce((sum, value) => sum + value * value, 0));
  const f0Hz = Math.exp((1 - share) * one.pitch + share * other.pitch + 0.05 * normal(random));
  const unit = wanted.map((value) => value / norm);
  const beside = pick([0, 0.2, 0.4], random);
  const place = nearestStyle(STYLE_SPACE, unit, f0Hz).map((value) => value + beside * normal(random));
  return { style: styleAt(STYLE_SPACE, place), sex: f0Hz < FEMALE_HZ ? 'm' : 'f', f0Hz };
}
