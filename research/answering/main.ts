/**
 * Entry of `npm run eval:answering`: who is detected to have answered a call, how soon, and when a beep is detected.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareHearing, whoAnswered } from '../../agent-worker/research.ts';
import { UsageError } from '../../bench/arguments.ts';
import { describeMachine } from '../../bench/report/machine.ts';
import { type Table, toMarkdown, toText } from '../../bench/report/table.ts';
import { machineLines } from '../../bench/report/write.ts';
import { createEngine, type Engine } from '../../engine/index.ts';
import { createRecogniser, hibariFolder, kokoroFolder, piperFolders } from '../../engine/setup.ts';
import { say as sayBy } from '../../engine/testing/speech.ts';
import { decodePcm16, encodePcm16, int16ToFloat } from '../../media/pcm.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { runEvaluation, say, write, writePage } from '../evaluation.ts';
import { BEHIND, CROWD, TELEVISION } from './behind.ts';
import { type Answered, answer } from './call.ts';
import { FITTED, type Greetings, JUDGED, KINDS, type Kind } from './greetings.ts';
import {
  BEEPS,
  BEFORE_MS,
  BEHIND_MACHINES,
  BEHIND_PEOPLE,
  type Beep,
  type Behind,
  LINES,
  type Line,
  RATE,
  soundOf,
} from './sound.ts';
import { JUDGED_WORDS } from './texts.ts';

const PAGE = 'research/answering/README.md';
const USAGE = `Usage: npm run eval:answering -- [--fitted | --behind] [--write] [--speech FOLDER]

Answers calls with greetings of people, voicemail and menus over a telephone, in real time, and tells who is believed
to have answered.

  --fitted  other texts in other voices, by which rules are chosen; prints all of them
  --behind  only greetings in front of other people, a television, music or office noise
  --write   writes its part of ${PAGE}
  --speech  keeps what voices say in a folder, for the next run
`;
/** Number of concurrent calls. */
const CALLS = 5;
const PEOPLE: readonly Kind[] = ['private person', 'company'];
/** Kinds with a beep at the end. */
const RECORDERS: readonly Kind[] = ['personal voicemail', 'carrier'];
/** Text of the speakers in the background of a person. */
const BABBLE =
  'And then she told me that the train was late again, so we had dinner at the station and came home at ten.';
/** The second half of the page, which `--behind` writes. */
const BEHIND_HEADING = '## In front of others';

interface Case {
  readonly kind: Kind;
  readonly text: string;
  readonly voice: string;
  readonly line: Line;
  /** With times from the beginning of the sound, in ms. */
  readonly beep: (Beep & { readonly beganMs: number }) | null;
  /** When the last word is over, in ms. */
  readonly spokenMs: number;
  readonly sound: Float32Array;
}

interface Options {
  readonly isFitted: boolean;
  readonly isBehind: boolean;
  readonly isWritten: boolean;
  /** Folder for the synthesized speech; null keeps none. */
  readonly folder: string | null;
}

type Judged = Omit<Case, 'sound'> & Answered;

/** @returns null when help was requested. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  if (args.includes('--help') || args.includes('-h')) return null;
  const at = args.indexOf('--speech');
  const folder = at < 0 ? null : args[at + 1];
  if (folder === undefined) throw new UsageError('--speech needs a folder');
  const unknown = args.find((arg) => !['--fitted', '--behind', '--write', '--speech', folder].includes(arg));
  if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
  const [isFitted, isBehind] = [args.includes('--fitted'), args.includes('--behind')];
  const isWritten = args.includes('--write');
  if (isFitted && isBehind) throw new UsageError('--fitted and --behind are two sets');
  if (isFitted && isWritten) throw new UsageError('what rules are chosen by does not judge them');
  return { isFitted, isBehind, isWritten, folder };
}

/** Speech of a voice; from the folder if it was synthesized before. */
async function speech(engine: Engine, folder: string | null, text: string, voiceId: string, speed: number) {
  const name = createHash('sha256')
    .update(JSON.stringify([text, voiceId, speed]))
    .digest('hex');
  const path = folder && join(folder, `${name}.pcm`);
  if (path && existsSync(path)) return decodePcm16(await readFile(path));
  const samples = int16ToFloat(await sayBy(engine, text, RATE, { voiceId, speed }));
  if (path) await write(path, encodePcm16(samples));
  return samples;
}

