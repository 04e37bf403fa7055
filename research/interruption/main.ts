/** Entry of `npm run eval:interruption`: what stops the agent without being a turn, and which turns are missed. */
import { isHum, prepareHearing } from '../../agent-worker/research.ts';
import { UsageError } from '../../bench/arguments.ts';
import { type Table, toMarkdown, toText } from '../../bench/report/table.ts';
import { createEngine, type Engine, type Recogniser } from '../../engine/index.ts';
import { createRecogniser, hibariFolder, kokoroFolder, piperFolders } from '../../engine/setup.ts';
import { say as sayBy } from '../../engine/testing/speech.ts';
import { cough, hum, laugh, RATE } from '../../media/human-sounds.ts';
import { int16ToFloat } from '../../media/pcm.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { runEvaluation, say, writePage } from '../evaluation.ts';
import { call, type Heard, LINES, type Line } from './call.ts';
import { FITTED, JUDGED, spoken, voiceName } from './sayings.ts';

const PAGE = 'research/interruption/README.md';
const USAGE = `Usage: npm run eval:interruption -- [--fitted] [--write]

Has callers say something while an agent speaks, and tells what stops it for good. Nothing runs in real time.

  --fitted  other texts in other voices, by which rules are chosen; prints what was wrong
  --write   writes ${PAGE}
`;
const AGENT_VOICE = 'kokoro-af_heart';
/** Computed sounds by kind, with the number of each. */
const SOUNDS = [
  ['coughing', cough, 20],
  ['humming', hum, 30],
  ['laughing', laugh, 30],
] as const;
/** Seed of the first sound of the judging set. */
const JUDGED_SEED = 2000;
const KINDS = ['listening', 'humming', 'laughing', 'coughing', 'interrupting'] as const;
const COLUMNS: Readonly<Record<(typeof KINDS)[number], string>> = {
  listening: '"okay", "I see": stopped',
  humming: 'hums: stopped',
  laughing: 'laughter: stopped',
  coughing: 'coughs: stopped',
  interrupting: 'interruptions: unheard',
};
interface Options {
  readonly isFitted: boolean;
  readonly isWritten: boolean;
}

/** The caller's words, and the result. */
interface Case extends Heard {
  readonly kind: (typeof KINDS)[number];
  readonly voice: string;
  readonly text: string;
  readonly line: Line;
}

/** @returns null when help was requested. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  if (args.includes('--help') || args.includes('-h')) return null;
  const unknown = args.find((arg) => arg !== '--fitted' && arg !== '--write');
  if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
  const isFitted = args.includes('--fitted');
  const isWritten = args.includes('--write');
  if (isFitted && isWritten) throw new UsageError('what rules are chosen by does not judge them');
  return { isFitted, isWritten };
}

const speak = async (engine: Engine, text: string, voiceId: string, speed: number): Promise<Float32Array> =>
  int16ToFloat(await sayBy(engine, spoken(text), RATE, { voiceId, speed }));

async function hearAll({ isFitted }: Options, engine: Engine, recogniser: Recogniser, signal: AbortSignal) {
  const sayings = isFitted ? FITTED : JUDGED;
  const installed = new Set(engine.voices().map(({ id }) => id));
  const voices = sayings.voices.filter((id) => installed.has(id));
  if (voices.length === 0) throw new CorpusError('none of the voices is installed');
  const { story } = sayings;
  const agent = await speak(engine, story, installed.has(AGENT_VOICE) ? AGENT_VOICE : voices[0]!, 1);
  const cases: Case[] = [];
  const hear = async (about: Omit<Case, keyof Heard>, said: Float32Array): Promise<void> => {
    signal.throwIfAborted();
    cases.push({ ...about, ...(await call(said, agent, story, about.line, recogniser)) });
    if (cases.length % 20 === 0) say(`heard ${cases.length}`);
  };
  for (const kind of ['listening', 'laughing', 'interrupting'] as const) {
    for (const [i, text] of sayings[kind].entries()) {
      const voice = voices[i % voices.length]!;
      // Cycles differently from the voices, so that each voice is used on every line.
      const line = LINES[(i + Math.floor(i / LINES.length)) % LINES.length]!;
      const said = await speak(engine, text, voice, line.speed);
      await hear({ kind: kindOf(kind, text), voice, text, line }, said);
    }
  }
  for (const [kind, sound, count] of SOUNDS) {
    for (let i = 0; i < count; i++) {
      const about = { kind, voice: '', text: `${kind} ${i}`, line: LINES[i % LINES.length]! };
      await hear(about, sound(isFitted ? i : JUDGED_SEED + i));
    }
  }
  return cases;
}

/** Texts that are only hums count as computed sounds. */
const kindOf = (kind: Case['kind'], text: string): Case['kind'] =>
  kind === 'listening' && isHum(text) ? 'humming' : kind;

