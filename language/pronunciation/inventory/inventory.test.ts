import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import createModule from '@echogarden/espeak-ng-emscripten';
import { beforeAll, describe, expect, it } from 'vitest';
import { featureWords } from './feature-words.ts';
import {
  INVENTORY_KEYS,
  INVENTORY_VERSION,
  type InventoryKey,
  inventory,
  inventoryTokens,
  symbolSaid,
} from './index.ts';

type Convert = (text: string, ipa: boolean) => string;

/** espeak-ng with phoneme input enabled, which the first synthesis does. */
async function openEspeak(): Promise<{ setVoice: (name: string) => number; convert: Convert }> {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('@echogarden/espeak-ng-emscripten')));
  const module = await createModule({ locateFile: (file: string) => path.join(folder, file) });
  const worker = new module.eSpeakNGWorker();
  worker.set_voice('en-us');
  worker.synthesize('a', () => false);
  return {
    setVoice: (name) => worker.set_voice(name),
    convert: (text, ipa) => {
      const { ptr } = worker.convert_to_phonemes(text, ipa);
      const heap = new Uint8Array(module.HEAP16.buffer);
      return Buffer.from(heap.subarray(ptr, heap.indexOf(0, ptr)))
        .toString('utf8')
        .normalize('NFD')
        .trim();
    },
  };
}

/** A vowel mnemonic that is the same in stressed and unstressed syllables. */
const CARRIER: Readonly<Record<InventoryKey, string>> = {
  en: 'A:',
  de: 'a:',
  nl: 'a:',
  fr: 'a',
  it: 'a',
  es: 'a',
  'es-castilian': 'a',
  pt: 'a',
  'pt-br': 'a',
  ru: 'o',
  hi: 'a:',
  ko: 'a',
};

/** Russian soft consonants without a phoneme of their own are hard at the end of a word. */
const FINAL_HARD = Object.fromEntries([...'pbkgfvxnl'].map((hard) => [`${hard};`, [hard]]));

/**
 * Changes that espeak-ng's own rules make to a mnemonic in one of the three places: final devoicing, loss of softness
 * at the end of a word, unstressed Italian vowels, Spanish approximants. Each is correct in its language.
 */
const ALLOPHONES: Readonly<Partial<Record<InventoryKey, Readonly<Record<string, readonly string[]>>>>> = {
  en: { 't#': ['t'], I: ['i'], 'a#': ['a'] },
  de: { b: ['p'], d: ['t'], g: ['k'], v: ['f'], z: ['s'], Z: ['S'], dZ: ['tS'], r: ['R'] },
  nl: {
    't;': ['t'],
    b: ['p'],
    d: ['t'],
    g: ['k'],
    v: ['f'],
    'v#': ['f'],
    z: ['s'],
    Z: ['S'],
    Q: ['x'],
    dZ: ['tS'],
  },
  it: { i: ['I'], u: ['U'], E: ['e'], O: ['o'] },
  es: { b: ['B'], d: ['D'], g: ['Q'] },
  'es-castilian': { b: ['B'], d: ['D'], g: ['Q'] },
  pt: { x: ['r'], 'r-': ['r'] },
  'pt-br': { 'r-': ['r'] },
  ru: { r: ['@-r'], 'r;': ['@-r;', 'r'], ...FINAL_HARD },
  hi: { r: ['*'], 'i:': ['i'] },
};

