/** The sounds of Croatian and Serbian, which have no inventory in the engine, and how espeak-ng prints them. */
export interface SoundRow {
  readonly ipa: string;
  /** Other spellings in espeak-ng's IPA mode: open, lax and long vowels, and allophones. */
  readonly printed: readonly string[];
}

const sound = (ipa: string, ...printed: readonly string[]): SoundRow => ({ ipa, printed });

export const SOUTH_SLAVIC: readonly SoundRow[] = [
  ...['p', 'b', 't', 'd', 'k', 'ɡ', 'f', 's', 'z', 'ʃ', 'ʒ'].map((ipa) => sound(ipa)),
  sound('x', 'h'),
  ...['ts', 'tʃ', 'dʒ', 'tɕ', 'dʑ'].map((ipa) => sound(ipa)),
  sound('m', 'ɱ'),
  ...['n', 'ŋ', 'ɲ', 'l', 'ʎ'].map((ipa) => sound(ipa)),
  sound('r', 'ɾ'),
  sound('r̩'),
  sound('ʋ', 'v'),
  sound('j'),
  sound('a', 'aː', 'æ', 'ɐ', 'ɑ'),
  sound('e', 'eː', 'ɛ', 'ɛː'),
  sound('i', 'iː', 'ɪ'),
  sound('o', 'oː', 'ɔ', 'ɔː'),
  sound('u', 'uː', 'ʊ'),
];
