import { namesIn } from './names.ts';

/**
 * Whisper takes 224 tokens, and a rare name has one for each two or three letters. Names beyond some dozen hardly help
 * and each costs time.
 */
const MAX_CHARACTERS = 300;
/** Limit of names that occur only in the agent's sentences; the oldest are forgotten. */
const MAX_SAID = 12;

/**
 * Spellings of names that a caller may say: from the client's list, from the agent's prompt, and from its sentences.
 */
export class CallerVocabulary {
  #told: readonly string[] = [];
  #listed: readonly string[] = [];
  #expected: readonly string[] = [];
  /** Newest last. */
  #said: readonly string[] = [];

  /** The agent's prompt and greeting; replaces earlier ones. */
  agentIsTold(...texts: readonly string[]): void {
    this.#told = [...new Set(texts.flatMap(namesIn))];
  }

  /** Words of the owner's dictionary, as they are written. */
  list(words: readonly string[]): void {
    this.#listed = words;
  }

  /** The client's list of words that the caller may say; replaces the earlier list. */
  expect(names: readonly string[]): void {
    this.#expected = names;
  }

  /** Adds names from a sentence of the agent. */
  agentSaid(text: string): void {
    const names = namesIn(text);
    const before = this.#said.filter((name) => !names.includes(name));
    this.#said = [...before, ...names].slice(-MAX_SAID);
  }

  /**
   * Words that the recogniser should expect, the likeliest last, since the last count most. Priority: the agent's
   * sentences, the client's list, the prompt, the dictionary.
   */
  get names(): readonly string[] {
    const likeliest = new Set([
      ...this.#said.toReversed(),
      ...this.#expected,
      ...this.#told,
      ...this.#listed,
    ]);
    const names: string[] = [];
    let characters = 0;
    for (const name of likeliest) {
      characters += name.length + ', '.length;
      if (characters > MAX_CHARACTERS) break;
      names.unshift(name);
    }
    return names;
  }
}
