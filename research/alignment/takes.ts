/** Takes of a script with known faults. */
import { resampleAll } from '../../media/resampler.ts';
import { pick, randomNumbers } from '../random.ts';
import type { Sound } from './sounds.ts';

/** Faults of a reader. */
export const MISHAPS = [
  'nothing',
  'one skipped',
  'two skipped',
  'one repeated',
  'two repeated',
  'false start',
  'another sentence',
  'words exchanged',
  'words left out',
  'other words',
  'noise between',
  'long pauses',
  'a remark',
] as const;
export type Mishap = (typeof MISHAPS)[number];

/** A line of a script: a sentence or two, as written and as read. */
export interface Line {
  readonly text: string;
  readonly sound: Sound;
}

/** Changes some words of a text. */
export type Change = (text: string, random: () => number) => string;

/** A script, a reader, and further sounds. */
export interface Material {
  readonly name: string;
  readonly lines: readonly Line[];
  /** Other sentences by the same voice. */
  readonly others: readonly Sound[];
  /** Other voices. */
  readonly strangers: readonly Sound[];
  /** Returns a line whose text differs from its speech. */
  readonly misread: (line: Line, change: Change, random: () => number) => Promise<Line>;
}

export interface LineTruth {
  /** Its good reading, in ms; null when there is none. */
  readonly reading: { readonly startMs: number; readonly endMs: number } | null;
  readonly fault: 'skipped' | 'misread' | 'repeated' | null;
}

export interface Take extends Sound {
  readonly name: string;
  readonly mishap: Mishap;
  readonly script: string;
  /** Offsets of the lines in the script. */
  readonly starts: readonly number[];
  readonly truth: readonly LineTruth[];
  /** Ranges of sound that belong to no good reading, in ms. */
  readonly extraneous: readonly { readonly startMs: number; readonly endMs: number }[];
}

const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’]*/gu;
/** Shortest word that is changed: changes of shorter words are hardly audible. */
const LONG_WORD = 4;

function longWords(text: string): RegExpExecArray[] {
  return [...text.matchAll(WORD)].filter(({ 0: word }) => word.length >= LONG_WORD) as RegExpExecArray[];
}

function withWords(
  text: string,
  words: ReadonlyMap<number, readonly [old: string, replacement: string]>,
): string {
  let changed = '';
  let at = 0;
  for (const [start, [old, replacement]] of [...words].sort(([a], [b]) => a - b)) {
    changed += text.slice(at, start) + replacement;
    at = start + old.length;
  }
  return changed + text.slice(at);
}

/** Swaps two words. */
const exchanged: Change = (text, random) => {
  const words = longWords(text);
  const a = pick(words, random);
  const b = pick(
    words.filter(({ 0: word }) => word.toLowerCase() !== a[0].toLowerCase()),
    random,
  );
  return withWords(
    text,
    new Map([
      [a.index, [a[0], b[0]]],
      [b.index, [b[0], a[0]]],
    ]),
  );
};

/** Removes two words in the middle. */
const shortened: Change = (text, random) => {
  const words = text.split(' ');
  const at = 1 + Math.floor(random() * Math.max(1, words.length - 3));
  return words.toSpliced(at, 2).join(' ');
};

/** Replaces two words by others. */
const otherWords =
  (vocabulary: readonly string[]): Change =>
  (text, random) => {
    const words = longWords(text);
    const a = pick(words, random);
    const b = pick(
      words.filter((word) => word !== a),
      random,
    );
    const other = (word: string): string =>
      pick(
        vocabulary.filter((choice) => Math.abs(choice.length - word.length) <= 2 && !text.includes(choice)),
        random,
      );
    return withWords(text, new Map([a, b].map((word) => [word.index, [word[0], other(word[0])]])));
  };

/** Concatenates sounds. */
class Tape {
  readonly sampleRate: number;
  readonly #parts: Float32Array[] = [];
  readonly #floor: number;
  readonly #random: () => number;
  #samples = 0;

  constructor(sampleRate: number, floor: number, random: () => number) {
    this.sampleRate = sampleRate;
    this.#floor = floor;
    this.#random = random;
  }