async function casesOf(
  { texts, voices: all, times }: Greetings,
  isBehind: boolean,
  engine: Engine,
  folder: string | null,
): Promise<Case[]> {
  const installed = new Set(engine.voices().map(({ id }) => id));
  const voices = all.filter((id) => installed.has(id));
  if (voices.length === 0) throw new CorpusError('none of the voices is installed');
  const speak = (text: string, voiceId: string, speed: number): Promise<Float32Array> =>
    speech(engine, folder, text, voiceId, speed);
  // One at a time: a busy machine refuses more.
  const spoken = async (texts: readonly string[], by: readonly string[]): Promise<Float32Array[]> => {
    const sounds: Float32Array[] = [];
    for (const [i, text] of texts.entries()) sounds.push(await speak(text, by[i]!, 1));
    return sounds;
  };
  const behind: Behind = isBehind
    ? {
        people: await spoken(CROWD.texts, CROWD.voices),
        television: await spoken(TELEVISION.texts, TELEVISION.voices),
      }
    : { people: await spoken([BABBLE, BABBLE, BABBLE], voices), television: [] };
  const cases: Case[] = [];
  for (const kind of KINDS) {
    for (const text of Array<readonly string[]>(times[kind] ?? 1)
      .fill(texts[kind])
      .flat()) {
      const n = cases.length;
      const voice = voices[n % voices.length]!;
      const lines = isBehind ? (PEOPLE.includes(kind) ? BEHIND_PEOPLE : BEHIND_MACHINES) : LINES;
      const line = lines[(n + Math.floor(n / lines.length)) % lines.length]!;
      const parts: Float32Array[] = [];
      for (const part of text.split('|')) parts.push(await speak(part.trim(), voice, line.speed));
      const beep = RECORDERS.includes(kind) ? BEEPS[n % BEEPS.length]! : null;
      cases.push({ kind, text, voice, line, ...soundOf(parts, line, beep, behind, n) });
      if (cases.length % 20 === 0) say(`spoke ${cases.length}`);
    }
  }
  return cases;
}

/** Several calls at a time, each in real time. */
async function judgeAll(
  cases: readonly Case[],
  recogniser: Parameters<typeof answer>[1],
  signal: AbortSignal,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const queue = [...cases];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      signal.throwIfAborted();
      const { sound, ...about } = next;
      judged.push({ ...about, ...(await answer(sound, recogniser)) });
      if (judged.length % 20 === 0) say(`heard ${judged.length}`);
    }
  };
  await Promise.all(Array.from({ length: CALLS }, work));
  return judged;
}

const isMachine = ({ callee }: Judged): boolean => callee === 'voicemail' || callee === 'menu';
const isPerson = ({ kind }: Judged): boolean => PEOPLE.includes(kind);
const isWrong = (one: Judged): boolean => isPerson(one) === isMachine(one);

const share = (part: number, of: number): string =>
  of === 0 ? '-' : `${part} of ${of} (${Math.round((100 * part) / of)} %)`;
const median = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  return middle === undefined ? '-' : `${Math.round(middle)} ms`;
};
const largest = (values: readonly number[]): string =>
  values.length === 0 ? '-' : `${Math.round(Math.max(...values))} ms`;

