/** The spoken part of a Whisper model's text, and whether it is long enough for its sound. */

/** Closing marks of what Whisper writes for other sounds: "[music]", "(applause)", "♪ la la ♪", "*sighs*". */
const CLOSING = new Map([
  ['[', ']'],
  ['(', ')'],
  ['♪', '♪'],
  ['*', '*'],
]);
/** A run of this many digits or single letters is a dictated number or name. */
const LEAST_DICTATED = 3;
/** For sounds without speech, Whisper does not write this many single letters. */
const LEAST_SPELLED = 2;
/** A single letter lasts about as long as this many letters of a word. */
const LETTERS_PER_SINGLE = 3;
/**
 * Lowest number of letters a second of slow speakers; for music and noise of any length, Whisper writes a short word.
 */
const LEAST_LETTERS_PER_SECOND = 3;
/** A word that is shorter than this may be drawn out. */
const LEAST_JUDGED_MS = 2000;

/** Removes the names of other sounds, which may continue from one segment to the next. */
export class SpokenText {
  #closing: string | null = null;

  /** @returns the spoken part of the next segment; "" where it has no letter or digit */
  next(segment: string): string {
    let text = '';
    for (const character of segment) {
      if (this.#closing !== null) {
        if (character === this.#closing) this.#closing = null;
      } else if (CLOSING.has(character)) this.#closing = CLOSING.get(character) ?? null;
      else text += character;
    }
    return /[\p{L}\p{N}]/u.test(text) ? text.trim() : '';
  }
}

/** Whether a text is dictated: digits, or letters one by one. */
export function isDictated(text: string): boolean {
  const { digits, singles } = signsOf(text);
  return digits + singles >= LEAST_DICTATED;
}

/** A digit, or a capital that no small letter follows. */
const SIGN = /\p{N}|\p{Lu}(?!\p{Ll})/gu;

/** Whether a text has clearly more or fewer dictated signs than another one, where such signs were expected. */
export function hasOtherCount(text: string, other: string): boolean {
  const [signs, others] = [text, other].map((some) => some.match(SIGN)?.length ?? 0) as [number, number];
  return others >= LEAST_DICTATED && Math.abs(signs - others) > 1;
}

/**
 * Whether a text has too few letters a second for speech: the sound is then music or noise. Digits and spelled letters
 * always pass, because callers say them slowly.
 * @param durationMs from its beginning to its end
 * @param soundMs duration of the part that stands out from the background
 */
export function isTooShort(text: string, durationMs: number, soundMs: number): boolean {
  const { letters, digits, singles } = signsOf(text);
  if (durationMs <= LEAST_JUDGED_MS || digits > 0 || singles >= LEAST_SPELLED) return false;
  const said = letters + LETTERS_PER_SINGLE * singles;
  return (said * 1000) / soundMs < LEAST_LETTERS_PER_SECOND;
}

/**
 * Letters of words, digits, and letters that are said one by one: "X", "K7X", "SMITH". For noise, Whisper also writes
 * lower-case letters.
 */
function signsOf(text: string): { letters: number; digits: number; singles: number } {
  const sum = { letters: 0, digits: 0, singles: 0 };
  for (const [token] of text.matchAll(/[\p{L}\p{M}\p{N}'\u2019]+/gu)) {
    const letters = token.match(/\p{L}/gu)?.length ?? 0;
    const digits = token.match(/\p{N}/gu)?.length ?? 0;
    sum.digits += digits;
    const isSpelled = digits > 0 || /^\p{Lu}+$/u.test(token);
    if (isSpelled) sum.singles += letters;
    else sum.letters += letters;
  }
  return sum;
}
