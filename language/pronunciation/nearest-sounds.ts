/** Pronunciations of one language in the sounds of another, for voices that have only the latter. */
import type { Phoneme } from './espeak.ts';
import { isNucleus } from './inventory/features.ts';
import { type Inventory, type InventoryKey, type InventorySymbol, inventory } from './inventory/index.ts';
import { nearestSymbols, parseIpa, type Sound, type Stress, spellSounds } from './ipa.ts';
import { spokenPhonemes } from './spoken-phonemes.ts';

/** A letter with the marks that change it. */
const LETTER = /[^\p{M}ːʰʲʷ˞](?:[\p{M}ːʰʲʷ˞])*/gu;
/** Ties, and output of espeak-ng that is not a sound: marks of liaison, half a character. */
const NO_SOUND = /[\u0361\u035c\ufffd.\-‿|]/gu;
const NASAL = '\u0303';

const known = new Map<string, readonly InventorySymbol[]>();

/**
 * The sounds of an inventory that are nearest to a pronunciation, word by word.
 * @param phonemes output of espeak-ng, in any language
 */
export function nearestSounds(phonemes: readonly Phoneme[], key: InventoryKey): Phoneme[] {
  const words: Phoneme[][] = [];
  for (const phoneme of phonemes) {
    if (phoneme.startsGroup || words.length === 0) words.push([]);
    words.at(-1)?.push(phoneme);
  }
  return words.flatMap((word) => {
    const sounds = word.flatMap((phoneme) => soundsOf(phoneme, key));
    const said = spokenPhonemes(parseIpa(spellSounds(sounds, key), key).phonemes);
    return said.map((phoneme, index) => (index === 0 ? { ...phoneme, startsGroup: true } : phoneme));
  });
}

/** A stress mark belongs to the vowel. */
function soundsOf({ ipa }: Phoneme, key: InventoryKey): Sound[] {
  const mark = /^[ˈˌ]/u.exec(ipa)?.[0];
  const stress: Stress | null = mark === 'ˈ' ? 'primary' : mark === 'ˌ' ? 'secondary' : null;
  const symbols = symbolsOf(ipa.replace(/[ˈˌ]/gu, ''), key);
  const nucleus = symbols.findIndex(({ features }) => isNucleus(features));
  return symbols.map((symbol, index) => ({ symbol, stress: index === nucleus ? stress : null }));
}

function symbolsOf(ipa: string, key: InventoryKey): readonly InventorySymbol[] {
  const name = `${key} ${ipa}`;
  const found = known.get(name) ?? findSymbols(ipa.normalize('NFD').replace(NO_SOUND, ''), inventory(key));
  known.set(name, found);
  return found;
}

/** The longest spellings that the inventory has, and the most similar sounds for other letters. */
function findSymbols(ipa: string, table: Inventory): InventorySymbol[] {
  const letters = ipa.match(LETTER) ?? [];
  const symbols: InventorySymbol[] = [];
  for (let at = 0; at < letters.length; ) {
    let length = letters.length - at;
    while (length > 1 && !table.spellings.has(letters.slice(at, at + length).join(''))) length--;
    const written = letters.slice(at, at + length).join('');
    const same = table.spellings.get(written) ?? table.spellings.get(written.replace('ː', ''));
    symbols.push(...(same ? [same] : nearest(written, table)));
    at += length;
  }
  return symbols;
}

/** In a language without nasal vowels, a nasal consonant follows the vowel. */
function nearest(letter: string, table: Inventory): InventorySymbol[] {
  const [name] = nearestSymbols(letter, table);
  const symbol = name === undefined ? undefined : table.spellings.get(name.normalize('NFD'));
  if (symbol === undefined) return [];
  const isDenasal = letter.includes(NASAL) && symbol.features.type === 'vowel' && !symbol.features.nasal;
  const nose = isDenasal ? table.spellings.get('n') : undefined;
  return nose ? [symbol, nose] : [symbol];
}
