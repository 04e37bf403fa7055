import { ask } from './http.ts';

export type StressKey = 'hr' | 'sr';

export interface StressSuggestions {
  /** The word, cut. */
  readonly syllables: readonly string[];
  readonly suggestions: readonly {
    /** From 1. */
    readonly syllable: number;
    readonly source: string;
    readonly note?: string;
  }[];
}

/** Which syllable of a word is stressed, the likeliest first. @throws WireError */
export function suggestStress(body: {
  readonly word: string;
  readonly key: StressKey;
  readonly text?: string;
}): Promise<StressSuggestions> {
  return ask('/stress/suggest', { method: 'POST', json: body });
}
