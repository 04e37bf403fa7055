/** Simulated effects of rooms, microphones and speakers on recordings. All are reproducible. */
import { normalNumbers, randomNumbers } from '../random.ts';

export interface Sound {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / Math.max(1, samples.length));

/** Adds white noise, `snrDb` below the speech. */
export function withNoise({ samples, sampleRate }: Sound, snrDb: number): Sound {
  const normal = normalNumbers(1);
  const level = rms(samples) * 10 ** (-snrDb / 20);
  return { samples: samples.map((x) => x + level * normal()), sampleRate };
}

/**
 * Adds room reverberation: sparse echoes under an exponential decay by 60 dB in `seconds`, together as loud as the
 * direct sound.
 */
export function inRoom({ samples, sampleRate }: Sound, seconds: number): Sound {
  const echoes = 500;
  const random = randomNumbers(2);
  const normal = normalNumbers(3);
  const taps = Array.from({ length: echoes }, () => {
    const after = random();
    return {
      delay: Math.round((0.002 + after * seconds) * sampleRate),
      gain: normal() * Math.exp(-Math.log(1000) * after),
    };
  });
  const energy = Math.sqrt(taps.reduce((sum, { gain }) => sum + gain * gain, 0));
  const wet = Float32Array.from(samples);
  for (const { delay, gain } of taps) {
    for (let i = delay; i < wet.length; i++) wet[i]! += (gain / energy) * samples[i - delay]!;
  }
  return { samples: wet, sampleRate };
}

/** Applies the spectral tilt of a dull (positive) or a sharp microphone: some 6 dB per octave. */
export function tilted({ samples, sampleRate }: Sound, amount: number): Sound {
  return { samples: samples.map((x, i) => x + amount * (samples[i - 1] ?? 0)), sampleRate };
}

/** Raises pitch and formants by `factor`, which also speeds the speech up. */
export function shifted({ samples, sampleRate }: Sound, factor: number): Sound {
  return { samples, sampleRate: Math.round(sampleRate * factor) };
}

/** Sounds without speech, at 16 kHz. */
export function speechless(seconds: number): readonly (readonly [name: string, sound: Sound])[] {
  const sampleRate = 16_000;
  const n = seconds * sampleRate;
  const normal = normalNumbers(5);
  const random = randomNumbers(6);
  const sound = (value: (i: number) => number): Sound => ({
    samples: Float32Array.from({ length: n }, (_, i) => value(i)),
    sampleRate,
  });
  const notes = Array.from(
    { length: Math.ceil(seconds * 4) },
    () => 110 * 2 ** (Math.floor(random() * 24) / 12),
  );
  const music = (i: number): number => {
    const note = notes[Math.floor((i * 4) / sampleRate)] ?? 220;
    const inside = ((i * 4) / sampleRate) % 1;
    let x = 0;
    for (let h = 1; h < 12; h++) x += Math.sin((2 * Math.PI * note * h * i) / sampleRate) / h;
    return 0.1 * x * Math.exp(-3 * inside);
  };
  return [
    ['white noise', sound(() => 0.1 * normal())],
    [
      'noise in bursts',
      sound((i) => 0.2 * normal() * Math.max(0, Math.sin((2 * Math.PI * 3 * i) / sampleRate))),
    ],
    ['a tone', sound((i) => 0.3 * Math.sin((2 * Math.PI * 300 * i) / sampleRate))],
    ['music', sound(music)],
    ['music and drums', sound((i) => music(i) + 0.2 * normal() * Math.exp(-((i % 5333) / 500)))],
    ['hum', sound((i) => 0.2 * Math.sign(Math.sin((2 * Math.PI * 50 * i) / sampleRate)) + 0.001 * normal())],
  ];
}
