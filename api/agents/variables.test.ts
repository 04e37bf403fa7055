import { describe, expect, test } from 'vitest';
import type { ApiError } from '../errors/api-error.ts';
import { FieldReader } from '../http/fields.ts';
import { fillVariables, variablesField } from './variables.ts';

describe('texts', () => {
  const fill = (prompt: string, values: Readonly<Record<string, string>>, greeting = '') =>
    fillVariables({ prompt, greeting }, values, 'body');

  test('have the values of the request, or defaults', () => {
    const texts = fill(
      'Call {{name}} at {{ time }}. {{name}}!',
      { name: 'Ada', time: '9' },
      'Hi {{who|there}}.',
    );
    expect(texts).toEqual({ prompt: 'Call Ada at 9. Ada!', greeting: 'Hi there.' });
    expect(fill('Hi {{who|there}}.', { who: '' }).prompt).toBe('Hi .');
    expect(fill('{{a|}}{ {b} }{{c d}}{{1}}', {}).prompt).toBe('{ {b} }{{c d}}{{1}}');
  });

  test('take no part of a value for a variable, and no property of objects for a value', () => {
    expect(fill('{{a}}', { a: '{{b}} $& $1' }).prompt).toBe('{{b}} $& $1');
    expect(() => fill('{{toString}}', {})).toThrow();
  });

  test('without a value are refused, naming each variable and its place', () => {
    const refused = (() => {
      try {
        return fill('{{name}} {{time}}', { time: '9' }, '{{city}} {{name}}');
      } catch (error) {
        return error as ApiError;
      }
    })();
    expect(refused).toMatchObject({
      status: 422,
      detail: [
        { loc: ['body', 'variables', 'name'], msg: expect.stringContaining('prompt contains {{name}}') },
        { loc: ['body', 'variables', 'city'], msg: expect.stringContaining('greeting contains {{city}}') },
      ],
    });
  });
});

describe('values', () => {
  const read = (value: unknown) => {
    const fields = new FieldReader({ variables: value }, ['body']);
    return { value: variablesField(100).read(fields, 'variables'), problems: fields.problems };
  };

  test('are texts, numbers and flags, as an object or its JSON', () => {
    const expected = { name: 'Ada', nights: '2', vip: 'true' };
    const given = { name: 'Ada', nights: 2, vip: true, room: null };
    expect(read(given).value).toEqual(expected);
    expect(read(JSON.stringify(given)).value).toEqual(expected);
    expect(read(undefined)).toEqual({ value: undefined, problems: [] });
  });

  test('of another kind, with odd names, or too long are refused', () => {
    const wrong = ['x', '[]', 5, [], { a: {} }, { a: ['x'] }, { 'a b': 'x' }, { '': 'x' }, { a: 'x\0' }];
    for (const value of [...wrong, { a: 'x'.repeat(101) }]) {
      expect(read(value).problems, JSON.stringify(value)).toHaveLength(1);
    }
  });
});
