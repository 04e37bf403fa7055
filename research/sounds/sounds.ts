/** Sounds without words, computed: sounds other than speech in microphones and telephones. All are reproducible. */
import { randomNumbers } from '../random.ts';

/** A sound: its value, -1 to 1, at a time in seconds; must be called in order, at 16 kHz. */
export type SoundAt = (t: number) => number;

/** The components of the sounds of a kind. */
interface Source {
  /** In [0, 1). */
  readonly random: () => number;
  /** White noise, -1 to 1. */
  readonly white: () => number;
}

interface Event {
  /** Seconds since its beginning, and total duration. */
  readonly age: number;
  readonly length: number;
  /** In [0, 1); a new value for each event. */
  readonly seed: number;
}

const TURN = 2 * Math.PI;
const SCALE = [220, 247, 262, 294, 330, 349, 392, 440, 494, 523] as const;
const SAMPLE_RATE = 16_000;

/** Events with pauses of about `pause` seconds, which are up to `jitter` (a share) shorter or longer. */
function events(
  { random }: Source,
  pause: number,
  jitter: number,
  lengthOf: () => number,
  value: (event: Event) => number,
): SoundAt {
  let next = 0.5;
  let began = Number.NEGATIVE_INFINITY;
  let length = 0;
  let seed = 0;
  return (t) => {
    if (t >= next) {
      began = t;
      length = lengthOf();
      seed = random();
      next = t + length + pause * (1 + jitter * (2 * random() - 1));
    }
    const age = t - began;
    return age < length ? value({ age, length, seed }) : 0;
  };
}

/** The sum of harmonics, each softer than the one below it. */
function harmonics(frequency: number, t: number, count: number): number {
  let sum = 0;
  for (let k = 1; k <= count; k++) sum += Math.sin(TURN * frequency * k * t) / k;
  return sum;
}

/** A low-pass of one pole. @param share of the difference that each sample adds */
function lowPass(share: number): (x: number) => number {
  let y = 0;
  return (x) => (y += share * (x - y));
}

/** A resonance, like those of a mouth. */
function resonance(frequency: number, bandwidth: number): (x: number) => number {
  const radius = Math.exp((-Math.PI * bandwidth) / SAMPLE_RATE);
  const turn = 2 * radius * Math.cos((TURN * frequency) / SAMPLE_RATE);
  let [one, two] = [0, 0];
  return (x) => {
    const y = (1 - radius) * x + turn * one - radius * radius * two;
    [two, one] = [one, y];
    return y;
  };
}

/** A voice without words: pulses through the resonances of a vowel. */
function voice(formants: readonly number[]): (frequency: number) => number {
  const filters = formants.map((formant) => resonance(formant, 60 + formant / 20));
  let phase = 0;
  return (frequency) => {
    phase += frequency / SAMPLE_RATE;
    const pulse = phase >= 1 ? 1 : 0;
    phase -= pulse;
    return filters.reduce((sum, filter) => sum + filter(pulse), 0);
  };
}

const swell = ({ age, length }: Event): number => Math.sin((Math.PI * age) / length);
const fading = ({ age, length }: Event, rate: number): number => Math.exp((-rate * age) / length);
const noteOf = (seed: number): number => SCALE[Math.floor(seed * SCALE.length)]!;

type Kinds = Readonly<Record<string, (source: Source) => SoundAt>>;

