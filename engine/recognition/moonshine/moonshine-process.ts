/** Entry point of the process of a Moonshine model. */
import { serveRecogniser } from '../serve-recogniser.ts';
import { isDoubtful, mayBeNothing } from './doubt.ts';
import { MoonshineModel } from './model.ts';
import { Phrases } from './phrases.ts';

/** A point, and what was cut off of a word. */
const UNSURE_TOKENS = 2;

serveRecogniser(async ([tokens = '', encoder = '', decoder = '']) => {
  const model = await MoonshineModel.load({ tokens, encoder, decoder });
  /** Of the last speech that went on: the next pass begins with the same words. */
  let last: readonly number[] = [];
  return async (job, signal) => {
    const phrases = job.phrases.length > 0 ? new Phrases(job.phrases) : null;
    const written = await model.recognise(job.samples, signal, job.isPartial ? last : [], phrases);
    // The end of a text depends on where its sound was cut off.
    if (job.isPartial) last = written.tokens.slice(0, -UNSURE_TOKENS);
    const { text, logProbability } = written;
    return {
      ...(mayBeNothing(text) ? { text: '', unbelieved: text } : { text }),
      words: [],
      language: 'en',
      isDoubtful: !written.isPhrases && isDoubtful(written, job),
      confidence: Math.exp(logProbability),
    };
  };
});
