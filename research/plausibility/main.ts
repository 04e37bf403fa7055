/**
 * Measures how well valid responses of enhancers are distinguished from other sound: similarities of right responses to
 * noisy and reverberant takes, and of wrong ones. `npm run eval:plausibility -- [FOLDER]` prints a table; FOLDER has
 * recordings as for eval:cloning.
 */
import { checkPlausibility, compare, type Enhancer, type Likeness } from '../../recordings/research.ts';
import type { Sound } from '../cloning/sound.ts';
import { CONDITIONS } from '../enhancement/conditions.ts';
import { ENHANCERS } from '../enhancement/enhancers.ts';
import { type Take, takesOfPeople, takesOfSynthesizers } from '../enhancement/takes.ts';
import { parseFolders, runEvaluation } from '../evaluation.ts';
import { HALF_WRONG_ANSWERS, WRONG_ANSWERS } from './answers.ts';

const USAGE = `Usage: npm run eval:plausibility -- [FOLDER]

Prints similarities of right and wrong responses of enhancers to noisy and reverberant takes.

  FOLDER   recordings of people as for eval:cloning (default: our synthesizers speak)
  --help   shows this
`;
const TAKE_SECONDS = 20;

interface Row {
  readonly name: string;
  readonly likenesses: Likeness[];
  taken: number;
}

const rows = new Map<string, Row>();

function note(name: string, original: Sound, answer: Sound): void {
  const row = rows.get(name) ?? { name, likenesses: [], taken: 0 };
  rows.set(name, row);
  row.likenesses.push(compare(original, answer));
  if (checkPlausibility(original, answer).plausible) row.taken++;
}

async function measure(takes: readonly Take[], enhancers: readonly [string, Enhancer][]): Promise<void> {
  for (const take of takes) {
    const strangers = takes.filter((other) => other !== take).map(({ sound }) => sound);
    for (const { name, spoil } of CONDITIONS) {
      const spoiled = spoil(take, strangers);
      for (const [enhancer, { enhance }] of enhancers) {
        note(`${enhancer}, ${name}`, spoiled, await enhance(spoiled));
      }
      for (const [wrong, make] of Object.entries({ ...WRONG_ANSWERS, ...HALF_WRONG_ANSWERS })) {
        note(wrong, spoiled, make(take));
      }
    }
    console.error(`${take.speaker} is measured`);
  }
}

function print(): void {
  console.log('| Answer | Likeness | of the worst part | Lag, ms | Taken |');
  console.log('|---|---:|---:|---:|---:|');
  for (const { name, likenesses, taken } of rows.values()) {
    const range = (pick: (likeness: Likeness) => number, digits: number): string => {
      const values = likenesses.map(pick);
      return `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
    };
    const cells = [range((l) => l.whole, 2), range((l) => l.worstPart, 2), range((l) => l.lagMs, 0)];
    console.log(`| ${name} | ${cells.join(' | ')} | ${taken} of ${likenesses.length} |`);
  }
}

async function evaluate([folder]: readonly string[]): Promise<void> {
  const takes = folder ? await takesOfPeople(folder, TAKE_SECONDS) : await takesOfSynthesizers();
  const enhancers: [string, Enhancer][] = [];
  for (const [name, make] of Object.entries(ENHANCERS)) {
    const enhancer = await make();
    enhancers.push([name, { model: enhancer.model, enhance: (sound) => enhancer.enhance(sound) }]);
  }
  await measure(takes, enhancers);
  print();
  process.exit(0);
}

await runEvaluation({ usage: USAGE, parse: parseFolders, run: evaluate });
