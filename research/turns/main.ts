/** Entry of `npm run train:turns -- PLACE...`: the model that judges by words whether a turn is over. */
import { writeFileSync } from 'node:fs';
import {
  decodeClauseModel,
  decodeWordModel,
  encodeClauseNet,
  encodeWordModel,
  type WordModel,
} from '../../agent-worker/research.ts';
import { UsageError } from '../../bench/arguments.ts';
import { FITTED, JUDGED } from '../endpointing/hesitations.ts';
import { runEvaluation, say } from '../evaluation.ts';
import { randomNumbers, shuffled } from '../random.ts';
import { type Turn, turnsOfAll } from './corpora.ts';
import { type Example, examplesOf } from './examples.ts';
import { CLAUSE_LANGUAGES, type ClauseLanguage, TURN_LANGUAGES, type TurnLanguage } from './languages.ts';
import { type Templates, templateTurns } from './templates.ts';
import { GERMAN } from './templates-de.ts';
import { ENGLISH } from './templates-en.ts';
import { SPANISH } from './templates-es.ts';
import { FRENCH } from './templates-fr.ts';
import { auc, train } from './train.ts';
import { trainClauses } from './train-clauses.ts';
import { stopsOf, type Utterance, utteranceOf } from './utterances.ts';
import { type Written, writtenTurns } from './written.ts';
import { ENGLISH_WRITTEN } from './written-en.ts';

/** The model of words and the model of clauses. */
const MODELS = ['words', 'clauses'] as const;
type ModelName = (typeof MODELS)[number];

const fileOf = (model: ModelName, lang: TurnLanguage): string =>
  `agent-worker/hearing/endpointing/words/turn-${model}.${lang}.bin`;
const TEMPLATES: Readonly<Record<TurnLanguage, Templates>> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
};
const USAGE = `Usage: npm run train:turns -- PLACE... [--model NAME] [--lang CODE] [--write]

Trains the model of words, or of clauses, that agents end turns by, on public dialogues, and tells how well it separates
ends of turns from pauses in turns that it was not trained on.

  PLACE         a git directory or checkout of a corpus: docs/licences.md lists those of each model and language
  --model NAME  ${MODELS.join(', ')}; default words
  --lang CODE   words: ${TURN_LANGUAGES.join(', ')}; clauses: ${CLAUSE_LANGUAGES.join(', ')}; default en
  --write       writes ${fileOf('words', 'en')}, or that of the model and language
`;

/** Fewer corpora fill a smaller table. */
const BITS: Readonly<Record<TurnLanguage, number>> = { en: 20, de: 18, es: 18, fr: 18 };
/** Every 20th turn is held out from training. */
const HELD_OUT = 20;
/** Limit for each corpus, so that none outweighs the others: one has only bookings. */
const MOST_OF_ONE = 15_000;
/** Number of generated turns for each turn of the corpora, and a minimum for few corpora. */
const TEMPLATE_SHARE: Readonly<Record<ModelName, number>> = { words: 0.6, clauses: 0.3 };
const LEAST_MADE = 10_000;
/** Turns that were written for the model of clauses, and how often each is trained on. */
const WRITTEN: Readonly<Record<ClauseLanguage, Written>> = { en: ENGLISH_WRITTEN };
const TIMES_WRITTEN = 30;

function examplesOfAll(turns: readonly Turn[], lang: TurnLanguage, seed: number): Example[] {
  const random = randomNumbers(seed);
  return turns.flatMap((turn) => examplesOf(turn, lang, random));
}

function utterancesOf(turns: readonly Turn[], lang: ClauseLanguage, seed: number): Utterance[] {
  const random = randomNumbers(seed);
  return turns.flatMap((turn) => utteranceOf(turn, lang, random) ?? []);
}

/** The bytes of a model, and the model. */
type Trained = readonly [Uint8Array, WordModel];

