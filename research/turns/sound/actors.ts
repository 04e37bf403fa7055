/** What an agent hears of the lines of actors. */
import type { Recogniser } from '../../../engine/index.ts';
import { resampleAll } from '../../../media/resampler.ts';
import type { Renderer } from '../../alignment/renderer.ts';
import { RATE, sentencesOf } from '../../endpointing/utterances.ts';
import type { GameLine } from './game-speech.ts';
import { type Heard, heardOfActor } from './material.ts';

const SENTENCE_END = /[.?!]$/u;

/**
 * Hears the last sentence of a line. A line after which the same person speaks on is no end of a turn. Where its
 * sentence is complete, it need not sound like a pause either.
 */
export async function heardOfLine(
  { samples: given, sampleRate, goesOn }: GameLine,
  recogniser: Recogniser,
  renderer: Renderer,
  random: () => number,
): Promise<Heard[]> {
  const samples = resampleAll(given, sampleRate, RATE);
  const { text } = await recogniser.transcribe(samples, { lang: 'en', isLive: true });
  if (text === '') return [];
  const isComplete = SENTENCE_END.test(text);
  const sentence = isComplete ? text : `${text.replace(/[^\p{L}\p{N}]+$/u, '')}.`;
  const clip = { name: '', lang: 'en', text: sentence, samples, sampleRate: RATE };
  const last = (await sentencesOf([clip], renderer)).at(-1);
  if (last === undefined) return [];
  const isOver = goesOn ? (isComplete ? null : false) : isComplete ? true : null;
  return heardOfActor(last, isOver, random);
}
