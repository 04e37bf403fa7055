import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimedWord } from '../../recordings/index.ts';
import { diarizedBody, segmentsOf, srt, verboseBody, vtt } from './transcript.ts';

/** Words at equal intervals, without the punctuation around them, as forced alignment returns them. */
function spokenEvenly(text: string, everyMs = 500): TimedWord[] {
  const words = text.match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.map((word, i) => ({ text: word, startMs: i * everyMs, endMs: (i + 1) * everyMs }));
}

describe('segments', () => {
  test('segments end with sentences, punctuation included', () => {
    const text = 'It rains. "Really?" she said, "It does!"';
    expect(segmentsOf({ text, words: spokenEvenly(text), turns: [] })).toEqual([
      { startMs: 0, endMs: 1000, text: 'It rains.' },
      { startMs: 1000, endMs: 1500, text: '"Really?"' },
      { startMs: 1500, endMs: 3500, text: 'she said, "It does!"' },
    ]);
  });

  test('end with long pauses', () => {
    const words = [
      { text: 'one', startMs: 0, endMs: 400 },
      { text: 'two', startMs: 1400, endMs: 1800 },
      { text: 'three', startMs: 2700, endMs: 3000 },
    ];
    expect(segmentsOf({ text: 'one two three', words, turns: [] }).map(({ text }) => text)).toEqual([
      'one',
      'two three',
    ]);
  });

  test('segments are short enough to be read, and contain all of the text in order', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}[.,]?$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 50, max: 900 }),
        (some, every) => {
          const text = some.join(' ');
          const segments = segmentsOf({ text, words: spokenEvenly(text, every), turns: [] });
          expect(segments.map((segment) => segment.text).join(' ')).toBe(text);
          let at = 0;
          for (const { startMs, endMs, text: part } of segments) {
            expect(startMs).toBeGreaterThanOrEqual(at);
            expect(endMs - startMs).toBeLessThanOrEqual(10_000);
            expect(part.length).toBeLessThanOrEqual(120);
            at = endMs;
          }
        },
      ),
    );
  });

  test('an empty text has no segments', () => {
    expect(segmentsOf({ text: '', words: [], turns: [] })).toEqual([]);
  });
});

const SEGMENTS = [
  { startMs: 0, endMs: 61_005, text: 'One.' },
  { startMs: 3_661_005, endMs: 3_662_000, text: 'A <b> & c' },
];

test('SubRip', () => {
  expect(srt(SEGMENTS)).toBe(
    '1\n00:00:00,000 --> 00:01:01,005\nOne.\n\n2\n01:01:01,005 --> 01:01:02,000\nA <b> & c\n\n',
  );
});

test('WebVTT, with tag characters escaped', () => {
  expect(vtt(SEGMENTS)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:01:01.005\nOne.\n\n01:01:01.005 --> 01:01:02.000\nA &lt;b&gt; &amp; c\n\n',
  );
});

test('verbose_json contains what was requested', () => {
  const transcription = {
    lang: 'en-GB',
    durationMs: 1234,
    text: 'Hi.',
    words: spokenEvenly('Hi.'),
    turns: [],
  };
  const words = verboseBody(transcription, ['word']);
  expect(words).toEqual({
    task: 'transcribe',
    language: 'english',
    duration: 1.234,
    text: 'Hi.',
    words: [{ word: 'Hi', start: 0, end: 0.5 }],
    usage: { type: 'duration', seconds: 2 },
  });
  const both = verboseBody({ ...transcription, lang: null }, ['word', 'segment']);
  expect(both).toMatchObject({ language: 'unknown', segments: [{ id: 0, start: 0, end: 0.5, text: 'Hi.' }] });
});

describe('who says it', () => {
  const turn = (speaker: string, text: string, startMs: number) => ({
    speaker,
    text,
    words: spokenEvenly(text).map((word) => ({
      ...word,
      startMs: word.startMs + startMs,
      endMs: word.endMs + startMs,
    })),
  });
  const turns = [turn('A', 'Hi there. How are you?', 0), turn('B', 'Fine.', 3000)];
  const spoken = { lang: 'en', durationMs: 3500, text: '', words: [], turns };

  test('the speaker is in segments that are not longer than a turn', () => {
    expect(diarizedBody(spoken)).toMatchObject({
      text: 'A: Hi there. How are you?\nB: Fine.',
      segments: [
        { id: 'seg_1', start: 0, end: 1, text: 'Hi there.', speaker: 'A' },
        { id: 'seg_2', start: 1, end: 2.5, text: 'How are you?', speaker: 'A' },
        { id: 'seg_3', start: 3, end: 3.5, text: 'Fine.', speaker: 'B' },
      ],
    });
  });

  test('is in subtitles', () => {
    expect(srt(segmentsOf(spoken))).toContain('\nB: Fine.\n');
    expect(vtt(segmentsOf(spoken))).toContain('\n<v B>Fine.\n');
  });

  test('the speaker is in verbose_json beside all words', () => {
    const body = verboseBody(spoken, ['word', 'segment']);
    expect(body.segments?.map(({ speaker }) => speaker)).toEqual(['A', 'A', 'B']);
    expect(body.words?.map(({ word }) => word)).toEqual(['Hi', 'there', 'How', 'are', 'you', 'Fine']);
  });
});
