import { type LanePool, renderRendition } from '../../engine/research.ts';
import type { Variety } from './varieties.ts';

/** From the first sound of a sentence to its last one, relative to the beginning of the script. */
export interface SentenceTimes {
  readonly startMs: number;
  readonly endMs: number;
}

/** Returns the times of each sentence of a script, spoken by the built-in synthesizer at normal speed. */
export async function sentenceTimes(
  sentences: readonly string[],
  { lang, espeakVoice }: Variety,
  lanes: LanePool,
): Promise<SentenceTimes[]> {
  const text = sentences.join(' ');
  const { signal } = new AbortController();
  const voice = { engine: 'espeak', voice: espeakVoice } as const;
  const { words, sampleRate } = await renderRendition(lanes, voice, text, lang, { signal, speed: 1 });
  const ms = (samples: number): number => (1000 * samples) / sampleRate;
  const ends = sentenceEnds(sentences);
  const times: SentenceTimes[] = [];
  let cursor = 0;
  for (const word of words) {
    const start = text.indexOf(word.text, cursor);
    cursor = start + word.text.length;
    const sentence = ends.findIndex((end) => start < end);
    times[sentence] = {
      startMs: times[sentence]?.startMs ?? ms(word.startSamples),
      endMs: ms(word.endSamples),
    };
  }
  return times;
}

/** Returns the end of each sentence in their text, joined with single spaces. */
function sentenceEnds(sentences: readonly string[]): number[] {
  let end = -1;
  return sentences.map(({ length }) => {
    end += 1 + length;
    return end;
  });
}

export const wholeMs = (times: readonly SentenceTimes[]): number =>
  (times.at(-1)?.endMs ?? 0) - (times[0]?.startMs ?? 0);

export const sentenceMs = (times: readonly SentenceTimes[]): number[] =>
  times.map(({ startMs, endMs }) => endMs - startMs);

/** Durations of every two consecutive sentences, including the pause between them. */
export const pairMs = (times: readonly SentenceTimes[]): number[] =>
  times.slice(1).map(({ endMs }, at) => endMs - (times[at]?.startMs ?? 0));
