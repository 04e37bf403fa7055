import { percentile } from '../../bench/stats.ts';
import { align, espeakSource, type VoiceSource } from '../../engine/research.ts';
import type { Renderer, Saying } from './renderer.ts';
import { inRoom, type Sound, shifted, tilted, withNoise } from './sounds.ts';
import { TEXTS } from './texts.ts';

interface Condition {
  readonly name: string;
  readonly voice: VoiceSource;
  readonly saying?: Saying;
  readonly change?: (sound: Sound) => Sound;
}

export interface AccuracyFigures {
  readonly name: string;
  readonly words: number;
  /** Milliseconds. */
  readonly startMedian: number;
  readonly startP95: number;
  /** Median of the signed error: positive when words are found late. */
  readonly startBias: number;
  readonly endMedian: number;
  readonly endP95: number;
  readonly leastConfidence: number;
}

export interface AccuracyResult {
  readonly conditions: readonly AccuracyFigures[];
  readonly all: AccuracyFigures;
  /** CPU time per second of recording, in ms. */
  readonly msPerSecond: number;
}

export function conditions(standard: VoiceSource): Condition[] {
  const alive: Saying = { temperature: 0.9, seed: 7 };
  return [
    { name: 'the rendition itself', voice: standard },
    { name: 'same voice, other seed', voice: standard, saying: alive },
    { name: 'same voice at 0.7', voice: standard, saying: { speed: 0.7, seed: 5 } },
    { name: 'same voice at 1.5', voice: standard, saying: { speed: 1.5, seed: 6 } },
    { name: 'same voice, noise 20 dB', voice: standard, saying: alive, change: (s) => withNoise(s, 20) },
    { name: 'same voice, noise 10 dB', voice: standard, saying: alive, change: (s) => withNoise(s, 10) },
    { name: 'same voice, room 0.3 s', voice: standard, saying: alive, change: (s) => inRoom(s, 0.3) },
    { name: 'same voice, room 0.6 s', voice: standard, saying: alive, change: (s) => inRoom(s, 0.6) },
    { name: 'same voice, dull', voice: standard, saying: alive, change: (s) => tilted(s, 0.9) },
    { name: 'same voice, shifted up 15 %', voice: standard, saying: alive, change: (s) => shifted(s, 1.15) },
    {
      name: 'same voice, shifted down 13 %',
      voice: standard,
      saying: alive,
      change: (s) => shifted(s, 0.87),
    },
    { name: 'espeak male', voice: espeakSource('en-us') },
    { name: 'espeak male at 0.7', voice: espeakSource('en-us'), saying: { speed: 0.7 } },
    { name: 'espeak male at 1.5', voice: espeakSource('en-us'), saying: { speed: 1.5 } },
    { name: 'espeak male m3', voice: espeakSource('en-us+m3') },
    { name: 'espeak female f2', voice: espeakSource('en-us+f2') },
    { name: 'espeak female f4', voice: espeakSource('en-us+f4') },
    { name: 'espeak British', voice: espeakSource('en-gb') },
    { name: 'espeak f2, noise 10 dB', voice: espeakSource('en-us+f2'), change: (s) => withNoise(s, 10) },
    { name: 'espeak male, room 0.6 s', voice: espeakSource('en-us'), change: (s) => inRoom(s, 0.6) },
  ];
}

/** Measures the word boundaries that are found by aligning the standard voice with other speech of known times. */
export async function measureAccuracy(renderer: Renderer, standard: VoiceSource): Promise<AccuracyResult> {
  const figures: AccuracyFigures[] = [];
  const all = { starts: [] as number[], ends: [] as number[], confidences: [] as number[] };
  let cpuMs = 0;
  let seconds = 0;
  for (const { name, voice, saying, change } of conditions(standard)) {
    const starts: number[] = [];
    const ends: number[] = [];
    const confidences: number[] = [];
    for (const text of TEXTS) {
      const rendition = await renderer.speak(standard, text);
      const truth = await renderer.speak(voice, text, saying);
      const { samples, sampleRate } = change?.(truth) ?? truth;
      const before = process.cpuUsage();
      const { words, confidence } = align(rendition, samples, sampleRate);
      const { user, system } = process.cpuUsage(before);
      cpuMs += (user + system) / 1000;
      seconds += samples.length / sampleRate;
      confidences.push(confidence);
      for (const [index, word] of words.entries()) {
        const known = truth.words[index];
        if (!known) continue;
        starts.push(word.startMs - (known.startSamples * 1000) / sampleRate);
        ends.push(word.endMs - (known.endSamples * 1000) / sampleRate);
      }
    }
    figures.push(summarise(name, starts, ends, confidences));
    all.starts.push(...starts);
    all.ends.push(...ends);
    all.confidences.push(...confidences);
  }
  return {
    conditions: figures,
    all: summarise('all', all.starts, all.ends, all.confidences),
    msPerSecond: cpuMs / seconds,
  };
}

function summarise(
  name: string,
  starts: readonly number[],
  ends: readonly number[],
  confidences: readonly number[],
): AccuracyFigures {
  const sizes = (errors: readonly number[]): number[] => errors.map(Math.abs);
  return {
    name,
    words: starts.length,
    startMedian: percentile(sizes(starts), 50),
    startP95: percentile(sizes(starts), 95),
    startBias: percentile(starts, 50),
    endMedian: percentile(sizes(ends), 50),
    endP95: percentile(sizes(ends), 95),
    leastConfidence: Math.min(...confidences),
  };
}
