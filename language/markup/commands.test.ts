import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCommands } from './commands.ts';

describe('control words', () => {
  it.each([
    ['<RESET>', { reset: true, text: '', stop: false }],
    [' <RESET>\n', { reset: true, text: '', stop: false }],
    ['go <RESET>', { reset: false, text: 'go <RESET>', stop: false }],
    ['<RESET><STOP>', { reset: false, text: '<RESET>', stop: true }],
    ['<STOP>', { reset: false, text: '', stop: true }],
    ['Hello.<STOP>', { reset: false, text: 'Hello.', stop: true }],
    ['Hello. <STOP>', { reset: false, text: 'Hello. ', stop: true }],
    ['Hello. <STOP>\r\n', { reset: false, text: 'Hello. ', stop: true }],
    ['Hello.<STOP> <STOP>', { reset: false, text: 'Hello.', stop: true }],
    ['the <STOP> sign', { reset: false, text: 'the <STOP> sign', stop: false }],
    ['<stop>', { reset: false, text: '<stop>', stop: false }],
    ['', { reset: false, text: '', stop: false }],
  ])('%j', (frame, expected) => {
    expect(splitCommands(frame)).toEqual(expected);
  });

  it('does not change any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(splitCommands(text)).toEqual({ reset: false, text, stop: false });
        expect(splitCommands(`${text}<STOP>`)).toEqual({ reset: false, text, stop: true });
      }),
    );
  });
});
