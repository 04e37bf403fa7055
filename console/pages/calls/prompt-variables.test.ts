import { expect, test } from 'vitest';
import { variablesOf } from './prompt-variables.ts';

test('the variables of a prompt and a greeting are found once, with a default where no place lacks it', () => {
  const prompt = 'You call {{ name }} about {{order|an order}} of {{day|today}}, {{1}} and {{name|Ada}}.';
  expect(variablesOf({ prompt, greeting: 'Hello {{name|you}}, {{day}}.' })).toEqual([
    { name: 'name', fallback: undefined },
    { name: 'order', fallback: 'an order' },
    { name: 'day', fallback: undefined },
  ]);
});
