/** Divides a text by speaker. */
import type { SpokenTurn, TimedWord } from './types.ts';

/** A stretch of sound with its voice. */
export interface VoicedSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly voice: number;
}

/** Range in words around a change of voice in which a more likely place for the change of turns is searched. */
const REACH_WORDS = 2;
/** Length of a silence in which people take turns. */
const GAP_MS = 250;
const SENTENCE_END = /[.!?…।。！？]["'”’»)\]]*\s*$/u;

/**
 * @param text as written, with the words in their order
 * @param spans in order
 */
export function turnsOf(
  text: string,
  words: readonly TimedWord[],
  spans: readonly VoicedSpan[],
): SpokenTurn[] {
  if (words.length === 0) return [];
  const starts = wordStarts(text, words);
  const isEnd = (before: number): boolean => endsSentence(text.slice(starts[before - 1], starts[before]));
  const voices = withTurnsInPauses(words, voicesOf(words, spans), isEnd);
  const order = [...new Set(voices)];
  const turns: SpokenTurn[] = [];
  let first = 0;
  for (let i = 1; i <= words.length; i++) {
    if (i < words.length && voices[i] === voices[first]) continue;
    const end = i < words.length ? starts[i] : text.length;
    turns.push({
      speaker: letters(order.indexOf(voices[first]!)),
      text: text.slice(starts[first], end).trim(),
      words: words.slice(first, i),
    });
    first = i;
  }
  return turns;
}

/** A silence after which a channel's words are a new turn: the other side may have spoken meanwhile. */
const CHANNEL_PAUSE_MS = 1000;

/** For channels with one speaker each: a turn ends when its channel is silent for a second, or with a sentence. */
export function turnsOfChannels(
  channels: readonly { readonly text: string; readonly words: readonly TimedWord[] }[],
): SpokenTurn[] {
  const turns = channels.flatMap(({ text, words }, channel) => {
    const starts = wordStarts(text, words);
    const parts: SpokenTurn[] = [];
    let first = 0;
    for (let i = 1; i <= words.length; i++) {
      const piece = text.slice(starts[first], starts[i] ?? text.length).trim();
      const pauseMs = i < words.length ? words[i]!.startMs - words[i - 1]!.endMs : Number.POSITIVE_INFINITY;
      const isOver = pauseMs >= CHANNEL_PAUSE_MS || (pauseMs >= GAP_MS && endsSentence(piece));
      if (!isOver) continue;
      parts.push({ speaker: `channel ${channel + 1}`, text: piece, words: words.slice(first, i) });
      first = i;
    }
    return parts;
  });
  const startOf = ({ words }: SpokenTurn): number => words[0]?.startMs ?? 0;
  return turns.sort((a, b) => startOf(a) - startOf(b));
}

/** Whether a sentence ends with this text. */
export const endsSentence = (text: string): boolean => SENTENCE_END.test(text);

/**
 * Start of each word in the text, including the punctuation right before it; the first word includes everything before
 * it.
 */
export function wordStarts(text: string, words: readonly TimedWord[]): number[] {
  let at = 0;
  return words.map((word, i) => {
    const found = text.indexOf(word.text, at);
    if (found < 0) return at;
    let start = found;
    while (start > at && /\S/.test(text[start - 1]!)) start--;
    at = found + word.text.length;
    return i === 0 ? 0 : start;
  });
}

/** For each word, the voice nearest to its middle. */
function voicesOf(words: readonly TimedWord[], spans: readonly VoicedSpan[]): number[] {
  let at = 0;
  return words.map(({ startMs, endMs }) => {
    const middle = (startMs + endMs) / 2;
    const distance = (span: VoicedSpan): number => Math.abs((span.startMs + span.endMs) / 2 - middle);
    while (at + 1 < spans.length && distance(spans[at + 1]!) <= distance(spans[at]!)) at++;
    return spans[at]?.voice ?? 0;
  });
}

/** Moves changes of voice to a nearby end of a sentence, or else to a nearby pause. */
function withTurnsInPauses(
  words: readonly TimedWord[],
  given: readonly number[],
  isEnd: (before: number) => boolean,
): number[] {
  const voices = [...given];
  const gap = (before: number): number => words[before]!.startMs - words[before - 1]!.endMs;
  for (let i = 1; i < voices.length; i++) {
    const [before, after] = [voices[i - 1]!, voices[i]!];
    if (before === after) continue;
    const places: number[] = [];
    for (let place = i - REACH_WORDS; place <= i + REACH_WORDS; place++) {
      // Only words of these two voices may be reassigned.
      const between = place < i ? voices.slice(Math.max(0, place), i) : voices.slice(i, place);
      const isFree = between.every((voice) => voice === (place < i ? before : after));
      if (place >= 1 && place < words.length && isFree) places.push(place);
    }
    const nearest = (a: number, b: number): number => Math.abs(a - i) - Math.abs(b - i);
    const best =
      places.filter(isEnd).sort(nearest)[0] ??
      places.filter((place) => gap(place) >= GAP_MS).sort((a, b) => gap(b) - gap(a))[0] ??
      i;
    for (let k = best; k < i; k++) voices[k] = after;
    for (let k = i; k < best; k++) voices[k] = before;
    i = Math.max(i, best);
  }
  return voices;
}

/** "A" to "Z", then "AA". */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
