import {
  ESPEAK_SAMPLE_RATE,
  type Espeak,
  type EspeakMark,
  type EspeakSpeech,
} from '../../../../language/pronunciation/espeak.ts';
import { type Pronounced, spokenText } from '../../../../language/pronunciation/pronounce.ts';
import { concatenated } from '../../../../media/concatenated.ts';
import { stretched } from '../../../../media/stretch.ts';
import { withoutGaps, withoutStress } from '../../phoneme-timings.ts';
import { withinSpeeds } from '../../prosody.ts';
import type { PhonemeTiming } from '../../synthesizer.ts';

export interface EspeakWordTime {
  /** Index among the pronounced words, not counting punctuation. */
  readonly index: number;
  readonly startSamples: number;
  readonly endSamples: number;
}

export interface EspeakUtterance {
  /** Mono, -1 to 1, with espeak's own silence at both ends. */
  readonly audio: Float32Array;
  readonly sampleRate: number;
  /** One per word, in order; starts never decrease. A word without sound has length 0. */
  readonly words: readonly EspeakWordTime[];
  /** In order, covering `audio` without gaps. */
  readonly phonemes: readonly PhonemeTiming[];
  /** Silence at the beginning and at the end of `audio`. */
  readonly leadSamples: number;
  readonly tailSamples: number;
}

export interface EspeakSpeaking {
  /** An espeak voice with an optional variant ("en-us", "en-us+f1"). */
  readonly voice: string;
  /** 0.5 to 2. The duration is divided by it; the pitch stays. */
  readonly speed: number;
  /** Factor of the speed for each word; absent or null where all are 1. */
  readonly rates?: readonly number[] | null;
  /** 0 to 100; by default 50, the voice's own. */
  readonly pitch?: number;
  /** Liveliness of the intonation, 0 to 100; by default 50. */
  readonly range?: number;
}

/** espeak's words per minute at speed 1. */
const NORMAL_RATE = 175;
const MIN_RATE = 80;
/** Above this rate espeak changes its method and no longer follows small steps. */
const MAX_RATE = 440;

/**
 * Pauses and long sounds follow the rate less than short ones, and single words change by steps of a tenth, so the rate
 * is corrected until the duration is right within this tolerance, and the rest is stretched. Synthesis takes about 3 ms
 * per second of audio, so retrying is cheap.
 */
const DURATION_TOLERANCE = 0.02;
const MAX_TRIES = 6;

/** Quieter than -54 dBFS is silence. */
const SILENCE = 0.002;

/**
 * Speaks pronounced words with espeak. Words are passed as phonemes, so that a tagged word is handled like any other,
 * and the punctuation between them shapes the intonation. Only a word that espeak read by the rules of another language
 * is passed as text: its phonemes do not exist in the voice's own inventory.
 * @throws UnknownEspeakVoiceError
 */
export function speakWithEspeak(
  espeak: Espeak,
  pronounced: readonly Pronounced[],
  speaking: EspeakSpeaking,
): EspeakUtterance {
  const script = scriptOf(pronounced, speaking.voice);
  if (script.text === '') {
    const words = script.starts.map((_, index) => ({ index, startSamples: 0, endSamples: 0 }));
    return {
      audio: new Float32Array(0),
      sampleRate: ESPEAK_SAMPLE_RATE,
      words,
      phonemes: [],
      leadSamples: 0,
      tailSamples: 0,
    };
  }
  const even = atSpeed(speaking.speed, (rate) =>
    espeak.synthesize(script.text, {
      voice: speaking.voice,
      rate,
      pitch: speaking.pitch ?? 50,
      range: speaking.range ?? 50,
    }),
  );
  const { audio, marks } = speaking.rates ? atRates(even, script, speaking.speed, speaking.rates) : even;
  const words = wordTimes(script.starts, marks, audio.length);
  return {
    audio,
    sampleRate: ESPEAK_SAMPLE_RATE,
    words,
    phonemes: phonemeTimes(script.starts, marks, words, audio.length),
    ...silences(audio),
  };
}

interface Script {
  readonly text: string;
  /** Position of each word in the text, in code points; null for words that are not in the text. */
  readonly starts: readonly (number | null)[];
}

