/** Entry of `npm run eval:interruption`: what stops the agent for good that should not, and what goes unheard. */
import { prepareHearing } from '../../agent-worker/research.ts';
import { UsageError } from '../../bench/arguments.ts';
import { type Table, toMarkdown, toText } from '../../bench/report/table.ts';
import { createEngine, type Engine, type Recogniser } from '../../engine/index.ts';
import { createRecogniser, hibariFolder, kokoroFolder, piperFolders } from '../../engine/setup.ts';
import { say as sayBy } from '../../engine/testing/speech.ts';
import { int16ToFloat } from '../../media/pcm.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { runEvaluation, say, writePage } from '../evaluation.ts';
import { call, cough, type Heard, LINES, type Line, RATE } from './call.ts';
import { FITTED, FITTED_VOICES, JUDGED, JUDGED_VOICES, STORY } from './sayings.ts';

const PAGE = 'research/interruption/README.md';
const USAGE = `Usage: npm run eval:interruption -- [--fitted] [--write]

Has callers say something while an agent speaks, and tells what stops it for good. Nothing runs in real time.

  --fitted  other texts in other voices, by which rules are chosen; prints what was wrong
  --write   writes ${PAGE}
`;
const AGENT_VOICE = 'kokoro-af_heart';
const NAMES: Readonly<Record<string, string>> = { '8e9c4bc8-3979-48ab-8626-df53befc2090': 'joe' };
const COUGHS = 10;
/** Each text is said in every third voice. */
const EVERY = 3;

interface Options {
  readonly isFitted: boolean;
  readonly isWritten: boolean;
}

/** What was said, and what came of it. */
interface Case extends Heard {
  readonly kind: 'listening' | 'interrupting' | 'coughs';
  readonly voice: string;
  readonly text: string;
  readonly line: Line;
}

/** @returns null when help was asked for. @throws UsageError */
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
  int16ToFloat(await sayBy(engine, text, RATE, { voiceId, speed }));

async function hearAll({ isFitted }: Options, engine: Engine, recogniser: Recogniser, signal: AbortSignal) {
  const sayings = isFitted ? FITTED : JUDGED;
  const installed = new Set(engine.voices().map(({ id }) => id));
  const voices = (isFitted ? FITTED_VOICES : JUDGED_VOICES).filter((id) => installed.has(id));
  if (voices.length === 0) throw new CorpusError('none of the voices is installed');
  const agent = await speak(engine, STORY, installed.has(AGENT_VOICE) ? AGENT_VOICE : voices[0]!, 1);
  const cases: Case[] = [];
  const hear = async (about: Omit<Case, keyof Heard>, said: Float32Array): Promise<void> => {
    signal.throwIfAborted();
    cases.push({ ...about, ...(await call(said, agent, STORY, about.line, recogniser)) });
    if (cases.length % 20 === 0) say(`heard ${cases.length}`);
  };
  for (const [v, voice] of voices.entries()) {
    for (const kind of ['listening', 'interrupting'] as const) {
      for (const [i, text] of sayings[kind].entries()) {
        if ((i + v) % EVERY !== 0) continue;
        const line = LINES[(i + 2 * v) % LINES.length]!;
        await hear({ kind, voice, text, line }, await speak(engine, text, voice, line.speed));
      }
    }
  }
  for (let i = 0; i < COUGHS; i++) {
    const seed = isFitted ? 1000 + i : i;
    await hear(
      { kind: 'coughs', voice: '', text: `cough ${i}`, line: LINES[i % LINES.length]! },
      cough(seed),
    );
  }
  return cases;
}

const isWrong = ({ kind, turn, invented }: Case): boolean =>
  invented !== '' || (kind === 'interrupting') === (turn === '');

function tableOf(cases: readonly Case[]): Table {
  const share = (of: readonly Case[]): string =>
    of.length === 0 ? '-' : `${of.filter(isWrong).length} of ${of.length}`;
  const row = (name: string, of: readonly Case[]): string[] => [
    name,
    ...(['listening', 'coughs', 'interrupting'] as const).map((kind) =>
      share(of.filter((each) => each.kind === kind)),
    ),
  ];
  return {
    title: 'What is taken for what it is not',
    columns: ['line', '"mm-hm", "okay": stopped', 'coughs: stopped', 'interruptions: unheard'],
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
  const voices = new Set(cases.map(({ voice }) => voice).filter(Boolean));
  return [
    '# Interruptions: what stops an agent, and what does not',
    '',
    `Natural voices (${[...voices].map((id) => NAMES[id] ?? id).join(', ')}) say what \`research/interruption/sayings.ts\` lists while an agent ` +
      'speaks: that they listen, or that it should stop, repeat or answer something. Half of the lines are ' +
      'telephones (8 kHz, mu-law); loudspeakers bring the agent back to the microphone, 20 or 12 dB softer. An agent ' +
      'pauses for either kind and then goes on, or is stopped for good, which is what counts here. `npm run ' +
      'eval:interruption -- --write` measures again and writes this page.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}. Rules were chosen by other texts in other voices ` +
      `(${FITTED_VOICES.join(', ')}); words that everybody says are among both.`,
    '- Coughs are synthetic: bursts of noise.',
    '- What is left is misrecognised by the tiny recogniser: laughter, hums, and the first word of two.',
    '',
    toMarkdown(table),
  ].join('\n');
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
