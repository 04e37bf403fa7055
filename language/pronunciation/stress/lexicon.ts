import { ADJECTIVE_STEMS, NOUN_STEMS, VERBAL_STEMS, WHOLE_WORDS } from './lexicon-words.ts';
import { syllabify } from './syllables.ts';

const NOUN_ENDING = /^(?:|a|e|i|o|u|om|em|ama|ima|ov[aei]|ev[aei]|ovima|evima)$/;
const ADJECTIVE_ENDING = /^(?:|a|e|i|o|u|og|oga|om|om[eu]|eg|ega|em|emu|oj|im|ima|ih)$/;
/** Infinitives, the past, and passive participles. */
const VERBAL_ENDING = /^(?:t|ti|o|la|lo|li|le|vši|n|na|no|ni|ne|nog|noga|nom|nu|nim|nih|noj)$/;

type Stems = ReadonlyMap<string, number>;

interface Lexicon {
  readonly whole: Stems;
  readonly nouns: Stems;
  readonly adjectives: Stems;
  readonly verbs: Stems;
}

let loaded: Lexicon | null = null;

/**
 * The stressed syllable of a word that the lexicon knows, from 1, or null.
 * @param latin the word in Latin script, lower case, without accents
 */
export function lookUpStress(latin: string): number | null {
  loaded ??= {
    whole: read(WHOLE_WORDS),
    nouns: read(NOUN_STEMS),
    adjectives: read(ADJECTIVE_STEMS),
    verbs: read(VERBAL_STEMS),
  };
  return (
    loaded.whole.get(latin) ??
    byStem(latin, loaded.verbs, VERBAL_ENDING) ??
    byStem(latin, loaded.adjectives, ADJECTIVE_ENDING) ??
    byStem(latin, loaded.nouns, NOUN_ENDING)
  );
}

/** The longest stem wins: slobod(a)n before slobod-. */
function byStem(latin: string, stems: Stems, endings: RegExp): number | null {
  for (let length = latin.length; length > 1; length--) {
    const stress = stems.get(latin.slice(0, length));
    if (stress !== undefined && endings.test(latin.slice(length))) return stress;
  }
  return null;
}

function read(table: string): Stems {
  const stems = new Map<string, number>();
  for (const entry of table.trim().split(/\s+/)) {
    const shapes = entry.includes('(') ? [entry.replace(/[()]/g, ''), entry.replace(/\(.*\)/, '')] : [entry];
    for (const shape of shapes) stems.set(shape.toLowerCase(), markedSyllable(shape));
  }
  return stems;
}

/** The syllable with the capital letter. */
export function markedSyllable(marked: string): number {
  const place = marked.search(/\p{Lu}/u);
  const { nuclei } = syllabify(marked.toLowerCase());
  const syllable = nuclei.indexOf(place) + 1;
  if (syllable === 0) throw new Error(`No vowel of "${marked}" is marked`);
  return syllable;
}
