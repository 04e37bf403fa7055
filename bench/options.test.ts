import { expect, it } from 'vitest';
import { UsageError } from './arguments.ts';
import { parseOptions } from './options.ts';

it('measures everything by default and writes nothing', () => {
  expect(parseOptions([])).toEqual({
    parts: ['first-audio', 'profile', 'cpu', 'load', 'idle', 'clone', 'take', 'kokoro', 'hibari'],
    quick: false,
    writeTo: null,
  });
});

it('accepts parts in any order and runs them in its own', () => {
  expect(parseOptions(['idle', 'cpu', '--quick'])).toMatchObject({ parts: ['cpu', 'idle'], quick: true });
});

it('writes to the docs or the given folder', () => {
  expect(parseOptions(['--write'])?.writeTo).toBe('bench/results');
  expect(parseOptions(['--write=/tmp/report'])?.writeTo).toBe('/tmp/report');
});

it('returns null for help, and refuses unknown arguments', () => {
  expect(parseOptions(['cpu', '--help'])).toBeNull();
  for (const arg of ['--fast', 'speed', '--write=', '']) {
    expect(() => parseOptions([arg]), arg).toThrow(UsageError);
  }
});