  get ms(): number {
    return (this.#samples * 1000) / this.sampleRate;
  }

  add(sound: Sound): { startMs: number; endMs: number } {
    const samples = resampleAll(sound.samples, sound.sampleRate, this.sampleRate);
    const startMs = this.ms;
    this.#parts.push(samples);
    this.#samples += samples.length;
    return { startMs, endMs: this.ms };
  }

  /** Appends the room's background noise. */
  quiet(ms: number): void {
    const length = Math.round((ms * this.sampleRate) / 1000);
    this.add({ samples: new Float32Array(length), sampleRate: this.sampleRate });
  }

  /** A cough: noise with a sudden onset and a decay, twice. */
  cough(level: number): { startMs: number; endMs: number } {
    const seconds = 0.2 + 0.15 * this.#random();
    const once = (): Float32Array =>
      Float32Array.from({ length: Math.round(seconds * this.sampleRate) }, (_, i) => {
        const t = i / this.sampleRate / seconds;
        return level * (2 * this.#random() - 1) * Math.exp(-4 * t);
      });
    const { startMs } = this.add({ samples: once(), sampleRate: this.sampleRate });
    return { startMs, endMs: this.add({ samples: once(), sampleRate: this.sampleRate }).endMs };
  }

  sound(): Sound {
    const samples = new Float32Array(this.#samples);
    let at = 0;
    for (const part of this.#parts) {
      for (const [i, x] of part.entries()) samples[at + i] = x + this.#floor * (2 * this.#random() - 1);
      at += part.length;
    }
    return { samples, sampleRate: this.sampleRate };
  }
}

/** Makes a take of a material with one mishap. */
export async function makeTake(material: Material, mishap: Mishap, seed: number): Promise<Take> {
  const random = randomNumbers(seed * 7919 + 13);
  for (let i = 0; i < 5; i++) random();
  const { lines, others, strangers } = material;
  const first = lines[0]!.sound;
  const level = Math.max(...lines.map(({ sound }) => peak(sound)));
  const tape = new Tape(first.sampleRate, level * 0.0007, random);
  const one = Math.floor(random() * lines.length);
  // Half of the time two in a row.
  const step = random() < 0.5 ? 1 : 2;
  const two = (one + step) % lines.length;
  const changes: Partial<Record<Mishap, Change>> = {
    'words exchanged': exchanged,
    'words left out': shortened,
    'other words': otherWords(lines.flatMap(({ text }) => longWords(text).map(({ 0: word }) => word))),
  };
  const read = [...lines];
  const change = changes[mishap];
  // A very short sentence has nothing to change.
  const victim = change && longWords(lines[one]!.text).length < 4 ? longest(lines) : one;
  if (change) read[victim] = await material.misread(lines[victim]!, change, random);

  const truth: LineTruth[] = [];
  const extraneous: { startMs: number; endMs: number }[] = [];
  tape.quiet(200 + 300 * random());
  for (const [index, { sound }] of read.entries()) {
    const here = index === one;
    const skipped = mishap.endsWith('skipped') && (here || (mishap === 'two skipped' && index === two));
    if (skipped) {
      truth.push({ reading: null, fault: 'skipped' });
      continue;
    }
    if (here && mishap === 'another sentence') {
      extraneous.push(tape.add(pick(others, random)));
      truth.push({ reading: null, fault: 'skipped' });
    } else {
      if (here && mishap === 'false start') {
        extraneous.push(tape.add(beginning(sound, 0.25 + 0.3 * random())));
        tape.quiet(300 + 500 * random());
      }
      let fault: LineTruth['fault'] = index === victim && change ? 'misread' : null;
      let reading = tape.add(sound);
      if (here && mishap === 'one repeated') {
        extraneous.push(reading);
        tape.quiet(400 + 400 * random());
        reading = tape.add(sound);
        fault = 'repeated';
      }
      truth.push({ reading, fault });
      if (mishap === 'two repeated' && index === Math.max(1, one)) {
        // Both sentences are read again.
        extraneous.push(truth[index - 1]!.reading!, reading);
        tape.quiet(300 + 400 * random());
        truth[index - 1] = { reading: tape.add(read[index - 1]!.sound), fault: 'repeated' };
        tape.quiet(300 + 300 * random());
        truth[index] = { reading: tape.add(sound), fault: 'repeated' };
      }
    }
    tape.quiet(mishap === 'long pauses' ? 1200 + 2000 * random() : 300 + 400 * random());
    if (here && mishap === 'noise between') {
      extraneous.push(tape.cough(0.7 * level));
      tape.quiet(200 + 300 * random());
    }
    if (here && mishap === 'a remark') {
      extraneous.push(tape.add(pick(strangers, random)));
      tape.quiet(300 + 300 * random());
    }
  }
  let script = '';
  const starts = read.map(({ text }, i) => {
    script += i === 0 ? '' : ' ';
    const start = script.length;
    script += text;
    return start;
  });
  return { name: material.name, mishap, script, starts, truth, extraneous, ...tape.sound() };
}

function longest(lines: readonly Line[]): number {
  return lines.reduce((best, { text }, i) => (text.length > lines[best]!.text.length ? i : best), 0);
}

const peak = ({ samples }: Sound): number => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** Returns the first part of a sound, up to a quiet place near a share of it. */
function beginning({ samples, sampleRate }: Sound, share: number): Sound {
  const frame = Math.round(0.02 * sampleRate);
  const power = (at: number): number => samples.subarray(at, at + frame).reduce((sum, x) => sum + x * x, 0);
  let quietest = Math.round(share * samples.length);
  const reach = Math.round(0.25 * sampleRate);
  for (let at = quietest - reach; at < quietest + reach; at += frame) {
    if (at > 0 && power(at) < power(quietest)) quietest = at;
  }
  return { samples: samples.slice(0, quietest + frame), sampleRate };
}
