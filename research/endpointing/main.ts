/** Entry of `npm run eval:endpointing -- FOLDER...`: which callers are cut off, and which wait. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type PaceRates, prepareHearing } from '../../agent-worker/research.ts';
import { UsageError, wholeNumber } from '../../bench/arguments.ts';
import { type Table, toMarkdown, toText } from '../../bench/report/table.ts';
import { RecognitionError } from '../../engine/index.ts';
import { createRecogniser } from '../../engine/setup.ts';
import { readCorpus } from '../alignment/corpus.ts';
import { Renderer } from '../alignment/renderer.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { runEvaluation, say, write, writePage } from '../evaluation.ts';
import { FITTED_VOICES, hesitantCallers, JUDGED_VOICES } from './callers.ts';
import { type CallsOutcome, callsOf, TURNS, WAITING_MS } from './calls.ts';
import { fitted } from './fit.ts';
import { type HeardUtterance, hear } from './hear.ts';
import {
  CALLER_LANGUAGES,
  type CallerLanguage,
  FITTED,
  FITTED_LANGUAGES,
  HESITATION_KINDS,
  JUDGED,
  type Saying,
  UNSEEN,
} from './hesitations.ts';
import { outcomeOf, POLICIES, SWEEPS } from './policies.ts';
import { SWEEP_TITLE, sweepPlot } from './sweep-plot.ts';
import { type PausedUtterance, READ_KINDS, sentencesOf, withPauses } from './utterances.ts';

const PAGE = 'research/endpointing/README.md';
const PICTURE = 'sweep.svg';
const USAGE = `Usage: npm run eval:endpointing -- [FOLDER...] [--lang CODE] [--count N] [--heard FILE] [--fit] [--write]

Has callers hesitate, and puts pauses into sentences that people read, and tells how often they would be
answered in them, and how soon at their end. Nothing runs in real time.

  FOLDER       recordings with a transcripts.tsv: a header, then name, seconds and text between tabs.
               Default: the folders in ENDPOINTING_RECORDINGS, separated by colons; none: callers alone
  --lang CODE  callers in another language than English: de, es, fr
  --unseen     callers who say other things in English
  --count N    utterances of people; default 200
  --heard FILE keeps what was heard in FILE, or takes it from there: another policy is then a matter of seconds
  --fit        fits the weights to other callers, and prints them instead, with the effect of learning at other rates
  --write      writes ${PAGE}
`;

interface Options {
  readonly folders: readonly string[];
  readonly lang: CallerLanguage;
  readonly isUnseen: boolean;
  readonly count: number;
  readonly heard: string | null;
  readonly isFitting: boolean;
  readonly isWritten: boolean;
}

/** Share of the utterances that are questions, if the recordings have some. */
const QUESTIONS = 0.3;
/** Timeout of the recogniser for a recording on a busy machine. */
const ATTEMPTS = 3;

/** @returns null when help was requested. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  const folders: string[] = [];
  let lang: CallerLanguage = 'en';
  let count = 200;
  let heard: string | null = null;
  let isUnseen = false;
  let isFitting = false;
  let isWritten = false;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--help' || arg === '-h') return null;
    if (arg === '--write') isWritten = true;
    else if (arg === '--fit') isFitting = true;
    else if (arg === '--unseen') isUnseen = true;
    else if (arg === '--lang') lang = languageIn(rest.shift());
    else if (arg === '--count') count = wholeNumber('--count', rest.shift() ?? '', 1, 10_000);
    else if (arg === '--heard' && rest[0] !== undefined) heard = rest.shift() ?? null;
    else if (arg.startsWith('--')) throw new UsageError(`unknown argument "${arg}"`);
    else folders.push(arg);
  }
  if (isUnseen && (lang !== 'en' || folders.length > 0 || isFitting))
    throw new UsageError('--unseen is for English callers alone');
  if (folders.length === 0 && lang === 'en' && !isUnseen)
    folders.push(...(process.env.ENDPOINTING_RECORDINGS ?? '').split(':').filter(Boolean));
  if (lang !== 'en' && folders.length > 0) throw new UsageError('recordings are for English');
  if (isFitting && !FITTED_LANGUAGES.some((one) => one === lang))
    throw new UsageError(`--fit takes ${FITTED_LANGUAGES.join(', ')}`);
  return { folders, lang, isUnseen, count, heard, isFitting, isWritten };
}

/** @throws UsageError */
function languageIn(code: string | undefined): CallerLanguage {
  const lang = CALLER_LANGUAGES.find((one) => one === code);
  if (lang === undefined) throw new UsageError(`--lang takes ${CALLER_LANGUAGES.join(', ')}`);
  return lang;
}

