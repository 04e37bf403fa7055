/**
 * Parses IPA as users write it and checks it against a language's inventory. The result has all that the synthesizers
 * need of each sound: espeak-ng's IPA (for Piper voices) and espeak-ng's mnemonic.
 */

import type { IpaKey } from '../../language/types.ts';
import { languageTag, primaryLanguage } from '../languages.ts';
import { describe, featureDistance, isNucleus, startsWithVowel } from './inventory/features.ts';
import {
  INVENTORY_KEYS,
  type Inventory,
  type InventoryKey,
  type InventorySymbol,
  IPA_KEY_LANGUAGES,
  inventory,
  ipaToken,
} from './inventory/index.ts';
import { onsetOf } from './onsets.ts';

export { type Inventory, type InventoryKey, inventory } from './inventory/index.ts';

export type Stress = 'primary' | 'secondary';

export interface IpaPhoneme {
  /** The inventory's symbol, standard IPA (NFC). */
  readonly symbol: string;
  /**
   * What espeak-ng prints for it here (NFD), without stress; Piper's phoneme ids are looked up with these code points.
   */
  readonly ipa: string;
  /** espeak-ng mnemonic, without stress. */
  readonly mnemonic: string;
  /** Set on the vowel (or syllabic consonant) of a stressed syllable; the mark goes directly before it. */
  readonly stress: Stress | null;
}

export interface IpaError {
  /** Equal to the given string at `start`..`end`. */
  readonly symbol: string;
  /** UTF-16 offsets into the given string. */
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** Up to three allowed symbols that sound most like it, the nearest first. */
  readonly nearest: readonly string[];
}

export type IpaResult =
  | {
      readonly valid: true;
      /** Canonical spelling (NFC): inventory symbols, ˈ ˌ and syllable dots as given, at least one stress mark. */
      readonly ipa: string;
      readonly phonemes: readonly IpaPhoneme[];
    }
  | {
      readonly valid: false;
      /** As given. */
      readonly ipa: string;
      /** The allowed sounds that were found. */
      readonly phonemes: readonly IpaPhoneme[];
      readonly errors: readonly IpaError[];
    };

/**
 * Which inventory a request uses. `lang` may carry a region ("en-gb", "pt_BR"); only `ipaKey` selects a variant, except
 * that "pt-br" and "es-es" name theirs themselves. Null: the language takes no IPA, or `ipaKey` belongs to another
 * language.
 */
export function inventoryKey(lang: string, ipaKey: IpaKey | null): InventoryKey | null {
  const code = languageTag(lang);
  const language = primaryLanguage(lang);
  if (ipaKey !== null) return IPA_KEY_LANGUAGES[ipaKey] === language ? ipaKey : null;
  if (code === 'pt-br') return 'pt-br';
  if (code === 'es-es' || code === 'es-castilian') return 'es-castilian';
  return INVENTORY_KEYS.find((key) => key === language) ?? null;
}

