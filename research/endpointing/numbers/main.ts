/** Entry of `npm run eval:numbers`: telephone numbers in several breaths, over a telephone. */
import { prepareHearing } from '../../../agent-worker/research.ts';
import { UsageError } from '../../../bench/arguments.ts';
import { type Table, toMarkdown, toText } from '../../../bench/report/table.ts';
import { createRecogniser } from '../../../engine/setup.ts';
import { Renderer } from '../../alignment/renderer.ts';
import { runEvaluation, say, writePage } from '../../evaluation.ts';
import { hesitantCallers, JUDGED_VOICES } from '../callers.ts';
import { type HeardUtterance, hear } from '../hear.ts';
import { outcomeOf, POLICIES } from '../policies.ts';
import { digitsIn, NUMBERS, type NumberLanguage } from './sayings.ts';

const PAGE = 'research/endpointing/numbers.md';
const USAGE = `Usage: npm run eval:numbers -- [--write]

Has callers say telephone numbers of several countries over a telephone, with pauses between the groups, and tells how
often a number is answered before its end, and how often all of its digits are heard. Nothing runs in real time.

  --write  writes ${PAGE}
`;
const PAUSES = { least: 600, most: 2500 } as const;
const LANGS: readonly NumberLanguage[] = ['en', 'de'];
const [OURS, ...OTHERS] = POLICIES;

interface HeardNumber {
  readonly grouping: string;
  readonly digits: string;
  readonly heard: HeardUtterance;
}

async function hearAll(lang: NumberLanguage, signal: AbortSignal): Promise<HeardNumber[]> {
  // No voice here says German digits that the recogniser understands.
  const recogniser = lang === 'de' ? null : await createRecogniser({ remote: null, warn: say });
  const renderer = new Renderer();
  try {
    const numbers = NUMBERS[lang];
    const sayings = numbers.map(({ agent, text }) => ({ kind: 'digits' as const, agent, text }));
    const utterances = await hesitantCallers(sayings, JUDGED_VOICES[lang], renderer, lang, {
      pauses: PAUSES,
      isTelephone: true,
    });
    const found: HeardNumber[] = [];
    for (const [i, utterance] of utterances.entries()) {
      signal.throwIfAborted();
      const { grouping, text } = numbers[i % numbers.length]!;
      const heard = await hear(utterance, recogniser, lang, 'digits');
      found.push({ grouping, digits: digitsIn(text, lang), heard });
      if (digitsIn(heard.pauses.at(-1)?.text ?? '', lang) !== digitsIn(text, lang))
        say(`${utterance.name}: ${heard.pauses.at(-1)?.text ?? ''}`);
    }
    return found;
  } finally {
    await Promise.all([renderer.close(), recogniser?.close()]);
  }
}

function tableOf(lang: NumberLanguage, found: readonly HeardNumber[]): Table {
  const row = (name: string, some: readonly HeardNumber[]): string[] => {
    const utterances = some.map(({ heard }) => heard);
    const isWhole = ({ digits, heard }: HeardNumber): boolean =>
      digitsIn(heard.pauses.at(-1)?.text ?? '', lang) === digits;
    const { said, premature, p50, p90 } = outcomeOf(OURS!, utterances, lang);
    return [
      name,
      String(said),
      String(premature),
      `${p50.toFixed(0)}, ${p90.toFixed(0)} ms`,
      ...OTHERS.map((policy) => String(outcomeOf(policy, utterances, lang).premature)),
      lang === 'de' ? '-' : String(some.filter(isWhole).length),
    ];
  };
  const groupings = [...new Set(found.map(({ grouping }) => grouping))];
  return {
    title: new Intl.DisplayNames('en', { type: 'language' }).of(lang) ?? lang,
    columns: [
      'grouping',
      'said',
      'cut off',
      'over after p50, p90',
      ...OTHERS.map(({ name }) => `cut off: ${name}`),
      'all digits right',
    ],
    rows: [
      ...groupings.map((name) =>
        row(
          name,
          found.filter(({ grouping }) => grouping === name),
        ),
      ),
      row('all', found),
    ],
    notes: [
      `Voices: ${JUDGED_VOICES[lang].join(', ')}.`,
      ...(lang === 'de'
        ? [
            'They are voices of espeak-ng, which the recogniser does not understand: the words are those that were said.',
          ]
        : []),
    ],
  };
}

function pageOf(tables: readonly Table[]): string {
  return [
    '# Telephone numbers in several breaths',
    '',
    'Callers say the telephone numbers of `research/endpointing/numbers/sayings.ts` after a question for one, over a ' +
      `telephone (8 kHz, mu-law), with pauses of ${PAUSES.least / 1000} to ${PAUSES.most / 1000} s between the groups. ` +
      'They are heard as an agent hears them. `npm run eval:numbers -- --write` measures again ' +
      'and writes this page.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}.`,
    '- All digits right: what was heard up to the end, also where the number was cut off.',
    '',
    ...tables.map(toMarkdown),
  ].join('\n');
}

await runEvaluation({
  usage: USAGE,
  parse: (args) => {
    if (args.includes('--help') || args.includes('-h')) return null;
    const unknown = args.find((arg) => arg !== '--write');
    if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
    return { isWritten: args.includes('--write') };
  },
  run: async ({ isWritten }, signal) => {
    await prepareHearing();
    const tables: Table[] = [];
    for (const lang of LANGS) tables.push(tableOf(lang, await hearAll(lang, signal)));
    for (const table of tables) process.stdout.write(`${toText(table)}\n`);
    if (isWritten) await writePage(PAGE, pageOf(tables));
  },
});
