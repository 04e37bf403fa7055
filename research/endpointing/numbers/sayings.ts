/** Telephone numbers as people of several countries say them, `|` where they draw breath. The numbers are invented. */

export type NumberLanguage = 'en' | 'de';

export interface NumberSaying {
  /** Country, and digits in each group. */
  readonly grouping: string;
  readonly agent: string;
  readonly text: string;
}

const ENGLISH_QUESTION = 'What is your telephone number?';
const GERMAN_QUESTION = 'Wie ist Ihre Telefonnummer?';

const listed = (agent: string, ...numbers: readonly (readonly [string, string])[]): NumberSaying[] =>
  numbers.map(([grouping, text]) => ({ grouping, agent, text }));

export const NUMBERS: Readonly<Record<NumberLanguage, readonly NumberSaying[]>> = {
  en: listed(
    ENGLISH_QUESTION,
    ['North America, 3 3 4', 'It is two one two | nine seven three | four six five eight.'],
    ['North America, 3 3 2 2', 'Six one seven | eight eight three | four two | nine oh.'],
    ['North America, 1 3 3 4', 'One | four one five | two three nine | six six oh one.'],
    ['Britain, 5 6', 'Oh seven seven double nine | one two three eight five four.'],
    ['Britain, 5 3 3', 'Oh seven seven four six | one eight three | five two nine.'],
    ['Britain, 3 4 4', "It's oh two oh | seven nine four six | one two eight five."],
    ['Australia, 4 3 3', 'Oh four one two | three five seven | eight nine six.'],
    ['Australia, 2 4 4', 'Oh two | nine three seven four | four one eight six.'],
    ['India, 5 5', 'Nine eight three six two | four seven one five three.'],
    ['Ireland, 3 3 4', 'My mobile is oh eight seven | six two four | one nine three five.'],
    ['abroad, 2 2 4 4', 'Plus four four | two oh | seven nine four six | three one five two.'],
    ['abroad, 1 3 3 4', 'Plus one | three oh three | four four one | nine two seven five.'],
  ),
  de: listed(
    GERMAN_QUESTION,
    ['Germany, 3 4 4', 'Null drei null | sieben neun vier sechs | eins zwei acht fünf.'],
    ['Germany, 4 3 5', 'Null eins sieben sechs | drei vier neun | acht null zwei eins fünf.'],
    ['Germany, 4 2 2 2 2', 'Null eins fünf eins | zwei zwei | sechs vier | acht sieben | neun drei.'],
    ['Germany, 3 3 3', 'Null acht neun | vier fünf sechs | sieben drei eins.'],
    ['Germany, 5 2 2 2', 'Die null sechs zwei zwei eins | fünf vier | drei acht | sieben neun.'],
    ['Austria, 4 3 4', 'Null sechs sechs vier | drei acht fünf | neun zwei eins sieben.'],
    ['Switzerland, 3 3 2 2', 'Null sieben neun | vier eins sechs | acht drei | zwei fünf.'],
    ['Switzerland, 3 2 2 2 1', 'Null vier vier | sechs drei | acht eins | neun fünf | zwei.'],
    ['abroad, 2 3 4 3', 'Plus vier neun | eins sieben zwei | acht drei vier fünf | sechs neun eins.'],
  ),
};

const DIGITS: Readonly<Record<NumberLanguage, readonly string[]>> = {
  en: 'zero one two three four five six seven eight nine'.split(' '),
  de: 'null eins zwei drei vier fünf sechs sieben acht neun'.split(' '),
};
const ALIASES: Readonly<Record<string, string>> = { oh: '0', o: '0', zwo: '2', ein: '1' };

/** The digits of a text, in words or in figures. */
export function digitsIn(text: string, lang: NumberLanguage): string {
  const words = text
    .toLowerCase()
    .replace(/\bdouble (\p{L}+|\d)/gu, '$1 $1')
    .match(/\p{L}+|\d/gu);
  const digitOf = (word: string): string => {
    const value = DIGITS[lang].indexOf(word);
    return value < 0 ? (ALIASES[word] ?? (/^\d$/u.test(word) ? word : '')) : String(value);
  };
  return (words ?? []).map(digitOf).join('');
}
