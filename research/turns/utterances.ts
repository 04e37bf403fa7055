/** Turns as a recogniser writes them down, with the pauses in them: the training data of the model of clauses. */
import type { Turn } from './corpora.ts';
import { cutsOf, type Example, HESITATIONS, type Hesitation, type Places, plainOf } from './examples.ts';
import type { ClauseLanguage } from './languages.ts';

export interface Utterance {
  readonly agent: string;
  readonly words: readonly string[];
  /** In order. */
  readonly stops: readonly Stop[];
}

export interface Stop {
  /** Number of words before it. */
  readonly after: number;
  readonly isEnd: boolean;
  readonly weight: number;
}

/**
 * Weights of pauses: those in an incomplete sentence count more than those after a possible end, because most people
 * have finished there.
 */
const PLACES: Readonly<Record<ClauseLanguage, Places>> = {
  en: {
    behindComma: 6,
    behindSentence: 1,
    beforePart: 1,
    behindOpen: 6,
    openWords: new Set(
      (
        'a an the my your our his her their this these some any every no to of in on at for with from by about into near and ' +
        'but or because so that if whether when where which who how what why than as is are was were be been am can could ' +
        "would will should must may might do does did have has had i you we they he she i'm i'd i'll i've we'd we're it's " +
        "that's there's very more too like want need please don't not get let give tell send"
      ).split(' '),
    ),
  },
};

/** @param random in [0, 1) @returns null for a turn without words */
export function utteranceOf(
  { agent, text }: Turn,
  lang: ClauseLanguage,
  random: () => number,
): Utterance | null {
  const hesitation = HESITATIONS[lang];
  const { fillers } = hesitation;
  const words = text.split(/\s+/).filter((word) => word !== '');
  const spoken = words.filter((word) => word !== '|');
  const cuts = new Set(cutsOf(words, hesitation, PLACES[lang], random));
  const said: string[] = [];
  const stops: Stop[] = [];
  for (const [i, word] of spoken.entries()) {
    said.push(...writtenDown(word, i, spoken.length, hesitation, random));
    if (!cuts.has(i + 1)) continue;
    if (random() < 0.12) said.push(fillers[Math.floor(random() * fillers.length)]!);
    if (said.length > 0) stops.push({ after: said.length, isEnd: false, weight: 1 / cuts.size });
  }
  if (said.length === 0) return null;
  return { agent, words: said, stops: [...stops, { after: said.length, isEnd: true, weight: 1 }] };
}

/** Simulates hesitation at a word, and the errors of a recogniser. */
function writtenDown(
  word: string,
  at: number,
  count: number,
  { fillers, weak }: Hesitation,
  random: () => number,
): string[] {
  const chance = random();
  if (chance < 0.06 && weak.has(plainOf(word)) && count > 2) return [];
  if (chance > 0.985 && at > 0) return [fillers[Math.floor(random() * 4)]!, word];
  return chance > 0.97 && chance < 0.978 ? [word, word] : [word];
}

/** The end of an utterance, and the pauses in it. */
export const stopsOf = ({ agent, words, stops }: Utterance): Example[] =>
  stops.map(({ after, isEnd, weight }) => ({ agent, text: words.slice(0, after).join(' '), isEnd, weight }));
