/**
 * Standard pronunciation of Korean words, respelled in Hangul ("같이" as "가치", "국물" as "궁물"): liaison, palatalization,
 * aspiration, nasal and lateral assimilation, tensification after stops. Where grammar or the structure of a compound
 * decides, the most frequent case is assumed.
 */

const SYLLABLES = 0xac00;
const VOWELS = 21;
const FINALS = 28;
const INITIAL = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const MEDIAL = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
const FINAL = ' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';

interface Syllable {
  initial: string;
  medial: string;
  /** "" for an open syllable. */
  final: string;
}

/** The components of a double final: the one that stays before a vowel, and the one that moves to the next syllable. */
const CLUSTERS: Readonly<Record<string, readonly [string, string]>> = {
  ㄳ: ['ㄱ', 'ㅆ'],
  ㄵ: ['ㄴ', 'ㅈ'],
  ㄶ: ['ㄴ', 'ㅎ'],
  ㄺ: ['ㄹ', 'ㄱ'],
  ㄻ: ['ㄹ', 'ㅁ'],
  ㄼ: ['ㄹ', 'ㅂ'],
  ㄽ: ['ㄹ', 'ㅆ'],
  ㄾ: ['ㄹ', 'ㅌ'],
  ㄿ: ['ㄹ', 'ㅍ'],
  ㅀ: ['ㄹ', 'ㅎ'],
  ㅄ: ['ㅂ', 'ㅆ'],
};
/** The seven finals that are pronounced, for all that are written. */
const HEARD: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'ㄱㄲㅋㄳㄺ'].map((final) => [final, 'ㄱ'])),
  ...Object.fromEntries([...'ㄷㅅㅆㅈㅊㅌㅎ'].map((final) => [final, 'ㄷ'])),
  ...Object.fromEntries([...'ㅂㅍㅄㄿ'].map((final) => [final, 'ㅂ'])),
  ...Object.fromEntries([...'ㄹㄼㄽㄾㅀ'].map((final) => [final, 'ㄹ'])),
  ...Object.fromEntries([...'ㄴㄵㄶ'].map((final) => [final, 'ㄴ'])),
  ...Object.fromEntries([...'ㅁㄻ'].map((final) => [final, 'ㅁ'])),
  ㅇ: 'ㅇ',
};
const ASPIRATED: Readonly<Record<string, string>> = { ㄱ: 'ㅋ', ㄷ: 'ㅌ', ㅂ: 'ㅍ', ㅈ: 'ㅊ' };
const TENSE: Readonly<Record<string, string>> = { ㄱ: 'ㄲ', ㄷ: 'ㄸ', ㅂ: 'ㅃ', ㅅ: 'ㅆ', ㅈ: 'ㅉ' };
const NASAL: Readonly<Record<string, string>> = { ㄱ: 'ㅇ', ㄷ: 'ㄴ', ㅂ: 'ㅁ' };
/** Verb stems in ㄺ, which keep their ㄹ before ㄱ. */
const STEMS = new Set('읽맑늙밝굵긁붉갉얽묽');
/** Syllables of verb endings. */
const VERB_ENDINGS = new Set('다고지던더게거');

/** Respells the word as it is pronounced. Characters other than Hangul syllables are kept. */
export function spokenHangul(word: string): string {
  const characters = [...word.normalize('NFC')];
  const syllables = characters.map(syllableOf);
  for (const [at, syllable] of syllables.entries()) {
    if (syllable === null) continue;
    const next = syllables[at + 1] ?? null;
    if (next === null) syllable.final = HEARD[syllable.final] ?? '';
    else join(syllable, next, characters[at] ?? '', characters[at + 1] ?? '');
    if (syllable.medial === 'ㅢ' && syllable.initial !== 'ㅇ') syllable.medial = 'ㅣ';
    if (syllable.medial === 'ㅕ' && 'ㅈㅉㅊ'.includes(syllable.initial)) syllable.medial = 'ㅓ';
  }
  return syllables.map((syllable, at) => (syllable === null ? characters[at] : written(syllable))).join('');
}

