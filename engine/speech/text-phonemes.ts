/** The pronunciation of a text's words, for people who want to read it before they hear it. */

import { espeakVoiceFor } from '../../language/pronunciation/espeak-languages.ts';
import { inventory } from '../../language/pronunciation/inventory/index.ts';
import { type InventoryKey, inventoryKey } from '../../language/pronunciation/ipa.ts';
import { applyLexicon } from '../../language/pronunciation/lexicon.ts';
import { loansOf } from '../../language/pronunciation/loans/index.ts';
import type { ReadWithEspeak } from '../../language/pronunciation/suggest/suggest.ts';
import { readSentences } from './read-text.ts';

const MARKUP = /<[/a-z?!]/i;

/** espeak-ng's voice for words of a language of their own. */
const voiceFor = (own: string | undefined, key: InventoryKey | null): string =>
  (own === undefined ? null : espeakVoiceFor(own)) ?? (key === null ? '' : inventory(key).espeakVoice);

/**
 * The IPA of each word of `readText`, in order, as espeak-ng pronounces it in its sentence; for a phoneme tag, a name
 * or a loan word its own phonemes. Null in a language without an inventory of phonemes, and for words without sound.
 * @param read called for one sentence at a time, so that speech is not delayed
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
    const known = key === null ? tokens : applyLexicon(tokens, loansOf(key), lang);
    const words = known.filter((token) => token.kind === 'word');
    // Words next to a tag are read without it, because a tag is not text.
    const isPlain = !MARKUP.test(sentence);
    const readings = words.map(({ span, spoken, lang: own }) => ({
      voice: voiceFor(own, key),
      text: isPlain ? sentence : spoken,
      span: isPlain ? span : { start: 0, end: spoken.length },
    }));
    const heard = key === null ? [] : await read(readings, lang);
    all.push(...words.map(({ ipa }, i) => ipa ?? (heard[i]?.map((phoneme) => phoneme.ipa).join('') || null)));
  }
  return all;
}