/** Each text in one voice: more texts are better evidence than more voices. */
async function eachInOneVoice(
  sayings: readonly Saying[],
  voices: readonly string[],
  renderer: Renderer,
  lang: CallerLanguage,
): Promise<PausedUtterance[]> {
  const utterances: PausedUtterance[] = [];
  for (const [i, voice] of voices.entries()) {
    const some = sayings.filter((_, at) => at % voices.length === i);
    utterances.push(...(await hesitantCallers(some, [voice], renderer, lang)));
  }
  return utterances;
}

async function utterancesOf({
  folders,
  lang,
  isUnseen,
  count,
  isFitting,
}: Options): Promise<PausedUtterance[]> {
  const renderer = new Renderer();
  try {
    if (isFitting && lang !== 'fr' && lang !== 'de')
      return await eachInOneVoice(FITTED[lang], FITTED_VOICES[lang], renderer, lang);
    if (isUnseen) return await eachInOneVoice(UNSEEN, JUDGED_VOICES.en, renderer, lang);
    if (lang !== 'en') return await eachInOneVoice(JUDGED[lang], JUDGED_VOICES[lang], renderer, lang);
    const callers = await hesitantCallers(JUDGED.en, JUDGED_VOICES.en, renderer, lang);
    const clips = (await Promise.all(folders.map(readCorpus))).flat().filter((clip) => clip.lang === 'en');
    const sentences = await sentencesOf(clips, renderer);
    const ofKind = (kind: string) => sentences.filter((sentence) => sentence.kind === kind);
    const questions = withPauses(ofKind('question'), Math.round(QUESTIONS * count), 1);
    const statements = withPauses(ofKind('statement'), count - questions.length, 2);
    return [...callers, ...questions, ...statements];
  } finally {
    await renderer.close();
  }
}

async function hearAll(options: Options, signal: AbortSignal): Promise<readonly HeardUtterance[]> {
  if (options.heard !== null && existsSync(options.heard)) {
    return JSON.parse(await readFile(options.heard, 'utf8')) as HeardUtterance[];
  }
  const utterances = await utterancesOf(options);
  const recogniser = options.lang === 'de' ? null : await createRecogniser({ remote: null, warn: say });
  if (recogniser && !recogniser.supports(options.lang))
    throw new CorpusError(`there is no recogniser for "${options.lang}"`);
  const heard: HeardUtterance[] = [];
  try {
    await prepareHearing();
    for (const utterance of utterances) {
      signal.throwIfAborted();
      heard.push(await patiently(() => hear(utterance, recogniser, options.lang)));
      if (options.heard !== null) await write(options.heard, JSON.stringify(heard));
      if (heard.length % 10 === 0) say(`heard ${heard.length} of ${utterances.length}`);
    }
  } finally {
    await recogniser?.close();
  }
  return heard;
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RecognitionError && error.retryable) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Kinds of callers who do not hesitate. */
const UNHESITATING: readonly string[] = ['complete', 'short answers'];

interface Group {
  readonly name: string;
  readonly utterances: readonly HeardUtterance[];
}

const hesitant = (heard: readonly HeardUtterance[]): HeardUtterance[] =>
  heard.filter(({ kind }) => HESITATION_KINDS.some((one) => one === kind) && !UNHESITATING.includes(kind));
const complete = (heard: readonly HeardUtterance[]): HeardUtterance[] =>
  heard.filter(({ kind }) => kind === 'complete');

function groupsOf(heard: readonly HeardUtterance[]): Group[] {
  const of = (kind: string) => heard.filter((each) => each.kind === kind);
  return [
    { name: 'hesitant callers, all', utterances: hesitant(heard) },
    ...HESITATION_KINDS.map((kind) => ({ name: kind, utterances: of(kind) })),
    ...READ_KINDS.map((kind) => ({ name: `people who read: ${kind}s`, utterances: of(kind) })),
  ].filter(({ utterances }) => utterances.length > 0);
}

