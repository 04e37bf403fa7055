import { expect, test } from 'vitest';
import { DEFECT_SIGNS } from '../../../engine/enrolment/assisted/scoring/defect-signs.ts';
import { byRespect } from '../../../engine/enrolment/assisted/scoring/passage-scorers.ts';
import type { SentenceFigures } from '../../../engine/enrolment/assisted/scoring/sentence-figures.ts';
import { randomNumbers } from '../../alignment/sounds.ts';
import type { MeasuredTake } from './measure.ts';
import { moduleOf } from './source.ts';
import { TRAINING, train } from './train.ts';
import { isRight } from './verdict.ts';

const FIGURES = Object.values(DEFECT_SIGNS).flatMap(({ signs }) => signs.map(([figure]) => figure));

/** Four sentences of a reader with habits of his own; one of them is clean, the others have noise or clicks. */
function takeOf(reader: string, seed: number): MeasuredTake {
  const random = randomNumbers(seed);
  const habits = new Map(FIGURES.map((figure) => [figure, random()]));
  const clean = [0, 1, 2, 3].map((i) => i === seed % 4);
  const sentences = clean.map((isClean, i) => {
    const usual = FIGURES.map((figure) => [figure, habits.get(figure)! + 0.2 * random()]);
    const degraded = i % 2 === 0 ? { restDb: 30, wideRestDb: 30 } : { click: 30, secondClick: 30 };
    return { ...Object.fromEntries(usual), ...(isClean ? {} : degraded) } as SentenceFigures;
  });
  const passages = sentences.map((between, i) => ({
    clean: clean[i]!,
    sentences: [i],
    between,
    preferred: byRespect(() => 1),
  }));
  return { reader, group: 'people', kind: 'noise or clicks', sentences, clean, passages };
}

test('what is fitted to the takes of some readers finds the clean passages of others', () => {
  const takes = Array.from({ length: 24 }, (_, i) => takeOf(`reader ${i % 6}`, 50 + i));
  const signs = train(takes, { ...TRAINING, steps: 60 });
  const others = Array.from({ length: 12 }, (_, i) => takeOf('another', 500 + i));
  expect(others.filter((take) => isRight(take, signs))).toHaveLength(others.length);
});

test('signs are written as the module that the engine has', () => {
  const module = moduleOf(DEFECT_SIGNS, 'nobody');
  expect(module).toContain('read by nobody');
  expect(module).toContain(`clipping: {\n    bias: ${DEFECT_SIGNS.clipping.bias},`);
  for (const [figure, comparison] of DEFECT_SIGNS.clipping.signs)
    expect(module).toContain(`['${figure}', '${comparison}', `);
});
