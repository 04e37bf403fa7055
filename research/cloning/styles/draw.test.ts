import { expect, test } from 'vitest';
import { STYLE_SPACE } from '../../../cloning/research.ts';
import { randomNumbers } from '../../random.ts';
import { drawMixture, drawNear } from './draw.ts';

const style = (value: number): Float32Array => new Float32Array(128).fill(value);
const length = (values: Float32Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0));

test('mixtures lie around the voices, at a pitch of their sex', () => {
  const random = randomNumbers(7);
  const styles = new Map([
    ['af_one', style(1)],
    ['am_two', style(-1)],
    ['bf_three', style(0.5)],
  ]);
  for (let n = 0; n < 50; n++) {
    const drawn = drawMixture(styles, random);
    expect(length(drawn.style)).toBeLessThan(4 * length(style(1)));
    const [low, high] = drawn.sex === 'm' ? [78, 185] : [130, 275];
    expect(drawn.f0Hz).toBeGreaterThanOrEqual(low);
    expect(drawn.f0Hz).toBeLessThanOrEqual(high);
  }
});

test('styles near people have their pitch, and a single person can be drawn repeatedly', () => {
  const random = randomNumbers(7);
  const embedding = STYLE_SPACE.embedding.map((value) => value / length(STYLE_SPACE.embedding));
  const drawn = [1, 2, 3].map(() => drawNear([{ embedding, pitch: Math.log(200) }], random));
  for (const { f0Hz, sex } of drawn) {
    expect(Math.abs(Math.log(f0Hz / 200))).toBeLessThan(0.25);
    expect(sex).toBe('f');
  }
  expect(drawn[0]!.style).not.toEqual(drawn[1]!.style);
});
