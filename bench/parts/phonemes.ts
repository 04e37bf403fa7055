/** Returns the phoneme ids that our engine gives the voice, as input of the bare graph. */
import { readFile } from 'node:fs/promises';
import { parsePiece } from '../../engine/speech/parsed-text.ts';
import { phonemeIds } from '../../engine/synthesis/families/vits/phoneme-ids.ts';
import { Espeak } from '../../language/pronunciation/espeak.ts';
import { pronounce } from '../../language/pronunciation/pronounce.ts';
import { analyse } from '../../language/text/analyse.ts';
import { TextCutter } from '../../language/text/cutter.ts';
import { parsePiperConfig } from '../../model-files/piper-config.ts';

export interface PhonemeText {
  /** Ids of each sentence, in order. */
  readonly sentences: readonly (readonly number[])[];
  /** Noise scale, length scale and duration noise scale, in the order of the graph's input. */
  readonly scales: readonly number[];
  /** Hertz. */
  readonly sampleRate: number;
}

/** @throws Error for texts with pauses or tags, which the bare graph does not support */
export async function phonemeTexts(texts: readonly string[], configPath: string): Promise<PhonemeText> {
  const config = parsePiperConfig(JSON.parse(await readFile(configPath, 'utf8')));
  const espeak = await Espeak.load();
  const sentences: (readonly number[])[] = [];
  for (const text of texts) {
    const cutter = new TextCutter({ lang: 'en' });
    for (const piece of [...cutter.push(text), ...cutter.flush()]) {
      for (const item of parsePiece(piece.text, { start: piece.start, lang: 'en', ipaKey: null })) {
        if (item.kind !== 'phrase') throw new Error('the benchmark has no use for pauses');
        const pronounced = pronounce(
          analyse(item.segments, 'en', piece.text),
          config.espeakVoice ?? 'en-us',
          espeak,
          () => {
            throw new Error('the benchmark has no use for phoneme tags');
          },
        );
        sentences.push(phonemeIds(pronounced, config.phonemeIdMap).ids);
      }
    }
  }
  const { noiseScale, lengthScale, noiseW, sampleRate } = config;
  return { sentences, scales: [noiseScale, lengthScale, noiseW], sampleRate };
}