const isWrong = ({ kind, turn, invented }: Case): boolean =>
  invented !== '' || (kind === 'interrupting') === (turn === '');

function tableOf(cases: readonly Case[]): Table {
  const share = (of: readonly Case[]): string =>
    of.length === 0 ? '-' : `${of.filter(isWrong).length} of ${of.length}`;
  const row = (name: string, of: readonly Case[]): string[] => [
    name,
    ...KINDS.map((kind) => share(of.filter((each) => each.kind === kind))),
  ];
  return {
    title: 'What is taken for what it is not',
    columns: ['line', ...KINDS.map((kind) => COLUMNS[kind])],
    rows: [
      ...LINES.map((line) =>
        row(
          line.name,
          cases.filter((each) => each.line === line),
        ),
      ),
      row('all', cases),
    ],
    notes: [
      `The agent fell silent for a moment in ${cases.filter(({ isPaused }) => isPaused).length} calls.`,
    ],
  };
}

function pageOf(table: Table, cases: readonly Case[]): string {
  const voices = (of: readonly string[]): string => of.map(voiceName).join(', ');
  const judged = [...new Set(cases.map(({ voice }) => voice).filter(Boolean))];
  return [
    '# Interruptions: what stops an agent, and what does not',
    '',
    `Natural voices (${voices(judged)}) say what \`research/interruption/sayings.ts\` lists while an agent speaks: ` +
      'that they listen, or that it should stop, repeat or answer something. Most of the lines are telephones ' +
      '(8 kHz, mu-law); loudspeakers bring the agent back to the microphone, 20 or 12 dB softer. An agent pauses for ' +
      'either kind and then goes on, or is stopped for good, which is what counts here. `npm run eval:interruption ' +
      '-- --write` measures again and writes this page.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}. Rules were chosen by other texts in other voices ` +
      `(${voices(FITTED.voices)}); words that everybody says are among both.`,
    '- Coughs, some hums and some laughter are synthetic: bursts of noise, and resonances. Voices that say "ha ha" ' +
      'read it, and do not laugh. Nobody was recorded.',
    '',
    toMarkdown(table),
    '## What went wrong',
    '',
    ...cases.filter(isWrong).map(inWords),
    '',
  ].join('\n');
}

function inWords({ text, voice, line, turn, invented }: Case): string {
  const said = voice === '' ? text : `"${text}" (${voiceName(voice)})`;
  const heard = invented === '' ? turn : invented;
  return `- ${said}, ${line.name}: ${heard === '' ? 'unheard' : `"${heard}"`}`;
}

await runEvaluation({
  usage: USAGE,
  parse,
  run: async (options, signal) => {
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
      const cases = await hearAll(options, engine, recogniser, signal);
      const table = tableOf(cases);
      process.stdout.write(`${toText(table)}\n`);
      for (const { text, voice, line, words, turn, invented } of cases.filter(isWrong)) {
        say(JSON.stringify({ text, voice, line: line.name, words, turn, invented }));
      }
      if (options.isWritten) await writePage(PAGE, pageOf(table, cases));
    } finally {
      await engine.close();
    }
  },
});
