import { expect, test } from 'vitest';
import { soundName } from './sound-name.ts';

test.each([
  [
    'Good morning! The ferry to the island leaves at 9:45.',
    'Heart',
    'good-morning-the-ferry-to-the-island-leaves-at-9-heart',
  ],
  ['Wait <pause:1s>. <phoneme:a>Now</phoneme>', 'Joe (US)', 'wait-now-joe-us'],
  ['Доброе утро!', '', 'доброе-утро'],
  ['../../etc/passwd', '', 'etc-passwd'],
  ['…', '', 'speech'],
])('%s by %s is %s', (text, voice, expected) => {
  expect(soundName(text, voice)).toBe(expected);
});
