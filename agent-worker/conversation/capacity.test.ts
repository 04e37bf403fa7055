import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conversationsFor, listeningShare, roomPlaces } from './capacity.ts';

/** Two cores, a Piper voice, the small English recogniser. */
const SMALL = { cores: 2, lanes: 2, voiceCores: 0.1, utteranceCpuSeconds: 0.25 };

test('two cores serve ten conversations, a larger machine more, up to the capacity of one main thread', () => {
  expect(conversationsFor(SMALL)).toBe(10);
  expect(conversationsFor({ ...SMALL, cores: 1, lanes: 1 })).toBe(5);
  expect(conversationsFor({ ...SMALL, cores: 4, lanes: 4 })).toBe(21);
  expect(conversationsFor({ ...SMALL, cores: 64, lanes: 64 })).toBe(25);
});

test('a slower voice and a slower recogniser make it fewer, a recogniser elsewhere more', () => {
  expect(conversationsFor({ ...SMALL, voiceCores: 0.5 })).toBe(5);
  expect(conversationsFor({ ...SMALL, utteranceCpuSeconds: 2 })).toBe(3);
  expect(conversationsFor({ ...SMALL, utteranceCpuSeconds: 0 })).toBe(15);
});

test('there is always room for one, and a faster machine never holds fewer', () => {
  const cost = fc.double({ min: 0, max: 10, noNaN: true });
  const count = fc.integer({ min: 1, max: 256 });
  fc.assert(
    fc.property(count, count, cost, cost, (cores, lanes, voiceCores, utteranceCpuSeconds) => {
      const speed = { cores, lanes, voiceCores, utteranceCpuSeconds };
      const many = conversationsFor(speed);
      expect(many).toBeGreaterThanOrEqual(1);
      expect(conversationsFor({ ...speed, cores: cores + 1, lanes: lanes + 1 })).toBeGreaterThanOrEqual(many);
      expect(conversationsFor({ ...speed, voiceCores: voiceCores / 2 })).toBeGreaterThanOrEqual(many);
    }),
  );
});

test('a session that only listens takes a fraction of a place, a smaller one for a more expensive voice', () => {
  expect(listeningShare({ ...SMALL, voiceCores: 0 })).toBe(1);
  expect(listeningShare(SMALL)).toBeLessThan(1);
  expect(listeningShare({ ...SMALL, voiceCores: 0.5 })).toBeLessThan(listeningShare(SMALL));
});

test('a room takes more than one place, the more where the LiveKit server shares the machine', () => {
  expect(roomPlaces(SMALL, false)).toBeGreaterThan(1);
  expect(roomPlaces(SMALL, true)).toBeGreaterThan(roomPlaces(SMALL, false));
  expect(Math.floor(conversationsFor(SMALL) / roomPlaces(SMALL, true))).toBe(7);
});
