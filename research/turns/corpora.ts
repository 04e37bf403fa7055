/** Turns of public dialogues and requests, read from git directories or checkouts of the corpora. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../bench/arguments.ts';
import { randomNumbers, shuffled } from '../random.ts';
import type { TurnLanguage } from './languages.ts';

/** An uninterrupted turn, and the turn before it. */
export interface Turn {
  /** "" if nothing was said before. */
  readonly agent: string;
  readonly text: string;
}

const run = promisify(execFile);
const MAX_FILE_BYTES = 64 * 2 ** 20;

/** The questions of `restaurant8k` in words; the corpus has only names of slots. */
const ASKED: Readonly<Record<string, string>> = {
  time: 'At what time?',
  date: 'For which date?',
  people: 'How many people will there be?',
  first_name: 'What is your first name?',
  last_name: 'What is your last name?',
};

type Readers = readonly (readonly [pattern: RegExp, read: (text: string) => Turn[]])[];

/** Corpora, each identified by one of its files, with the format of their files. */
const ENGLISH: Readers = [
  [/^train\/dialogues_\d+\.json$/, readSchemaGuided],
  [/restaurant8k\/train_\d+\.json$/, readRestaurants],
  [/^banking_data\/train\.csv$/, (text) => alone(text.split('\n').slice(1).map(fieldOf))],
  [/^nlupp\/data\/\w+\/fold\d+\.json$/, readNluPlusPlus],
  [/^TM-4-2024\/data\/data_\d+\.json$/, readTaskmaster],
  [/^data\/data_full\.json$/, readIntents],
  [/^data\/all_wiki_sents\.txt$/, (text) => alone(text.split('\n'))],
  [/KFold_1\/merged\/RasaNlu_Merged_KFold_1_.*\.json$/, readHome],
  [/^train\.json$/, readDisfluent],
  [/^dataset\/lm\/lm\.txt$/, (text) => alone(text.split('\n'))],
  [/^2017-06-custom-intent-engines\/\w+\/train_\w+_full\.json$/, readSnips],
  [/^not-to-release\/sources\/(?:answers|email|reviews)\/.+\.conllu$/, readTreebank],
  [/^dataset\/En_persona_(?:test|valid)\.json$/, readEnglishPersonas],
];

const READERS: Readonly<Record<TurnLanguage, Readers>> = {
  en: ENGLISH,
  de: [
    [/^tests\/de\/\w+\.yaml$/, readHomeAssistant],
    [/^xquad\.de\.json$/, readQuestions],
  ],
  es: [
    [/^tests\/es\/\w+\.yaml$/, readHomeAssistant],
    [/^xquad\.es\.json$/, readQuestions],
  ],
  fr: [
    [/^dialogues\/risawoz\/data\/original\/fr_fewshot\.json$/, readRisawoz],
    [/^dataset\/Fr_persona_split_(?:test|valid)_human_annotated\.json$/, readPersonas],
    [/^tests\/fr\/\w+\.yaml$/, readHomeAssistant],
  ],
};

/** @param place a git directory, or a folder with the corpus's files */
async function turnsIn(place: string, lang: TurnLanguage): Promise<Turn[]> {
  const isGit = existsSync(join(place, 'objects'));
  const paths = isGit
    ? (
        await run('git', ['-C', place, 'ls-tree', '-r', '--name-only', 'HEAD'], { maxBuffer: MAX_FILE_BYTES })
      ).stdout
        .trim()
        .split('\n')
    : await readdir(place, { recursive: true });
  const turns: Turn[] = [];
  for (const path of paths.sort()) {
    const reader = READERS[lang].find(([pattern]) => pattern.test(path.replaceAll('\\', '/')));
    if (!reader) continue;
    const text = isGit ? await shown(place, path) : await readFile(join(place, path), 'utf8');
    // One by one, because some corpora have more turns than the largest number of arguments of a call.
    if (text !== null) for (const turn of reader[1](text)) turns.push(turn);
  }
  return turns;
}

/**
 * Turns of several corpora, the same ones each time.
 * @param most of one corpus, so that none outweighs the others
 * @param onRead called with the number of turns of each corpus
 * @throws UsageError for a place without a corpus
 */
export async function turnsOfAll(
  places: readonly string[],
  lang: TurnLanguage,
  most: number,
  onRead: (place: string, count: number) => void,
): Promise<Turn[]> {
  const all: Turn[] = [];
  for (const place of places) {
    const found = shuffled(await turnsIn(place, lang), randomNumbers(1)).slice(0, most);
    onRead(place, found.length);
    if (found.length === 0) throw new UsageError(`${place} holds none of the corpora`);
    for (const turn of found) all.push(turn);
  }
  return all;
}

/** Null if the snapshot lacks the file. */
async function shown(directory: string, path: string): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['-C', directory, 'show', `HEAD:${path}`], {
      maxBuffer: MAX_FILE_BYTES,
    });
    return stdout;
  } catch {
    return null;
  }
}

const alone = (texts: readonly string[]): Turn[] =>
  texts.filter((text) => /\p{L}/u.test(text)).map((text) => ({ agent: '', text: text.trim() }));

