/** Makes ends and pauses from turns: a turn is over at its end, but not at a pause inside it. */
import type { Turn } from './corpora.ts';
import type { TurnLanguage } from './languages.ts';

export interface Example {
  readonly agent: string;
  readonly text: string;
  readonly isEnd: boolean;
  readonly weight: number;
}

export interface Hesitation {
  /** People breathe and think before these words more often than before others. */
  readonly pausedBefore: ReadonlySet<string>;
  /** The first four are hesitation sounds. */
  readonly fillers: readonly string[];
  /** Words that a recogniser loses most easily. */
  readonly weak: ReadonlySet<string>;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const HESITATIONS: Readonly<Record<TurnLanguage, Hesitation>> = {
  en: {
    pausedBefore: setOf(
      'and but or because so that if whether when where which who how what why for to in on at with from of about by ' +
        'since until as than then after before while although unless',
    ),
    fillers: ['um', 'uh', 'er', 'hmm', 'well', 'you know', 'let me see', 'i mean', 'let me think', 'like'],
    weak: setOf('a an the i to of is in it my'),
  },
  de: {
    pausedBefore: setOf(
      'und aber oder weil dass ob wenn wann wo wer wie was welche welcher welches warum wieviel für in im am an auf mit ' +
        'von vom aus bei beim über nach zu zum zur seit bis als dann also danach bevor während obwohl damit sondern',
    ),
    fillers: [
      'äh',
      'ähm',
      'hm',
      'öh',
      'also',
      'na ja',
      'mal sehen',
      'ich meine',
      'wie soll ich sagen',
      'sozusagen',
    ],
    weak: setOf('ein eine einen der die das den ich es in ist zu'),
  },
  es: {
    pausedBefore: setOf(
      'y pero o porque que si cuando donde dónde cuándo cómo qué cuál quién cuánto para por en a al con de del sobre ' +
        'desde hasta como entonces después antes mientras aunque sin así',
    ),
    fillers: ['eh', 'em', 'mmm', 'este', 'pues', 'bueno', 'a ver', 'o sea', 'déjeme ver', 'digamos'],
    weak: setOf('a el la un una de es en lo me se'),
  },
  fr: {
    pausedBefore: setOf(
      'et mais ou parce que qui si quand où comment quel quelle combien pourquoi pour à au aux en dans avec de du des ' +
        'sur depuis comme alors donc puis après avant pendant sans chez',
    ),
    fillers: [
      'euh',
      'heu',
      'hmm',
      'ben',
      'alors',
      'enfin',
      'voyons',
      'je veux dire',
      'comment dire',
      'disons',
    ],
    weak: setOf('un une le la de est en il je ne'),
  },
};
/** Ratio of the probability of a pause at some places to that between any two words. */
export interface Places {
  readonly behindComma: number;
  readonly behindSentence: number;
  /** Before words that begin a clause. */
  readonly beforePart: number;
  /** After words that require a continuation. */
  readonly behindOpen: number;
  readonly openWords: ReadonlySet<string>;
}
const PLACES: Places = {
  behindComma: 6,
  behindSentence: 6,
  beforePart: 3,
  behindOpen: 0,
  openWords: new Set(),
};
/** Largest number of pauses of a turn; together they have the weight of its end. */
const CUTS = 3;

/** The end of a turn, and pauses in it. @param random in [0, 1) */
export function examplesOf({ agent, text }: Turn, lang: TurnLanguage, random: () => number): Example[] {
  const hesitation = HESITATIONS[lang];
  const { fillers } = hesitation;
  const words = text.split(/\s+/).filter((word) => word !== '');
  const spoken = words.filter((word) => word !== '|');
  if (spoken.length === 0) return [];
  const examples: Example[] = [
    { agent, text: disturbed(spoken, hesitation, random).join(' '), isEnd: true, weight: 1 },
  ];
  const cuts = cutsOf(words, hesitation, PLACES, random);
  for (const cut of cuts) {
    const said = disturbed(spoken.slice(0, cut), hesitation, random);
    if (random() < 0.12) said.push(fillers[Math.floor(random() * fillers.length)]!);
    examples.push({ agent, text: said.join(' '), isEnd: false, weight: 1 / cuts.length });
  }
  return examples;
}

/** Numbers of words after which the speaker pauses: at punctuation, or at random, with a preference for some places. */
export function cutsOf(
  words: readonly string[],
  { pausedBefore }: Hesitation,
  { behindComma, behindSentence, beforePart, behindOpen, openWords }: Places,
  random: () => number,
): number[] {
  const marked: number[] = [];
  const places: { after: number; likely: number }[] = [];
  let count = 0;
  for (const [i, word] of words.entries()) {
    if (word === '|') marked.push(count);
    else {
      if (count > 0) {
        const before = words[i - 1]!;
        const marked = /[,;:-]$/u.test(before) ? behindComma : /[.!?]$/u.test(before) ? behindSentence : 0;
        const begins = pausedBefore.has(plainOf(word)) ? beforePart : 0;
        const open = openWords.has(plainOf(before)) ? behindOpen : 0;
        // Few people stop to think after one word; a pause there is mostly the end of an answer.
        if (count > 1) places.push({ after: count, likely: 1 + marked + begins + open });
      }
      count++;
    }
  }
  // A mark at the end means that the turn has no other pause.
  if (marked.length > 0) return marked.filter((cut) => cut > 0 && cut < count);
  const cuts = new Set<number>();
  const all = places.reduce((sum, { likely }) => sum + likely, 0);
  for (let i = 0; i < Math.min(CUTS, places.length); i++) {
    let left = random() * all;
    for (const { after, likely } of places) {
      left -= likely;
      if (left >= 0) continue;
      cuts.add(after);
      break;
    }
  }
  return [...cuts];
}

/** Simulates hesitations, and the errors of a recogniser. */
function disturbed(words: readonly string[], { fillers, weak }: Hesitation, random: () => number): string[] {
  const said: string[] = [];
  for (const [i, word] of words.entries()) {
    const chance = random();
    if (chance < 0.06 && weak.has(plainOf(word)) && words.length > 2) continue;
    if (chance > 0.985 && i > 0) said.push(fillers[Math.floor(random() * 4)]!);
    said.push(word);
    if (chance > 0.97 && chance < 0.978) said.push(word);
  }
  return said.length > 0 ? said : [...words];
}

export const plainOf = (word: string): string => word.toLowerCase().replace(/[^\p{L}']/gu, '');
