import { expect, test } from 'vitest';
import { dispositionOf, plainFileName } from './file-name.ts';

test.each([
  ['take.wav', 'take.wav'],
  ['C:\\sounds\\take 1.wav', 'take 1.wav'],
  ['../../etc/passwd', 'passwd'],
  ['naïve\r\nx: y.wav', 'naïvex: y.wav'],
  [' \u202egpj.wav ', 'gpj.wav'],
  ['', ''],
  ['😀'.repeat(300), '😀'.repeat(200)],
])('%j is shown as %j', (given, shown) => {
  expect(plainFileName(given)).toBe(shown);
});

test.each([
  ['take 1.mp3', 'inline; filename="take 1-restored.wav"; filename*=UTF-8\'\'take%201-restored.wav'],
  ['', 'inline; filename="recording-restored.wav"; filename*=UTF-8\'\'recording-restored.wav'],
  ['a"b;ï.wav', 'inline; filename="a_b__-restored.wav"; filename*=UTF-8\'\'a%22b%3B%C3%AF-restored.wav'],
])('%j is offered as %j', (name, header) => {
  expect(dispositionOf(name)).toBe(header);
});
