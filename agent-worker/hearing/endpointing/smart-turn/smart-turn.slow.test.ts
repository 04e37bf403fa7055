import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../../../../engine/index.ts';
import { endOfTurnModelFile } from '../../../../engine/setup.ts';
import { say } from '../../../../engine/testing/speech.ts';
import type { SoundJudgement } from '../end-of-turn-model.ts';
import { SmartTurn } from './smart-turn.ts';

const file = endOfTurnModelFile();

describe.skipIf(file === null && process.env.CI !== 'true')('SmartTurn (npm run models -- pull)', () => {
  let engine: Engine;
  let model: SmartTurn;
  let question: Int16Array;
  beforeAll(async () => {
    [engine, model] = await Promise.all([
      createEngine({ voiceFolders: {}, lanes: 1 }),
      SmartTurn.load(file ?? 'no end-of-turn model'),
    ]);
    question = await say(engine, 'I would like to book a table for two people.', 16_000);
  }, 60_000);
  afterAll(() => engine.close());

  const afterWords = (sound: Int16Array) => model.judge([sound, new Int16Array(2048)]);

  test('tells a sentence from its beginning', async () => {
    const whole = await afterWords(question);
    const begun = await afterWords(question.subarray(0, Math.round(question.length * 0.4)));
    expect(whole.over).toBeGreaterThan(begun.over);
    expect(whole.finished).toBeGreaterThan(begun.finished ?? 1);
  });

  test('answers questions that come together, each its own', async () => {
    const parts = [0.3, 0.6, 1].map((share) => question.subarray(0, Math.round(question.length * share)));
    const apart: SoundJudgement[] = [];
    for (const part of parts) apart.push(await afterWords(part));
    expect(await Promise.all(parts.map(afterWords))).toEqual(apart);
  });

  test('refuses a file that is not a model', async () => {
    await expect(SmartTurn.load(import.meta.filename)).rejects.toThrow();
  });
});