function tableOf(judged: readonly Judged[]): Table {
  const row = (name: string, of: readonly Judged[]): string[] => {
    const machines = of.filter(isMachine);
    const delays = of.flatMap(({ talkMs, overMs }) =>
      talkMs === null || overMs === null ? [] : [talkMs - overMs],
    );
    const found = machines.flatMap(({ calleeMs }) => (calleeMs === null ? [] : [calleeMs - BEFORE_MS]));
    return [
      name,
      share(machines.length, of.length),
      share(machines.filter(({ talkMs }) => talkMs === null).length, of.length),
      median(found),
      of.some(isPerson) ? `${median(delays)}, at most ${largest(delays)}` : '-',
    ];
  };
  return {
    title: 'Who is taken for a machine',
    columns: [
      'greeting',
      'taken for a machine',
      'before the agent spoke',
      'after the first word',
      'person: added to the end of the turn',
    ],
    rows: [
      ...KINDS.map((kind) =>
        row(
          kind,
          judged.filter((one) => one.kind === kind),
        ),
      ),
      row('all people', judged.filter(isPerson)),
      row(
        'all machines',
        judged.filter((one) => !isPerson(one)),
      ),
    ],
    notes: [beepNote(judged)],
  };
}

/** Calls with sound in the background, by its kind. */
function behindTable(judged: readonly Judged[]): Table {
  const row = (name: string, of: readonly Judged[]): string[] => {
    const machines = of.filter(isMachine);
    const delays = of.flatMap(({ talkMs, spokenMs }) => (talkMs === null ? [] : [talkMs - spokenMs]));
    return [
      name,
      share(machines.length, of.length),
      share(machines.filter(({ talkMs }) => talkMs === null).length, of.length),
      of.some(isPerson) ? `${median(delays)}, at most ${largest(delays)}` : '-',
    ];
  };
  const rows = (who: string, lines: readonly Line[], all: readonly Judged[]): string[][] => [
    ...lines.map((line) =>
      row(
        `${who}, ${line.name}`,
        all.filter((one) => one.line === line),
      ),
    ),
    row(`all ${who}`, all),
  ];
  return {
    title: 'Who is taken for a machine in front of others',
    columns: [
      'who, and what is behind',
      'taken for a machine',
      'before the agent spoke',
      'person: the agent spoke after their last word',
    ],
    rows: [
      ...rows('people', BEHIND_PEOPLE, judged.filter(isPerson)),
      ...rows(
        'machines',
        BEHIND_MACHINES,
        judged.filter((one) => !isPerson(one)),
      ),
    ],
    notes: [beepNote(judged)],
  };
}

/** Judges by words alone: with silence after them, at 62 ms a character, without a beep. */
function wordsTable(): Table {
  const machines = (lang: string, texts: readonly string[]): readonly string[] =>
    texts.filter((text) => {
      const facts = {
        text,
        lang,
        spokenMs: 62 * text.length,
        mainMs: 62 * text.length,
        silentMs: 1500,
        isTurnOver: true,
        hasBeeped: false,
      };
      const callee = whoAnswered(facts);
      return callee === 'voicemail' || callee === 'menu';
    });
  return {
    title: 'By words alone',
    columns: ['language', 'people taken for machines', 'machines found'],
    rows: Object.entries(JUDGED_WORDS).map(([lang, texts]) => [
      lang,
      ...(['people', 'machines'] as const).map((who) =>
        share(machines(lang, texts[who]).length, texts[who].length),
      ),
    ]),
    notes: [
      'As if every word was recognised.',
      'Phrases were extended by the texts that were missed. When the texts were new, 15 of 30 machines were found in ' +
        'English, 34 of 54 in German, 32 of 53 in Spanish and 36 of 53 in French; 3 of 30, 0 of 49, 3 of 47 and 1 of 47 ' +
        'people were taken for machines.',
    ],
  };
}

/** Time from the end of a beep to the beginning of the message. */
function beepNote(judged: readonly Judged[]): string {
  const beeps = judged.filter(({ beep, callee }) => beep !== null && callee === 'voicemail');
  const lates = beeps.flatMap(({ beep, leaveMs }) =>
    leaveMs === null || beep === null ? [] : [leaveMs - (beep.beganMs + beep.ms)],
  );
  const inTime = lates.filter((ms) => ms >= -32 && ms <= 300);
  return (
    `The message began within 300 ms of the end of the beep in ${share(inTime.length, beeps.length)} of the calls ` +
    `to voicemail that was found (median ${median(lates)}, at most ${largest(lates)}).`
  );
}

