import { describe, expect, test } from 'vitest';
import { turnsOf, turnsOfChannels } from './speaker-turns.ts';
import type { TimedWord } from './types.ts';

/** Words of 0.3 s, one after the other; "|" is a silence of half a second. */
function timed(text: string): TimedWord[] {
  const words: TimedWord[] = [];
  let at = 0;
  for (const piece of text.split(' ')) {
    if (piece === '|') at += 500;
    else {
      words.push({ text: piece.replace(/[.,?]/g, ''), startMs: at, endMs: at + 300 });
      at += 300;
    }
  }
  return words;
}

const written = (text: string): string => text.replaceAll(' |', '');

describe('voices', () => {
  test.each([
    ['where a sentence ends', 'Do you know? | I do not know.', 900, ['Do you know?', 'I do not know.']],
    ['a word too early', 'Do you know? | I do not know.', 600, ['Do you know?', 'I do not know.']],
    ['a word too late', 'Do you know? | I do not know.', 1750, ['Do you know?', 'I do not know.']],
    ['where there is a pause but no mark', 'well I think so | you do', 1500, ['well I think so', 'you do']],
    [
      'far from any pause',
      'one two three four five six seven',
      900,
      ['one two three', 'four five six seven'],
    ],
  ])('turns are taken %s', (_where, text, changeMs, turns) => {
    const spans = Array.from({ length: 8 }, (_, i) => {
      const startMs = changeMs + (i - 4) * 400;
      return { startMs, endMs: startMs + 400, voice: i < 4 ? 5 : 2 };
    });
    const found = turnsOf(written(text), timed(text), spans);
    expect(found.map((turn) => turn.text)).toEqual(turns);
    expect(found.map(({ speaker }) => speaker)).toEqual(['A', 'B']);
  });

  test('one voice says it all, and nobody says nothing', () => {
    const text = 'One. | Two. | Three.';
    const spans = [{ startMs: 0, endMs: 9000, voice: 0 }];
    expect(turnsOf(written(text), timed(text), spans)).toMatchObject([
      { speaker: 'A', text: 'One. Two. Three.' },
    ]);
    expect(turnsOf('', [], [])).toEqual([]);
  });
});

test('channels take turns by time', () => {
  const channel = (text: string, startMs: number) => ({
    text: written(text),
    words: timed(text).map((word) => ({
      ...word,
      startMs: word.startMs + startMs,
      endMs: word.endMs + startMs,
    })),
  });
  const turns = turnsOfChannels([channel('Hello there. | | | | | | Goodbye.', 0), channel('Hello.', 1500)]);
  expect(turns.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    'channel 1: Hello there.',
    'channel 2: Hello.',
    'channel 1: Goodbye.',
  ]);
});
