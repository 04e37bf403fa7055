import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounded, type CallResult, resultText } from './result-text.ts';

const text = (content: string) => ({ type: 'text' as const, text: content });

describe('resultText', () => {
  const cases: [string, CallResult, string][] = [
    ['joins texts', { content: [text('one'), text(''), text('two')] }, 'one\ntwo'],
    ['says that nothing came', { content: [] }, 'Done. The tool returned nothing.'],
    [
      'says that nothing came with an error',
      { content: [], isError: true },
      'The tool failed, and did not say why.',
    ],
    ['gives an error as it is', { content: [text('no such order')], isError: true }, 'no such order'],
    ['gives structures as JSON', { content: [], structuredContent: { sum: 3 } }, '{"sum":3}'],
    [
      'gives text rather than structures',
      { content: [text('three')], structuredContent: { sum: 3 } },
      'three',
    ],
    [
      'names what is no text',
      {
        content: [
          { type: 'image', data: '', mimeType: 'image/png' },
          { type: 'audio', data: '', mimeType: `audio/${'x'.repeat(500)}` },
          { type: 'resource_link', name: 'report.pdf', uri: 'file:///report.pdf' },
          { type: 'resource', resource: { uri: 'file:///x', blob: '' } },
          { type: 'resource', resource: { uri: 'file:///y', text: 'its text' } },
        ],
      },
      `[an image: image/png]\n[a sound: audio/${'x'.repeat(94)}]\n[a link: report.pdf, file:///report.pdf]\n[a file: unknown, file:///x]\nits text`,
    ],
  ];

  it.each(cases)('%s', (_, result, expected) => {
    expect(resultText(result)).toBe(expected);
  });

  it('is short for an error', () => {
    expect(resultText({ content: [text('x'.repeat(5_000))], isError: true }).length).toBeLessThan(1_100);
  });
});

describe('bounded', () => {
  it('keeps the beginning, cuts between characters and counts what is missing', () => {
    const input = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(input, fc.integer({ min: 0, max: 100 }), (given, maxBytes) => {
        const answer = bounded(given, maxBytes);
        if (Buffer.byteLength(given) <= maxBytes) {
          expect(answer).toBe(given);
          return;
        }
        const [, kept = '', missing] = /^(.*)\n\[Cut here: (\d+) more/s.exec(answer) ?? [];
        expect(given.startsWith(kept)).toBe(true);
        expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(maxBytes);
        expect(Buffer.byteLength(kept)).toBeGreaterThan(maxBytes - 4);
        expect(Buffer.byteLength(kept) + Number(missing)).toBe(Buffer.byteLength(given));
      }),
    );
  });
});
