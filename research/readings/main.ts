/** Entry of `npm run eval:readings`: how texts are read out, compared with public suites of cases. */
import { UsageError } from '../../bench/arguments.ts';
import { type Table, toMarkdown, toText } from '../../bench/report/table.ts';
import { LANGUAGES, type Language, readText } from '../../engine/index.ts';
import { runEvaluation, say, writePage } from '../evaluation.ts';
import { type Case, readCases } from './cases.ts';
import { SEVERAL, TASTES, type Verdict, verdictOf } from './compare.ts';
import { KINDS, kindOf } from './kinds.ts';

const PAGE = 'research/readings/README.md';
const VARIABLE = 'READING_SUITES';
const USAGE = `Usage: ${VARIABLE}=FOLDER npm run eval:readings -- [--write] [--differences]

Reads the test cases of other projects and compares what they expect.

  ${VARIABLE}  folder with checkouts of NeMo-text-processing, num2words and Kokoro-FastAPI, or some of them
  --write         writes ${PAGE}
  --differences   prints each case that is read otherwise, those that are wrong as such
`;

interface Options {
  readonly folder: string;
  readonly isWritten: boolean;
  readonly areShown: boolean;
}

/** @returns null when help was requested. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  if (args.includes('--help') || args.includes('-h')) return null;
  const unknown = args.find((arg) => arg !== '--write' && arg !== '--differences');
  if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
  const folder = process.env[VARIABLE];
  if (!folder) throw new UsageError(`${VARIABLE} must name a folder with checkouts of the suites`);
  return { folder, isWritten: args.includes('--write'), areShown: args.includes('--differences') };
}

interface Judged extends Case {
  readonly said: string;
  readonly verdict: Verdict;
}

function judged(one: Case): Judged {
  const said = readText(one.written, one.lang).spoken;
  const verdict = verdictOf(said, one.expected, one.lang);
  return { ...one, said, verdict: verdict === 'other' ? (kindOf(one, said) ?? WRONG) : verdict };
}

const WRONG = 'wrong';
const isWrong = ({ verdict }: Judged): boolean => verdict === WRONG;
const isTaste = ({ verdict }: Judged): boolean => verdict !== 'same' && verdict !== WRONG;
const count = (cases: readonly Judged[], is: (one: Judged) => boolean): number => cases.filter(is).length;

function figures(cases: readonly Judged[]): string[] {
  const wrong = count(cases, isWrong);
  return [
    String(cases.length),
    String(count(cases, ({ verdict }) => verdict === 'same')),
    String(count(cases, isTaste)),
    String(wrong),
    `${((100 * wrong) / cases.length).toFixed(1)} %`,
  ];
}

const COLUMNS = ['cases', 'the same', 'taste', 'wrong', 'wrong, %'];

function languageTable(cases: readonly Judged[]): Table {
  const named = (lang: Language): string =>
    new Intl.DisplayNames(['en'], { type: 'language' }).of(lang) ?? lang;
  return {
    title: 'By language',
    columns: ['language', 'suite', ...COLUMNS],
    rows: LANGUAGES.flatMap((lang) =>
      [...new Set(cases.map(({ suite }) => suite))].flatMap((suite) => {
        const own = cases.filter((one) => one.lang === lang && one.suite === suite);
        return own.length === 0 ? [] : [[named(lang), suite, ...figures(own)]];
      }),
    ),
    notes: ['"Taste" is explained below.'],
  };
}

function classTable(cases: readonly Judged[]): Table {
  const kinds = [...new Set(cases.map(({ suite, kind }) => `${suite} ${kind}`))].sort();
  return {
    title: 'By class and language',
    columns: ['class', ...LANGUAGES],
    rows: kinds.map((name) => [
      name,
      ...LANGUAGES.map((lang) => {
        const own = cases.filter(({ suite, kind, lang: of }) => of === lang && `${suite} ${kind}` === name);
        return own.length === 0 ? '' : `${count(own, isWrong)}/${own.length}`;
      }),
    ]),
    notes: ['Cases that are read wrong, of all.'],
  };
}

function tasteTable(cases: readonly Judged[]): Table {
  return {
    title: 'Differences of taste',
    columns: ['difference', 'cases'],
    rows: [...TASTES.map(({ name }) => name), SEVERAL, ...KINDS.map(({ name }) => name)].flatMap((name) => {
      const found = count(cases, ({ verdict }) => verdict === name);
      return found === 0 ? [] : [[name, String(found)]];
    }),
    notes: [
      'A case counts for the first of these that explains it. Up to "several of these", a rewriting of both readings ' +
        'makes them equal; the others were judged case by case ([kinds](kinds.ts)).',
    ],
  };
}

const INTRODUCTION = `# Readings

How texts are read out beside the test cases of other projects: NVIDIA's
[NeMo-text-processing](https://github.com/NVIDIA/NeMo-text-processing), cases of text normalization;
[num2words](https://github.com/savoirfairelinux/num2words), cardinals, ordinals and amounts in euros; and the tests of
[Kokoro-FastAPI](https://github.com/remsky/Kokoro-FastAPI)'s normalizer. Their cases are not part of this repository:

\`\`\`sh
READING_SUITES=FOLDER npm run eval:readings -- --differences   # FOLDER has checkouts of the three, or some of them
READING_SUITES=FOLDER npm run eval:readings -- --write         # writes this page
\`\`\`

"The same" ignores case, marks, hyphens and quotes. A difference of taste is no fault: a case has one reading of several
that people use, some expect what no one says, and the tests of a normalizer also state what it leaves as it is. All
else is wrong, or worse than a listener wants.
`;

async function run({ folder, isWritten, areShown }: Options): Promise<void> {
  const cases = readCases(folder).map(judged);
  if (cases.length === 0) throw new UsageError(`there is no suite in ${folder}`);
  const tables = [languageTable(cases), classTable(cases), tasteTable(cases)];
  for (const table of tables) process.stdout.write(toText(table));
  if (areShown) {
    for (const { verdict, lang, suite, kind, written, said, expected } of cases) {
      if (verdict !== 'same')
        process.stdout.write(`${[verdict, lang, suite, kind, written, said, ...expected].join('\t')}\n`);
    }
  }
  if (!isWritten) return;
  await writePage(PAGE, [INTRODUCTION, ...tables.map(toMarkdown)].join('\n'));
  say(`wrote ${PAGE}`);
}

await runEvaluation({ usage: USAGE, parse, run });
