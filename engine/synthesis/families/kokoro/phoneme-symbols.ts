import { TOKEN_IDS } from './symbols.ts';

/**
 * The notation of phonemes that Kokoro was trained on: one each for American and British English; for other languages
 * nearly that of espeak-ng.
 */
export type PhonemeNotation = 'american' | 'british' | 'espeak';

/** The notation in which Kokoro reads the phonemes of an espeak voice ("en-us", "en-gb", "fr"). */
export function phonemeNotation(espeakVoice: string): PhonemeNotation {
  if (/^en(-us)?$/u.test(espeakVoice)) return 'american';
  return espeakVoice.startsWith('en-') ? 'british' : 'espeak';
}

type Table = Readonly<Record<string, string>>;

/** Nearest symbols for IPA that the model has no token for. Marks that only modify their letter are dropped. */
const NEAREST: Table = {
  g: 'ɡ',
  ɫ: 'l',
  ɬ: 'l',
  ɮ: 'l',
  ɭ: 'l',
  ʟ: 'l',
  ɺ: 'ɾ',
  ɱ: 'm',
  ʙ: 'b',
  ɓ: 'b',
  ɗ: 'd',
  ᶑ: 'ɖ',
  ʄ: 'ɟ',
  ɠ: 'ɡ',
  ɢ: 'ɡ',
  ʛ: 'ɡ',
  ʍ: 'w',
  ʀ: 'ʁ',
  ɦ: 'h',
  ħ: 'h',
  ʜ: 'h',
  ɧ: 'ʃ',
  ʐ: 'ʒ',
  ʑ: 'ʒ',
  ʕ: 'ʔ',
  ʢ: 'ʔ',
  ʡ: 'ʔ',
  ⱱ: 'v',
  ʘ: 'p',
  ǀ: 't',
  ǃ: 't',
  ǂ: 'c',
  ǁ: 'k',
  ɝ: 'ɜɹ',
  ɘ: 'ə',
  ɵ: 'ø',
  ɞ: 'œ',
  ɶ: 'œ',
  ʉ: 'u',
  ᵿ: 'ʊ',
  ʏ: 'y',
  ʱ: 'ʰ',
  ʷ: 'w',
  ˑ: 'ː',
  ⁿ: 'n',
  ˠ: '',
  ˤ: '',
  ˡ: '',
  ʳ: '',
  ʼ: '',
  '˞': '',
};

const ENGLISH: Table = {
  aɪ: 'I',
  aʊ: 'W',
  ɔɪ: 'Y',
  eɪ: 'A',
  eː: 'A',
  e: 'A',
  o: 'ɔ',
  dʒ: 'ʤ',
  tʃ: 'ʧ',
  əl: 'ᵊl',
  'n\u0329': 'ᵊn',
  'l\u0329': 'ᵊl',
  'm\u0329': 'ᵊm',
  ɚ: 'əɹ',
  ɐ: 'ə',
  r: 'ɹ',
  ç: 'k',
  x: 'k',
  ʔ: 't',
  ʰ: '',
  '\u0303': '',
};

const TABLES: Readonly<Record<PhonemeNotation, Table>> = {
  american: {
    ...ENGLISH,
    oʊ: 'O',
    əʊ: 'O',
    ɜː: 'ɜɹ',
    ɜːɹ: 'ɜɹ',
    ɪə: 'iə',
    ɾ: 'T',
    a: 'ɑ',
    ɒ: 'ɑ',
    ː: '',
  },
  // Phonemes of tags are spoken as in American English, with every r.
  british: {
    ...ENGLISH,
    əʊ: 'Q',
    oʊ: 'Q',
    eə: 'ɛː',
    iə: 'ɪə',
    ɪɹ: 'ɪəɹ',
    ɛɹ: 'ɛːɹ',
    ʊɹ: 'ʊəɹ',
    æ: 'a',
    aː: 'ɑː',
    ɾ: 't',
    ᵻ: 'ɪ',
  },
  espeak: {
    aɪ: 'I',
    aʊ: 'W',
    ɔɪ: 'Y',
    eɪ: 'A',
    oʊ: 'O',
    əʊ: 'Q',
    dz: 'ʣ',
    dʒ: 'ʤ',
    ts: 'ʦ',
    tʃ: 'ʧ',
    ss: 'S',
  },
};

const LONGEST = 3;

/** Output of espeak that is not IPA: its Hindi flap, ties, a sign of French liaison, half a character. */
function cleaned(ipa: string): string {
  return ipa
    .normalize('NFD')
    .replace(/c\u0327/gu, 'ç')
    .replace(/r\./gu, 'ɽ')
    .replace(/ɽh/gu, 'ɽʰ')
    .replace(/[\u0361\u035c\ufffd-]/gu, '');
}

/** Symbols of sounds and stress; punctuation, tones and capitals count only where the tables use them. */
const isIpa = (symbol: string): boolean =>
  TOKEN_IDS.has(symbol) && !/[\p{Lu}\p{P}\p{S}\s]/u.test(symbol.replace(/[ˈˌː]/gu, ''));

/** Replaces symbols that the model lacks. An unknown letter becomes at least a vowel. */
function spellable(symbol: string): string {
  if (isIpa(symbol)) return symbol;
  return NEAREST[symbol] ?? (/\p{L}/u.test(symbol) && !/\p{Lm}/u.test(symbol) ? 'ə' : '');
}

/** Whether a phoneme begins with a vowel, its stress aside. */
const beginsWithVowel = (ipa: string): boolean =>
  /^[ˈˌ]?[aeiouyæɑɐɒɔəɚɛɜɝɨɪøœʊʌᵻʉɵɤɯ]/u.test(ipa.normalize('NFD'));

/**
 * Kokoro's symbols for one phoneme, its stress marks included; empty only where nothing is heard.
 * @param ipa as espeak-ng gives it: "ˈaɪ", "tʃ"
 * @param next the phoneme that follows in the same word, or '': it decides whether an r between them is pronounced
 */
export function phonemeSymbols(ipa: string, next: string, notation: PhonemeNotation): string[] {
  const table = TABLES[notation];
  // A syllabic mark has a meaning only in the tables.
  const text = [...cleaned(ipa)].map((symbol) => (symbol === '\u0329' ? symbol : spellable(symbol))).join('');
  let said = '';
  for (let at = 0; at < text.length; ) {
    let length = Math.min(LONGEST, text.length - at);
    while (length > 1 && table[text.slice(at, at + length)] === undefined) length--;
    const part = text.slice(at, at + length);
    said += table[part] ?? part;
    at += length;
  }
  const symbols = [...said.replace(/\u0329/gu, '')];
  if (notation === 'espeak') return symbols;
  if (symbols.at(-1) === 'ʲ') return [...symbols.slice(0, -1), ...(/^[ˈˌ]?[oə]/u.test(next) ? ['j'] : [])];
  const isRhotic = symbols.at(-1) === 'ɹ' && symbols.filter((symbol) => !/[ˈˌ]/u.test(symbol)).length > 1;
  const keepsR = notation === 'american' ? !/^[ɹr]/u.test(next) : beginsWithVowel(next);
  return isRhotic && !keepsR ? symbols.slice(0, -1) : symbols;
}
