import { expect, test } from 'vitest';
import { LargeJson } from './large-json.ts';

const MIB = 1024 * 1024;
const KIB = 1024;

test('each client may send some large bodies at once, and one mebibyte a second', () => {
  let nowMs = 0;
  const largeJson = new LargeJson(() => nowMs);
  for (let i = 0; i < 8; i++) largeJson.take('one', MIB);
  expect(() => largeJson.take('one', MIB)).toThrow(
    expect.objectContaining({ status: 429, kind: 'large_json_at_limit' }),
  );
  largeJson.take('another', MIB);
  nowMs += 1000;
  largeJson.take('one', MIB);
  expect(() => largeJson.take('one', 65 * KIB)).toThrow('60 MiB');
});

test('small ones are not counted', () => {
  const largeJson = new LargeJson(() => 0);
  for (let i = 0; i < 1000; i++) largeJson.take('one', 64 * KIB);
  for (let i = 0; i < 8; i++) largeJson.take('one', MIB);
});
