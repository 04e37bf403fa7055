import { expect, test } from 'vitest';
import { SILENCE, stateGraph } from './state-graph.ts';
import type { Rendition } from './types.ts';
import { viterbi } from './viterbi.ts';

/** Two words of three frames each, with a silent frame between and around them. */
const WORDS = Int32Array.of(-1, 0, 0, 0, -1, 1, 1, 1, -1);
const HEARD = Uint8Array.from(WORDS, (word) => (word === -1 ? 0 : 1));
const word = { text: 'x', startSamples: 0, endSamples: 0 };
const rendition: Rendition = {
  samples: new Float32Array(0),
  sampleRate: 8000,
  words: [word, word],
  phonemes: [],
};
const graph = stateGraph(rendition, WORDS, HEARD);

/** The rendition's frame for each frame of a recording that sounds like the given frames. */
function follow(heard: readonly number[]): number[] {
  const n = heard.length;
  const band = { low: new Int32Array(n), high: new Int32Array(n).fill(graph.count - 1) };
  const cost = (t: number, low: number, high: number, row: Float32Array): void => {
    for (let s = low; s <= high; s++) row[s - low] = graph.frames[s] === heard[t] ? 0 : 5;
  };
  return Array.from(viterbi(graph, n, band, cost, 3).states, (state) => graph.frames[state]!);
}

test('pauses of the rendition are replaced by silence that may have any length', () => {
  expect([...graph.frames]).toEqual([SILENCE, 1, 2, 3, SILENCE, 5, 6, 7, SILENCE]);
  const paused = [SILENCE, SILENCE, 1, 2, 3, SILENCE, SILENCE, SILENCE, 5, 6, 7, SILENCE];
  expect(follow(paused)).toEqual(paused);
  expect(follow([1, 2, 3, 5, 6, 7])).toEqual([1, 2, 3, 5, 6, 7]);
});

test('follows slow and fast speech', () => {
  const slow = [1, 1, 1, 2, 2, 3, 3, 5, 5, 6, 6, 6, 7];
  expect(follow(slow)).toEqual(slow);
  expect(follow([1, 3, 6, 7])).toEqual([1, 3, 6, 7]);
});

test('says so when the recording is too short to go through', () => {
  const band = { low: new Int32Array(1), high: new Int32Array(1).fill(graph.count - 1) };
  const { cost } = viterbi(graph, 1, band, (_t, _low, _high, row) => row.fill(0), 3);
  expect(cost).toBe(Number.POSITIVE_INFINITY);
});
