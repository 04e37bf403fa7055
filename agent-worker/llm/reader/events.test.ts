import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LlmFailure } from '../llm-failure.ts';
import { type ChatEvent, readChatEvents } from './events.ts';

async function read(...pieces: (string | Uint8Array)[]): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  async function* body() {
    for (const piece of pieces) yield typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
  }
  for await (const event of readChatEvents(body())) events.push(event);
  return events;
}

async function texts(...pieces: string[]): Promise<string[]> {
  return (await read(...pieces)).map(({ text }) => text).filter((text) => text !== '');
}

function delta(content: unknown): string {
  return JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { content } }] });
}

describe('events of an answer', () => {
  it.each([
    ['lines that end in CR LF', `data: ${delta('a')}\r\n\r\ndata: ${delta('b')}\r\n\r\n`],
    ['no space behind the colon', `data:${delta('a')}\n\ndata:${delta('b')}\n\n`],
    ['no empty line between', `data: ${delta('a')}\ndata: ${delta('b')}\n\n`],
    ['no empty line at the end', `data: ${delta('a')}\n\ndata: ${delta('b')}`],
    [
      'comments, names and ids',
      `: hi\n\nevent: x\nid: 1\ndata: ${delta('a')}\n\nretry: 5\n\ndata: ${delta('b')}\n\n`,
    ],
    ['a byte order mark', `\ufeffdata: ${delta('a')}\n\ndata: ${delta('b')}\n\n`],
    ['white space before', `\n\n \ndata: ${delta('a')}\n\ndata: ${delta('b')}\n\n`],
    [
      'an object over several lines',
      `data: ${delta('a').replace(',', ',\ndata: ')}\n\ndata: ${delta('b')}\n\n`,
    ],
    ['empty data', `data:\n\ndata: ${delta('a')}\n\ndata: \n\ndata: ${delta('b')}\n\n`],
  ])('are read with %s', async (_, body) => {
    expect(await texts(body)).toEqual(['a', 'b']);
  });

  it('may be one completion', async () => {
    const body = JSON.stringify({
      choices: [
        {
          message: { content: 'Hi', tool_calls: [{ id: 'c', function: { name: 'f', arguments: { a: 1 } } }] },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    });
    expect(await read(` ${body.slice(0, 20)}`, body.slice(20))).toEqual([
      {
        id: null,
        text: 'Hi',
        reasoningChars: 0,
        calls: [{ index: null, id: 'c', name: 'f', args: '{"a":1}' }],
        finish: 'complete',
        done: true,
        usage: { prompt: 3, completion: 4 },
      },
    ]);
  });

  it('have text in parts, refusals, and reasoning that is not text', async () => {
    const [parts, refusal, reasoning] = await read(
      `data: ${delta([
        { type: 'text', text: 'a' },
        { type: 'thinking', thinking: [] },
        { type: 'text', text: 'b' },
      ])}\n\n`,
      `data: {"choices":[{"delta":{"content":null,"refusal":"I must not."}}]}\n\n`,
      `data: {"choices":[{"delta":{"content":"","reasoning_content":"Hmm"}}]}\n\n`,
    );
    expect(parts?.text).toBe('ab');
    expect(refusal?.text).toBe('I must not.');
    expect(reasoning).toMatchObject({ text: '', reasoningChars: 3 });
  });

  it.each([
    '{}',
    'null',
    '[]',
    '5',
    '"x"',
    '{"choices":null}',
    '{"choices":[]}',
    '{"choices":[null]}',
    '{"choices":[{"delta":null,"finish_reason":null}]}',
    '{"choices":[{"delta":{"content":5,"tool_calls":"x"}}],"usage":null}',
    '{"choices":{"0":{}},"usage":"x","id":7}',
  ])('without sense are passed over: %s', async (json) => {
    const events = await read(`data: ${json}\n\ndata: ${delta('a')}\n\n`);
    expect(events.map(({ text, finish }) => [text, finish !== null])).toEqual([
      ['', false],
      ['a', false],
    ]);
  });

  it.each([
    ['HTML', '<!DOCTYPE html><html></html>'],
    ['half an object', '{"choices":['],
    ['no JSON', 'data: hello\n\n'],
    ['an error', 'data: {"error":{"message":"no"}}\n\n'],
    ['an error alone', '{"error":"no"}'],
    ['an endless line', `data: ${'x'.repeat(1 << 21)}`],
    ['an endless event', `data: ${'x'.repeat(1000)}\n`.repeat(2000)],
    ['nested too deeply', `{"choices":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    [
      'a call whose arguments are nested too deeply',
      `{"choices":[{"message":{"tool_calls":[{"function":{"name":"f","arguments":${'['.repeat(100_000)}${']'.repeat(100_000)}}}]}}]}`,
    ],
    ['an endless object', `{"x":"${'x'.repeat(1 << 21)}`],
  ])('cannot be %s', async (_, body) => {
    await expect(read(body)).rejects.toThrow(LlmFailure);
    await expect(read(...(body.match(/.{1,4096}/gs) ?? []))).rejects.toThrow(LlmFailure);
  });

  it('are the same however the bytes are cut', async () => {
    const contents = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 8 });
    const end = fc.constantFrom('\n\n', '\r\n\r\n', '\n');
    const sizes = fc.infiniteStream(fc.integer({ min: 1, max: 9 }));
    await fc.assert(
      fc.asyncProperty(contents, end, sizes, async (words, lineEnd, chunkSizes) => {
        const bytes = new TextEncoder().encode(
          words.map((word) => `data: ${delta(word)}${lineEnd}`).join(''),
        );
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = chunkSizes.next().value ?? 1;
          pieces.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect((await read(...pieces)).map(({ text }) => text)).toEqual(words);
      }),
      { numRuns: 500, interruptAfterTimeLimit: 3000 },
    );
  });

  it('of any bytes end in events or in one of our errors', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.json().map((json) => new TextEncoder().encode(`data: ${json}\n\n`)),
      fc
        .constantFrom('data:', '{', '\n', '\r', '[DONE]', '"choices":')
        .map((text) => new TextEncoder().encode(text)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (pieces) => {
        try {
          for (const event of await read(...pieces)) expect(typeof event.text).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(LlmFailure);
        }
      }),
      { numRuns: 500, interruptAfterTimeLimit: 3000 },
    );
  });
});
