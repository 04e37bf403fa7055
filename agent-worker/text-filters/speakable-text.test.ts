import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkup } from '../../engine/index.ts';
import { nextTag } from '../../language/markup/tags.ts';
import { MAX_HELD_CHARS, MAX_HELD_TAG_CHARS, SpeakableText } from './speakable-text.ts';

function speakable(...pieces: string[]): string {
  const text = new SpeakableText();
  return pieces.map((piece) => text.push(piece)).join('') + text.flush();
}

describe('speakable text', () => {
  it.each([
    // Pauses, right and wrong
    ['Wait.<pause:500ms> Now.', 'Wait.<pause:500ms> Now.'],
    ['Wait.<break time="1s"/> Now.', 'Wait.<break time="1s"/> Now.'],
    ['Wait.<PAUSE:1.5s> Now.', 'Wait.<PAUSE:1.5s> Now.'],
    ['Wait.<pause:long> Now.', 'Wait. Now.'],
    ['Wait.<pause> Now.', 'Wait. Now.'],
    ['Wait.<pause:11s> Now.', 'Wait. Now.'],
    ['Wait.</pause> Now.', 'Wait. Now.'],
    ['Wait.<break> Now.', 'Wait.<break> Now.'],
    ['Wait.<break time=1s> Now.', 'Wait.<break time=1s> Now.'],
    ['Wait.<pause:500ms', 'Wait.'],
    ['Wait.<pause:500ms and then nothing', 'Wait. and then nothing'],
    ['Wait.<pause:500ms <pause:1s> Now.', 'Wait. <pause:1s> Now.'],
    // Phoneme tags: the word is said as it is written
    ['A <phoneme:təˈmeɪtoʊ>tomato</phoneme>!', 'A tomato!'],
    ['A <phoneme:x y z>tomato</phoneme>!', 'A tomato!'],
    ['A <phoneme:təˈmeɪtoʊ tomato', 'A  tomato'],
    ['A tomato</phoneme>!', 'A tomato!'],
    // Elements
    ['<b>Bold</b>ly <i>go</i>', 'Boldly go'],
    ['One<br>two<br />three', 'One two three'],
    ['<speak><s>Hi</s></speak>', ' Hi '],
    ['See <a href="https://example.org/a?b=c" target=_blank>this</a>.', 'See this.'],
    [`See <a href="https://example.org/${'a'.repeat(200)}">this</a>.`, 'See this.'],
    ['<answer>Yes</answer><|im_end|>', ' Yes  '],
    ['Yes<!-- no one says this -->.', 'Yes .'],
    ['<STOP> and <RESET>', '  and  '],
    // Less than, and other things
    ['3 < 5 and 5 > 3', '3 < 5 and 5 > 3'],
    ['I <3 you <', 'I <3 you <'],
    ['if a<b then', 'if a< b then'],
    ['a <b and c> d', 'a < b and c> d'],
    ['<<pause:1s>>', '< <pause:1s>>'],
    ['<pau<b>se:bad', '< pause:bad'],
    ['See <https://example.org> or <me@example.org>.', 'See  https://example.org  or  me@example.org .'],
    ['', ''],
  ])('%j', (source, expected) => {
    expect(speakable(source)).toBe(expected);
    expect(speakable(...source)).toBe(expected);
  });

  it('allows a minute of pauses', () => {
    const spoken = speakable('a<pause:10s>'.repeat(7));
    expect(spoken).toBe(`${'a<pause:10s>'.repeat(6)}a`);
    expect(() => parseMarkup(spoken)).not.toThrow();
  });

  it('releases text that looks like a tag after a while, and at once when it cannot be one', () => {
    const text = new SpeakableText();
    expect(text.push('Yes <')).toBe('Yes ');
    expect(text.push('b')).toBe('');
    expect(text.push(' or')).toBe('');
    expect(text.push(' not')).toBe('< b or not');
    const long = 'x'.repeat(MAX_HELD_CHARS);
    expect(text.push(`<${long}`)).toBe(`< ${long}`);
  });

  const fragments = [
    '<phoneme:',
    '<phoneme',
    '</phoneme>',
    '<pause:',
    '<pause:1s>',
    '<pau',
    '<break',
    ' time="1s"/>',
    '<break time="1s"/>',
    '<think>',
    '</think>',
    '<thi',
    '<tool_call>',
    '</tool_call>',
    '<b>',
    '</b>',
    '<a href="',
    '">',
    '<|x|>',
    '<!--',
    '-->',
    '<https://x.org>',
    '>',
    '<',
    '/',
    ':',
    'se:',
    '=',
    ' ',
    '\n',
    'word',
    'a'.repeat(70),
    'ə',
    '\ud83d',
    'İ',
  ];
  const source = fc.oneof(
    fc.array(fc.constantFrom(...fragments), { maxLength: 25 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );

  it('never has the engine refuse it', () => {
    fc.assert(
      fc.property(source, (text) => {
        const spoken = speakable(text);
        expect(() => parseMarkup(spoken)).not.toThrow();
        for (let tag = nextTag(spoken, 0); tag; tag = nextTag(spoken, tag.span.end)) {
          if (tag.span.end < spoken.length) expect(tag.closed).toBe(true);
        }
        expect(parseMarkup(spoken).every(({ kind }) => kind !== 'phoneme')).toBe(true);
      }),
      { numRuns: 500, interruptAfterTimeLimit: 3000 },
    );
  });

  it('does not depend on how it is cut', () => {
    fc.assert(
      fc.property(source, fc.infiniteStream(fc.integer({ min: 1, max: 12 })), (text, sizes) => {
        const pieces: string[] = [];
        for (let at = 0; at < text.length; ) {
          const size = sizes.next().value ?? 1;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        expect(speakable(...pieces)).toBe(speakable(text));
      }),
      { numRuns: 500, interruptAfterTimeLimit: 3000 },
    );
  });

  it('holds back no more than it says', () => {
    fc.assert(
      fc.property(source, (text) => {
        const filter = new SpeakableText();
        let heldChars = 0;
        for (const char of text) {
          const spoken = filter.push(char);
          heldChars = spoken === '' ? heldChars + char.length : 0;
          expect(heldChars).toBeLessThanOrEqual(MAX_HELD_TAG_CHARS);
        }
      }),
      { numRuns: 500, interruptAfterTimeLimit: 2000 },
    );
  });

  it('does not change or hold back text without angle brackets', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('<', ''))),
        (pieces) => {
          const text = new SpeakableText();
          for (const piece of pieces) expect(text.push(piece)).toBe(piece);
          expect(text.flush()).toBe('');
        },
      ),
    );
  });

  it('takes time in proportion to the text, also for hostile ones', () => {
    for (const unit of ['<', '<a ', '<a b=', "<a b='", '<think', '<pause:', '<a b=" c=']) {
      const text = unit.repeat(100_000 / unit.length);
      expect(() => parseMarkup(speakable(text))).not.toThrow();
    }
  });
});