function behindPart(table: Table, judged: readonly Judged[]): string {
  const voices = [...new Set(judged.map(({ voice }) => voice))].join(', ');
  return [
    BEHIND_HEADING,
    '',
    `Other texts (\`research/answering/behind.ts\`) in other voices (${voices}), with others who talk, play or type ` +
      'before, during and after the greeting, so many dB below the speaker. `npm run eval:answering -- --behind ' +
      '--write` measures this again.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}.`,
    '- Rules were not changed after these calls. Texts were written after the rules, by the same people.',
    '- Others have voices by which rules were chosen; music and typing are computed. A television also has music.',
    '',
    toMarkdown(table),
    '## What went wrong in front of others',
    '',
    ...judged.filter(isWrong).map(inWords),
    '',
  ].join('\n');
}

/** The page, with the part that was measured again replaced. */
async function withPart(part: string, isBehind: boolean): Promise<string> {
  const page = existsSync(PAGE) ? await readFile(PAGE, 'utf8') : '';
  const [first = '', behind] = page.split(`${BEHIND_HEADING}\n`);
  if (isBehind) return `${first.trimEnd()}\n\n${part}`;
  return behind === undefined ? part : `${part}\n${BEHIND_HEADING}\n${behind}`;
}

function pageOf(table: Table, judged: readonly Judged[]): string {
  const voices = [...new Set(judged.map(({ voice }) => voice))].join(', ');
  return [
    '# Who has answered a call',
    '',
    `Natural voices (${voices}) say what people, voicemail and menus say when they answer ` +
      '(`research/answering/greetings.ts`), over telephones of 8 kHz and mu-law: loud and quiet, on a street, with ' +
      'people behind. Beeps have 440 to 1400 Hz and 200 to 900 ms. `npm run eval:answering -- --write` measures again ' +
      'and writes this page.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}.`,
    ...machineLines(describeMachine(null, null)),
    '- Phrases and rules were chosen by other texts in other voices, except what concerns others behind the speaker, ' +
      '“I’m not at home”, and six phrases of menus and closed offices: calls of this table that went wrong led to ' +
      'that. All texts were written by the same people; nobody was recorded.',
    `- ${CALLS} calls at a time. The line stays open while words are being recognised.`,
    '- The table tells what was believed in the end. Who is taken for a person is talked to, and may be found out later.',
    '',
    toMarkdown(table),
    toMarkdown(wordsTable()),
    '## What went wrong',
    '',
    ...judged.filter(isWrong).map(inWords),
    '',
  ].join('\n');
}

const inWords = ({ kind, text, voice, line, callee, words }: Judged): string =>
  `- ${kind}: "${text}" (${voice}, ${line.name}): ${callee ?? 'unknown'}, heard "${words}"`;

await runEvaluation({
  usage: USAGE,
  parse,
  run: async ({ isFitted, isBehind, isWritten, folder }, signal) => {
    const recogniser = await createRecogniser({ remote: null, warn: say });
    if (!recogniser.supports('en')) throw new CorpusError('there is no recogniser for English');
    const engine = await createEngine({
      voiceFolders: { vits: piperFolders(), hibari: [hibariFolder()], kokoro: [kokoroFolder()] },
      lanes: 1,
      preloads: false,
      recogniser,
    });
    try {
      await prepareHearing();
      const greetings = isFitted ? FITTED : isBehind ? BEHIND : JUDGED;
      const cases = await casesOf(greetings, isBehind, engine, folder);
      const judged = await judgeAll(cases, recogniser, signal);
      const table = isBehind ? behindTable(judged) : tableOf(judged);
      process.stdout.write(`${toText(table)}\n${toText(wordsTable())}\n`);
      for (const one of isFitted ? judged : judged.filter(isWrong)) say(inWords(one));
      const part = isBehind ? behindPart(table, judged) : pageOf(table, judged);
      if (isWritten) await writePage(PAGE, await withPart(part, isBehind));
    } finally {
      await engine.close();
    }
  },
});
