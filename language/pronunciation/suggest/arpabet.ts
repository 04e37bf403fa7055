/** ARPAbet, as the CMU Pronouncing Dictionary writes it, in the symbols of the English inventory. */
import { inventory, type Sound, type Stress, spellSounds } from '../ipa.ts';

const CONSONANTS: Readonly<Record<string, string>> = {
  B: 'b',
  CH: 'tʃ',
  D: 'd',
  DH: 'ð',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  JH: 'dʒ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  P: 'p',
  R: 'ɹ',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
};
/** [stressed, unstressed] */
const VOWELS: Readonly<Record<string, readonly [string, string]>> = {
  AA: ['ɑː', 'ɑː'],
  AE: ['æ', 'æ'],
  AH: ['ʌ', 'ə'],
  AO: ['ɔː', 'ɔː'],
  AW: ['aʊ', 'aʊ'],
  AY: ['aɪ', 'aɪ'],
  EH: ['ɛ', 'ɛ'],
  ER: ['ɜː', 'ɚ'],
  EY: ['eɪ', 'eɪ'],
  IH: ['ɪ', 'ɪ'],
  IY: ['iː', 'i'],
  OW: ['oʊ', 'oʊ'],
  OY: ['ɔɪ', 'ɔɪ'],
  UH: ['ʊ', 'ʊ'],
  UW: ['uː', 'uː'],
};
/** A vowel with an r in the same syllable is one symbol, also in "fire". */
const WITH_R: Readonly<Record<string, string>> = {
  ɑː: 'ɑːɹ',
  ɔː: 'ɔːɹ',
  ɪ: 'ɪɹ',
  iː: 'ɪɹ',
  ɛ: 'ɛɹ',
  ʊ: 'ʊɹ',
};
const STRESSES: Readonly<Record<string, Stress | null>> = { '0': null, '1': 'primary', '2': 'secondary' };

interface Letter {
  readonly ipa: string;
  readonly stress: Stress | null;
  readonly isVowel: boolean;
}

/** "HH AH0 L OW1" as "həˈloʊ"; null for other text. */
export function arpabetToIpa(arpabet: string): string | null {
  const letters: Letter[] = [];
  for (const code of arpabet.split(' ')) {
    const consonant = CONSONANTS[code];
    const vowel = VOWELS[code.slice(0, -1)];
    const stress = STRESSES[code.slice(-1)];
    if (consonant !== undefined) letters.push({ ipa: consonant, stress: null, isVowel: false });
    else if (vowel !== undefined && stress !== undefined) {
      letters.push({ ipa: vowel[stress === null ? 1 : 0], stress, isVowel: true });
    } else return null;
  }
  const symbols = inventory('en').symbols;
  const r = symbols.find((each) => each.ipa === 'ɹ');
  if (r === undefined) return null;
  const sounds: Sound[] = [];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!;
    const next = letters[at + 1];
    const rhotic = WITH_R[letter.ipa];
    let { ipa } = letter;
    if (rhotic !== undefined && next?.ipa === 'ɹ' && letters[at + 2]?.isVowel !== true) {
      ipa = rhotic;
      at++;
    } else if (ipa === 'aɪ' && (next?.ipa === 'ɚ' || (next?.ipa === 'ɹ' && !letters[at + 2]?.isVowel))) {
      ipa = 'aɪɚ';
      at++;
    }
    const symbol = symbols.find((each) => each.ipa === ipa);
    if (symbol === undefined) return null;
    sounds.push({ symbol, stress: letter.stress });
    // "squirrel": ER is a vowel with its r, and before another vowel that r begins the next syllable.
    if (/[ɜɚ]/u.test(ipa) && letters[at + 1]?.isVowel) sounds.push({ symbol: r, stress: null });
  }
  return sounds.length === 0 ? null : spellSounds(sounds, 'en');
}
