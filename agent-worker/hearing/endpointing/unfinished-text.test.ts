import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextHold } from './text-hold.ts';
import { soundsUnfinished } from './unfinished-text.ts';

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

describe('holding unfinished words', () => {
  let told: string[];
  let hold: TextHold;
  beforeEach(() => {
    vi.useFakeTimers();
    told = [];
    hold = new TextHold('en', (text) => told.push(text));
  });
  afterEach(() => {
    hold.close();
    vi.useRealTimers();
  });

  it('tells finished words at once', () => {
    hold.add('Good morning.', 400);
    expect(told).toEqual(['Good morning.']);
  });

  it('tells unfinished ones together with the rest', () => {
    hold.add('My number is 555', 400);
    vi.advanceTimersByTime(500);
    hold.soundBegan();
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([]);
    hold.add('123 4567.', 400);
    expect(told).toEqual(['My number is 555 123 4567.']);
  });

  it('and alone when no rest comes', () => {
    hold.add('I would like a', 400);
    vi.advanceTimersByTime(5000);
    expect(told).toEqual(['I would like a']);
  });

  it('does not wait for ever for a sound that was no speech', () => {
    hold.add('I would like a', 400);
    hold.soundBegan();
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([]);
    hold.soundWasNothing();
    vi.advanceTimersByTime(5000);
    expect(told).toEqual(['I would like a']);
  });

  it('does not wait at all when the recogniser took too long already', () => {
    hold.add('I would like a', 3000);
    expect(told).toEqual(['I would like a']);
  });
});
