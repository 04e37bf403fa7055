/** Utterances with a pause in them: people's recordings whose pauses are lengthened. */
import { type AlignedWord, align, espeakSource } from '../../engine/research.ts';
import { rmsDbfs, softestStretch } from '../../media/level.ts';
import { resampleAll } from '../../media/resampler.ts';
import type { Clip } from '../alignment/corpus.ts';
import type { Renderer } from '../alignment/renderer.ts';
import { randomNumbers, shuffled } from '../random.ts';
import { joined } from '../sound.ts';
import type { HesitationKind } from './hesitations.ts';

export const RATE = 16_000;

/** Sentences that people read. */
export const READ_KINDS = ['statement', 'question'] as const;
type Kind = (typeof READ_KINDS)[number];

export interface PausedUtterance {
  readonly name: string;
  readonly speaker: string;
  readonly kind: Kind | HesitationKind;
  /** The agent's last words; "" if the speaker begins. */
  readonly agent: string;
  /** Mono, 16 kHz, -1 to 1; a few seconds of the room at the end. */
  readonly samples: Float32Array;
  /** When the speaker has finished. */
  readonly endMs: number;
  /** What is said, and until when, for a recogniser that makes no errors. Default: unknown. */
  readonly words?: readonly { readonly text: string; readonly endMs: number }[];
}

/** A silence after a number of words, in samples of the recording. */
export interface Boundary {
  readonly words: number;
  readonly begin: number;
  readonly end: number;
}

/** A sentence in a recording of 16 kHz. */
export interface Sentence {
  readonly name: string;
  readonly speaker: string;
  readonly kind: Kind;
  readonly samples: Float32Array;
  readonly words: readonly string[];
  /** In samples. */
  readonly begin: number;
  readonly end: number;
  /** Pauses between words of the sentence, which may be lengthened. */
  readonly boundaries: readonly Boundary[];
  /** Background of the room; empty for digital silence. */
  readonly room: Float32Array;
}