/** One code point of the input after normalisation, with the place it came from. */
interface Unit {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const PRIMARY = 'ˈ';
const SECONDARY = 'ˌ';
const LONG = 'ː';
/** Ties and linking marks join letters, which the longest match does without them. */
const DROPPED = /[\u0361\u035c\u200b-\u200d\u2060\ufeff]/u;
const SEPARATORS = /[.\-\u2010\u2011\u2027\u203f·]/u;
const SUBSTITUTES: Readonly<Record<string, string>> = {
  g: 'ɡ',
  ':': LONG,
  ˑ: LONG,
  "'": PRIMARY,
  '’': PRIMARY,
  ',': SECONDARY,
  ʦ: 'ts',
  ʣ: 'dz',
  ʧ: 'tʃ',
  ʤ: 'dʒ',
  ʨ: 'tɕ',
  ʥ: 'dʑ',
};
/**
 * Narrow detail that no inventory distinguishes: dental, apical, raised, lowered, fronted, centralised, voiceless,
 * unreleased, non-syllabic.
 */
const FINE_DETAIL =
  /[\u032a\u033a\u033b\u031d\u031e\u031f\u0320\u0308\u033d\u0325\u030a\u032c\u031a\u032f\u0339\u031c˕˔]/u;
/** Any mark that modifies the letter before it. */
const MODIFIER = /[\p{M}ːʰʱʲʷˠˤʼ˞˭ⁿˡ˕˔]/u;

function unitsOf(ipa: string): Unit[] {
  const units: Unit[] = [];
  let start = 0;
  for (const character of ipa) {
    const end = start + character.length;
    for (const part of character.normalize('NFD')) {
      if (DROPPED.test(part)) continue;
      for (const text of SUBSTITUTES[part] ?? part) units.push({ text, start, end });
    }
    start = end;
  }
  const isWrapper = (unit: Unit | undefined): boolean => unit !== undefined && /[\s/[\]\\]/u.test(unit.text);
  let from = 0;
  let to = units.length;
  while (from < to && isWrapper(units[from])) from++;
  while (to > from && isWrapper(units[to - 1])) to--;
  return units.slice(from, to);
}

/** Longest spelling that starts at `at`, and its length in units. */
function match(
  units: readonly Unit[],
  at: number,
  table: Inventory,
): { symbol: InventorySymbol; length: number } | null {
  let spelling = '';
  const candidates: string[] = [];
  for (let index = at; index < units.length && index - at < table.longest; index++) {
    spelling += units[index]!.text;
    candidates.push(spelling);
  }
  for (let length = candidates.length; length > 0; length--) {
    const symbol = table.spellings.get(candidates[length - 1]!);
    if (symbol === undefined) continue;
    const next = units[at + length]?.text ?? '';
    // A mark that changes the sound ("ɑ" + tilde) makes it a different sound.
    if (MODIFIER.test(next) && next !== LONG && !FINE_DETAIL.test(next)) continue;
    // The r of "ɑːɹ" and the j of "aj" belong to the next syllable if a vowel follows.
    if (length > 1 && /[ɹrʁjw]$/u.test(candidates[length - 1]!) && startsWithVowel(candidates[length - 1]!)) {
      const marked = next === PRIMARY || next === SECONDARY;
      if (startsWithVowel(marked ? (units[at + length + 1]?.text ?? '') : next)) continue;
    }
    return { symbol, length };
  }
  return null;
}

/** Up to three symbols nearest to a foreign one; none for text that is not IPA. */
export function nearestSymbols(foreign: string, table: Inventory): string[] {
  const features = describe(foreign);
  if (features === null) return [];
  return table.symbols
    .map((symbol) => ({ symbol, distance: featureDistance(features, symbol.features) }))
    .filter(({ distance }) => distance < 8)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ symbol }) => symbol.ipa);
}

type Item =
  | { readonly kind: 'phoneme'; readonly symbol: InventorySymbol; stress: Stress | null }
  | { readonly kind: 'stress'; readonly stress: Stress }
  | { readonly kind: 'separator' };

type PhonemeItem = Extract<Item, { kind: 'phoneme' }>;

/**
 * Parses one word's transcription. Accepts slashes, brackets and spaces around it, ties, syllable dots, ASCII ' , : and
 * g, NFC and NFD. Stress marks stand before the stressed syllable. A word without a primary mark is stressed on its
 * only vowel, or else on the language's default syllable: the last in French; the penultimate in Italian, Spanish,
 * Portuguese, Russian and Hindi; the first in the others. Reduced vowels are not counted.
 */
