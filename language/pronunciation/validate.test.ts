import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePiece } from '../../engine/speech/parsed-text.ts';
import { IPA_KEYS } from '../../language/types.ts';
import { MAX_TRANSCRIPTION_CHARS } from '../markup/transcription.ts';
import { INVENTORY_KEYS, type InventoryKey, inventory } from './inventory/index.ts';
import { validateIpa } from './validate.ts';

/** Whether the cutter accepts a tag with this transcription. */
function tagAccepts(ipa: string, key: InventoryKey): boolean {
  const ipaKey = IPA_KEYS.find((each) => each === key) ?? null;
  const lang = key.split('-')[0] ?? key;
  try {
    const items = parsePiece(`<phoneme:${ipa}>x</phoneme>`, { lang, ipaKey });
    const [phrase] = items;
    return items.length === 1 && phrase?.kind === 'phrase' && phrase.segments.length === 1;
  } catch {
    return false;
  }
}

describe.each(INVENTORY_KEYS)('%s', (key) => {
  const spellings = [...inventory(key).spellings.keys()];
  const letters = fc.constantFrom(...spellings, ...'ˈˌ.ː\'/[] "\\θʁãɸQ7\u0361\u0303\u200b');

  it('accepts exactly the same as a tag, and locates faults', () => {
    const text = fc.oneof(
      fc.array(letters, { maxLength: 10 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !/[<>]/.test(text)),
    );
    fc.assert(
      fc.property(text, (ipa) => {
        const validation = validateIpa(ipa, key);
        expect(validation.valid).toBe(tagAccepts(ipa, key));
        expect(validation.valid).toBe(validation.errors.length === 0);
        for (const { symbol, start, end } of validation.errors) expect(ipa.slice(start, end)).toBe(symbol);
        if (!validation.valid) return;
        expect(tagAccepts(validation.ipa, key)).toBe(true);
        expect(validateIpa(validation.ipa, key)).toEqual(validation);
      }),
      { numRuns: 80 },
    );
  });
});

describe('validateIpa', () => {
  it('returns the canonical spelling and the tokens in order', () => {
    expect(validateIpa(" /hə'lo͡ʊ/ ", 'en')).toEqual({
      valid: true,
      ipa: 'həˈloʊ',
      tokens: ['<|IPA_h|>', '<|IPA_ə|>', '<|IPA_l|>', '<|IPA_ˈ|>', '<|IPA_oʊ|>'],
      errors: [],
    });
  });

  it('finds foreign sounds, with the most similar ones', () => {
    expect(validateIpa('/ʁuʒ/', 'en')).toMatchObject({
      valid: false,
      ipa: '/ʁuʒ/',
      tokens: ['<|IPA_uː|>', '<|IPA_ʒ|>'],
      errors: [{ symbol: 'ʁ', start: 1, end: 2, nearest: ['ɹ', 'ɾ', 'ɡ'] }],
    });
  });

  it('finds stress marks that cannot be meant', () => {
    const places = (ipa: string) => validateIpa(ipa, 'en').errors.map(({ start, end }) => [start, end]);
    expect(places('kætˈ')).toEqual([[3, 4]]);
    expect(places('ˈkæˈtæ')).toEqual([[3, 4]]);
    expect(places('ˈˌkæt')).toEqual([[0, 1]]);
    expect(places('ˈ')).toEqual([[0, 1]]);
    expect(places('ˈs')).toEqual([[0, 1]]);
  });

  it('refuses delimiters that do not match, as a tag does', () => {
    for (const ipa of ['/kæt]', '[kæt', 'kæt/', '/', ']']) {
      expect(validateIpa(ipa, 'en')).toMatchObject({ valid: false, ipa });
      expect(validateIpa(ipa, 'en').errors.length).toBeGreaterThan(0);
    }
  });

  it('refuses transcriptions too long for a tag, as sent or in canonical spelling', () => {
    const longest = 'a'.repeat(MAX_TRANSCRIPTION_CHARS - 1);
    expect(validateIpa(longest, 'es').valid).toBe(true);
    expect(validateIpa(`${longest}aa`, 'es')).toMatchObject({
      valid: false,
      errors: [{ start: 0, end: MAX_TRANSCRIPTION_CHARS + 1 }],
    });
    expect(validateIpa('ʦ'.repeat(120), 'ru')).toMatchObject({
      valid: false,
      errors: [{ start: 0, end: 120 }],
    });
  });
});
