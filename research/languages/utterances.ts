/** Utterances in several languages: by natural voices, and from cut recordings of people. */
import type { Engine } from '../../engine/index.ts';
import { primaryLanguage } from '../../engine/index.ts';
import { RECOGNITION_SAMPLE_RATE as RATE } from '../../engine/research.ts';
import { say } from '../../engine/testing/speech.ts';
import { int16ToFloat } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import type { Clip } from '../alignment/corpus.ts';
import { LENGTHS, type Length, SPOKEN, sayingsOf } from './sayings.ts';

export interface SpokenUtterance {
  readonly lang: string;
  readonly length: Length;
  readonly isByPerson: boolean;
  /** Mono, 16 kHz. */
  readonly samples: Float32Array;
}

/** Voices of a language that speak the utterances. */
const MOST_VOICES = 2;
const SECONDS = [1, 2, 5] as const;

/** Natural voices that are installed, the first of each language. */
export async function* synthesized(engine: Engine): AsyncGenerator<SpokenUtterance> {
  for (const lang of SPOKEN) {
    const voices = engine
      .voices()
      .filter(
        ({ engine: kind, langs }) =>
          kind !== 'espeak' && langs.some((code) => primaryLanguage(code) === lang),
      );
    for (const { id } of voices.slice(0, MOST_VOICES)) {
      for (const [length, text] of sayingsOf(lang)) {
        const samples = int16ToFloat(await say(engine, text, RATE, { lang, voiceId: id }));
        yield { lang, length, isByPerson: false, samples };
      }
    }
  }
}

/** The beginnings of recordings. */
export function beginningsOf({ lang, samples, sampleRate }: Clip): SpokenUtterance[] {
  const all = resampleAll(samples, sampleRate, RATE);
  return SECONDS.flatMap((seconds, i) => {
    const length = LENGTHS[i]!;
    return all.length < seconds * RATE
      ? []
      : [{ lang, length, isByPerson: true, samples: all.subarray(0, seconds * RATE) }];
  });
}
