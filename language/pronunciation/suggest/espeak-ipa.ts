import type { Phoneme } from '../espeak.ts';
import { type InventorySymbol, symbolSaid } from '../inventory/index.ts';
import {
  type InventoryKey,
  inventory,
  nearestSymbols,
  parseIpa,
  type Sound,
  type Stress,
  spellSounds,
} from '../ipa.ts';

/**
 * A transcription, or why there is none. After a failure, `ipa` is the output of espeak-ng, and `adapted` the same with
 * foreign sounds replaced by the nearest ones of the language; null if a sound has no near one.
 */
export type Transcribed =
  | { readonly ok: true; readonly ipa: string }
  | { readonly ok: false; readonly ipa: string; readonly reason: string; readonly adapted: string | null };

const STRESSES: Readonly<Record<string, Stress>> = { ˈ: 'primary', ˌ: 'secondary' };
/** Marks before a mnemonic that give the stress of its syllable. */
const MNEMONIC_STRESS = /^[',%=]+/;

/**
 * espeak-ng's pronunciation of a word in the symbols of an inventory. Of several primary stresses (compounds, words
 * read as several) the last one is kept. Null for a word without sound.
 */
export function transcribe(phonemes: readonly Phoneme[], key: InventoryKey): Transcribed | null {
  const heard = phonemes.filter((phoneme) => /\p{L}/u.test(phoneme.ipa));
  if (heard.length === 0) return null;
  const printed = heard
    .map((phoneme) => phoneme.ipa)
    .join('')
    .normalize('NFC');
  const sounds: Sound[] = [];
  let reason: string | null = null;
  let hasNeighbour = true;
  for (const phoneme of heard) {
    const stress = STRESSES[phoneme.ipa.charAt(0)] ?? null;
    const bare = phoneme.ipa.replace(/[ˈˌ]/gu, '');
    const symbols = symbolsOf(phoneme, bare, key);
    if (symbols === null) reason ??= foreign(phoneme, bare, key);
    const near = symbols ?? nearest(bare, key);
    if (near === null) hasNeighbour = false;
    else {
      const nucleus = near.findIndex((symbol) => symbol.class !== 'consonant');
      near.forEach((symbol, index) => {
        sounds.push({ symbol, stress: index === Math.max(nucleus, 0) ? stress : null });
      });
    }
  }
  if (reason === null) return { ok: true, ipa: spellSounds(sounds, key) };
  return { ok: false, ipa: printed, reason, adapted: hasNeighbour ? spellSounds(sounds, key) : null };
}

function foreign({ language }: Phoneme, bare: string, key: InventoryKey): string {
  const whose = language === undefined ? '' : `, by the rules of "${language}"`;
  return `espeak-ng says "${bare.normalize('NFC')}" here${whose}, which is not a sound of ${inventory(key).name}`;
}

function nearest(bare: string, key: InventoryKey): readonly InventorySymbol[] | null {
  const [first] = nearestSymbols(bare.normalize('NFD'), inventory(key));
  const symbol = inventory(key).symbols.find((each) => each.ipa === first);
  return symbol === undefined ? null : [symbol];
}

function symbolsOf(phoneme: Phoneme, bare: string, key: InventoryKey): readonly InventorySymbol[] | null {
  // Mnemonics of another language stand for other sounds.
  const mnemonic = phoneme.language === undefined ? phoneme.mnemonic.replace(MNEMONIC_STRESS, '') : '';
  const found = symbolSaid(key, mnemonic, bare);
  if (found !== null) return [found];
  // Sounds for which espeak-ng has one symbol and the inventory has two.
  const parsed = parseIpa(bare, key);
  if (!parsed.valid) return null;
  const { symbols } = inventory(key);
  return parsed.phonemes.flatMap(({ symbol }) => symbols.find((each) => each.ipa === symbol) ?? []);
}