function scriptOf(pronounced: readonly Pronounced[], voice: string): Script {
  let text = '';
  let length = 0;
  const starts: (number | null)[] = [];
  const write = (piece: string): void => {
    text += piece;
    length += [...piece].length;
  };
  for (const token of pronounced) {
    if (token.kind === 'punctuation') {
      if (text !== '') {
        write(markFor(token.mark, voice));
      }
      continue;
    }
    const spoken = written(token);
    if (spoken === '') {
      starts.push(null);
      continue;
    }
    if (text !== '') {
      write(' ');
    }
    starts.push(length);
    write(spoken);
  }
  return { text, starts };
}

function written(token: Extract<Pronounced, { kind: 'word' }>): string {
  if (token.phonemes.some((phoneme) => phoneme.language !== undefined)) {
    return spokenText(token.word);
  }
  let mnemonics = '';
  for (const { mnemonic, startsGroup } of token.phonemes) {
    // A bar between phonemes prevents that two are read as one ("t" and "S"); groups are separate words.
    mnemonics += (mnemonics === '' ? '' : startsGroup ? ' ' : '|') + mnemonic;
  }
  return mnemonics === '' ? '' : `[[${mnemonics}]]`;
}

/** A Greek semicolon is a question mark. */
function markFor(mark: string, voice: string): string {
  return mark === ';' && /^(?:el|grc)\b/.test(voice) ? ',' : mark;
}

interface Speech {
  readonly audio: Float32Array;
  readonly marks: readonly EspeakMark[];
}

/** Synthesizes the speech that espeak gives at its normal rate, sped up by the factor `speed`. */
function atSpeed(speed: number, synthesize: (rate: number) => EspeakSpeech): Speech {
  const normal = synthesize(NORMAL_RATE);
  const wanted = Math.round(normal.audio.length / speed);
  const { audio, marks } = nearest(normal, wanted, synthesize);
  const samples = Float32Array.from(audio, (sample) => sample / 32768);
  if (samples.length === wanted) return { audio: samples, marks };
  const scale = wanted / samples.length;
  return {
    audio: stretched(samples, ESPEAK_SAMPLE_RATE, wanted),
    marks: marks.map((mark) => ({ ...mark, atMs: mark.atMs * scale })),
  };
}

/** Speech with a speed for each word, time-stretched word by word. */
function atRates({ audio, marks }: Speech, script: Script, speed: number, rates: readonly number[]): Speech {
  const words = wordTimes(script.starts, marks, audio.length);
  const parts: Float32Array[] = [];
  const borders: {
    readonly from: number;
    readonly to: number;
    readonly at: number;
    readonly scale: number;
  }[] = [];
  let at = 0;
  for (let first = 0; first < words.length; ) {
    let next = first + 1;
    while (next < words.length && rates[next] === rates[first]) next++;
    const from = first === 0 ? 0 : (words[first]?.startSamples ?? 0);
    const to = words[next]?.startSamples ?? audio.length;
    const factor = withinSpeeds(speed * (rates[first] ?? 1)) / speed;
    const part = audio.subarray(from, to);
    const sound = factor === 1 ? part : stretched(part, ESPEAK_SAMPLE_RATE, Math.round(part.length / factor));
    parts.push(sound);
    borders.push({ from, to, at, scale: part.length === 0 ? 1 : sound.length / part.length });
    at += sound.length;
    first = next;
  }
  const moved = (atMs: number): number => {
    const sample = (atMs * ESPEAK_SAMPLE_RATE) / 1000;
    const border = borders.findLast(({ from }) => from <= sample) ?? borders[0];
    if (!border) return atMs;
    return ((border.at + (sample - border.from) * border.scale) * 1000) / ESPEAK_SAMPLE_RATE;
  };
  return { audio: concatenated(parts), marks: marks.map((mark) => ({ ...mark, atMs: moved(mark.atMs) })) };
}

