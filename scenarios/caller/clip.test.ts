import { expect, test } from 'vitest';
import { builtInEngine } from '../../test/kit/server.ts';
import { parseScenarios } from '../file/load.ts';
import { CALLER_RATE, spoken } from './clip.ts';
import { roomNoise } from './room-noise.ts';
import { callerSounds, callerSpeech } from './sounds.ts';

const HOW = { voiceId: 'espeak-en' };

/** Returns the longest run of digital silence, in ms. */
function longestSilence(samples: Int16Array): number {
  let [longest, length] = [0, 0];
  for (const sample of samples) {
    length = sample === 0 ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return (longest * 1000) / CALLER_RATE;
}

test('a pause is opened between words of a sentence', async () => {
  const engine = await builtInEngine();
  const whole = await spoken(engine, 'I would like a table for four people.', HOW);
  const paused = await spoken(engine, 'I would like a table <pause:800ms> for four people.', HOW);
  expect(longestSilence(whole.samples)).toBeLessThan(300);
  expect(longestSilence(paused.samples)).toBeGreaterThanOrEqual(800);
  const more = ((paused.samples.length - whole.samples.length) * 1000) / CALLER_RATE;
  expect(more).toBeGreaterThan(600);
  expect(more).toBeLessThan(900);
});

test('the same seed makes the same noise and sounds, and another one others', async () => {
  const [scenario] = parseScenarios(
    'a.yaml',
    `scenarios:
  - name: a
    caller: { voice: espeak-en, noise_snr_db: 15, telephone: true }
    steps: [{ say: Hello there. }, { sound: cough }, { sound: mm-hm }]`,
  );
  const engine = await builtInEngine();
  const said = await callerSpeech(scenario!, engine);
  const bytes = (seed: number): Buffer => {
    const { clips, noise } = callerSounds(scenario!, said, seed, engine);
    return Buffer.concat(
      [...clips.values(), { samples: noise }].map(({ samples }) => Buffer.from(samples.buffer)),
    );
  };
  expect(bytes(3).equals(bytes(3))).toBe(true);
  expect(bytes(3).equals(bytes(4))).toBe(false);
  expect([...callerSounds(scenario!, said, 3, engine).clips.keys()].sort()).toEqual([0, 1, 2]);
});

test('noise is as much softer than speech as was asked for', () => {
  const speech = Int16Array.from({ length: CALLER_RATE }, (_, i) => 8000 * Math.sin(i / 5));
  const level = (samples: Int16Array): number =>
    Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
  const snrDb = 20 * Math.log10(level(speech) / level(roomNoise(12, [speech], 1)));
  expect(snrDb).toBeGreaterThan(11.5);
  expect(snrDb).toBeLessThan(12.5);
});
