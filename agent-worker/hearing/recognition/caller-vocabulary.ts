import { namesIn } from './names.ts';

/**
 * Whisper takes 224 tokens, and a rare name has one for each two or three letters. Names beyond some dozen hardly help
 * and each costs time.
 */
const MAX_CHARACTERS = 300;
/** Names that only the agent's earlier sentences had are forgotten after so many newer ones. */
const MAX_SAID = 12;

/** How names are written that a caller may say: those that a client lists, that the agent was told of or has said. */
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

  /** What the client says that the caller may say; in place of what it said before. */
  expect(names: readonly string[]): void {
    this.#expected = names;
  }

  /** The agent has said something. */
  agentSaid(text: string): void {
    const names = namesIn(text);
    const before = this.#said.filter((name) => !names.includes(name));
    this.#said = [...before, ...names].slice(-MAX_SAID);
  }

  /**
   * What a recogniser is told, the likeliest last, which counts most. What the agent has said goes before what the
   * client lists, that before what the agent was told, and that before the dictionary.
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