/** The first field of a line of CSV. */
const fieldOf = (line: string): string =>
  line.startsWith('"')
    ? line.slice(1, line.lastIndexOf('",')).replaceAll('""', '"')
    : line.slice(0, Math.max(0, line.lastIndexOf(',')));

function readSchemaGuided(text: string): Turn[] {
  const dialogues = JSON.parse(text) as { turns: { speaker: string; utterance: string }[] }[];
  return dialogues.flatMap(({ turns }) =>
    turns.flatMap(({ speaker, utterance }, i) =>
      speaker === 'USER' ? [{ agent: turns[i - 1]?.utterance ?? '', text: utterance }] : [],
    ),
  );
}

function readRestaurants(text: string): Turn[] {
  const items = JSON.parse(text) as {
    userInput: { text: string };
    context?: { requestedSlots?: string[] };
  }[];
  return items.map(({ userInput, context }) => ({
    agent: (context?.requestedSlots ?? []).map((slot) => ASKED[slot] ?? '').join(' '),
    text: userInput.text,
  }));
}

function readNluPlusPlus(text: string): Turn[] {
  return alone((JSON.parse(text) as { text: string }[]).map((item) => item.text));
}

function readTaskmaster(text: string): Turn[] {
  const dialogues = JSON.parse(text) as { utterances: { speaker: string; text: string }[] }[];
  return dialogues.flatMap(({ utterances }) =>
    utterances.flatMap(({ speaker, text: said }, i) =>
      speaker === 'user' ? [{ agent: utterances[i - 1]?.text ?? '', text: said }] : [],
    ),
  );
}

function readIntents(text: string): Turn[] {
  const sets = JSON.parse(text) as Record<string, [text: string, intent: string][]>;
  return alone((sets.train ?? []).map(([said]) => said));
}

function readHome(text: string): Turn[] {
  const { rasa_nlu_data } = JSON.parse(text) as { rasa_nlu_data: { common_examples: { text: string }[] } };
  return alone(rasa_nlu_data.common_examples.map((example) => example.text));
}

function readDisfluent(text: string): Turn[] {
  const questions = Object.values(
    JSON.parse(text) as Record<string, { original?: string; disfluent?: string }>,
  );
  return alone(questions.flatMap(({ original, disfluent }) => [original ?? '', disfluent ?? '']));
}

/** Sentences are in lists of strings, one per line. */
function readHomeAssistant(text: string): Turn[] {
  return alone([...text.matchAll(/^ {6}- ["']?([^"'\n{}]+?)["']?$/gmu)].map(([, said]) => said ?? ''));
}

function readQuestions(text: string): Turn[] {
  const { data } = JSON.parse(text) as { data: { paragraphs: { qas: { question: string }[] }[] }[] };
  return alone(
    data.flatMap(({ paragraphs }) => paragraphs.flatMap(({ qas }) => qas.map(({ question }) => question))),
  );
}

function readRisawoz(text: string): Turn[] {
  const dialogues = JSON.parse(text) as {
    dialogue: { user_utterance: [string, unknown]; system_utterance: [string, unknown] }[];
  }[];
  return dialogues.flatMap(({ dialogue }) =>
    dialogue.map(({ user_utterance: [said] }, i) => ({
      agent: dialogue[i - 1]?.system_utterance[0] ?? '',
      text: said,
    })),
  );
}

/** Both sides speak like people. */
function readPersonas(text: string): Turn[] {
  const dialogues = JSON.parse(text) as { dialogue: string[][] }[];
  return dialogues.flatMap(({ dialogue }) => {
    const said = dialogue.flat();
    return said.map((turn, i) => ({ agent: said[i - 1] ?? '', text: turn }));
  });
}

/** Stands for the turn before the first one. */
const NOBODY = '__SILENCE__';

/** In English files a space precedes punctuation. */
function readEnglishPersonas(text: string): Turn[] {
  const plain = (said: string): string =>
    said === NOBODY ? '' : said.replace(/\s+([.,;:!?]+)(?=\s|$)/gu, '$1');
  return readPersonas(text)
    .filter((turn) => turn.text !== NOBODY)
    .map((turn) => ({ agent: plain(turn.agent), text: plain(turn.text) }));
}

function readSnips(text: string): Turn[] {
  const intents = JSON.parse(text) as Record<string, { data: { text: string }[] }[]>;
  return alone(
    Object.values(intents)
      .flat()
      .map(({ data }) => data.map((part) => part.text).join('')),
  );
}

/** Number of sentences of a text in a turn. */
const SENTENCES = 3;
const MOST_WORDS = 25;

/** Sentences that people wrote about their own affairs, one to three in a turn. */
function readTreebank(text: string): Turn[] {
  const sentences = [...text.matchAll(/^# text = (.+)$/gmu)]
    .map(([, sentence]) => sentence ?? '')
    .filter((sentence) => /[.?!]$/u.test(sentence) && sentence.split(' ').length <= MOST_WORDS);
  const turns: string[] = [];
  for (let at = 0, length = 1; at < sentences.length; at += length, length = (length % SENTENCES) + 1) {
    turns.push(sentences.slice(at, at + length).join(' '));
  }
  return alone(turns);
}
