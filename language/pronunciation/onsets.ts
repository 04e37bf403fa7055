/** Syllable boundaries, so that stress marks stand where dictionaries put them. */
import { type ConsonantFeatures, isNucleus } from './inventory/features.ts';
import type { InventoryKey, InventorySymbol } from './inventory/index.ts';
import { PRONOUNCED_LANGUAGES } from './languages/index.ts';

/** Consonants that never begin a syllable. */
const NEVER_FIRST: ReadonlySet<string> = new Set(['ŋ', 'ɫ', 'ɭ']);

/**
 * Finds the onset of a nucleus's syllable: as many of the preceding consonants as can begin a syllable together (the
 * maximal onset principle); at the beginning of a word, all of them.
 * @param nucleus index of a vowel or syllabic consonant
 * @returns index of the first sound of its syllable
 */
export function onsetOf(sounds: readonly InventorySymbol[], nucleus: number, key: InventoryKey): number {
  let first = nucleus;
  while (first > 0) {
    const consonant = consonantAt(sounds, first - 1);
    if (consonant === null) return best(sounds, first, nucleus, key);
    first--;
  }
  return 0;
}

function best(sounds: readonly InventorySymbol[], from: number, nucleus: number, key: InventoryKey): number {
  let start = nucleus;
  while (start > from && nucleus - start < 3) {
    const outer = consonantAt(sounds, start - 1);
    if (outer === null || NEVER_FIRST.has(sounds[start - 1]?.ipa ?? '')) break;
    const inner = start === nucleus ? null : consonantAt(sounds, start);
    if (inner !== null && !standTogether(outer, inner, nucleus - start, key)) break;
    start--;
  }
  return start;
}

/**
 * Whether two consonants can begin a syllable.
 * @param length size of its onset so far
 */
function standTogether(
  outer: ConsonantFeatures,
  inner: ConsonantFeatures,
  length: number,
  key: InventoryKey,
): boolean {
  if (outer.manner === 'approximant' || outer.rhotic || outer.long) return false;
  const isGlide = inner.manner === 'approximant' && !inner.rhotic;
  if (isGlide) return length === 1;
  const isLiquid = inner.rhotic || inner.manner === 'lateral';
  if (outer.sibilant && outer.manner === 'fricative') {
    if (!PRONOUNCED_LANGUAGES[key].sibilantClusters) return false;
    return isLiquid || inner.manner === 'nasal' || (inner.manner === 'plosive' && !inner.voiced);
  }
  if (!isLiquid || length > 1) return false;
  const isObstruent = outer.manner === 'plosive' || outer.manner === 'fricative';
  // No supported language begins syllables with tl or dl.
  return isObstruent && !(inner.manner === 'lateral' && /^(?:dental|alveolar)$/u.test(outer.place));
}

function consonantAt(sounds: readonly InventorySymbol[], index: number): ConsonantFeatures | null {
  const features = sounds[index]?.features;
  return features?.type === 'consonant' && !isNucleus(features) ? features : null;
}
