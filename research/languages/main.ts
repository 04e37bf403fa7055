/**
 * Entry of `npm run eval:languages`: how often the language of a caller is detected, and which language the agent uses.
 */
import { ANY_LANGUAGE, CallerLanguage, followedLanguage, isExpected } from '../../agent-worker/research.ts';
import { UsageError } from '../../bench/arguments.ts';
import { describeMachine } from '../../bench/report/machine.ts';
import { type Table, toMarkdown, toText } from '../../bench/report/table.ts';
import { machineLines } from '../../bench/report/write.ts';
import { createEngine, type IdentifiedLanguage } from '../../engine/index.ts';
import { speechRange } from '../../engine/research.ts';
import { createRecogniser, kokoroFolder, piperFolders } from '../../engine/setup.ts';
import { readCorpus } from '../alignment/corpus.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { runEvaluation, say, writePage } from '../evaluation.ts';
import { LENGTHS, SPOKEN } from './sayings.ts';
import { beginningsOf, type SpokenUtterance, synthesized } from './utterances.ts';

const PAGE = 'research/languages/README.md';
const USAGE = `Usage: npm run eval:languages -- [FOLDER...] [--write]

Finds out the language of what natural voices say, and of the beginnings of recordings.

  FOLDER    recordings of people with a transcripts.tsv: a header, then name, seconds, text and language between tabs
  --write   writes ${PAGE}
`;
/** The language in which agents begin; no caller speaks it, so that each detection is a change. */
const ANOTHER = 'ko';

interface Options {
  readonly folders: readonly string[];
  readonly isWritten: boolean;
}

/** An utterance, with the results of detection. */
interface Case extends Omit<SpokenUtterance, 'samples'> {
  readonly found: IdentifiedLanguage | null;
  /** Language of the agent after it: of a new one, with any language and with the recognised ones, ... */
  readonly first: string;
  readonly firstOfList: string;
  /** ... and one that has spoken with this caller before. */
  readonly later: string;
}

