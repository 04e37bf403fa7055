/** Entry point of the process of a Moonshine model. */
import { Cmudict } from '../../../language/pronunciation/suggest/cmudict.ts';
import type { LocalJob } from '../local-protocol.ts';
import { recounted } from '../recounted.ts';
import { serveRecogniser } from '../serve-recogniser.ts';
import type { Dictation } from '../types.ts';
import { dictationForms, dictationIn, hasNamedLetters } from './dictation.ts';
import { isDoubtful, isExpectedDoubtful, mayBeNothing } from './doubt.ts';
import type { Expected } from './expected.ts';
import { MoonshineModel } from './model.ts';
import { BEHIND_UNOPPOSED, hasWord, Phrases } from './phrases.ts';

/** A full stop, and the rest of a word that was cut off. */
const UNSURE_TOKENS = 2;

/** A beam search checks the same words repeatedly. */
const MOST_REMEMBERED = 2000;

serveRecogniser(async ([tokens = '', encoder = '', decoder = '']) => {
  const model = await MoonshineModel.load({ tokens, encoder, decoder });
  /** Tokens of the last text of continuing speech: the next pass starts with the same words. */
  let last: readonly number[] = [];
  return async (job, signal) => {
    const written = await model.recognise(
      job.samples,
      signal,
      job.isPartial ? last : [],
      await expectedIn(job),
    );
    // The last words depend on where the sound was cut off.
    if (job.isPartial) last = written.tokens.slice(0, -UNSURE_TOKENS);
    const { logProbability } = written;
    const counted = job.isPartial ? null : recounted(written.text, job);
    const text = counted ?? written.text;
    const isBelieved = !mayBeNothing(text);
    return {
      ...(isBelieved ? { text } : { text: '', unbelieved: text }),
      words: [],
      language: 'en',
      isDoubtful: written.isExpected
        ? job.phrases.length === 0 && isExpectedDoubtful(written, job)
        : !(counted !== null && isBelieved) && isDoubtful(written, job),
      confidence: Math.exp(logProbability),
      ...(job.isPartial && isBelieved && { wordConfidences: written.wordConfidences }),
    };
  };
});

let forms: Promise<ReadonlyMap<Dictation, Expected>> | undefined;

/** The forms of dictation. Words and names come from a dictionary; without one, none is known. */
async function loadForms(): Promise<ReadonlyMap<Dictation, Expected>> {
  const dictionary = await Cmudict.load().catch(() => null);
  const found = new Map<string, boolean>();
  return dictationForms((word) => {
    const isKnown = found.get(word) ?? (dictionary?.lookUp(word).length ?? 0) > 0;
    if (found.size > MOST_REMEMBERED) found.clear();
    found.set(word, isKnown);
    return isKnown;
  });
}

/** The expected form of a job's text. */
async function expectedIn({
  phrases,
  contrary,
  dictation,
  isPartial,
}: LocalJob): Promise<(text: string) => Expected | null> {
  if (phrases.length > 0) {
    const expected = new Phrases(phrases);
    const unopposed = new Phrases(phrases, BEHIND_UNOPPOSED);
    return (text) => (contrary.length === 0 || hasWord(text, contrary) ? expected : unopposed);
  }
  if (dictation === null || isPartial) return () => null;
  forms ??= loadForms();
  const known = await forms;
  return (text) => {
    const kind = dictation === 'any' ? dictationIn(text) : dictation;
    if ((kind === 'letters' || kind === 'code') && hasNamedLetters(text)) return null;
    return kind && (known.get(kind) ?? null);
  };
}
