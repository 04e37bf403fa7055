import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseScenarios } from './load.ts';
import { BadFile } from './scenario.ts';
import { publishedSchema } from './schema.ts';

const GOOD = `
agent: { greeting: Hello., prompt: Be brief. }
caller: { speed: 1.2 }
scenarios:
  - name: first
    steps: [{ say: "Hello <pause:500ms> there." }]
  - name: second
    agent: { greeting: Good morning. }
    caller: { language: es }
    steps: [{ interrupt: Wait., after_words: 2 }, { hang_up: true }]
    expect: { said: [/good (morning|day)/] }
`;

/** Returns the problems of a file, line by line. */
function problems(text: string): readonly string[] {
  try {
    parseScenarios('a.yaml', text);
  } catch (error) {
    if (error instanceof BadFile) return error.problems;
    throw error;
  }
  return [];
}

const one = (rest: string): readonly string[] => problems(`scenarios:\n  - name: a\n${rest}`);

test('fields of a scenario replace those of its file', () => {
  const [first, second] = parseScenarios('a.yaml', GOOD);
  expect(first).toMatchObject({
    file: 'a.yaml',
    name: 'first',
    agent: { greeting: 'Hello.', prompt: 'Be brief.' },
    expect: {},
  });
  expect(second?.agent).toEqual({ greeting: 'Good morning.', prompt: 'Be brief.' });
  expect(second?.caller).toEqual({ speed: 1.2, language: 'es' });
});

describe('a problem is named with its line and its path', () => {
  test.each([
    [
      '    steps: [{ sya: Hello. }]\n',
      'a.yaml:3: scenarios[0].steps[0].sya: is no field here; there are say, goal, interrupt',
    ],
    ['    steps: [{ say: 5 }]\n', 'a.yaml:3: scenarios[0].steps[0].say: must be a text'],
    ['    steps: hello\n', 'a.yaml:3: scenarios[0].steps: must be a list, with "- " before each item'],
    [
      '    steps: [{ sound: sneeze }]\n',
      'a.yaml:3: scenarios[0].steps[0].sound: must be cough, mm-hm or laugh',
    ],
    [
      '    steps: [{ say: Hello., press: "1" }]\n',
      'a.yaml:3: scenarios[0].steps[0]: needs exactly one of say,',
    ],
    [
      '    steps: [{ after_words: 3, say: a }]\n',
      'scenarios[0].steps[0].after_words: belongs to "interrupt" or',
    ],
    ['    steps: [{ say: "a <pause:x>" }]\n', 'a.yaml:3: scenarios[0].steps[0].say: '],
    [
      '    steps: [{ say: a }]\n    expect: { said: ["/(/"] }\n',
      'a.yaml:4: scenarios[0].expect.said[0]: Invalid',
    ],
    [
      '    steps: [{ say: a }]\n    expect: { said: hello }\n',
      'a.yaml:4: scenarios[0].expect.said: must be a list',
    ],
    [
      '    steps: [{ say: a }]\n    caller: { speed: 9 }\n',
      'a.yaml:4: scenarios[0].caller.speed: must be <= 2',
    ],
    [
      '    steps: [{ say: a }]\n    agent: { replies: [{}] }\n',
      'scenarios[0].agent.replies[0]: needs "say", "call" or',
    ],
    [
      '    steps: [{ say: a }]\n    agent: { replies: [{ call: book }] }\n',
      'scenarios[0].agent.replies[0].call: the agent has no tool book',
    ],
  ])('%s', (text, problem) => {
    expect(one(text).join('\n')).toContain(problem);
  });

  test('a file that is not YAML', () => {
    expect(problems('scenarios: [')[0]).toMatch(/^a\.yaml: .* line 1/s);
    expect(problems('')).toEqual([expect.stringContaining('must be an object')]);
    expect(problems('scenarios: []\n')).toEqual([expect.stringContaining('scenarios: must NOT have fewer')]);
  });

  test('two scenarios of one name', () => {
    const text = 'scenarios:\n  - { name: a, steps: [{ say: a }] }\n  - { name: a, steps: [{ say: a }] }\n';
    expect(problems(text)).toEqual(['a.yaml:3: scenarios[1].name: another one has the same name']);
  });
});

test('the published schema is that by which files are read', () => {
  const published = readFileSync(new URL('../schema.json', import.meta.url), 'utf8');
  const hint = 'npm run scenarios -- --schema > scenarios/schema.json, and npm run format';
  expect(JSON.parse(published), hint).toEqual(JSON.parse(publishedSchema()));
});
