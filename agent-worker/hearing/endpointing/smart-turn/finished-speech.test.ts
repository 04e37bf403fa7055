import { expect, test } from 'vitest';
import {
  ENCODING,
  encodeFinishedSpeech,
  finishedSpeechIn,
  probabilityOf,
  SPEECH_FEATURES,
  speechFeatures,
  trainedFinishedSpeech,
} from './finished-speech.ts';

/** Encodings whose values are the number of the frame. */
const encodings = Float32Array.from({ length: 400 * ENCODING }, (_, i) => Math.floor(i / ENCODING));

test('the input is the mean of all encodings, and those of the latest ones', () => {
  const features = speechFeatures({ pooled: new Float32Array(ENCODING).fill(7), encodings });
  const parts = Array.from({ length: 4 }, (_, part) =>
    features.subarray(part * ENCODING, (part + 1) * ENCODING),
  );
  for (const part of parts) expect(new Set(part.map((value) => Math.fround(value))).size).toBe(1);
  expect(parts.map((part) => Number(part[0]!.toFixed(3)))).toEqual([7, 395.5, 386.5, 370.5]);
});

test('weights survive their file', () => {
  const classifier = { offset: -0.5, weights: new Float32Array(SPEECH_FEATURES).fill(0.25) };
  expect(finishedSpeechIn(encodeFinishedSpeech(classifier))).toEqual(classifier);
});

test('a positive sum of the weighted features is rather an end', () => {
  const features = new Float32Array(SPEECH_FEATURES).fill(1);
  const weights = new Float32Array(SPEECH_FEATURES);
  weights[3] = 2;
  expect(probabilityOf({ offset: -2, weights }, features)).toBeCloseTo(0.5);
  expect(probabilityOf({ offset: 0, weights }, features)).toBeCloseTo(0.881);
});

test('the weights of the program have the length of the input', () => {
  const { weights, offset } = trainedFinishedSpeech();
  expect(weights).toHaveLength(SPEECH_FEATURES);
  expect(Number.isFinite(weights.reduce((sum, weight) => sum + weight, offset))).toBe(true);
});
