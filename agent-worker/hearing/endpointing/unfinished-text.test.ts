import { describe, expect, it } from 'vitest';
import { lookOf, soundsUnfinished } from './unfinished-text.ts';

describe('whether words sound unfinished', () => {
  it.each([
    ['en', 'My number is 555'],
    ['en', 'It is 555-123.'],
    ['en', 'five five five one'],
    ['en', 'I would like a table for two and'],
    ['en', 'Can you, um'],
    ['en', 'First I went to Paris,'],
    ['en', 'I was thinking...'],
    ['en-gb', 'Send it to my'],
    ['de', 'Ich hätte gern ein Zimmer mit'],
    ['fr', 'Je voudrais le'],
    ['ru', 'Я хочу пойти в'],
  ])('%s: %s', (lang, text) => expect(soundsUnfinished(text, lang)).toBe(true));

  it.each([
    ['en', 'My number is 555 123 4567.'],
    ['en', 'I am 25.'],
    ['en', 'Two, please.'],
    ['en', 'What is that for?'],
    ['en', 'Yes.'],
    ['en', 'Stop.'],
    ['en', ''],
    ['de', 'Ja, bitte.'],
    ['xx', 'and'],
  ])('not %s: %s', (lang, text) => expect(soundsUnfinished(text, lang)).toBe(false));
});

describe('the end of a text', () => {
  it.each([
    ['en', 'Is it open?', 'question', 3],
    ['en', "Yes, I'm here.", 'sentence', 3],
    ['en', 'I think I’m', 'dangling', 3],
    ['en', 'a table for four people', 'unmarked', 5],
    ['en', 'What is that for?', 'question', 4],
    ['hi', 'मैं ठीक हूँ।', 'sentence', 3],
    ['de', 'Ich komme am', 'dangling', 3],
    ['en', '', 'unmarked', 0],
  ])('%s: %s', (lang, text, look, words) => expect(lookOf(text, lang)).toEqual({ look, words }));
});