describe('the inventories', () => {
  let espeak: Awaited<ReturnType<typeof openEspeak>>;
  beforeAll(async () => {
    espeak = await openEspeak();
  });

  describe.each(INVENTORY_KEYS)('%s', (key) => {
    const table = inventory(key);

    it('gives every symbol a class, an example and a spelling of its own', () => {
      expect(new Set(table.symbols.map((symbol) => symbol.ipa)).size).toBe(table.symbols.length);
      for (const symbol of table.symbols) {
        expect(symbol.example.length).toBeGreaterThan(0);
        expect(symbol.class === 'consonant').toBe(symbol.features.type === 'consonant');
        expect(symbol.espeakIpa).toBe(symbol.espeakIpa.normalize('NFD'));
      }
    });

    it('is spoken by espeak-ng as it says, nothing dropped', () => {
      expect(espeak.setVoice(table.espeakVoice)).toBe(0);
      const carrier = CARRIER[key];
      const faults: string[] = [];
      const plain = (text: string) => text.replace(/[\s_ˈˌ']/g, '').replace(/,/g, '');
      for (const symbol of table.symbols) {
        const stressedFrames = ["p|'", "p|'"].map(
          (before, index) => [before, index === 0 ? `|p|${carrier}` : ''] as const,
        );
        const frames =
          symbol.features.type === 'consonant'
            ? [
                [`${carrier}|`, `|'${carrier}`] as const,
                ['', `|'${carrier}`] as const,
                [`'${carrier}|`, ''] as const,
              ]
            : [...stressedFrames, [`'${carrier}|p|`, '|p'] as const, [`'${carrier}|p|`, ''] as const];
        const forms = [{ said: symbol, frames }];
        if (symbol.stressed !== null)
          forms.push({ said: { ...symbol, ...symbol.stressed }, frames: stressedFrames });
        for (const {
          said: { mnemonic, espeakIpa },
          frames: around,
        } of forms) {
          let exact = 0;
          for (const [before, after] of around) {
            const said = plain(espeak.convert(`[[${before}${mnemonic}${after}]]`, false));
            const ipa = plain(espeak.convert(`[[${before}${mnemonic}${after}]]`, true));
            const frame = (middle: string) => plain(`${before}${middle}${after}`.replaceAll('|', ''));
            const expected = [mnemonic, ...(ALLOPHONES[key]?.[mnemonic] ?? [])].map(frame);
            // A vowel before another gets a linking ";", which is silent.
            const heard = [said, said.replace(`;${carrier}`, carrier)];
            if (!expected.some((one) => heard.includes(one)))
              faults.push(`${mnemonic}: ${before}${mnemonic}${after} -> ${said}`);
            if (ipa.includes(espeakIpa)) exact++;
          }
          if (exact === 0) faults.push(`${mnemonic}: never printed as ${espeakIpa}`);
        }
      }
      expect(faults).toEqual([]);
    });
  });

  it('find the symbol for the sounds of espeak-ng', () => {
    expect(symbolSaid('en', 'I2', 'ɪ')?.ipa).toBe('ɪ');
    expect(symbolSaid('en', 't#', 'ɾ')?.ipa).toBe('ɾ');
    expect(symbolSaid('de', 'R', 'r')?.ipa).toBe('ʁ');
    expect(symbolSaid('ru', 'A', 'ɑ')?.ipa).toBe('a');
    expect(symbolSaid('hi', 'r.', 'r.')?.ipa).toBe('ɽ');
    expect(symbolSaid('ko', 'q-', 'q-')?.ipa).toBe('k͈');
    expect(symbolSaid('fr', 'T', 'θ')).toBeNull();
  });

  it('have one token for each symbol of any language', () => {
    const tokens = inventoryTokens();
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const key of INVENTORY_KEYS) {
      for (const { ipa } of inventory(key).symbols) expect(tokens).toContain(`<|IPA_${ipa}|>`);
    }
  });
});

describe('the version of the inventories', () => {
  /**
   * Clients store tokens. A symbol that is added, removed or renamed needs a new INVENTORY_VERSION and a new line here.
   * Lines of published versions never change.
   */
  const FROZEN: Readonly<Record<string, string>> = {
    '1': '35e26455202eaf16',
  };

  it('names one set of tokens and tables for good', () => {
    const tables = INVENTORY_KEYS.map((key) => [key, inventory(key).symbols.map((symbol) => symbol.ipa)]);
    const digest = createHash('sha256')
      .update(JSON.stringify([inventoryTokens(), tables]))
      .digest('hex')
      .slice(0, 16);
    expect(FROZEN[INVENTORY_VERSION]).toBe(digest);
  });
});

describe('feature words', () => {
  it('are those of the chart', () => {
    const words = (key: InventoryKey, ipa: string) =>
      featureWords(inventory(key).symbols.find((symbol) => symbol.ipa === ipa)!.features).join(' ');
    expect(words('it', 'rː')).toBe('voiced alveolar trill rhotic long');
    expect(words('hi', 'tʃʰ')).toBe('voiceless postalveolar affricate aspirated sibilant');
    expect(words('fr', 'ɛ̃')).toBe('open-mid front unrounded nasal');
    expect(words('en', 'aɪ')).toBe('open front unrounded to near-close near-front');
    expect(words('en', 'l̩')).toBe('voiced alveolar lateral syllabic');
  });
});