export function parseIpa(ipa: string, key: InventoryKey): IpaResult {
  const table = inventory(key);
  const units = unitsOf(ipa);
  const errors: IpaError[] = [];
  const items: Item[] = [];
  const fault = (first: Unit, last: Unit, message: string, nearest: readonly string[] = []): void => {
    errors.push({
      symbol: ipa.slice(first.start, last.end),
      start: first.start,
      end: last.end,
      message,
      nearest,
    });
  };
  if (units.length === 0) {
    errors.push({
      symbol: ipa,
      start: 0,
      end: ipa.length,
      message: 'the transcription is empty',
      nearest: [],
    });
  }

  let pending: { readonly unit: Unit; readonly stress: Stress } | null = null;
  let primaries = 0;
  for (let at = 0; at < units.length; ) {
    const unit = units[at]!;
    if (unit.text === PRIMARY || unit.text === SECONDARY) {
      if (pending !== null) fault(pending.unit, pending.unit, 'a stress mark must be followed by a vowel');
      pending = { unit, stress: unit.text === PRIMARY ? 'primary' : 'secondary' };
      if (pending.stress === 'primary' && ++primaries === 2) {
        fault(unit, unit, 'a word has only one primary stress');
      }
      items.push({ kind: 'stress', stress: pending.stress });
      at++;
      continue;
    }
    if (SEPARATORS.test(unit.text)) {
      items.push({ kind: 'separator' });
      at++;
      continue;
    }
    const found = match(units, at, table);
    if (found !== null) {
      const carries = pending !== null && isNucleus(found.symbol.features);
      items.push({ kind: 'phoneme', symbol: found.symbol, stress: carries ? pending!.stress : null });
      if (carries) pending = null;
      at += found.length;
      // The remaining marks are narrow detail, or length that the language does not distinguish.
      while (at < units.length && (FINE_DETAIL.test(units[at]!.text) || units[at]!.text === LONG)) at++;
      continue;
    }
    let end = at + 1;
    while (end < units.length && MODIFIER.test(units[end]!.text)) end++;
    const cluster = units
      .slice(at, end)
      .map((part) => part.text)
      .join('');
    const last = units[end - 1]!;
    if (/^\s$/u.test(unit.text)) fault(unit, last, 'a transcription is one word, without spaces');
    else {
      const nearest = nearestSymbols(cluster, table);
      const written = ipa.slice(unit.start, last.end);
      if (describe(cluster) === null) fault(unit, last, `"${written}" is not an IPA symbol`);
      else fault(unit, last, `"${written}" is not a sound of ${table.name}`, nearest);
      // A foreign vowel still takes the stress mark before it.
      if (startsWithVowel(cluster)) pending = null;
    }
    at = end;
  }
  if (pending !== null) fault(pending.unit, pending.unit, 'a stress mark must be followed by a vowel');

  const sounds = items.filter((item) => item.kind === 'phoneme');
  if (errors.length > 0) {
    errors.sort((a, b) => a.start - b.start);
    return { valid: false, ipa, phonemes: sounds.map(spokenForm), errors };
  }
  if (sounds.every(({ symbol }) => symbol.silentAlone)) {
    const message = sounds.length === 0 ? 'the transcription has no sound' : 'this is silent on its own';
    return {
      valid: false,
      ipa,
      phonemes: sounds.map(spokenForm),
      errors: [{ symbol: ipa, start: 0, end: ipa.length, message, nearest: [] }],
    };
  }
  if (primaries === 0) markDefaultStress(items, sounds, table);
  return { valid: true, ipa: spell(items, table), phonemes: sounds.map(spokenForm) };
}

function spokenForm(item: PhonemeItem, index: number, sounds: readonly PhonemeItem[]): IpaPhoneme {
  const { symbol, stress } = item;
  const said = stress === null ? symbol : (symbol.stressed ?? symbol);
  const isVowel = (at: number) => sounds[at]?.symbol.features.type === 'vowel';
  let { espeakIpa } = said;
  if (isVowel(index + 1)) {
    if (index === 0) espeakIpa = symbol.initialIpa ?? espeakIpa;
    else if (isVowel(index - 1)) espeakIpa = symbol.betweenVowelsIpa ?? espeakIpa;
  }
  return { symbol: symbol.ipa, ipa: espeakIpa, mnemonic: said.mnemonic, stress };
}

/** Stresses the default syllable and puts the mark before its onset. Does nothing without a vowel. */
function markDefaultStress(items: Item[], sounds: readonly PhonemeItem[], table: Inventory): void {
  const nuclei = sounds.filter((item) => isNucleus(item.symbol.features));
  const full = nuclei.filter((item) => !table.reduced.has(item.symbol.ipa));
  const candidates = full.length > 0 ? full : nuclei;
  const { defaultStress } = table;
  const stressed =
    defaultStress < 0
      ? candidates[Math.max(candidates.length + defaultStress, 0)]
      : candidates[Math.min(defaultStress, candidates.length - 1)];
  if (stressed === undefined) return;
  const nucleus = items.indexOf(stressed);
  let onset = nucleus;
  if (nuclei[0] === stressed) onset = 0;
  else {
    const consonant = (index: number) => {
      const item = items[index];
      return item?.kind === 'phoneme' &&
        item.symbol.features.type === 'consonant' &&
        !isNucleus(item.symbol.features)
        ? item.symbol.features
        : null;
    };
    const before = consonant(nucleus - 1);
    if (before !== null) {
      onset--;
      const outer = consonant(nucleus - 2);
      const joins =
        /approximant|lateral|tap|trill/u.test(before.manner) &&
        /plosive|fricative/u.test(outer?.manner ?? '');
      if (joins) onset--;
    }
  }
  // An explicit secondary mark on this syllable is replaced.
  const existing = items.findLastIndex((item, index) => index < nucleus && item.kind === 'stress');
  if (stressed.stress !== null && existing >= 0)
    items.splice(existing, 1, { kind: 'stress', stress: 'primary' });
  else items.splice(onset, 0, { kind: 'stress', stress: 'primary' });
  stressed.stress = 'primary';
}

