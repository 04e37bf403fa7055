import type { Espeak, Phoneme } from '../pronunciation/espeak.ts';
import { pronounce } from '../pronunciation/pronounce.ts';
import type { EspeakReading } from '../pronunciation/suggest/suggest.ts';
import { analyse } from '../text/analyse.ts';
import type { ReadRequest, ReadWords } from './protocol.ts';

/**
 * How espeak-ng pronounces words in context, expanded the way speech would be. A word that is expanded together with
 * its neighbours (the month in a date) is read on its own instead.
 */
export function readWords({ readings, lang }: ReadRequest, espeak: Espeak): ReadWords {
  return readings.map((reading) => inText(reading, lang, espeak) ?? alone(reading, lang, espeak));
}

function inText(
  { voice, text, span }: EspeakReading,
  lang: string,
  espeak: Espeak,
): readonly Phoneme[] | null {
  const segment = { kind: 'text', text, span: { start: 0, end: text.length } } as const;
  const words = pronounce(analyse([segment], lang, text), voice, espeak, () => []).flatMap((token) =>
    token.kind === 'word' && token.word.span.start < span.end && token.word.span.end > span.start
      ? [token]
      : [],
  );
  const isWithin = words.every(({ word }) => word.span.start >= span.start && word.span.end <= span.end);
  return words.length > 0 && isWithin ? words.flatMap(({ phonemes }) => phonemes) : null;
}

function alone({ voice, text, span: { start, end } }: EspeakReading, lang: string, espeak: Espeak) {
  if (start === 0 && end === text.length) return [];
  const word = text.slice(start, end);
  return inText({ voice, text: word, span: { start: 0, end: word.length } }, lang, espeak) ?? [];
}
