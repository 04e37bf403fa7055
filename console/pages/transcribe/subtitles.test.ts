import { expect, test } from 'vitest';
import { srt, vtt } from './subtitles.ts';

const SEGMENTS = [
  { start: 0.069, end: 1.2, text: 'It costs <$5.' },
  { start: 3661.9996, end: 3662.5, text: 'Really.', speaker: 'B' },
];

test('subtitles have hours, and milliseconds behind the separator of their format', () => {
  expect(srt(SEGMENTS)).toBe(
    '1\n00:00:00,069 --> 00:00:01,200\nIt costs <$5.\n\n2\n01:01:02,000 --> 01:01:02,500\nB: Really.\n\n',
  );
  expect(vtt(SEGMENTS)).toBe(
    'WEBVTT\n\n00:00:00.069 --> 00:00:01.200\nIt costs &lt;$5.\n\n01:01:02.000 --> 01:01:02.500\n<v B>Really.\n\n',
  );
});
