/** Entry of `npm run train:turn-sound -- PLACE...`: a classifier that tells by sound if a caller has finished. */
import { existsSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  encodeFinishedSpeech,
  type FinishedSpeech,
  prepareHearing,
  probabilityOf,
  SmartTurnNetwork,
  SPEECH_FEATURES,
  speechFeatures,
} from '../../../agent-worker/research.ts';
import { UsageError, wholeNumber } from '../../../bench/arguments.ts';
import { createRecogniser, endOfTurnModelFile } from '../../../engine/setup.ts';
import { Renderer } from '../../alignment/renderer.ts';
import { RATE } from '../../endpointing/utterances.ts';
import { runEvaluation, say } from '../../evaluation.ts';
import { pick, randomNumbers } from '../../random.ts';
import { turnsOfAll } from '../corpora.ts';
import { auc } from '../train.ts';
import { heardOfLine } from './actors.ts';
import { fitSpeech, type SpeechExample } from './fit.ts';
import { gameLines } from './game-speech.ts';
import { type Heard, heardOf } from './material.ts';
import { sayings } from './sayings.ts';
import { fliteSpeakers, kokoroSpeakers } from './speakers.ts';

const FILE = 'agent-worker/hearing/endpointing/smart-turn/finished-speech.bin';
const USAGE = `Usage: npm run train:turn-sound -- PLACE... --game FILE --material FOLDER [--count N] [--write]

Fits the classifier of sound by which agents end turns to the lines of actors, and to sentences that Kokoro's voices and
those of flite say with pauses. flite is a program of its own (on Debian the package flite).

  PLACE              a git directory or checkout of a corpus: docs/licences.md lists those of English
  --game FILE        queen.1c of the game "Flight of the Amazon Queen" (on Debian the package
                     flight-of-the-amazon-queen), which has the lines
  --material FOLDER  keeps there what the network finds in the sounds, and takes it from there
  --count N          sentences; default 3500, a third of them by flite
  --write            writes ${FILE}
`;

const MOST_OF_ONE = 12_000;
const FLITE_SHARE = 1 / 3;
/** Folds of the cross-validation. */
const FOLDS = 4;
const PROGRESS = 100;

interface Options {
  readonly places: readonly string[];
  readonly game: string | null;
  readonly material: string;
  readonly count: number;
  readonly isWritten: boolean;
}

/** @returns null when help was requested. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  const places: string[] = [];
  let game: string | null = null;
  let material: string | null = null;
  let count = 3500;
  let isWritten = false;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--help') return null;
    if (arg === '--write') isWritten = true;
    else if (arg === '--game') game = rest.shift() ?? null;
    else if (arg === '--material') material = rest.shift() ?? null;
    else if (arg === '--count') count = wholeNumber('--count', rest.shift() ?? '', 1, 100_000);
    else if (arg.startsWith('--')) throw new UsageError(`unknown argument "${arg}"`);
    else places.push(arg);
  }
  if (material === null) throw new UsageError('name a folder by --material (--help)');
  return { places, game, material, count, isWritten };
}

/** Features one after the other in a file, and a line of JSON for each example in another. */
const filesIn = (folder: string): { features: string; lines: string } => ({
  features: join(folder, 'features.f32'),
  lines: join(folder, 'examples.jsonl'),
});

type Example = SpeechExample & { readonly speaker: string };

async function make({ places, game, material, count }: Options, signal: AbortSignal): Promise<void> {
  const file = endOfTurnModelFile();
  if (file === null) throw new UsageError('the end-of-turn model is not installed (npm run models -- pull)');
  const network = await SmartTurnNetwork.load(file);
  const random = randomNumbers(11);
  if (places.length === 0) throw new UsageError('name the places of the corpora (--help)');
  if (game === null) throw new UsageError('name the file of the game by --game (--help)');
  const turns = await turnsOfAll(places, 'en', MOST_OF_ONE, (place, found) =>
    say(`${place}: ${found} turns`),
  );
  await mkdir(material, { recursive: true });
  const files = filesIn(material);
  const keep = async (heard: readonly Heard[], speaker: string, isActor: boolean): Promise<void> => {
    for (const { samples, isEnd, isFirst } of heard) {
      await appendFile(files.features, new Uint8Array(speechFeatures(await network.run(samples)).buffer));
      const line = { speaker, isActor, isEnd, isFirst, seconds: samples.length / RATE };
      await appendFile(files.lines, `${JSON.stringify(line)}\n`);
    }
  };
  const lines = await gameLines(game);
  const next = sayings(turns, random);
  const renderer = new Renderer();
  const recogniser = await createRecogniser({ remote: null, warn: say });
  try {
    for (const [i, read] of lines.entries()) {
      signal.throwIfAborted();
      const line = await read();
      await keep(await heardOfLine(line, recogniser, renderer, random), line.speaker, true);
      if ((i + 1) % PROGRESS === 0) say(`${i + 1} of ${lines.length} lines`);
    }
    const [kokoro, flite] = [await kokoroSpeakers(renderer), fliteSpeakers(renderer, random)];
    for (let i = 0; i < count; i++) {
      signal.throwIfAborted();
      const speaker = pick(random() < FLITE_SHARE ? flite : kokoro, random);
      await keep(await heardOf(next(), speaker, random), speaker.name, false);
      if ((i + 1) % PROGRESS === 0) say(`${i + 1} of ${count} sentences`);
    }
  } finally {
    await renderer.close();
    await recogniser.close();
  }
}

async function kept(folder: string): Promise<Example[]> {
  const files = filesIn(folder);
  const lines = (await readFile(files.lines, 'utf8')).trim().split('\n');
  const { buffer } = new Uint8Array(await readFile(files.features));
  return lines.map((line, i) => ({
    ...(JSON.parse(line) as Omit<Example, 'features'>),
    features: new Float32Array(buffer, 4 * SPEECH_FEATURES * i, SPEECH_FEATURES),
  }));
}

/** Areas under the curve for speakers that were not fitted to: synthetic voices, and actors. */
function crossValidated(examples: readonly Example[]): readonly [voices: number, actors: number] {
  const speakers = [...new Set(examples.map(({ speaker }) => speaker))].sort();
  const foldOf = ({ speaker }: Example): number => speakers.indexOf(speaker) % FOLDS;
  const scored = Array.from({ length: FOLDS }, (_, fold) => {
    const classifier = fitSpeech(examples.filter((example) => foldOf(example) !== fold));
    return examples.filter((example) => foldOf(example) === fold).map(scoredBy(classifier));
  }).flat();
  const of = (actors: boolean): number => auc(scored.filter(({ isActor }) => isActor === actors));
  return [of(false), of(true)];
}

const scoredBy =
  (classifier: FinishedSpeech) =>
  ({ features, isEnd, isActor }: Example) => ({
    odds: probabilityOf(classifier, features),
    isEnd,
    isActor,
  });

await runEvaluation({
  usage: USAGE,
  parse,
  run: async (options, signal) => {
    if (!existsSync(filesIn(options.material).lines)) {
      await prepareHearing();
      await make(options, signal);
    }
    const examples = await kept(options.material);
    say(`${examples.length} sounds`);
    if (options.isWritten) writeFileSync(FILE, encodeFinishedSpeech(fitSpeech(examples)));
    const [voices, actors] = crossValidated(examples).map((area) => area.toFixed(3));
    process.stdout.write(`speakers that were not fitted to: AUC ${voices}, actors ${actors}\n`);
  },
});
