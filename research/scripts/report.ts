/** The results as tables and as a page. */
import { type Table, toMarkdown } from '../../bench/report/table.ts';
import { COMMON } from './common-diphones.ts';
import type { Evaluated, Range } from './evaluate.ts';

const DURATIONS_TITLE = 'Duration';
export const COVERAGE_TITLE = 'Sounds covered';

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const span = ({ least, most }: Range): string => `${seconds(least)} to ${seconds(most)}`;

/** A script is read once. For a language with variants the first one times it. */
export function durationTable(evaluated: readonly Evaluated[]): Table {
  return {
    title: DURATIONS_TITLE,
    columns: [
      'language',
      'sentences',
      'words',
      'whole, s',
      'one sentence, s',
      'two in a row, s',
      'preview, s',
    ],
    rows: evaluated.map(({ variety, durations: d }) => [
      variety.name,
      String(d.sentences),
      String(d.words),
      seconds(d.wholeMs),
      span(d.sentenceMs),
      span(d.pairMs),
      seconds(d.previewMs),
    ]),
    notes: [
      'Spoken by the built-in synthesizer at normal speed, pauses of 0.4 s between sentences included. People read ' +
        'faster or slower; a recording may last 15 to 60 s.',
    ],
  };
}

export function coverageTable(evaluated: readonly Evaluated[]): Table {
  return {
    title: COVERAGE_TITLE,
    columns: ['language', 'sounds', 'of those needed', 'diphones', `of the ${COMMON} most common`],
    rows: evaluated.map((one) => [
      one.variety.name,
      `${one.coverage.covered.length} of ${one.variety.sounds.length}`,
      `${neededCovered(one)} of ${neededSounds(one)}`,
      String(one.coverage.diphones.size),
      `${one.common - one.coverage.commonMissing.length} (${percent(one)} %)`,
    ]),
    notes: [
      "Sounds are those of the engine's IPA inventory. All are needed except those listed below with a reason.",
      'A diphone is a pair of neighbouring sounds within a sentence, including pairs across word boundaries.',
    ],
  };
}

const neededSounds = ({ variety }: Evaluated): number =>
  variety.sounds.filter((sound) => !variety.notNeeded.has(sound)).length;

const neededCovered = ({ variety, coverage }: Evaluated): number =>
  coverage.covered.filter((sound) => !variety.notNeeded.has(sound)).length;

const percent = ({ common, coverage }: Evaluated): string =>
  common === 0 ? '0' : (100 * (1 - coverage.commonMissing.length / common)).toFixed(0);

/** Lists for each variety the sounds that are missing, and why. */
export function missingLines(evaluated: readonly Evaluated[]): string[] {
  return evaluated.flatMap(({ variety, coverage }) => {
    const reasons = new Map<string, string[]>();
    for (const sound of coverage.missing) {
      const reason = variety.notNeeded.get(sound) ?? 'not covered';
      reasons.set(reason, [...(reasons.get(reason) ?? []), sound]);
    }
    const parts = [...reasons].map(([reason, sounds]) => `${sounds.join(' ')} (${reason})`);
    return parts.length > 0 ? [`- ${variety.name}: ${parts.join('; ')}.`] : [];
  });
}

/** Lists phonemes that the inventory does not have: a fault of phonemizer or inventory, or a foreign word. */
export function unknownLines(evaluated: readonly Evaluated[]): string[] {
  return evaluated.flatMap(({ variety, coverage: { unknown } }) =>
    unknown.length > 0 ? [`- ${variety.name}: ${unknown.join(', ')}`] : [],
  );
}

export function pageOf(evaluated: readonly Evaluated[]): string {
  const missing = missingLines(evaluated);
  const unknown = unknownLines(evaluated);
  return [
    '# Scripts for assisted cloning',
    '',
    'In assisted cloning the speaker reads a known script once. Parley includes one for each of its ten languages ' +
      'and for Croatian and Serbian (`cloning/enrolment/assisted/script`): short stories in everyday words that cover ' +
      'the sounds of the language. `npm run eval:scripts` measures them; `npm run eval:scripts -- --write` also ' +
      'writes this page.',
    '',
    'No recordings are involved. The phonemizer of the engine determines which sounds a script contains, in ' +
      'context, and the built-in synthesizer how long it takes. People read with their own accent and at their own ' +
      'pace.',
    '',
    toMarkdown(durationTable(evaluated)),
    toMarkdown(coverageTable(evaluated)),
    ...(missing.length > 0 ? ['## Which sounds are missing, and why', '', ...missing, ''] : []),
    ...(unknown.length > 0 ? ['## Sounds that are in no inventory', '', ...unknown, ''] : []),
    '## What counts as common',
    '',
    `The ${COMMON} most common diphones of each language are included in the project ` +
      `(\`research/scripts/common-diphones.json\`). They were counted by the phonemizer in the 10,000 most frequent ` +
      `words of film subtitles (the lists of 2018 of FrequencyWords by Hermit Dave, derived from OpenSubtitles, CC ` +
      `BY-SA 4.0). Each word counts as often as it occurs there, spoken in isolation, so that "to" and "the" count ` +
      `as if stressed, and no script covers all of them. Pairs across word boundaries are estimated as if words ` +
      `followed each other at random, without pauses between them. \`npm run eval:scripts -- --words FOLDER\` counts ` +
      `again from files \`LANG.tsv\` with a word, a tab and its frequency in each line.`,
    '',
  ].join('\n');
}
