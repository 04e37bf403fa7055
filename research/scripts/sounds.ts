import { analyse, type Espeak, type Phoneme, pronounce } from '../../engine/research.ts';
import { MAX_PARTS, type Variety } from './varieties.ts';

/** Represents a sound that the inventory does not have. It is not part of any pair. */
const UNKNOWN = '?';

export interface Heard {
  /** Sounds of each stretch without punctuation, across words. */
  readonly stretches: readonly (readonly string[])[];
  /** As espeak prints them. */
  readonly unknown: ReadonlySet<string>;
}

/** Returns the sounds of a text as the engine's phonemizer pronounces it in context. */
export function soundsOf(text: string, variety: Variety, espeak: Espeak): Heard {
  const tokens = analyse([{ kind: 'text', text, span: { start: 0, end: text.length } }], variety.lang, text);
  const unknown = new Set<string>();
  const stretches: string[][] = [[]];
  for (const token of pronounce(tokens, variety.espeakVoice, espeak, () => [])) {
    if (token.kind === 'word') stretches.at(-1)?.push(...symbols(token.phonemes, variety, unknown));
    else stretches.push([]);
  }
  return { stretches: stretches.filter((stretch) => stretch.length > 0), unknown };
}

/** Returns the sounds of a word on its own. */
export function soundsOfWord(word: string, variety: Variety, espeak: Espeak): readonly string[] {
  return symbols(espeak.phonemize(word, variety.espeakVoice).flat(), variety, new Set());
}

function symbols(phonemes: readonly Phoneme[], variety: Variety, unknown: Set<string>): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < phonemes.length; ) {
    const { sounds, parts } = longest(phonemes, at, variety);
    if (sounds.includes(UNKNOWN)) unknown.add(`${phonemes[at]?.ipa} (${phonemes[at]?.mnemonic})`);
    found.push(...sounds);
    at += parts;
  }
  return variety.inWord(found);
}

function longest(
  phonemes: readonly Phoneme[],
  at: number,
  variety: Variety,
): { sounds: readonly string[]; parts: number } {
  for (let parts = Math.min(MAX_PARTS, phonemes.length - at); parts > 0; parts--) {
    const several = phonemes.slice(at, at + parts);
    // espeak reads a foreign word by the rules of another language, with sounds of that language.
    const foreign = several.some(({ language }) => language !== undefined);
    const sounds = foreign ? null : variety.soundsOf(several);
    if (sounds !== null) return { sounds, parts };
  }
  return { sounds: phonemes[at]?.ipa === '' ? [] : [UNKNOWN], parts: 1 };
}

/** Returns two neighbouring sounds as "ð-ə"; null when one of them is unknown. */
export function diphone(first: string, second: string): string | null {
  return first === UNKNOWN || second === UNKNOWN ? null : `${first}-${second}`;
}
