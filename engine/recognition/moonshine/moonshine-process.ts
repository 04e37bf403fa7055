/** Entry point of the process of a Moonshine model. */
import { serveRecogniser } from '../serve-recogniser.ts';
import { isDoubtful, mayBeNothing } from './doubt.ts';
import { MoonshineModel } from './model.ts';

serveRecogniser(async ([tokens = '', encoder = '', decoder = '']) => {
  const model = await MoonshineModel.load({ tokens, encoder, decoder });
  return async (job, signal) => {
    const written = await model.recognise(job.samples, signal);
    const { text } = written;
    return {
      text: mayBeNothing(text) ? '' : text,
      words: [],
      language: 'en',
      isDoubtful: isDoubtful(written, job),
    };
  };
});
