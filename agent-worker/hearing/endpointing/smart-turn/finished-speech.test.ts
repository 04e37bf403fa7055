import { expect, test } from 'vitest';
import {
  ENCODING,
  encodeFinishedSpeech,
  type FinishedSpeech,
  finishedSpeechIn,
  probabilityOf,
  SPEECH_FEATURES,
  SPEECH_UNITS,
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

const nothing = (): FinishedSpeech => ({
  offset: 0,
  output: new Float32Array(SPEECH_UNITS),
  bias: new Float32Array(SPEECH_UNITS),
  input: new Float32Array(SPEECH_UNITS * SPEECH_FEATURES),
});

test('weights survive their file', () => {
  const classifier = { ...nothing(), offset: -0.5 };
  classifier.output.fill(0.25);
  classifier.bias[3] = 2;
  classifier.input[SPEECH_FEATURES + 1] = -1.5;
  expect(finishedSpeechIn(encodeFinishedSpeech(classifier))).toEqual(classifier);
});

test('units whose weighted sum is positive speak for an end or against it, by their weights', () => {
  const features = new Float32Array(SPEECH_FEATURES).fill(1);
  const classifier = nothing();
  classifier.bias[1] = -2;
  classifier.output[1] = 0.5;
  expect(probabilityOf(classifier, features)).toBeCloseTo(0.5);
  classifier.input[SPEECH_FEATURES + 3] = 6;
  expect(probabilityOf(classifier, features)).toBeCloseTo(0.881);
  classifier.output[1] = -0.5;
  expect(probabilityOf(classifier, features)).toBeCloseTo(0.119);
});

test('the program has finite weights of the length of the input', () => {
  const { input, output } = trainedFinishedSpeech();
  expect(input).toHaveLength(SPEECH_UNITS * SPEECH_FEATURES);
  expect(output.some((weight) => weight !== 0)).toBe(true);
  expect(input.every(Number.isFinite)).toBe(true);
});
