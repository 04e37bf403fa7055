import { ask } from './http.ts';

export type StressKey = 'hr' | 'sr';

export interface StressSuggestions {
  /** The word, divided into syllables. */
  readonly syllables: readonly string[];
  readonly suggestions: readonly {
    /** Stressed syllable, from 1. */
    readonly syllable: number;
    readonly source: string;
    readonly note?: string;
  }[];
}

/**
 * Suggests the stressed syllable of a word, the likeliest first.
 * @throws WireError
 */
export function suggestStress(body: {
  readonly word: string;
  readonly key: StressKey;
  readonly text?: string;
}): Promise<StressSuggestions> {
  return ask('/stress/suggest', { method: 'POST', json: body });
}
