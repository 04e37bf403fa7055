/** How the words of a text are pronounced, for people who want to see it before they hear it. */
import { readSentences } from '../text/read-text.ts';
import { inventory } from './inventory/index.ts';
import { inventoryKey } from './ipa.ts';
import type { ReadWithEspeak } from './suggest/suggest.ts';

/**
 * The IPA of each word of `readText`, in order, as espeak-ng pronounces it in its sentence; of a phoneme tag what
 * stands there. Null in a language without an inventory of phonemes, and where nothing is heard.
 * @param read is asked for a sentence at a time, so that speech is not delayed
 * @throws EngineError 422: the text's markup is faulty
 */
export async function textPhonemes(
  text: string,
  lang: string,
  read: ReadWithEspeak,
): Promise<(string | null)[]> {
  const key = inventoryKey(lang, null);
  const all: (string | null)[] = [];
  for (const { text: sentence, tokens } of readSentences(text, lang)) {
    const words = tokens.filter((token) => token.kind === 'word');
    // Beside a tag, which is no text, words are read on their own.
    const isPlain = words.every(({ ipa }) => ipa === null);
    const readings = words.map(({ unit, span }) => ({
      voice: key === null ? '' : inventory(key).espeakVoice,
      text: isPlain ? sentence : unit,
      span: isPlain ? span : { start: 0, end: unit.length },
    }));
    const heard = key === null ? [] : await read(readings, lang);
    all.push(...words.map(({ ipa }, i) => ipa ?? (heard[i]?.map((phoneme) => phoneme.ipa).join('') || null)));
  }
  return all;
}
