import { type AlignedTake, alignTake, scriptSentences } from '../../cloning/research.ts';
import type { VoiceSource } from '../../engine/research.ts';
import type { Renderer } from '../alignment/renderer.ts';
import type { Take } from './take.ts';

/** The sentences found in a take, and which of them are clean. */
export interface Found {
  readonly aligned: AlignedTake;
  readonly clean: readonly number[];
}

/**
 * Finds the sentences as enrolment does. A sentence of the readings may be several sentences of the script.
 * @param voices the first finds the sentences, all judge their words
 */
export async function findSentences(
  take: Take,
  renderer: Renderer,
  [voice, ...others]: readonly [VoiceSource, ...VoiceSource[]],
): Promise<Found> {
  const texts = take.aligned.sentences.map(({ text }) => (/[.?!]["”’]?$/u.test(text) ? text : `${text}.`));
  const script = texts.join(' ');
  const sentences = scriptSentences(script);
  const rendition = await renderer.speak(voice, script);
  const { samples, sampleRate } = take;
  const aligned = alignTake({
    samples,
    sampleRate,
    rendition,
    others: await Promise.all(others.map((other) => renderer.speak(other, script))),
    sentences,
    script,
  });
  let end = 0;
  const ends = texts.map((text) => {
    end += text.length + 1;
    return end;
  });
  const clean = sentences
    .filter(({ start }) => take.clean.includes(ends.findIndex((past) => start < past)))
    .map(({ index }) => index);
  return { aligned, clean };
}
