/** Entry of `npm run train:turns -- PLACE...`: the model that tells from words whether a turn is over. */
import { writeFileSync } from 'node:fs';
import { decodeWordModel, encodeWordModel, type WordModel } from '../../agent-worker/research.ts';
import { UsageError } from '../../bench/arguments.ts';
import { FITTED, JUDGED } from '../endpointing/hesitations.ts';
import { runEvaluation, say } from '../evaluation.ts';
import { randomNumbers, shuffled } from '../random.ts';
import { type Turn, turnsIn } from './corpora.ts';
import { type Example, examplesOf } from './examples.ts';
import { TURN_LANGUAGES, type TurnLanguage } from './languages.ts';
import { type Templates, templateTurns } from './templates.ts';
import { ENGLISH } from './templates-en.ts';
import { SPANISH } from './templates-es.ts';
import { FRENCH } from './templates-fr.ts';
import { auc, train } from './train.ts';

const fileOf = (lang: TurnLanguage): string =>
  `agent-worker/hearing/endpointing/words/turn-words.${lang}.bin`;
const TEMPLATES: Readonly<Record<TurnLanguage, Templates>> = { en: ENGLISH, es: SPANISH, fr: FRENCH };
const USAGE = `Usage: npm run train:turns -- PLACE... [--lang CODE] [--write]

Trains the model of words of a language that agents end turns by, on public dialogues, and tells how well it separates
ends of turns from pauses in turns that it was not trained on.

  PLACE        a git directory or checkout of a corpus: docs/licences.md lists those of each language
  --lang CODE  ${TURN_LANGUAGES.join(', ')}; default en
  --write      writes ${fileOf('en')}, or that of the language
`;

/** Fewer corpora fill a smaller table. */
const BITS: Readonly<Record<TurnLanguage, number>> = { en: 20, es: 18, fr: 18 };
/** Every so many-th turn is not trained on. */
const HELD_OUT = 20;
/** No corpus outweighs the others: one is of bookings alone. */
const MOST_OF_ONE = 15_000;
/** Made turns for each of the corpora's, and so many at least where there are few corpora. */
const TEMPLATE_SHARE = 0.6;
const LEAST_MADE = 10_000;

function examplesOfAll(turns: readonly Turn[], lang: TurnLanguage, seed: number): Example[] {
  const random = randomNumbers(seed);
  return turns.flatMap((turn) => examplesOf(turn, lang, random));
}

function separates(model: WordModel, examples: readonly Example[]): string {
  const scored = examples.map(({ text, agent, isEnd }) => ({ odds: model.logOdds(text, agent), isEnd }));
  return `AUC ${auc(scored).toFixed(3)} (${examples.length})`;
}

await runEvaluation({
  usage: USAGE,
  parse: (args) => {
    if (args.includes('--help')) return null;
    const at = args.indexOf('--lang');
    const lang = at < 0 ? 'en' : TURN_LANGUAGES.find((one) => one === args[at + 1]);
    if (lang === undefined) throw new UsageError(`--lang takes ${TURN_LANGUAGES.join(', ')}`);
    const places = args.filter((arg, i) => !arg.startsWith('--') && (at < 0 || i !== at + 1));
    if (places.length === 0) throw new UsageError('name the places of the corpora (--help)');
    return { places, lang, isWritten: args.includes('--write') };
  },
  run: async ({ places, lang, isWritten }) => {
    const turns: Turn[] = [];
    for (const place of places) {
      const all = shuffled(await turnsIn(place, lang), randomNumbers(1));
      const found = all.slice(0, MOST_OF_ONE);
      say(`${place}: ${found.length} turns`);
      if (found.length === 0) throw new UsageError(`${place} holds none of the corpora`);
      for (const turn of found) turns.push(turn);
    }
    const all = shuffled(turns, randomNumbers(1));
    const made = templateTurns(
      TEMPLATES[lang],
      Math.max(LEAST_MADE, Math.round(TEMPLATE_SHARE * all.length)),
      2,
    );
    const trained = [...all.filter((_, i) => i % HELD_OUT > 0), ...made];
    const examples = examplesOfAll(trained, lang, 3);
    say(`${trained.length} turns, ${examples.length} examples`);
    const { weights, offset } = train(examples, BITS[lang], randomNumbers(4), (epoch) =>
      say(`pass ${epoch}`),
    );
    const bytes = encodeWordModel(weights, offset);
    const model = decodeWordModel(bytes);
    const held = all.filter((_, i) => i % HELD_OUT === 0);
    process.stdout.write(
      `turns that were not trained on: ${separates(model, examplesOfAll(held, lang, 5))}\n`,
    );
    const hesitations = (lang === 'fr' ? JUDGED.fr : FITTED[lang]).map(({ agent, text }) => ({
      agent,
      text,
    }));
    process.stdout.write(`hesitant callers: ${separates(model, examplesOfAll(hesitations, lang, 6))}\n`);
    if (isWritten) writeFileSync(fileOf(lang), bytes);
  },
});
