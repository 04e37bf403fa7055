/** Languages and regional variants with their sounds, by which scripts are measured. */
import { type InventoryKey, inventory } from '../../engine/phonetics.ts';
import { type Phoneme, symbolSaid } from '../../engine/research.ts';
import { NOT_NEEDED } from './not-needed.ts';
import { SOUTH_SLAVIC, type SoundRow } from './south-slavic.ts';
import { SPELLINGS, type Spellings } from './spellings.ts';

export interface Variety {
  /** BCP 47 tag in lower case; the key of its common diphones. */
  readonly lang: string;
  readonly name: string;
  readonly espeakVoice: string;
  /** All its sounds in IPA. */
  readonly sounds: readonly string[];
  /** Sounds that no script needs to have, and why. */
  readonly notNeeded: ReadonlyMap<string, string>;
  /**
   * Returns the sounds of one phoneme of espeak, or of up to `MAX_PARTS` of them together; null when they are unknown.
   */
  readonly soundsOf: (phonemes: readonly Phoneme[]) => readonly string[] | null;
  /** Applies the influence of neighbours to the sounds of a word. */
  readonly inWord: (sounds: readonly string[]) => readonly string[];
}

/** Maximum number of espeak's phonemes for one sound: "f" twice for a long one. */
export const MAX_PARTS = 2;

const asTheyAre = (sounds: readonly string[]): readonly string[] => sounds;
const plain = (notation: string): string => notation.replace(/[ˈˌ',%=]/gu, '');
const mnemonicOf = ({ mnemonic, ipa }: Phoneme): string =>
  // A pause mark that is printed with a sound is ignored.
  mnemonic.startsWith('_') && ipa !== '' ? '' : plain(mnemonic);

function variety(
  parts: Pick<Variety, 'lang' | 'name' | 'espeakVoice' | 'sounds'>,
  { said, inWord = asTheyAre }: Spellings,
  notNeeded: Readonly<Record<string, string>>,
  single: (mnemonic: string, ipa: string) => string | null,
): Variety {
  return {
    ...parts,
    notNeeded: new Map(Object.entries(notNeeded)),
    inWord,
    soundsOf: (phonemes) => {
      const spelled = phonemes.map(mnemonicOf).join(' ');
      if (Object.hasOwn(said, spelled)) return said[spelled] ?? null;
      const [first] = phonemes;
      if (first === undefined || phonemes.length > 1) return null;
      const sound = single(spelled, plain(first.ipa));
      return sound === null ? null : [sound];
    },
  };
}

/** Returns the variety for an inventory of the engine. */
function ofInventory(lang: string, key: InventoryKey): Variety {
  const { name, espeakVoice, symbols } = inventory(key);
  return variety(
    { lang, name, espeakVoice, sounds: symbols.map(({ ipa }) => ipa) },
    SPELLINGS[key] ?? { said: {} },
    NOT_NEEDED[key] ?? {},
    (mnemonic, ipa) => (ipa === '' ? null : (symbolSaid(key, mnemonic, ipa)?.ipa ?? null)),
  );
}

/** Returns the variety for a language without an inventory in the engine. */
function ofRows(lang: string, name: string, rows: readonly SoundRow[]): Variety {
  const bySpelling = new Map(rows.flatMap(({ ipa, printed }) => [ipa, ...printed].map((one) => [one, ipa])));
  return variety(
    { lang, name, espeakVoice: lang, sounds: rows.map(({ ipa }) => ipa) },
    { said: { R2: ['r̩'], 'l j': ['ʎ'] } },
    {},
    (_, ipa) => bySpelling.get(ipa) ?? null,
  );
}

/** In the order of the product's languages. A script serves all variants of its language. */
export const VARIETIES: readonly Variety[] = [
  ofInventory('en', 'en'),
  ofInventory('de', 'de'),
  ofInventory('nl', 'nl'),
  ofInventory('fr', 'fr'),
  ofInventory('it', 'it'),
  ofInventory('es', 'es'),
  ofInventory('es-es', 'es-castilian'),
  ofInventory('pt', 'pt'),
  ofInventory('pt-br', 'pt-br'),
  ofInventory('ru', 'ru'),
  ofInventory('hi', 'hi'),
  ofInventory('ko', 'ko'),
  ofRows('hr', 'Croatian', SOUTH_SLAVIC),
  ofRows('sr', 'Serbian', SOUTH_SLAVIC),
];