function trainWords(turns: readonly Turn[], lang: TurnLanguage): Trained {
  const examples = examplesOfAll(turns, lang, 3);
  say(`${turns.length} turns, ${examples.length} examples`);
  const { weights, offset } = train(examples, BITS[lang], randomNumbers(4), (epoch) => say(`pass ${epoch}`));
  const bytes = encodeWordModel(weights, offset);
  return [bytes, decodeWordModel(bytes)];
}

function trainClausesOf(turns: readonly Turn[], lang: ClauseLanguage): Trained {
  const all = utterancesOf([...turns, ...writtenTurns(WRITTEN[lang], TIMES_WRITTEN, 9)], lang, 3);
  say(`${all.length} turns`);
  const net = trainClauses(all, randomNumbers(4), (epoch, loss) =>
    say(`pass ${epoch}, loss ${loss.toFixed(3)}`),
  );
  const bytes = encodeClauseNet(net);
  return [bytes, decodeClauseModel(bytes)];
}

function separates(model: WordModel, examples: readonly Example[]): string {
  const scored = examples.map(({ text, agent, isEnd }) => ({ odds: model.logOdds(text, agent), isEnd }));
  return `AUC ${auc(scored).toFixed(3)} (${examples.length})`;
}

const isClauseLanguage = (lang: TurnLanguage): lang is ClauseLanguage =>
  CLAUSE_LANGUAGES.some((one) => one === lang);

/** Takes an option and its value out of the arguments. @throws UsageError */
function taken<T extends string>(args: string[], option: string, values: readonly T[]): T | null {
  const at = args.indexOf(option);
  if (at < 0) return null;
  const [, given] = args.splice(at, 2);
  const value = values.find((one) => one === given);
  if (value === undefined) throw new UsageError(`${option} takes ${values.join(', ')}`);
  return value;
}

await runEvaluation({
  usage: USAGE,
  parse: (args) => {
    if (args.includes('--help')) return null;
    const rest = args.filter((arg) => arg !== '--write');
    const lang = taken(rest, '--lang', TURN_LANGUAGES) ?? 'en';
    const model = taken(rest, '--model', MODELS) ?? 'words';
    if (model === 'clauses' && !isClauseLanguage(lang))
      throw new UsageError(`--model clauses takes --lang ${CLAUSE_LANGUAGES.join(', ')}`);
    const places = rest.filter((arg) => !arg.startsWith('--'));
    if (places.length === 0) throw new UsageError('name the places of the corpora (--help)');
    return { places, lang, model, isWritten: args.includes('--write') };
  },
  run: async ({ places, lang, model: name, isWritten }) => {
    const turns = await turnsOfAll(places, lang, MOST_OF_ONE, (place, count) =>
      say(`${place}: ${count} turns`),
    );
    const all = shuffled(turns, randomNumbers(1));
    const made = templateTurns(
      TEMPLATES[lang],
      Math.max(LEAST_MADE, Math.round(TEMPLATE_SHARE[name] * all.length)),
      2,
    );
    const trained = [...all.filter((_, i) => i % HELD_OUT > 0), ...made];
    const [bytes, model] =
      name === 'clauses' && isClauseLanguage(lang)
        ? trainClausesOf(trained, lang)
        : trainWords(trained, lang);
    const held = all.filter((_, i) => i % HELD_OUT === 0);
    const heldOut =
      name === 'clauses' && isClauseLanguage(lang)
        ? utterancesOf(held, lang, 5).flatMap(stopsOf)
        : examplesOfAll(held, lang, 5);
    process.stdout.write(`turns that were not trained on: ${separates(model, heldOut)}\n`);
    const hesitations = (lang === 'en' || lang === 'es' ? FITTED[lang] : JUDGED[lang]).map(
      ({ agent, text }) => ({
        agent,
        text,
      }),
    );
    process.stdout.write(`hesitant callers: ${separates(model, examplesOfAll(hesitations, lang, 6))}\n`);
    if (isWritten) writeFileSync(fileOf(name, lang), bytes);
  },
});