/** Longer sentences are unlike turns of callers; their beginning is left out, up to a pause. */
const MAX_SAMPLES = 7 * RATE;
/** Range of the lengths of pauses, in ms, with a uniform distribution. */
const PAUSE_MS = { least: 400, most: 1200 } as const;
/** The silence after the end: longer than any delay. */
export const TAIL_MS = 3200;
/** At a boundary between words, the level falls to within this many dB of the room's for this long. */
const GAP_ABOVE_ROOM_DB = 12;
const BLOCK = RATE / 100;
const GAP_BLOCKS = 5;
/** Blocks of the room's sound without speech. */
const ROOM_BLOCKS = 12;
/** Words on both sides of a pause. */
const LEAST_BEFORE = 2;
const LEAST_AFTER = 1;
const SENTENCE_END = /[.?!]["'”’]?$/u;
const ABBREVIATION = /^(?:mr|mrs|dr|st)\.$/iu;

/** The sentences of recordings with transcripts. Forced alignment finds the times of the words. */
export async function sentencesOf(clips: readonly Clip[], renderer: Renderer): Promise<Sentence[]> {
  const sentences: Sentence[] = [];
  for (const clip of clips) {
    const samples = resampleAll(clip.samples, clip.sampleRate, RATE);
    const rendition = await renderer.speak(espeakSource('en-us'), clip.text);
    sentences.push(...inClip(clip, samples, punctuated(clip.text, align(rendition, samples, RATE).words)));
  }
  return sentences;
}

type TimedWord = Pick<AlignedWord, 'text' | 'startMs' | 'endMs'>;

/** Words as the transcript writes them, with the marks after them. */
function punctuated(transcript: string, words: readonly TimedWord[]): TimedWord[] {
  let at = 0;
  return words.map(({ text, startMs, endMs }) => {
    const begin = transcript.indexOf(text, at);
    if (begin < 0) return { text, startMs, endMs };
    at = begin + text.length;
    return { text: text + (/^\S*/u.exec(transcript.slice(at))?.[0] ?? ''), startMs, endMs };
  });
}

function inClip(clip: Clip, samples: Float32Array, words: readonly TimedWord[]): Sentence[] {
  const levels = levelsOf(samples);
  const room = roomOf(samples, levels);
  const limit = rmsDbfs(room) + GAP_ABOVE_ROOM_DB;
  const found: Sentence[] = [];
  let first = 0;
  for (const [index, word] of words.entries()) {
    if (!SENTENCE_END.test(word.text) || ABBREVIATION.test(word.text)) continue;
    const next = words[index + 1];
    const gap = gapBetween(levels, word.endMs, next?.startMs ?? (levels.length * 1000 * BLOCK) / RATE, limit);
    // Without a pause after it the sentence cannot be cut off here.
    if (gap === null) continue;
    const begin = words[first]!;
    const boundaries = [];
    for (let i = first + LEAST_BEFORE - 1; i < index - LEAST_AFTER + 1; i++) {
      if (SENTENCE_END.test(words[i]!.text) && !ABBREVIATION.test(words[i]!.text)) continue;
      const between = gapBetween(levels, words[i]!.endMs, words[i + 1]!.startMs, limit);
      if (between !== null) boundaries.push({ words: i - first + 1, ...between });
    }
    const before = words[first - 1];
    const earliest = before === undefined ? 0 : ((before.endMs + begin.startMs) / 2 / 1000) * RATE;
    found.push(
      shortened({
        name: clip.name,
        speaker: clip.name.split('-')[0] ?? clip.name,
        kind: word.text.includes('?') ? 'question' : 'statement',
        samples,
        words: words.slice(first, index + 1).map(({ text }) => text),
        begin: Math.round(Math.max(earliest, (begin.startMs / 1000 - 0.3) * RATE)),
        end: gap.begin,
        boundaries,
        room,
      }),
    );
    first = index + 1;
  }
  return found;
}

function shortened(sentence: Sentence): Sentence {
  const { begin, end, boundaries, words } = sentence;
  const at = boundaries.findIndex((boundary) => end - boundary.end <= MAX_SAMPLES);
  if (end - begin <= MAX_SAMPLES || at < 0) return sentence;
  const { words: dropped, begin: from } = boundaries[at]!;
  return {
    ...sentence,
    words: words.slice(dropped),
    begin: from,
    boundaries: boundaries
      .slice(at + 1)
      .map((boundary) => ({ ...boundary, words: boundary.words - dropped }))
      .filter((boundary) => boundary.words >= LEAST_BEFORE),
  };
}

/** The quiet stretch nearest to the aligned boundary of two words; null if there is no silence between them. */
function gapBetween(
  levels: readonly number[],
  endMs: number,
  startMs: number,
  limit: number,
): { begin: number; end: number } | null {
  const from = Math.max(0, Math.floor(endMs / 10) - 10);
  const to = Math.min(levels.length, Math.ceil(startMs / 10) + 6);
  let best: { first: number; length: number } | null = null;
  let length = 0;
  for (let i = from; i <= to; i++) {
    if (i < to && levels[i]! < limit) length++;
    else {
      if (length >= GAP_BLOCKS && (best === null || length > best.length))
        best = { first: i - length, length };
      length = 0;
    }
  }
  if (best === null) return null;
  return { begin: best.first * BLOCK, end: (best.first + best.length) * BLOCK };
}

function levelsOf(samples: Float32Array): number[] {
  return Array.from({ length: Math.floor(samples.length / BLOCK) }, (_, i) =>
    Math.max(-100, rmsDbfs(samples.subarray(i * BLOCK, (i + 1) * BLOCK))),
  );
}

function roomOf(samples: Float32Array, levels: readonly number[]): Float32Array {
  const at = softestStretch(levels, ROOM_BLOCKS) ?? 0;
  return samples.slice(at * BLOCK, (at + ROOM_BLOCKS) * BLOCK);
}

/** Continues the sound of the room, forwards and backwards, so that there are no edges. */
function roomTone(room: Float32Array, samples: number): Float32Array {
  const tone = new Float32Array(samples);
  if (room.length < 2) return tone;
  const period = 2 * (room.length - 1);
  for (let i = 0; i < samples; i++) {
    const phase = i % period;
    tone[i] = room[phase < room.length ? phase : period - phase]!;
  }
  return tone;
}

/**
 * The given number of utterances of each kind, taken in turn from the sentences that have a pause at one of their
 * boundaries. Every run returns the same.
 */
export function withPauses(sentences: readonly Sentence[], count: number, seed: number): PausedUtterance[] {
  const random = randomNumbers(seed);
  const usable = sentences.filter(({ boundaries }) => boundaries.length > 0);
  const made: PausedUtterance[] = [];
  const orders = usable.map(({ boundaries }) => shuffled(boundaries, random));
  for (let round = 0; made.length < count && round < 100; round++) {
    for (const [i, sentence] of usable.entries()) {
      if (made.length === count) break;
      const order = orders[i]!;
      const pauseMs = Math.round(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least));
      made.push(paused(sentence, order[round % order.length]!, pauseMs));
    }
  }
  return made;
}

/**
 * A sentence in its room, which goes on after the end.
 * @param boundary the one that is lengthened; null for none
 * @returns with the ends of the parts, in ms
 */
export function inItsRoom(
  { samples, begin, end, room }: Sentence,
  boundary: Boundary | null,
  pauseMs = 0,
): { readonly samples: Float32Array; readonly endsMs: readonly number[] } {
  const { begin: from, end: to } = boundary ?? { begin: end, end };
  const added = boundary ? Math.max(0, (pauseMs * RATE) / 1000 - (to - from)) : 0;
  const at = Math.round((from + to) / 2);
  // Callers do not begin when their line opens.
  const lead = RATE / 2;
  const parts = [
    roomTone(room, lead),
    samples.subarray(begin, at),
    roomTone(room, Math.round(added)),
    samples.subarray(at, end),
    roomTone(room, (TAIL_MS * RATE) / 1000),
  ];
  const whole = joined(parts);
  const endMs = (whole.length * 1000) / RATE - TAIL_MS;
  return {
    samples: whole,
    endsMs: boundary ? [((lead + from - begin) * 1000) / RATE, endMs] : [endMs],
  };
}

function paused(sentence: Sentence, boundary: Boundary, pauseMs: number): PausedUtterance {
  const { name, speaker, kind, words } = sentence;
  const { samples, endsMs } = inItsRoom(sentence, boundary, pauseMs);
  const said = [words.slice(0, boundary.words).join(' '), words.slice(boundary.words).join(' ')] as const;
  return {
    name: `${name}: ${said.join(' | ')}`,
    speaker,
    kind,
    agent: '',
    samples,
    endMs: endsMs.at(-1)!,
  };
}
