/** What an agent hears of the lines of actors. */
import type { Recogniser } from '../../../engine/index.ts';
import { resampleAll } from '../../../media/resampler.ts';
import type { Renderer } from '../../alignment/renderer.ts';
import { RATE, sentencesOf } from '../../endpointing/utterances.ts';
import type { GameLine } from './game-speech.ts';
import { type Heard, heardOfActor } from './material.ts';

const SENTENCE_END = /[.?!]$/u;

/**
 * Hears the last sentence of a line. Its end is uncertain where a complete sentence goes on, or an incomplete one does
 * not.
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
  return heardOfActor(last, goesOn === isComplete ? null : isComplete, random);
}