function tableOf(heard: readonly HeardUtterance[], options: Options): Table {
  const { lang } = options;
  return {
    title: isSection(options) ? headingOf(options) : 'Who is cut off, and who waits',
    columns: ['of', 'utterances', ...POLICIES.map(({ name }) => name)],
    rows: groupsOf(heard).map(({ name, utterances }) => [
      name,
      String(utterances.length),
      ...POLICIES.map((policy) => {
        const { said, premature, p50, p90 } = outcomeOf(policy, utterances, lang);
        return `${((100 * premature) / said).toFixed(0)} %; ${p50.toFixed(0)}, ${p90.toFixed(0)} ms`;
      }),
    ]),
    notes: [
      'Each cell: cut off; from the last sound until the turn is over, p50 and p90, also of those that were cut off.',
      noteOfCalls(heard, lang),
      ...(lang === 'en'
        ? notesOn(options)
        : [`Voices: ${JUDGED_VOICES[lang].join(', ')}, each text in one of them. ${weightsIn(lang)}`]),
    ],
  };
}

/** Rates of learning that `--fit` compares; null learns nothing. */
const PACES: readonly (PaceRates | null)[] = [
  null,
  { end: 0.3, pause: 1 },
  { end: 0.5, pause: 1 },
  { end: 0.5, pause: 2 },
  { end: 0.5, pause: 3 },
];
/** Shares of the turns in a call that hesitate. */
const HESITANT_SHARES = [0, 0.2, 0.5] as const;

/** Calls of one speaker each. @param rates undefined for those of agents */
const callsIn = (
  heard: readonly HeardUtterance[],
  lang: CallerLanguage,
  share: number,
  rates?: PaceRates | null,
): CallsOutcome => {
  const fluent = heard.filter(({ kind }) => UNHESITATING.includes(kind));
  return callsOf(hesitant(heard), fluent, lang, share, rates);
};

const percentOf = (share: number): string => `${(100 * share).toFixed(0)} %`;

const pacesTable = (heard: readonly HeardUtterance[], lang: CallerLanguage): Table => ({
  title: `${TURNS} turns of one caller`,
  columns: ['turns that hesitate', 'rates', 'cut off', `complete turns that wait over ${WAITING_MS} ms`],
  rows: HESITANT_SHARES.flatMap((share) =>
    PACES.map((rates) => {
      const { cutOff, waiting } = callsIn(heard, lang, share, rates);
      return [
        percentOf(share),
        rates === null ? 'none' : `${rates.end}, ${rates.pause}`,
        share === 0 ? '-' : percentOf(cutOff),
        percentOf(waiting),
      ];
    }),
  ),
  notes: [],
});

function noteOfCalls(heard: readonly HeardUtterance[], lang: CallerLanguage): string {
  const kinds = HESITANT_SHARES.map((share) => {
    const both = [callsIn(heard, lang, share, null), callsIn(heard, lang, share)];
    const shares = (of: 'waiting' | 'cutOff'): string => both.map((one) => percentOf(one[of])).join(', ');
    const cutOff = share === 0 ? '' : ` (hesitant ones cut off: ${shares('cutOff')})`;
    return `${shares('waiting')} where ${percentOf(share)} of the turns hesitate${cutOff}`;
  });
  return (
    `Complete turns that wait for more than ${WAITING_MS} ms in calls of ${TURNS} turns, if the agent learns nothing ` +
    `about the caller, and as it does: ${kinds.join('; ')}.`
  );
}

function pictureOf(heard: readonly HeardUtterance[]): string {
  return sweepPlot(
    SWEEPS.map(({ name, policies }) => ({
      name,
      points: policies.map((policy) => {
        const { premature, said } = outcomeOf(policy, hesitant(heard), 'en');
        return { ms: outcomeOf(policy, complete(heard), 'en').mean, share: premature / Math.max(1, said) };
      }),
    })),
  );
}

const weightsIn = (lang: CallerLanguage): string =>
  (lang === 'de'
    ? 'They are voices of espeak-ng, which the recogniser does not understand: the words are those that were said, up ' +
      'to each pause, with a full stop. '
    : '') +
  `The weights were fitted on other words in another voice (${FITTED_VOICES.es.join(', ')}), in Spanish; the model of ` +
  'words was trained on [public texts](../../docs/licences.md#the-models-of-words).';