/** Searches espeak's rates for the one whose speech is nearest to `wanted` samples long. */
function nearest(
  normal: EspeakSpeech,
  wanted: number,
  synthesize: (rate: number) => EspeakSpeech,
): EspeakSpeech {
  const error = (speech: EspeakSpeech): number => Math.abs(Math.log(speech.audio.length / wanted));
  let best = normal;
  let rate = NORMAL_RATE;
  let speech = normal;
  // Exclusive bounds of the rate.
  let [slow, fast] = [MIN_RATE - 1, MAX_RATE + 1];
  for (let tries = 0; tries < MAX_TRIES && error(best) > DURATION_TOLERANCE; tries++) {
    if (speech.audio.length > wanted) slow = rate;
    else fast = rate;
    if (fast - slow < 2) break;
    rate = Math.round((rate * speech.audio.length) / wanted);
    if (rate <= slow || rate >= fast) rate = Math.round((slow + fast) / 2);
    speech = synthesize(rate);
    if (error(speech) < error(best)) best = speech;
  }
  return best;
}

/** Times of the words. A word begins with its first sound and lasts until the next word or a pause begins. */
function wordTimes(
  starts: readonly (number | null)[],
  marks: readonly EspeakMark[],
  totalSamples: number,
): EspeakWordTime[] {
  const begun = new Map<number, number>();
  const ended = new Map<number, number>();
  let current = -1;
  for (const mark of marks) {
    const at = samplesAt(mark.atMs, totalSamples);
    if (mark.kind === 'phoneme' && mark.ipa === '') {
      // The end of the word so far, removed if more of the word follows.
      if (current !== -1 && !ended.has(current)) {
        ended.set(current, at);
      }
      continue;
    }
    const word = wordAt(starts, mark.textPosition);
    if (word !== current && current !== -1 && !ended.has(current)) {
      ended.set(current, at);
    }
    if (!begun.has(word)) {
      begun.set(word, at);
    }
    ended.delete(word);
    current = word;
  }
  let previousStart = 0;
  let previousEnd = 0;
  return starts.map((_, index) => {
    const begin = begun.get(index);
    const startSamples = Math.max(previousStart, begin ?? previousEnd);
    const endSamples = Math.max(
      startSamples,
      begin === undefined ? startSamples : (ended.get(index) ?? totalSamples),
    );
    previousStart = startSamples;
    previousEnd = endSamples;
    return { index, startSamples, endSamples };
  });
}

/** Times of the phonemes. espeak reports where each phoneme and each pause begins. */
function phonemeTimes(
  starts: readonly (number | null)[],
  marks: readonly EspeakMark[],
  words: readonly EspeakWordTime[],
  totalSamples: number,
): PhonemeTiming[] {
  let previous = -1;
  const begins = marks.flatMap((mark) => {
    if (mark.kind !== 'phoneme') return [];
    const ipa = withoutStress(mark.ipa);
    let startSamples = samplesAt(mark.atMs, totalSamples);
    if (ipa === '') return [{ ipa, word: -1, startSamples }];
    const word = wordAt(starts, mark.textPosition);
    // Some first phonemes are reported slightly after the word they begin.
    if (word !== previous) startSamples = Math.min(startSamples, words[word]?.startSamples ?? startSamples);
    previous = word;
    return [{ ipa, word, startSamples }];
  });
  const phonemes = begins.map((begin, index) => ({
    ...begin,
    endSamples: begins[index + 1]?.startSamples ?? totalSamples,
  }));
  return withoutGaps(
    phonemes.filter(({ ipa }) => ipa !== ''),
    totalSamples,
  );
}

function samplesAt(atMs: number, totalSamples: number): number {
  return Math.min(totalSamples, Math.round((atMs * ESPEAK_SAMPLE_RATE) / 1000));
}

/** The last word that begins at or before an offset in the text; -1 if there is none. */
function wordAt(starts: readonly (number | null)[], position: number): number {
  return starts.findLastIndex((start) => start !== null && start <= position);
}

function silences(audio: Float32Array): { leadSamples: number; tailSamples: number } {
  const isSound = (sample: number): boolean => Math.abs(sample) >= SILENCE;
  const first = audio.findIndex(isSound);
  if (first === -1) {
    return { leadSamples: audio.length, tailSamples: 0 };
  }
  return { leadSamples: first, tailSamples: audio.length - 1 - audio.findLastIndex(isSound) };
}