/** Changes the final of a syllable and the initial of the next one to the pronounced ones. */
function join(syllable: Syllable, next: Syllable, character: string, following: string): void {
  const { final } = syllable;
  const [stays, moves] = CLUSTERS[final] ?? ['', final];
  if (final === '') return;
  if (next.initial === 'ㅇ') {
    if (final === 'ㅇ') return;
    syllable.final = stays;
    if (moves !== 'ㅎ') next.initial = palatal(moves, next);
    // "많이", "싫어"
    else if (stays !== '') [syllable.final, next.initial] = ['', stays];
    return;
  }
  if (next.initial === 'ㅎ') {
    const aspirated = ASPIRATED[moves] ?? (HEARD[final] === 'ㄷ' ? 'ㅌ' : undefined);
    if (aspirated !== undefined) {
      syllable.final = stays;
      // "굳히다"
      next.initial = moves === 'ㄷ' && next.medial === 'ㅣ' ? 'ㅊ' : aspirated;
      return;
    }
  }
  if (moves === 'ㅎ') {
    syllable.final = stays;
    if (next.initial in ASPIRATED && next.initial !== 'ㅂ') next.initial = ASPIRATED[next.initial] ?? '';
    else if (next.initial === 'ㅅ') next.initial = 'ㅆ';
    else if (next.initial === 'ㄴ') {
      if (stays === '') syllable.final = 'ㄴ';
      if (stays === 'ㄹ') next.initial = 'ㄹ';
    } else syllable.final = HEARD[final] ?? '';
    return;
  }
  const keepsLateral = final === 'ㄺ' && next.initial === 'ㄱ' && STEMS.has(character);
  const heard = keepsLateral ? 'ㄹ' : character === '밟' ? 'ㅂ' : (HEARD[final] ?? '');
  const isStem = 'ㄵㄼㄾ'.includes(final) || keepsLateral || (final === 'ㄻ' && VERB_ENDINGS.has(following));
  syllable.final = heard;
  const nasal = NASAL[heard];
  if (nasal !== undefined && 'ㄴㅁㄹ'.includes(next.initial)) {
    syllable.final = nasal;
    if (next.initial === 'ㄹ') next.initial = 'ㄴ';
  } else if (next.initial === 'ㄹ' && 'ㅁㅇ'.includes(heard)) next.initial = 'ㄴ';
  else if ((next.initial === 'ㄹ' && heard === 'ㄴ') || (next.initial === 'ㄴ' && heard === 'ㄹ')) {
    syllable.final = 'ㄹ';
    next.initial = 'ㄹ';
  } else if (nasal !== undefined || isStem) next.initial = TENSE[next.initial] ?? next.initial;
}

/** "같이", "굳이", "핥이다": before i, t is ch. */
function palatal(moves: string, next: Syllable): string {
  if (next.medial !== 'ㅣ') return moves;
  return moves === 'ㄷ' ? 'ㅈ' : moves === 'ㅌ' ? 'ㅊ' : moves;
}

function syllableOf(character: string): Syllable | null {
  const index = (character.codePointAt(0) ?? 0) - SYLLABLES;
  if (index < 0 || index >= INITIAL.length * VOWELS * FINALS) return null;
  return {
    initial: INITIAL[Math.floor(index / (VOWELS * FINALS))] ?? '',
    medial: MEDIAL[Math.floor(index / FINALS) % VOWELS] ?? '',
    final: (FINAL[index % FINALS] ?? '').trim(),
  };
}

function written({ initial, medial, final }: Syllable): string {
  const index = (INITIAL.indexOf(initial) * VOWELS + MEDIAL.indexOf(medial)) * FINALS;
  return String.fromCharCode(SYLLABLES + index + Math.max(0, FINAL.indexOf(final || ' ')));
}

const VOICED: Readonly<Record<string, string>> = { p: 'b', t: 'd', k: 'ɡ', tɕ: 'dʑ' };
const LAX: Readonly<Record<string, string>> = { b: 'p', d: 't', ɡ: 'k', dʑ: 'tɕ' };
const ASPIRATION = /(tɕ|p|t|k)([.ˈˌ]*)h/gu;
const BETWEEN_VOICED = /(?<=[aɛeʌouɯijwmnŋlɾɭɰ][.ˈˌ]*)(tɕ|p|t|k)(?![\u0348ʰɕ])(?=[aɛeʌouɯijwɰ])/gu;

/**
 * Corrects espeak-ng's IPA of a word: stops before h are aspirated, and lax consonants are voiced only between voiced
 * sounds.
 */
export function spokenKoreanIpa(ipa: string): string {
  return ipa
    .replace(ASPIRATION, (_, stop: string, marks: string) => `${marks.replaceAll('.', '')}${stop}ʰ`)
    .replace(BETWEEN_VOICED, (lax) => VOICED[lax] ?? lax)
    .replace(/^([ˈˌ]?)(dʑ|b|d|ɡ)/u, (_, stress: string, voiced: string) => stress + (LAX[voiced] ?? voiced));
}

let ordinary: Set<string> | null = null;

/** Whether a word has isolated letters, or syllables that are practically unused in Korean. */
export function hasOddHangul(word: string): boolean {
  ordinary ??= new Set(ordinarySyllables());
  const syllables = ordinary;
  return [...word.normalize('NFC')].some(
    (character) => /\p{Script=Hangul}/u.test(character) && !syllables.has(character),
  );
}

/** The 2,350 syllables of the standard KS X 1001, by row and column. */
function ordinarySyllables(): string {
  const bytes: number[] = [];
  for (let row = 0xb0; row <= 0xc8; row++)
    for (let column = 0xa1; column <= 0xfe; column++) bytes.push(row, column);
  return new TextDecoder('euc-kr').decode(Uint8Array.from(bytes));
}
