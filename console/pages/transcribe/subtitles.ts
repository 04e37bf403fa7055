import type { Segment } from '../../wire/transcriptions.ts';

/** Formats SubRip subtitles. */
export function srt(segments: readonly Segment[]): string {
  const cues = segments.map(
    ({ start, end, text, speaker }, i) =>
      `${i + 1}\n${time(start, ',')} --> ${time(end, ',')}\n${speaker ? `${speaker}: ` : ''}${text}\n`,
  );
  return `${cues.join('\n')}\n`;
}

/** Formats WebVTT subtitles. */
export function vtt(segments: readonly Segment[]): string {
  const cues = segments.map(
    ({ start, end, text, speaker }) =>
      `${time(start, '.')} --> ${time(end, '.')}\n${speaker ? `<v ${speaker}>` : ''}${escaped(text)}\n`,
  );
  return `WEBVTT\n\n${cues.join('\n')}\n`;
}

/** Cues may contain tags and entities (WebVTT, section 4.2.2). */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function time(seconds: number, point: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0');
  const minutes = part((ms / 60_000) % 60);
  return `${part(ms / 3_600_000)}:${minutes}:${part((ms / 1000) % 60)}${point}${part(ms % 1000, 3)}`;
}
