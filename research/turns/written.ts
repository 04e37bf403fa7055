/**
 * Turns that were written for training, sentence by sentence; because with templates alone the model would learn their
 * words.
 */
import { pick, randomNumbers } from '../random.ts';
import type { Turn } from './corpora.ts';

/** Sentences are separated by slashes; `|` marks pauses. */
export interface Written {
  /** Complete, and said without a pause. */
  readonly complete: string;
  readonly answers: readonly (readonly [agent: string, answers: string])[];
  readonly stories: string;
  /** Lists, corrections and incomplete sentences. */
  readonly hesitant: string;
  /** Questions of an agent that may precede them. */
  readonly questions: readonly string[];
}

/** Share of the sentences that follow a question; the others are the first words of a call. */
const ASKED = 0.4;

/** All sentences, repeated with a different spelling each time. */
export function writtenTurns(written: Written, times: number, seed: number): Turn[] {
  const random = randomNumbers(seed);
  const { complete, answers, stories, hesitant, questions } = written;
  const opening = (text: string): Turn => ({ agent: random() < ASKED ? pick(questions, random) : '', text });
  return Array.from({ length: times }, () => [
    ...complete.split('/').map(opening),
    ...answers.flatMap(([agent, texts]) => texts.split('/').map((text) => ({ agent, text }))),
    ...stories.split('/').flatMap((text) => [opening(text), opening(text)]),
    ...hesitant.split('/').map((text) => ({ agent: '', text })),
  ]).flat();
}
