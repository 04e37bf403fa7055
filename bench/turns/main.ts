/** Entry of `npm run train:turns -- PLACE...`: the model that tells from words whether a turn is over. */
import { writeFileSync } from 'node:fs';
import {
  decodeWordModel,
  encodeWordModel,
  type WordModel,
} from '../../agent-worker/hearing/endpointing/words/word-model.ts';
import { UsageError } from '../arguments.ts';
import { FITTED } from '../endpointing/hesitations.ts';
import { runEvaluation, say } from '../evaluation.ts';
import { randomNumbers, shuffled } from '../random.ts';
import { type Turn, turnsIn } from './corpora.ts';
import { type Example, examplesOf } from './examples.ts';
import { templateTurns } from './templates.ts';
import { auc, train } from './train.ts';

const FILE = 'agent-worker/hearing/endpointing/words/turn-words.en.bin';
const USAGE = `Usage: npm run train:turns -- PLACE... [--write]

Trains the English model of words that agents end turns by, on public dialogues, and tells how well it separates
ends of turns from pauses in turns that it was not trained on.

  PLACE    a git directory or checkout of a corpus: google-research-datasets/dstc8-schema-guided-dialogue,
           PolyAI-LDN/task-specific-datasets, clinc/oos-eval, google-research-datasets/Disfl-QA,
           xliuhw/NLU-Evaluation-Data, google-research-datasets/Taskmaster
  --write  writes ${FILE}
`;

/** Every so many-th turn is not trained on. */
const HELD_OUT = 20;
/** No corpus outweighs the others: one is of bookings alone. */
const MOST_OF_ONE = 15_000;
/** Made turns for each of the corpora's. */
const TEMPLATE_SHARE = 0.6;

function examplesOfAll(turns: readonly Turn[], seed: number): Example[] {
  const random = randomNumbers(seed);
  return turns.flatMap((turn) => examplesOf(turn, random));
}

function separates(model: WordModel, examples: readonly Example[]): string {
  const scored = examples.map(({ text, agent, isEnd }) => ({ odds: model.logOdds(text, agent), isEnd }));
  return `AUC ${auc(scored).toFixed(3)} (${examples.length})`;
}

await runEvaluation({
  usage: USAGE,
  parse: (args) => {
    if (args.includes('--help')) return null;
    const places = args.filter((arg) => !arg.startsWith('--'));
    if (places.length === 0) throw new UsageError('name the places of the corpora (--help)');
    return { places, isWritten: args.includes('--write') };
  },
  run: async ({ places, isWritten }) => {
    const turns: Turn[] = [];
    for (const place of places) {
      const all = shuffled(await turnsIn(place), randomNumbers(1));
      const found = all.slice(0, MOST_OF_ONE);
      say(`${place}: ${found.length} turns`);
      if (found.length === 0) throw new UsageError(`${place} holds none of the corpora`);
      for (const turn of found) turns.push(turn);
    }
    const all = shuffled(turns, randomNumbers(1));
    const made = templateTurns(Math.round(TEMPLATE_SHARE * all.length), 2);
    const trained = [...all.filter((_, i) => i % HELD_OUT > 0), ...made];
    const examples = examplesOfAll(trained, 3);
    say(`${trained.length} turns, ${examples.length} examples`);
    const { weights, offset } = train(examples, randomNumbers(4), (epoch) => say(`pass ${epoch}`));
    const bytes = encodeWordModel(weights, offset);
    const model = decodeWordModel(bytes);
    const held = all.filter((_, i) => i % HELD_OUT === 0);
    process.stdout.write(`turns that were not trained on: ${separates(model, examplesOfAll(held, 5))}\n`);
    const hesitations = FITTED.map(({ agent, text }) => ({ agent, text }));
    process.stdout.write(`hesitant callers: ${separates(model, examplesOfAll(hesitations, 6))}\n`);
    if (isWritten) writeFileSync(FILE, bytes);
  },
});
