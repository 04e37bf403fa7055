/** Names in a text: people, places, brands, and other words written with a capital inside a sentence. */

/** Words between the parts of a name: "Zau al Makan", "Leonardo da Vinci". */
const PARTICLES = new Set(
  'al bin da das de degli dei del della den der di do dos du el ibn la las le los of ten ter van von y'.split(
    ' ',
  ),
);
/** Words in capitals for emphasis ("NEVER", "IMPORTANT"); abbreviations are shorter. */
const SHOUTED = /^\p{Lu}{5,}$/u;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’&-][\p{L}\p{M}\p{N}]+)*/gu;
/** Ends of sentences and starts of list items; also a colon, since an instruction may follow it. */
const NEW_SENTENCE = /[.!?:;…\n"“”„«»*#>]|\s[-–—]\s/u;
/** Names of one word that have a full stop inside a sentence. */
const TITLES = new Set('mr mrs ms dr st prof sr sra herr frau'.split(' '));

/** Largest number of words of an item in a list; a longer one is a sentence. */
const MAX_LISTED_WORDS = 3;

interface Word {
  readonly text: string;
  /** The characters between a word and the one before. */
  readonly before: string;
  readonly isFirst: boolean;
}

/**
 * The names in a text, as written there, without duplicates, in order. The first word of a sentence counts only if the
 * text also has it with a capital inside a sentence. In German all nouns count, and in scripts without capitals only
 * words in Latin letters.
 */
export function namesIn(text: string): string[] {
  const words = wordsOf(text);
  const small = new Set(words.filter(({ text: word }) => !isCapital(word)).map(({ text: word }) => word));
  const inside = new Set(words.filter(({ isFirst }) => !isFirst).map(({ text: word }) => word));
  const isName = ({ text: word, isFirst }: Word): boolean =>
    isCapital(word) &&
    word.length > 1 &&
    !SHOUTED.test(word) &&
    !small.has(word.toLowerCase()) &&
    !TITLES.has(word.toLowerCase()) &&
    (!isFirst || inside.has(word));
  const names = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    if (!isName(words[at]!)) continue;
    let end = at;
    for (let next = at + 1; next < words.length && words[next]!.before === ' '; next++) {
      if (isName(words[next]!)) end = next;
      else if (!PARTICLES.has(words[next]!.text)) break;
    }
    names.add(
      words
        .slice(at, end + 1)
        .map(({ text: word }) => word.replace(/['’]s$/u, ''))
        .join(' '),
    );
    at = end;
  }
  return [...names];
}

/**
 * Words that a client wants the recogniser to expect: the items of a list, as written ("Keywords: Sherburn,
 * letrozole"), and the names in sentences. Without duplicates, in order.
 */
export function expectedIn(prompt: string): string[] {
  const expected = prompt.split(/[,;\n]/).flatMap((text) => {
    const part = text.replace(/^[^:]*:(?=\s|$)|^\s*[-*•]\s|[.!?]?\s*$/gu, '').trim();
    const isListed = !/[.!?]\s/.test(part) && part.split(/\s+/).length <= MAX_LISTED_WORDS;
    return isListed ? [part] : namesIn(text);
  });
  return [...new Set(expected)].filter((name) => name !== '');
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const before = text.slice(end, index);
    const previous = words.at(-1)?.text.toLowerCase() ?? '';
    const isAfterTitle = before === '. ' && TITLES.has(previous);
    words.push({ text: word, before, isFirst: !isAfterTitle && (end === 0 || NEW_SENTENCE.test(before)) });
    end = index + word.length;
  }
  return words;
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word) || /\p{Ll}\p{Lu}/u.test(word);