/** @returns null when help was requested. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  if (args.includes('--help') || args.includes('-h')) return null;
  const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--write');
  if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
  return { folders: args.filter((arg) => !arg.startsWith('--')), isWritten: args.includes('--write') };
}

async function judged(
  { samples, ...about }: SpokenUtterance,
  found: IdentifiedLanguage | null,
): Promise<Case> {
  const voicedMs = speechRange(samples)?.soundMs ?? 0;
  const utterance = { samples, endedMs: 0, facts: { voicedMs, overAgent: false } };
  const spokenAfter = async (
    first: string,
    follows: typeof ANY_LANGUAGE | readonly string[],
    isKnown = false,
  ) => {
    const rule = { first, follows, isPossible: (code: string) => code !== 'ar' };
    const language = new CallerLanguage({ identify: async () => found }, first, {
      languageFor: (code) => followedLanguage(code, rule),
      isExpected: (lang) => isExpected(lang, follows),
    });
    if (isKnown) language.believe({ text: '', lang: first, found: first });
    return (await language.hear(utterance, async () => ({ text: '' }))).lang;
  };
  return {
    ...about,
    found,
    first: await spokenAfter(ANOTHER, ANY_LANGUAGE),
    firstOfList: await spokenAfter(ANOTHER, [ANOTHER, ...SPOKEN]),
    later: await spokenAfter(about.lang, ANY_LANGUAGE, true),
  };
}

function rowOf(name: string, cases: readonly Case[]): string[] {
  const share = (is: (one: Case) => boolean): string =>
    `${Math.round((100 * cases.filter(is).length) / cases.length)} %`;
  const wrong = new Map<string, number>();
  for (const { found, lang } of cases) {
    if (found && found.lang !== lang) wrong.set(found.lang, (wrong.get(found.lang) ?? 0) + 1);
  }
  const most = [...wrong].sort(([, a], [, b]) => b - a).slice(0, 4);
  return [
    name,
    String(cases.length),
    share(({ found, lang }) => found?.lang === lang),
    share(({ first, lang }) => first === lang),
    share(({ first, lang }) => first !== lang && first !== ANOTHER),
    share(({ firstOfList, lang }) => firstOfList === lang),
    share(({ firstOfList, lang }) => firstOfList !== lang && firstOfList !== ANOTHER),
    share(({ later, lang }) => later !== lang),
    most.map(([lang, count]) => `${lang} ${count}`).join(', '),
  ];
}

function tablesOf(cases: readonly Case[]): Table[] {
  const kinds = [
    ...SPOKEN.map((lang) => [lang, cases.filter((one) => one.lang === lang && !one.isByPerson)] as const),
    ...SPOKEN.map(
      (lang) => [`${lang}, people`, cases.filter((one) => one.lang === lang && one.isByPerson)] as const,
    ),
    ['all', cases] as const,
  ];
  const rowsOf = (length: string): string[][] =>
    kinds.flatMap(([name, all]) => {
      const some = all.filter((one) => one.length === length);
      return some.length === 0 ? [] : [rowOf(name, some)];
    });
  return LENGTHS.map((length) => ({
    title: `About ${length}`,
    columns: ['spoken', 'utterances', 'found', 'auto', 'wrong', 'list', 'wrong', 'left later', 'taken for'],
    rows: rowsOf(length),
    notes: [],
  }));
}

function pageOf(tables: readonly Table[], cases: readonly Case[], tookMs: number): string {
  const voices = cases.filter(({ isByPerson }) => !isByPerson).length;
  return [
    "# The caller's language: how often it is found out",
    '',
    'An agent that [follows the language of its caller](../../docs/agents.md#the-callers-language) asks the multilingual recogniser ' +
      'which one it hears. `npm run eval:languages -- [FOLDER...] --write` measures again and writes this page.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}, ${voices} utterances of up to two natural voices of each ` +
      `language, and ${cases.length - voices} beginnings of recordings of people, cut after 1, 2 and 5 s.`,
    ...machineLines(describeMachine(null, null)),
    `- ${Math.round(tookMs)} ms for each on average, beside other programs.`,
    '- found: the language that the recogniser thinks likeliest is the one that is spoken.',
    '- auto: an agent with `auto` that knows nothing of its caller goes on in that language after this utterance; ' +
      'wrong: it goes on in another one. Otherwise it stays in its own, and the next utterance decides.',
    `- list: the same of an agent with the list ${[ANOTHER, ...SPOKEN].join(', ')}.`,
    '- left later: an agent with `auto` that has spoken this language with its caller leaves it after this utterance.',
    '- taken for: the languages that were found instead, and how often.',
    '',
    ...tables.map(toMarkdown),
  ].join('\n');
}

await runEvaluation({
  usage: USAGE,
  parse,
  run: async ({ folders, isWritten }, signal) => {
    const recogniser = await createRecogniser({ remote: null, warn: say });
    const engine = await createEngine({
      voiceFolders: { vits: piperFolders(), kokoro: [kokoroFolder()] },
      lanes: 1,
    });
    const cases: Case[] = [];
    let tookMs = 0;
    const hear = async (utterance: SpokenUtterance): Promise<void> => {
      signal.throwIfAborted();
      const beganMs = performance.now();
      const found = (await recogniser.identify?.(utterance.samples, ANOTHER)) ?? null;
      tookMs += performance.now() - beganMs;
      cases.push(await judged(utterance, found));
      if (cases.length % 20 === 0) say(`heard ${cases.length}`);
    };
    try {
      if (!recogniser.supports(''))
        throw new CorpusError('install a recogniser: npm run models -- pull whisper-base');
      for (const folder of folders) {
        for (const clip of await readCorpus(folder)) for (const one of beginningsOf(clip)) await hear(one);
      }
      for await (const utterance of synthesized(engine)) await hear(utterance);
    } finally {
      await engine.close();
      await recogniser.close();
    }
    const tables = tablesOf(cases);
    for (const table of tables) process.stdout.write(`${toText(table)}\n`);
    if (isWritten) await writePage(PAGE, pageOf(tables, cases, tookMs / cases.length));
  },
});
