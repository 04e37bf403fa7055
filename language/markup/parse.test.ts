import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import corpus from './corpus.json' with { type: 'json' };
import { MarkupError, parseFrom, parseMarkup } from './parse.ts';
import type { MarkupSegment } from './types.ts';

/** A segment in the notation of the corpus. */
function brief(segment: MarkupSegment) {
  switch (segment.kind) {
    case 'text':
      return segment.style ? { text: segment.text, style: segment.style } : segment.text;
    case 'pause':
      return { pause: segment.durationMs };
    case 'said': {
      const { kind, ...as } = segment.as;
      return { said: segment.text, ...as };
    }
    case 'mark':
      return { mark: segment.name };
    case 'tag':
      return { tag: segment.ends };
    case 'phoneme':
      return { ipa: segment.ipa, word: segment.word?.text ?? null };
  }
}

function failure(source: string): MarkupError {
  try {
    parseMarkup(source);
  } catch (error) {
    expect(error).toBeInstanceOf(MarkupError);
    return error as MarkupError;
  }
  return expect.fail('no error');
}

/** Checks the invariants of every result: segments tile the source, and every span contains what it names. */
function expectTiling(source: string, segments: readonly MarkupSegment[]): void {
  let at = 0;
  let previous: string | null = null;
  for (const segment of segments) {
    expect(segment.span.start).toBe(at);
    expect(segment.span.end).toBeGreaterThan(at);
    at = segment.span.end;
    const slice = (span: { start: number; end: number }) => source.slice(span.start, span.end);
    if (segment.kind === 'text') {
      expect(slice(segment.span)).toBe(segment.text);
      expect(previous).not.toBe('text');
    }
    if (segment.kind === 'said') expect(slice(segment.textSpan)).toBe(segment.text);
    if (segment.kind === 'phoneme') {
      expect(slice(segment.ipaSpan)).toBe(segment.ipa);
      if (segment.word) {
        expect(slice(segment.word.span)).toBe(segment.word.text);
        expect(segment.word.span.end).toBeLessThanOrEqual(segment.span.end);
      }
    }
    previous = segment.kind;
  }
  expect(at).toBe(source.length);
}

describe('markup corpus', () => {
  it.each(corpus.map((entry) => [entry.input, entry] as const))('%j', (input, entry) => {
    if (entry.error === undefined) {
      const segments = parseMarkup(input);
      expect(segments.map(brief)).toEqual(entry.segments);
      expectTiling(input, segments);
    } else {
      const { span, message } = failure(input);
      expect(input.slice(span.start, span.end)).toBe(entry.error);
      expect(message).not.toBe('');
    }
  });
});

describe('markup', () => {
  it('allows a minute of pauses and shows the one that goes beyond', () => {
    const minute = 'a<pause:10s>'.repeat(6);
    expect(parseMarkup(minute)).toHaveLength(12);
    const { span } = failure(`${minute}<pause:1ms>`);
    expect(span).toEqual({ start: minute.length, end: minute.length + '<pause:1ms>'.length });
  });

  it('continues with open elements, and returns those that are still open', () => {
    const first = parseFrom('a <lang:fr>b <prosody rate="slow">c', []);
    const open = first.changes.at(-1)?.open ?? [];
    expect(open.map(({ name }) => name)).toEqual(['lang', 'prosody']);
    const { segments, changes } = parseFrom('d</prosody> e</lang> f', open);
    expect(segments.map(brief)).toEqual([
      { text: 'd', style: { lang: 'fr', rate: 0.75 } },
      { tag: null },
      { text: ' e', style: { lang: 'fr' } },
      { tag: null },
      ' f',
    ]);
    expect(changes.at(-1)?.open).toEqual([]);
    expect(() => parseFrom('<emphasis>'.repeat(40), [])).toThrow(/open at once/);
  });

  it('shows the second closing tag of a nested pair', () => {
    const source = '<phoneme:a>b<phoneme:c>d</phoneme></phoneme>';
    expect(failure(source).span.start).toBe(source.lastIndexOf('</phoneme>'));
  });

  it('never crashes, and covers accepted text completely', () => {
    const fragments = [
      '<phoneme:',
      '<phoneme',
      '</phoneme>',
      '</phoneme',
      '<pause:',
      '<break',
      ' time="',
      '<lang:fr>',
      '</lang>',
      '<prosody rate="',
      '<sub alias="x">',
      '</sub>',
      '<mark name="m"/>',
      '<s>',
      '</p>',
      '<!--',
      '"/>',
      '>',
      '<',
      '/',
      '[',
      ']',
      '1s',
      '500ms',
      ' ',
      'word',
      'ˈa',
      "'",
      '-',
      '\ud83d',
      '\n',
    ];
    const source = fc.oneof(
      fc.array(fc.constantFrom(...fragments), { maxLength: 20 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(source, (text) => {
        try {
          expectTiling(text, parseMarkup(text));
        } catch (error) {
          if (!(error instanceof MarkupError)) throw error;
          expect(error.span.start).toBeGreaterThanOrEqual(0);
          expect(error.span.end).toBeGreaterThan(error.span.start);
          expect(error.span.end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 1000, interruptAfterTimeLimit: 3000 },
    );
  });

  it('returns the written text', () => {
    const word = fc.stringMatching(/^[a-zäöü]+(['-][a-z]+)?$/);
    const ipa = fc.stringMatching(/^[ˈaɪʃtəː]+$/);
    const piece = fc.oneof(
      word.map((text) => ({ source: `${text} `, brief: [`${text} `] as unknown[] })),
      fc
        .integer({ min: 1, max: 3000 })
        .chain((ms) =>
          fc
            .constantFrom(`<pause:${ms}ms>`, `<pause:${ms / 1000}s>`, `<break time="${ms}ms"/>`)
            .map((source) => ({ source, brief: [{ pause: ms }] as unknown[] })),
        ),
      fc.tuple(ipa, word, fc.constantFrom('', '/')).map(([sound, text, mark]) => ({
        source: `<phoneme:${mark}${sound}${mark}>${text}</phoneme>`,
        brief: [{ ipa: sound, word: text }] as unknown[],
      })),
      fc.tuple(ipa, word).map(([sound, text]) => ({
        source: `<phoneme:${sound}>${text}. `,
        brief: [{ ipa: sound, word: text }, '. '] as unknown[],
      })),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const expected: unknown[] = [];
        for (const part of pieces.flatMap((p) => p.brief)) {
          const last = expected.at(-1);
          if (typeof part === 'string' && typeof last === 'string')
            expected[expected.length - 1] = last + part;
          else expected.push(part);
        }
        expect(parseMarkup(pieces.map((p) => p.source).join('')).map(brief)).toEqual(expected);
      }),
      { numRuns: 300, interruptAfterTimeLimit: 3000 },
    );
  });

  it('takes time in proportion to the text, also for hostile ones', () => {
    const units = [
      '<',
      '<phoneme:a>x ',
      '<phoneme',
      '</phoneme ',
      '<break ',
      '<pause',
      '<s ',
      '<lang a=b ',
      '<!--',
    ];
    for (const unit of [
      ...units,
      '<sub alias="x">',
      '<p>',
      '<s a="b" ',
      '<emphasis></emphasis>',
      '<mark name="a"/>x',
    ]) {
      try {
        parseMarkup(unit.repeat(200_000 / unit.length));
      } catch (error) {
        expect(error).toBeInstanceOf(MarkupError);
      }
    }
  });
});