const notesOn = ({ isUnseen }: Options): string[] =>
  isUnseen
    ? [
        `Voices: ${JUDGED_VOICES.en.join(', ')}, each text in one of them. No model and no weight was fitted to these ` +
          'sentences.',
      ]
    : [];

/** Callers with a section of their own on the page: other languages, and other sentences. */
const HEADING = 'In ';
const isSection = ({ lang, isUnseen }: Options): boolean => lang !== 'en' || isUnseen;
const headingOf = ({ lang, isUnseen }: Options): string =>
  HEADING +
  new Intl.DisplayNames('en', { type: 'language' }).of(lang) +
  (isUnseen ? ', in other sentences' : '');

/** The current page: the English section, and each other section. */
async function currentPage(): Promise<{ english: string; others: string[] }> {
  const [english = '', ...others] = (await readFile(PAGE, 'utf8')).split(
    new RegExp(`^(?=## ${HEADING})`, 'mu'),
  );
  return { english, others };
}

function pageOf(table: Table, heard: readonly HeardUtterance[]): string {
  const people = heard.filter(({ kind }) => READ_KINDS.some((one) => one === kind));
  const voices = new Set(hesitant(heard).map(({ speaker }) => speaker));
  const speakers = new Set(people.map(({ speaker }) => speaker)).size;
  const sentences = (kind: string): number =>
    new Set(people.filter((each) => each.kind === kind).map(({ name }) => name.replace(' |', ''))).size;
  return [
    '# Endpointing: who is cut off, and who waits',
    '',
    'Callers who hesitate are heard as an agent hears them: by the VAD, the recogniser, the end-of-turn model and the ' +
      'models of words and clauses. Natural voices of three synthesizers say what `research/endpointing/hesitations.ts` lists, with ' +
      'pauses of 0.7 to 1.2 s where people hesitate. In sentences that people read, one pause is lengthened to 0.4 to ' +
      '1.2 s with the sound of its room. After the end the room goes on. It is premature to end the turn in a pause. ' +
      '`npm run eval:endpointing -- FOLDER... --write` measures again and writes this page; the recordings are not ' +
      'part of the project.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}; voices: ${[...voices].join(', ')}; ${speakers} people ` +
      `who read aloud, ${sentences('statement')} statements and ${sentences('question')} questions, with each of ` +
      'their pauses in several lengths.',
    `- The weights were fitted on other words in other voices (${FITTED_VOICES.en.join(', ')}), the models of words and clauses on ` +
      '[public corpora](../../docs/licences.md#the-models-of-words), [the classifier of ' +
      'sound](../../agent-worker/hearing/endpointing/smart-turn/README.md) on actors, other voices of Kokoro, and flite.',
    '- The recogniser is taken to need 200 ms, as on two idle cores, so that other load does not matter.',
    '- An utterance that is cut off counts for the end of turn as well.',
    '',
    `![${SWEEP_TITLE}](${PICTURE})`,
    '',
    toMarkdown(table),
  ].join('\n');
}

await runEvaluation({
  usage: USAGE,
  parse,
  run: async (options, signal) => {
    const heard = await hearAll(options, signal);
    if (options.isFitting) {
      process.stdout.write(`${JSON.stringify(fitted(heard, options.lang), null, 2)}\n`);
      process.stdout.write(`${toText(pacesTable(heard, options.lang))}\n`);
      return;
    }
    const table = tableOf(heard, options);
    process.stdout.write(`${toText(table)}\n`);
    if (!options.isWritten) return;
    const { english, others } = await currentPage();
    if (isSection(options)) {
      const rest = others.filter((section) => !section.startsWith(`## ${headingOf(options)}\n`));
      const sections = [...rest, toMarkdown(table)].toSorted().map((section) => section.trim());
      await writePage(PAGE, `${[english.trim(), ...sections].join('\n\n')}\n`);
      return;
    }
    await writePage(PAGE, [pageOf(table, heard), ...others].join('\n'));
    await write(join(dirname(PAGE), PICTURE), pictureOf(heard));
  },
});
