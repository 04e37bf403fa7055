/** A transcription in the formats that OpenAI's clients know. */
import { endsSentence, type Transcription, wordStarts } from '../../recordings/index.ts';

export const TRANSCRIPT_FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

export const GRANULARITIES = ['word', 'segment'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** A sentence, or as much of one as fits in a subtitle. */
export interface Segment {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** The speaker, if requested. */
  readonly speaker?: string;
}

/** Longest time a subtitle is shown; its text must be readable in that time. */
const MAX_SEGMENT_MS = 10_000;
const MAX_SEGMENT_CHARS = 120;
/** A pause this long ends a segment. */
const PAUSE_MS = 1000;

/** Returns the segments of a transcription, with their speakers if requested. */
export function segmentsOf({
  text,
  words,
  turns,
}: Pick<Transcription, 'text' | 'words' | 'turns'>): Segment[] {
  if (turns.length === 0) return partsOf({ text, words });
  return turns.flatMap((turn) => partsOf(turn).map((part) => ({ ...part, speaker: turn.speaker })));
}

/** Splits a text at the ends of sentences, at pauses of speakers, and where it gets too long to be read at once. */
function partsOf({ text, words }: Pick<Transcription, 'text' | 'words'>): Segment[] {
  const segments: Segment[] = [];
  const starts = wordStarts(text, words);
  let first = 0;
  for (const [i, word] of words.entries()) {
    const next = words[i + 1];
    const end = next ? starts[i + 1]! : text.length;
    const soFar = text.slice(starts[first], end);
    const isLast =
      !next ||
      endsSentence(soFar) ||
      next.startMs - word.endMs >= PAUSE_MS ||
      next.endMs - words[first]!.startMs > MAX_SEGMENT_MS ||
      soFar.length + next.text.length > MAX_SEGMENT_CHARS;
    if (!isLast) continue;
    segments.push({ startMs: words[first]!.startMs, endMs: word.endMs, text: soFar.trim() });
    first = i + 1;
  }
  return segments;
}

/** Returns the text, with a line for each turn if speakers were distinguished. */
export function wholeText({ text, turns }: Pick<Transcription, 'text' | 'turns'>): string {
  return turns.length === 0 ? text : turns.map((turn) => `${turn.speaker}: ${turn.text}`).join('\n');
}

/** Formats SubRip subtitles. */
export function srt(segments: readonly Segment[]): string {
  const cue = ({ startMs, endMs, text, speaker }: Segment, i: number): string =>
    `${i + 1}\n${clock(startMs, ',')} --> ${clock(endMs, ',')}\n${speaker ? `${speaker}: ` : ''}${text}\n`;
  return `${segments.map(cue).join('\n')}\n`;
}

/** Formats WebVTT subtitles. */
export function vtt(segments: readonly Segment[]): string {
  const cue = ({ startMs, endMs, text, speaker }: Segment): string =>
    `${clock(startMs, '.')} --> ${clock(endMs, '.')}\n${speaker ? `<v ${speaker}>` : ''}${escaped(text)}\n`;
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
export function plainBody(transcription: Transcription) {
  return { text: wholeText(transcription), usage: usageOf(transcription) };
}

function usageOf({ durationMs }: Transcription) {
  return { type: 'duration' as const, seconds: Math.ceil(durationMs / 1000) };
}

/** A segment of `diarized_json`, which is an event of a stream as well. */
export function diarizedSegment({ startMs, endMs, text, speaker = 'A' }: Segment, index: number) {
  return {
    type: 'transcript.text.segment' as const,
    id: `seg_${index + 1}`,
    start: startMs / 1000,
    end: endMs / 1000,
    text,
    speaker,
  };
}

/** `diarized_json`: the segments with their speakers. */
export function diarizedBody(transcription: Transcription) {
  return {
    task: 'transcribe' as const,
    duration: transcription.durationMs / 1000,
    ...plainBody(transcription),
    segments: segmentsOf(transcription).map(diarizedSegment),
  };
}

/** `verbose_json`. Fields that only Whisper itself can fill have neutral values. */
export function verboseBody(
  transcription: Transcription,
  granularities: readonly Granularity[],
  task: 'transcribe' | 'translate' = 'transcribe',
) {
  const { lang, durationMs, turns } = transcription;
  const words = turns.length === 0 ? transcription.words : turns.flatMap((turn) => turn.words);
  const seconds = (ms: number): number => ms / 1000;
  return {
    task,
    language: lang === null ? 'unknown' : languageName(lang),
    duration: seconds(durationMs),
    text: wholeText(transcription),
    ...(granularities.includes('segment') && {
      segments: segmentsOf(transcription).map((segment, id) => ({
        id,
        seek: 0,
        start: seconds(segment.startMs),
        end: seconds(segment.endMs),
        text: segment.text,
        ...(segment.speaker !== undefined && { speaker: segment.speaker }),
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
    usage: usageOf(transcription),
  };
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** Returns Whisper's name of a language: "english" for "en-US". */
function languageName(code: string): string {
  const [primary = code] = code.split(/[-_]/);
  try {
    return (NAMES.of(primary) ?? primary).toLowerCase();
  } catch {
    return primary;
  }
}
