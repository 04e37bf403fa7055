/** What of a Whisper model's text was said, and whether it can be all of a sound. */

/** Closing marks of what Whisper writes for other sounds: "[music]", "(applause)", "♪ la la ♪", "*sighs*". */
const CLOSING = new Map([
  ['[', ']'],
  ['(', ')'],
  ['♪', '♪'],
  ['*', '*'],
]);
/** So many digits or single letters are a number or a name that is being dictated. */
const LEAST_DICTATED = 3;
/** Whisper does not write so many letters one by one for other sounds. */
const LEAST_SPELLED = 2;
/** A letter by itself takes about as long to say as so many letters of a word. */
const LETTERS_PER_SINGLE = 3;
/** The slowest speakers say more; for music and noise Whisper writes a short word, however long they are. */
const LEAST_LETTERS_PER_SECOND = 3;
/** A word that takes less may be drawn out. */
const LEAST_JUDGED_MS = 2000;

/** Takes out the names of other sounds, which may go on from one segment to the next. */
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

/** Whether somebody dictates in it: digits, or letters one by one. */
export function isDictated(text: string): boolean {
  const { digits, singles } = signsOf(text);
  return digits + singles >= LEAST_DICTATED;
}

/**
 * Whether a text is too short for its sound, which then is music or noise: judged by the letters a second. Digits and
 * spelled letters never are: callers say them as slowly as they look them up.
 * @param durationMs from its beginning to its end
 * @param soundMs how much of that stands out from the background
 */
export function isTooShort(text: string, durationMs: number, soundMs: number): boolean {
  const { letters, digits, singles } = signsOf(text);
  if (durationMs <= LEAST_JUDGED_MS || digits > 0 || singles >= LEAST_SPELLED) return false;
  const said = letters + LETTERS_PER_SINGLE * singles;
  return (said * 1000) / soundMs < LEAST_LETTERS_PER_SECOND;
}

/**
 * Letters of ordinary words, digits, and letters that are said one by one: "X", "K7X", "SMITH". Of noise Whisper makes
 * small letters as well.
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
