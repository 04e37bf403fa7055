/** Wrong responses of an enhancement service in place of the cleaned speech. */
import type { Sound } from '../cloning/sound.ts';
import { whiteNoise } from '../enhancement/spoil.ts';
import type { Take } from '../enhancement/takes.ts';
import { randomNumbers } from '../random.ts';

const SEED = 11;
const SHIFT_SECONDS = 0.2;
const BLOCK_SECONDS = 2;
const SWAPPED_SECONDS = 4;

/** Each makes a response of the take's length from its clean sound. */
export const WRONG_ANSWERS: Readonly<Record<string, (take: Take) => Sound>> = {
  'other sentences of the speaker': (take) => like(take, otherWords(take)),
  'its parts in another order': (take) => like(take, shuffled(take.sound)),
  backwards: (take) => like(take, take.sound.samples.toReversed()),
  '200 ms late': (take) => like(take, shifted(take.sound, SHIFT_SECONDS)),
  '200 ms early': (take) => like(take, shifted(take.sound, -SHIFT_SECONDS)),
  '3 % faster': (take) => like(take, faster(take.sound, 1.03)),
  noise: (take) =>
    like(
      take,
      whiteNoise(take.sound.samples.length, SEED).map((x) => x * 0.05),
    ),
  'a tone': (take) =>
    like(
      take,
      take.sound.samples.map((_, n) => 0.1 * Math.sin((2 * Math.PI * 440 * n) / take.sound.sampleRate)),
    ),
};

/** Partly right responses, which are recognised by their worst part. */
export const HALF_WRONG_ANSWERS: Readonly<Record<string, (take: Take) => Sound>> = {
  'other words for 4 s': (take) => like(take, patched(take, otherWords(take))),
  'nothing for 4 s': (take) => like(take, patched(take, new Float32Array(take.sound.samples.length))),
};

function like({ sound }: Take, samples: Float32Array): Sound {
  return { samples, sampleRate: sound.sampleRate };
}

function otherWords({ sound, others }: Take): Float32Array {
  const words = Float32Array.from(others.flatMap(({ samples }) => [...samples]));
  return sound.samples.map((_, n) => words[n % words.length]!);
}

function shuffled({ samples, sampleRate }: Sound): Float32Array {
  const random = randomNumbers(SEED);
  const size = BLOCK_SECONDS * sampleRate;
  const blocks = Array.from({ length: Math.ceil(samples.length / size) }, (_, i) =>
    samples.subarray(i * size, (i + 1) * size),
  );
  for (let i = blocks.length - 1; i > 0; i--) {
    const j = Math.floor(random() * i);
    [blocks[i], blocks[j]] = [blocks[j]!, blocks[i]!];
  }
  return Float32Array.from(blocks.flatMap((block) => [...block]));
}

function shifted({ samples, sampleRate }: Sound, seconds: number): Float32Array {
  return samples.map((_, n) => samples[n - Math.round(seconds * sampleRate)] ?? 0);
}

function faster({ samples }: Sound, factor: number): Float32Array {
  return samples.map((_, n) => samples[Math.round(n * factor)] ?? 0);
}

/** Replaces the middle of a sound. */
function patched({ sound: { samples, sampleRate } }: Take, patch: Float32Array): Float32Array {
  const length = Math.min(SWAPPED_SECONDS * sampleRate, samples.length / 2);
  const from = Math.floor((samples.length - length) / 2);
  return samples.map((sample, n) => (n >= from && n < from + length ? patch[n]! : sample));
}
