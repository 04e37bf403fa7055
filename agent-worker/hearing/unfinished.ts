import { primaryLanguage } from '../../engine/text/primary-language.ts';

/** Words after which nobody stops, by language: conjunctions, articles, prepositions, and sounds of thinking. */
const DANGLING: Readonly<Record<string, string>> = {
  en: `and but or so because the a an to of for from with at my your his her our their is are was were that which if
    when um uh er erm like then plus also about into`,
  de: `und aber oder weil der die das den dem des ein eine einen einem einer mit für von zu zum zur im am bei mein meine
    ist sind war dass wenn äh ähm also dann noch über`,
  nl: 'en maar of omdat de het een met voor van naar in op bij mijn is zijn was dat als eh ehm dus dan ook over',
  fr: 'et mais ou car parce le la les un une des de du à au aux avec pour dans mon ma mes est sont que qui si euh donc',
  it: 'e ma o perché il lo la i gli le un una di del della a al alla con per in mio mia è sono che se ehm quindi poi',
  es: 'y pero o porque el la los las un una de del a al con para en mi mis es son que si eh este entonces pues',
  pt: 'e mas ou porque o a os as um uma de do da ao à com para em no na meu minha é são que se ahn então',
  ru: 'и но или потому в на с со к о об у из за для мой моя что если когда э эм ну это то',
  hi: 'और लेकिन या क्योंकि का की के को में से पर मेरा मेरी कि अगर तो',
  ko: '그리고 그런데 하지만 또는 왜냐하면 그래서 음 어 저기 그',
};

/** Said digit by digit, they come in groups. Fewer are a number like any other, more are a whole one. */
const DICTATED_DIGITS = { least: 3, most: 9 } as const;
const SPOKEN_DIGIT = /^(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)$/;

const SETS = new Map<string, ReadonlySet<string>>();

function danglingWords(lang: string): ReadonlySet<string> {
  const language = primaryLanguage(lang);
  const known = SETS.get(language);
  if (known) return known;
  const words = new Set((DANGLING[language] ?? '').split(/\s+/).filter((word) => word !== ''));
  SETS.set(language, words);
  return words;
}

/**
 * Whether more is to be expected after these words: the caller is dictating a number, stopped behind an "and", or the
 * recogniser itself heard that the sentence goes on. What the voice sounds like is judged elsewhere.
 */
export function soundsUnfinished(text: string, lang: string): boolean {
  const trimmed = text.trim();
  if (/(?:[,;:–—-]|\.\.\.|…)$/.test(trimmed)) return true;
  const words = trimmed
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s'-]/gu, ' ')
    .split(/[\s-]+/)
    .filter((word) => word !== '');
  const last = words.at(-1);
  if (last === undefined) return false;
  // A question that ends in a preposition has ended.
  if (danglingWords(lang).has(last)) return !trimmed.endsWith('?');
  let digits = 0;
  for (const word of words.reverse()) {
    if (/^\d+$/.test(word)) digits += word.length;
    else if (SPOKEN_DIGIT.test(word)) digits++;
    else break;
  }
  return digits >= DICTATED_DIGITS.least && digits <= DICTATED_DIGITS.most;
}