/**
 * Canonical spelling of the items. A dot separates two neighbours that would otherwise be parsed as one longer symbol,
 * so that the result parses to the same sounds again.
 */
function spell(items: readonly Item[], table: Inventory): string {
  // Built from the end, because the need for a dot depends on the next symbol.
  let text = '';
  for (const item of items.toReversed()) {
    if (item.kind === 'stress') text = (item.stress === 'primary' ? PRIMARY : SECONDARY) + text;
    // A stress mark separates two syllables already.
    else if (item.kind === 'separator') text = /^[.ˈˌ]|^$/u.test(text) ? text : `.${text}`;
    else text = item.symbol.ipa + (readsOn(item.symbol, text, table) ? '.' : '') + text;
  }
  return text.replace(/^\./u, '');
}

/** A sound of a language, with the stress of its syllable. */
export interface Sound {
  readonly symbol: InventorySymbol;
  readonly stress: Stress | null;
}

/**
 * Writes a sequence of sounds, with each stress mark before the first sound of its syllable. Of several primary
 * stresses the last is kept; the others, of parts of a compound, become secondary.
 */
export function spellSounds(sounds: readonly Sound[], key: InventoryKey): string {
  const symbols = sounds.map((sound) => sound.symbol);
  const last = sounds.findLastIndex(({ stress }) => stress === 'primary');
  const marks = new Map<number, Stress>();
  for (const [index, { symbol, stress }] of sounds.entries()) {
    if (stress === null || !isNucleus(symbol.features)) continue;
    marks.set(onsetOf(symbols, index, key), index === last ? 'primary' : 'secondary');
  }
  const items = symbols.flatMap((symbol, index): Item[] => {
    const stress = marks.get(index);
    const item: Item = { kind: 'phoneme', symbol, stress: null };
    return stress === undefined ? [item] : [{ kind: 'stress', stress }, item];
  });
  return spell(items, inventory(key));
}

/** Whether the symbol would be parsed as a longer or shorter one if written directly before `text`. */
function readsOn(symbol: InventorySymbol, text: string, table: Inventory): boolean {
  // No spelling is longer than this, including the marks behind it.
  const found = match(unitsOf(symbol.ipa + text.slice(0, table.longest + 4)), 0, table);
  return found?.symbol !== symbol || found.length !== unitsOf(symbol.ipa).length;
}

/** Wire tokens of a parsed transcription, a stress token before each stressed vowel. */
export function ipaTokens(phonemes: readonly IpaPhoneme[]): string[] {
  return phonemes.flatMap((phoneme) => {
    const token = ipaToken(phoneme.symbol);
    if (phoneme.stress === null) return [token];
    return [ipaToken(phoneme.stress === 'primary' ? PRIMARY : SECONDARY), token];
  });
}

/**
 * The word as input for espeak-ng's phoneme mode, "[[h|@|l|'oU]]". The bars separate neighbours such as t and S. The
 * engine parses brackets only when phoneme input is enabled. In the WebAssembly build every call to `synthesize`
 * enables it; before the first one, `convert_to_phonemes` spells brackets out. Converted to IPA, the result contains
 * every allophone that a Piper voice was trained on.
 */
export function espeakInput(phonemes: readonly IpaPhoneme[]): string {
  const marks = { primary: "'", secondary: ',' } as const;
  return `[[${phonemes.map(({ mnemonic, stress }) => (stress === null ? '' : marks[stress]) + mnemonic).join('|')}]]`;
}
