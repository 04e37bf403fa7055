import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { byRespect, DEFECT_MODEL, modelOf, type SentenceFigures } from '../../../cloning/research.ts';
import { randomNumbers } from '../../random.ts';
import { DEFAULT_MODEL } from '../options.ts';
import type { MeasuredTake } from './measure.ts';
import { fileOf } from './source.ts';
import { TRAINING, train } from './train.ts';
import { isRight } from './verdict.ts';

/**
 * Four sentences of a reader with individual characteristics; one of them is clean, the others have noise or clicks.
 */
function takeOf(reader: string, seed: number): MeasuredTake {
  const random = randomNumbers(seed);
  const names = DEFECT_MODEL.figures.map(({ figure }) => figure);
  const habits = new Map(names.map((figure) => [figure, random()]));
  const isNoisy = seed % 2 === 0;
  const clean = [0, 1, 2, 3].map((i) => i === (seed >> 1) % 4);
  const sentences = clean.map((isClean) => {
    const usual = names.map((figure) => [figure, habits.get(figure)! + 0.2 * random()]);
    const degraded = isNoisy ? { restDb: 30, wideRestDb: 30 } : { click: 30, secondClick: 30 };
    return { ...Object.fromEntries(usual), ...(isClean ? {} : degraded) } as SentenceFigures;
  });
  const passages = sentences.map((_, i) => ({
    clean: clean[i]!,
    sentences: [i],
    preferred: byRespect(() => 1),
  }));
  const kind = isNoisy ? 'steady noise' : 'clicks';
  return { reader, group: 'people', kind, sentences, clean, passages };
}

test('a model fitted to the takes of some readers finds the clean passages of others', () => {
  const takes = Array.from({ length: 24 }, (_, i) => takeOf(`reader ${i % 6}`, 50 + i));
  const model = train(takes, { ...TRAINING, steps: 60 });
  const others = Array.from({ length: 12 }, (_, i) => takeOf('another', 500 + i));
  expect(others.filter((take) => isRight(take, model))).toHaveLength(others.length);
});

test('a model is written in the format of the engine’s file', async () => {
  const file = fileOf(DEFECT_MODEL);
  expect(file).toBe(await readFile(DEFAULT_MODEL, 'utf8'));
  expect(modelOf(JSON.parse(file))).toEqual(DEFECT_MODEL);
});
