/** Croatian and Serbian words, letter by letter, in either script. */

/** A letter as sent, with its marks, and the letter of the Latin alphabet. */
export interface Letter {
  readonly text: string;
  /** Lower case, without marks of accent: "a", "č", "lj". Other characters stand for themselves. */
  readonly latin: string;
  /** Whether a mark of accent (not of length alone) is written on it. */
  readonly isAccented: boolean;
  /** Whether it has a mark of length: a long accent, or length alone. */
  readonly isLong: boolean;
}

const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  ђ: 'đ',
  е: 'e',
  ж: 'ž',
  з: 'z',
  и: 'i',
  ј: 'j',
  к: 'k',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћ: 'ć',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'č',
  џ: 'dž',
  ш: 'š',
};
/** Ligatures of the digraphs (Unicode, "Croatian digraphs matching Serbian Cyrillic letters"). */
const LIGATURES: Readonly<Record<string, string>> = { ǉ: 'lj', ǌ: 'nj', ǆ: 'dž' };
const DIGRAPHS = new Set(['lj', 'nj', 'dž']);
/** Words in which the two letters belong to different parts: injekcija, konjunktura, nadživjeti. */
const NO_DIGRAPH =
  /^(?:in(?=j[eu][kn])|kon(?=j[eu][kngu])|van(?=jezi)|na?d(?=ž[ei]v)|o?d(?=žal)|po?d(?=žup))/;

/** Acute, grave, double grave, inverted breve: the marks of the four accents in dictionaries. */
const ACCENTS = /[\u0300\u0301\u030f\u0311]/u;
/** Accents of long vowels, and marks of length: macron and circumflex, which may also stand for an inverted breve. */
const LENGTHS = /[\u0301\u0302\u0304\u0311]/u;
/** The vowel letters; marks on vowels and on r are accents; on other letters (ć, ś) they are a part of the letter. */
const CAN_BEAR_ACCENT = /^[aeiourаеиоур]/u;
const VOWELS = new Set([...'aeiou']);
const UNMARKED = { isAccented: false, isLong: false } as const;

/** The letters of a word. Their texts, joined, are the word. */
export function lettersOf(word: string): Letter[] {
  const single = Array.from(word.matchAll(/\P{M}\p{M}*|\p{M}+/gu), ([text]) => letter(text));
  const letters: Letter[] = [];
  const plain = single.map(({ latin }) => latin).join('');
  let at = 0;
  for (let i = 0; i < single.length; i++) {
    const one = single[i]!;
    const next = single[i + 1];
    const isPair =
      next !== undefined && DIGRAPHS.has(one.latin + next.latin) && isLatin(one) && isLatin(next);
    if (isPair && !splitsHere(plain, at)) {
      letters.push({ text: one.text + next.text, latin: one.latin + next.latin, ...UNMARKED });
      at += one.latin.length + next.latin.length;
      i++;
    } else {
      letters.push(one);
      at += one.latin.length;
    }
  }
  return letters;
}

/** Whether the letter is a vowel. A y between consonants counts as one, as in foreign names. */
export function isVowel(letters: readonly Letter[], i: number): boolean {
  const { latin = '' } = letters[i] ?? {};
  if (VOWELS.has(latin)) return true;
  const isBeside = (at: number): boolean => VOWELS.has(letters[at]?.latin ?? '');
  return latin === 'y' && !isBeside(i - 1) && !isBeside(i + 1);
}

/** Whether it is a consonant letter; signs, digits and hyphens are not. */
export function isConsonant(letters: readonly Letter[], i: number): boolean {
  const { latin = '' } = letters[i] ?? {};
  return /^\p{L}/u.test(latin) && !isVowel(letters, i);
}

function letter(text: string): Letter {
  const decomposed = text.normalize('NFD').toLowerCase();
  const bearsAccent = CAN_BEAR_ACCENT.test(decomposed);
  const composed = text.normalize('NFC').toLowerCase();
  if (composed === 'й') return { text, latin: 'j', ...UNMARKED };
  // Vowels and r are reduced to their letter; č, š, ž and ć keep their marks.
  const base = bearsAccent ? decomposed.charAt(0) : composed;
  return {
    text,
    latin: CYRILLIC[base] ?? LIGATURES[base] ?? base,
    isAccented: bearsAccent && ACCENTS.test(decomposed),
    isLong: bearsAccent && LENGTHS.test(decomposed),
  };
}

/** Cyrillic has single letters for the digraphs, so two of its letters never form one. */
function isLatin({ text }: Letter): boolean {
  return /^\p{Script=Latin}/u.test(text);
}

function splitsHere(word: string, at: number): boolean {
  const match = NO_DIGRAPH.exec(word);
  return match !== null && match[0].length === at + 1;
}
