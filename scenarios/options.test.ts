import { expect, test } from 'vitest';
import { parseOptions, UsageError } from './options.ts';

test('arguments are files and options', () => {
  expect(
    parseOptions(['a.yaml', 'b.yaml', '--repeat', '20', '--url', 'http://x:1/', '--key', 'k']),
  ).toMatchObject({
    files: ['a.yaml', 'b.yaml'],
    repeat: 20,
    jobs: 1,
    seed: 1,
    url: 'http://x:1',
    key: 'k',
  });
  expect(parseOptions(['--help'])).toBe('help');
  expect(parseOptions(['--schema'])).toBe('schema');
});

test.each([
  [[], 'no file'],
  [['a.yaml', '--repeat', '0'], '--repeat must be'],
  [['a.yaml', '--agent', 'x'], '--agent needs --url'],
  [['--from', 'x', '--url', 'http://x', '--key', 'k'], '--from needs --out'],
  [['a.yaml', '--loud'], '--loud'],
  [['a.yaml', '--record', 'a.json', '--replay', 'a.json'], 'exclude'],
  [['a.yaml', '--agent', 'x', '--url', 'http://x', '--key', 'k', '--replay', 'a.json'], 'not for --agent'],
  [['a.yaml', '--agent', 'x', '--url', 'http://x', '--key', 'k', '--model', 'm'], 'not for --agent'],
])('%j is refused', (args, message) => {
  expect(() => parseOptions(args)).toThrow(UsageError);
  expect(() => parseOptions(args)).toThrow(message);
});
