/** A transcription in the formats that OpenAI's clients know. */
import type { TimedWord, Transcription } from '../../engine/index.ts';

export const TRANSCRIPT_FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

export const GRANULARITIES = ['word', 'segment'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** A sentence, or as much of one as fits in a subtitle. */
export interface Segment {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** Longest time a subtitle is shown; its text must be readable in that time. */
const MAX_SEGMENT_MS = 10_000;
const MAX_SEGMENT_CHARS = 120;
/** A pause this long ends a segment. */
const PAUSE_MS = 1000;
const SENTENCE_END = /[.!?…।。！？]["'”’»)\]]*\s*$/u;

/** Splits the text where sentences end, where speakers pause, and where it gets too long to be read at once. */
export function segmentsOf({ text, words }: Pick<Transcription, 'text' | 'words'>): Segment[] {
  const segments: Segment[] = [];
  const starts = positions(text, words);
  let first = 0;
  for (const [i, word] of words.entries()) {
    const next = words[i + 1];
    const end = next ? starts[i + 1]! : text.length;
    const soFar = text.slice(starts[first], end);
    const isLast =
      !next ||
      SENTENCE_END.test(soFar) ||
      next.startMs - word.endMs >= PAUSE_MS ||
      next.endMs - words[first]!.startMs > MAX_SEGMENT_MS ||
      soFar.length + next.text.length > MAX_SEGMENT_CHARS;
    if (!isLast) continue;
    segments.push({ startMs: words[first]!.startMs, endMs: word.endMs, text: soFar.trim() });
    first = i + 1;
  }
  return segments;
}

/**
 * Where each word begins in the text, including the punctuation right before it; everything before the first word
 * belongs to it.
 */
function positions(text: string, words: readonly TimedWord[]): number[] {
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

/** SubRip subtitles. */
export function srt(segments: readonly Segment[]): string {
  const cue = ({ startMs, endMs, text }: Segment, i: number): string =>
    `${i + 1}\n${clock(startMs, ',')} --> ${clock(endMs, ',')}\n${text}\n`;
  return `${segments.map(cue).join('\n')}\n`;
}

/** WebVTT subtitles. */
export function vtt(segments: readonly Segment[]): string {
  const cue = ({ startMs, endMs, text }: Segment): string =>
    `${clock(startMs, '.')} --> ${clock(endMs, '.')}\n${escaped(text)}\n`;
  return `WEBVTT\n\n${segments.map(cue).join('\n')}\n`;
}

/** Escapes text, since cues may contain tags and entities (WebVTT, section 4.2.2). */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function clock(ms: number, mark: ',' | '.'): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${rest}`;
}

/** `json`: the text, and the usage it is billed by. */
export function plainBody({ text, durationMs }: Transcription) {
  return { text, usage: { type: 'duration' as const, seconds: Math.ceil(durationMs / 1000) } };
}

/** `verbose_json`. Fields that only Whisper itself can fill have neutral values. */
export function verboseBody(
  transcription: Transcription,
  granularities: readonly Granularity[],
  task: 'transcribe' | 'translate' = 'transcribe',
) {
  const { text, lang, durationMs, words } = transcription;
  const seconds = (ms: number): number => ms / 1000;
  return {
    task,
    language: lang === null ? 'unknown' : languageName(lang),
    duration: seconds(durationMs),
    text,
    ...(granularities.includes('segment') && {
      segments: segmentsOf({ text, words }).map((segment, id) => ({
        id,
        seek: 0,
        start: seconds(segment.startMs),
        end: seconds(segment.endMs),
        text: segment.text,
        tokens: [] as number[],
        temperature: 0,
        avg_logprob: 0,
        compression_ratio: 1,
        no_speech_prob: 0,
      })),
    }),
    ...(granularities.includes('word') && {
      words: words.map((word) => ({
        word: word.text,
        start: seconds(word.startMs),
        end: seconds(word.endMs),
      })),
    }),
    usage: { type: 'duration' as const, seconds: Math.ceil(durationMs / 1000) },
  };
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** "english" of "en-US", as Whisper calls languages. */
function languageName(code: string): string {
  const [primary = code] = code.split(/[-_]/);
  try {
    return (NAMES.of(primary) ?? primary).toLowerCase();
  } catch {
    return primary;
  }
}
