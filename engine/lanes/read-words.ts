import type { Espeak, Phoneme } from '../../language/pronunciation/espeak.ts';
import { type Pronounced, pronounce } from '../../language/pronunciation/pronounce.ts';
import type { EspeakReading } from '../../language/pronunciation/suggest/suggest.ts';
import { analyse } from '../../language/text/analyse.ts';
import type { ReadRequest, ReadWords } from './protocol.ts';

/**
 * How espeak-ng pronounces words in context, expanded the way speech would be. A word that is expanded together with
 * its neighbours (the month in a date) is read on its own instead.
 */
export function readWords({ readings, lang }: ReadRequest, espeak: Espeak): ReadWords {
  const pronounced = new Map<string, readonly Pronounced[]>();
  const inSentence = (voice: string, text: string): readonly Pronounced[] => {
    const key = `${voice} ${text}`;
    const known = pronounced.get(key) ?? pronounceText(voice, text, lang, espeak);
    pronounced.set(key, known);
    return known;
  };
  return readings.map((reading) => inText(reading, inSentence) ?? alone(reading, inSentence));
}

/** The pronounced words of a text; the voice is given by espeak-ng's name for it. */
type PronounceText = (voice: string, text: string) => readonly Pronounced[];

function pronounceText(voice: string, text: string, lang: string, espeak: Espeak): Pronounced[] {
  const segment = { kind: 'text', text, span: { start: 0, end: text.length } } as const;
  return pronounce(analyse([segment], lang, text), voice, espeak, () => []);
}

function inText({ voice, text, span }: EspeakReading, read: PronounceText): readonly Phoneme[] | null {
  const words = read(voice, text).flatMap((token) =>
    token.kind === 'word' && token.word.span.start < span.end && token.word.span.end > span.start
      ? [token]
      : [],
  );
  const isWithin = words.every(({ word }) => word.span.start >= span.start && word.span.end <= span.end);
  return words.length > 0 && isWithin ? words.flatMap(({ phonemes }) => phonemes) : null;
}

function alone({ voice, text, span: { start, end } }: EspeakReading, read: PronounceText) {
  if (start === 0 && end === text.length) return [];
  const word = text.slice(start, end);
  return inText({ voice, text: word, span: { start: 0, end: word.length } }, read) ?? [];
}
