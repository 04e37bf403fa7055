import { llm } from '@livekit/agents';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../../test/kit/long-form.ts';
import { AnswerText } from './answer-text.ts';
import { OfferedTools } from './offered-tools.ts';
import type { TextEvent } from './said-text.ts';
import { DIALECT_SAMPLES } from './testing/dialect-samples.ts';
import { LABEL_SAMPLES } from './testing/label-samples.ts';
import { PLAIN_SAMPLES } from './testing/plain-samples.ts';

const tool = (name: string, properties: object) =>
  llm.tool({
    name,
    description: name,
    parameters: { type: 'object', properties },
    execute: async () => 'done',
  }) as llm.FunctionTool;

const TOOLS = new OfferedTools(
  new llm.ToolContext([
    tool('get_weather', {
      city: { type: 'string' },
      days: { type: 'integer' },
      detailed: { type: 'boolean' },
    }),
    tool('end_call', {}),
  ]),
);

const SAMPLES = [...DIALECT_SAMPLES, ...LABEL_SAMPLES];

interface Answer {
  readonly says: string;
  readonly calls: readonly (readonly [string, unknown])[];
}

function answerOf(events: readonly TextEvent[]): Answer {
  let says = '';
  const calls: [string, unknown][] = [];
  for (const event of events) {
    if (event.kind === 'say') says += event.text;
    else if (event.kind === 'unsay') says = '';
    else calls.push([event.call.name, JSON.parse(event.call.args)]);
  }
  return { says, calls };
}

function read(pieces: readonly string[], tools = TOOLS): Answer {
  const text = new AnswerText(tools);
  return answerOf([...pieces.flatMap((piece) => text.push(piece)), ...text.end()]);
}

function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

/** A text cut in two, at every place. */
function halves(text: string): string[][] {
  return Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)]);
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('the text of an answer', () => {
  it.each(SAMPLES.map((sample) => [sample.of, sample] as const))('with %s', (_, { text, says, calls }) => {
    const answer = read([text]);
    expect({ says: squeezed(answer.says), calls: answer.calls }).toEqual({ says, calls: calls ?? [] });
    for (const pieces of [[...text], ...halves(text)]) expect(read(pieces)).toEqual(answer);
  });

  it.each(PLAIN_SAMPLES)('without marks is unchanged: %s', (text) => {
    expect(read([text])).toEqual({ says: text, calls: [] });
    for (const pieces of [text.split(''), ...halves(text)]) {
      expect(read(pieces)).toEqual({ says: text, calls: [] });
    }
  });

  it('is the same however it is cut', () => {
    const all = [...SAMPLES.map(({ text }) => text), ...PLAIN_SAMPLES];
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.constantFrom(...all), sizes, (one, other, each) => {
        const text = `${one} ${other}`;
        expect(read(cut(text, each))).toEqual(read([text]));
      }),
      { numRuns: times(100, 1500), interruptAfterTimeLimit: 5000 },
    );
  });

  it('holds back what may become a mark, and nothing else', () => {
    const text = new AnswerText(TOOLS);
    const pieces = ['Sure', ', a < b', ' and <3', ' <', 'b', '>x</b> [', 'laughs', '] {', 'a} func', 'tion'];
    const said = pieces.map((piece) => answerOf(text.push(piece)).says);
    expect(said).toEqual(['Sure', ', a < b', ' and <3', ' ', '', '<b>x</b> ', '', '[laughs] ', '{a} ', '']);
  });

  it('says the final answer of ReAct as it comes', () => {
    const text = new AnswerText(TOOLS);
    const pieces = ['Thought: Hm', '.\nFinal', ' Answer: Yes', ', it is', ' five.\nThou', 'sand thanks.'];
    const said = pieces.map((piece) => answerOf(text.push(piece)).says);
    expect(said).toEqual(['', '', 'Yes', ', it is', ' five.', '\nThousand thanks.']);
  });

  it('takes time in proportion to its length, even if it is malicious', () => {
    const units = [
      '<',
      '[',
      '{"name":',
      '<think',
      '<think>',
      '```',
      'get_weather(',
      '◁',
      '<tool_call>',
      '[TOOL_CALLS]',
    ];
    const more = [
      '<function=x>',
      '<parameter=x>',
      'functions.a(',
      '<|',
      '<|x|>',
      '<a>',
      '{"name":"',
      '[{"',
      '\n',
      'print(',
      '\nThought: ',
      '\nAction: get_weather\nAction Input: {',
      '[think]',
      '[[',
      '{{',
      '&lt;',
      '<!--',
      '\n{"thought":',
    ];
    for (const unit of [...units, ...more, '<tool_call><a>', '<tool_call>{"name":', 'to=functions.']) {
      const source = unit.repeat(50_000 / unit.length);
      for (const pieces of [[source], source.match(/[\s\S]{1,4}/g) ?? []])
        expect(() => read(pieces)).not.toThrow();
    }
  });

  it('of any kind never ends in an error', () => {
    const fragments = SAMPLES.flatMap(({ text }) => text.match(/[\w ]+|[^\w ]+/g) ?? []);
    const source = fc.array(fc.oneof(fc.constantFrom(...new Set(fragments)), fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(source, (parts) => {
        const { calls, says } = read(parts);
        for (const [, args] of calls) expect(args).toBeTypeOf('object');
        expect(says).not.toContain('\u0018');
        expect({ says, calls }).toEqual(read([parts.join('')]));
      }),
      { numRuns: times(50, 500), interruptAfterTimeLimit: 4000 },
    );
  });
});