const KINDS: Kinds = {
  silence: () => () => 0,
  'a quiet room':
    ({ white }) =>
    () =>
      0.002 * white(),
  'noise that comes and goes':
    ({ white }) =>
    (t) =>
      (Math.floor(t / 3) % 2 ? 0.1 : 0.003) * white(),
  wind({ white }) {
    const low = lowPass(0.02);
    return (t) => 0.3 * (0.5 + 0.5 * Math.sin(t * 0.7) * Math.sin(t * 2.3)) * low(white());
  },
  breath(source) {
    const low = lowPass(0.4);
    return events(
      source,
      2,
      0.5,
      () => 0.6 + source.random(),
      (event) => {
        const x = source.white();
        return 0.06 * swell(event) ** 2 * (x - low(x));
      },
    );
  },
  sighs(source) {
    const mouth = resonance(700, 300);
    return events(
      source,
      3,
      0.5,
      () => 0.8 + 0.6 * source.random(),
      (event) => {
        return 0.5 * swell(event) * fading(event, 1) * mouth(source.white());
      },
    );
  },
  'mains hum': () => (t) => 0.1 * [1, 2, 3, 5].reduce((sum, k) => sum + Math.sin(TURN * 50 * k * t) / k, 0),
  'keys of a telephone': (source) =>
    events(
      source,
      0.3,
      0.8,
      () => 0.15,
      ({ age, seed }) => {
        const [low, high] = [
          [697, 770, 852, 941],
          [1209, 1336, 1477],
        ] as const;
        const tone = (of: readonly number[], at: number): number =>
          Math.sin(TURN * of[Math.floor(at) % of.length]! * age);
        return 0.2 * (tone(low, seed * 4) + tone(high, seed * 97));
      },
    ),
  ringing: () => (t) => (t % 5 < 1 ? 0.1 * (Math.sin(TURN * 440 * t) + Math.sin(TURN * 480 * t)) : 0),
  melody: (source) =>
    events(
      source,
      0.02,
      1,
      () => 0.25 + 0.3 * source.random(),
      (event) => {
        const vibrato = 1 + 0.006 * Math.sin(TURN * 5.5 * event.age);
        const x = harmonics(noteOf(event.seed) * vibrato, event.age, 7);
        return 0.12 * x * Math.min(1, event.age * 30) * fading(event, 2);
      },
    ),
  chords: (source) =>
    events(
      source,
      0.05,
      1,
      () => 1 + source.random(),
      (event) => {
        const note = (ratio: number): number => harmonics(noteOf(event.seed) * ratio, event.age, 5);
        return 0.06 * (note(1) + note(1.26) + note(1.5)) * fading(event, 3);
      },
    ),
  drums: (source) =>
    events(
      source,
      0.2,
      0.2,
      () => 0.15,
      (event) => {
        const skin = Math.sin(TURN * (60 + 120 * event.seed) * event.age) * fading(event, 4);
        return 0.4 * skin + 0.15 * source.white() * fading(event, 9);
      },
    ),
  whistling: (source) =>
    events(
      source,
      0.3,
      0.9,
      () => 0.3 + 0.6 * source.random(),
      (event) => {
        const frequency = 2.5 * noteOf(event.seed) * (1 + 0.01 * Math.sin(TURN * 6 * event.age));
        return swell(event) * (0.15 * Math.sin(TURN * frequency * event.age) + 0.005 * source.white());
      },
    ),
  keyboard: (source) =>
    events(
      source,
      0.12,
      0.9,
      () => 0.03,
      (event) => 0.2 * source.white() * fading(event, 5),
    ),
  knocks: (source) =>
    events(
      source,
      1.5,
      0.9,
      () => 0.12,
      (event) => {
        return (
          0.4 * Math.sin(TURN * 180 * event.age) * fading(event, 6) + 0.1 * source.white() * fading(event, 20)
        );
      },
    ),
  coughs(source) {
    const low = lowPass(0.3);
    return events(
      source,
      3,
      0.5,
      () => 0.25,
      (event) => 0.9 * low(source.white()) * fading(event, 3),
    );
  },
  'throat clearing'(source) {
    const [throat, mouth] = [voice([450, 1100, 2300]), resonance(1000, 500)];
    return events(
      source,
      2.5,
      0.5,
      () => 0.5,
      (event) => {
        const isOn = event.age % 0.25 < 0.18 ? 1 : 0;
        return isOn * (2 * throat(90 + 30 * event.seed) + 0.3 * mouth(source.white())) * fading(event, 1);
      },
    );
  },
  barking: (source) =>
    events(
      source,
      0.4,
      0.7,
      () => 0.22,
      (event) => {
        const frequency = (350 + 300 * event.seed) * (1 + 0.3 * swell(event));
        return 0.2 * harmonics(frequency, event.age, 8) * swell(event) + 0.03 * source.white();
      },
    ),
  laughter(source) {
    const throat = voice([700, 1200, 2500]);
    return events(
      source,
      2,
      0.5,
      () => 1.2,
      (event) => {
        const within = event.age % 0.19;
        const ha =
          throat((180 + 120 * event.seed) * (1 - 0.2 * event.age)) * Math.sin((Math.PI * within) / 0.1);
        const h = 0.05 * source.white() * Math.exp(-20 * (within - 0.1));
        return (within < 0.1 ? 3 * ha : h) * (1 - event.age / event.length);
      },
    );
  },
  humming(source) {
    const throat = voice([250, 1000]);
    return events(
      source,
      0.4,
      0.9,
      () => 0.3 + 0.5 * source.random(),
      (event) => {
        return 3 * throat(0.6 * noteOf(event.seed)) * Math.min(1, 10 * swell(event));
      },
    );
  },
  crying(source) {
    const throat = voice([900, 1500, 3000]);
    return events(
      source,
      0.8,
      0.5,
      () => 0.6 + 0.8 * source.random(),
      (event) => {
        return 3 * throat((400 + 100 * event.seed) * (1 + 0.2 * swell(event))) * swell(event);
      },
    );
  },
  snoring(source) {
    const mouth = resonance(400, 300);
    return events(
      source,
      2,
      0.3,
      () => 1.2,
      (event) => {
        const flutter = 0.5 + 0.5 * Math.sign(Math.sin(TURN * 35 * event.age));
        return 0.6 * flutter * swell(event) * mouth(source.white());
      },
    );
  },
  'an engine'({ white }) {
    const low = lowPass(0.05);
    return (t) => {
      const beat = 1 + 0.5 * Math.sin(TURN * 20 * t);
      return 0.15 * Math.sin(TURN * (80 + 20 * Math.sin(t * 0.5)) * t) * beat + 0.3 * low(white());
    };
  },
  'a siren': () => (t) => 0.2 * Math.sin(TURN * (700 * t - (300 / Math.PI) * Math.cos(Math.PI * t))),
  'clicks of a line': (source) =>
    events(
      source,
      0.5,
      0.9,
      () => 0.004,
      () => 0.7 * source.white(),
    ),
};

export const SOUNDS: readonly string[] = Object.keys(KINDS);

/** A sound of a kind, with the noise of a microphone. @param seed of its random numbers */
export function soundOf(kind: string, seed: number): SoundAt {
  const random = randomNumbers(seed);
  const white = (): number => 2 * random() - 1;
  const sound = KINDS[kind]!({ random, white });
  return (t) => Math.max(-1, Math.min(1, sound(t) + 0.0008 * white()));
}
