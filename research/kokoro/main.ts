/** Entry of `npm run eval:kokoro`: fits the predicted norms of Kokoro, and evaluates the resulting speech. */
import { runEvaluation } from '../evaluation.ts';
import { compare } from './compare.ts';
import { fitStatistics } from './fit.ts';
import { type KokoroOptions, parseOptions, USAGE } from './options.ts';
import { measureVoices } from './voices.ts';

await runEvaluation<KokoroOptions>({
  usage: USAGE,
  parse: parseOptions,
  run: async (options, signal) => {
    if (options.command === 'fit') await fitStatistics(options, signal);
    else if (options.command === 'compare') await compare(options, signal);
    else await measureVoices(options, signal);
  },
});
