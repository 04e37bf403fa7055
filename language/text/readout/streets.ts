/** House numbers, kinds of streets and states in addresses: "1428 Elm St, Springfield, IL 62704". */
import { alternatives, isAlphanumeric, matchAt, oneOf, perLanguage, type Reader } from './reader.ts';

const patterns = perLanguage('addresses', ({ writing }) => {
  const { addresses } = writing.words;
  if (addresses === null) return null;
  const one = (words: readonly string[], ahead: string): RegExp =>
    new RegExp(words.length === 0 ? '(?!)' : `(?:${alternatives(words)})${ahead}`, 'uy');
  return {
    ...addresses,
    street: one(Object.keys(addresses.streets), "(?![\\p{L}\\p{N}'-])"),
    state: one(Object.keys(addresses.states), '(?=,? \\d{5}(?!\\d)|[,.;!?)]|\\s*$)'),
    wordlike: oneOf(addresses.wordlikeStates),
  };
});

/** A house number and the words up to the kind of street. */
const BEFORE_STREET = /(?<![\p{L}\p{N}])\d{1,5} (?:[\p{Lu}\d][\p{L}\p{N}.'-]* ){1,4}$/u;
const BEFORE_STATE = /\p{Lu}[\p{L}.'-]+, $/u;
/** Words that begin a sentence after the dot of a street. */
const NEXT_SENTENCE = /^\s+(?:The|It|He|She|They|We|I|You|\d+ \p{Ll}+)(?!\p{L})|^\s*$/u;

export const readAddress: Reader = (text, at, { language }) => {
  const known = patterns(language);
  if (known === null) return null;
  const house = matchAt(known.house, text, at);
  if (house !== null && !/[.,:/$€£#-]$/.test(text.slice(0, at)))
    return { end: at + house[0].length, spoken: known.spoken(house[0], language) };
  const before = text.slice(Math.max(0, at - 60), at);
  const street = matchAt(known.street, text, at);
  // "5 Big Dr Who books"
  const title =
    street?.[0].startsWith('Dr') &&
    /^ \p{Lu}/u.test(text.slice(at + street[0].length, at + street[0].length + 2));
  if (street !== null && !title && BEFORE_STREET.test(before)) {
    const end = at + street[0].length;
    const stops = street[0].endsWith('.') && NEXT_SENTENCE.test(text.slice(end, end + 24));
    return { end, spoken: known.streets[street[0]] ?? street[0], ...(stops ? { endsSentence: true } : {}) };
  }
  const state = matchAt(known.state, text, at);
  if (state === null || isAlphanumeric(text, at + state[0].length) || !BEFORE_STATE.test(before)) return null;
  const end = at + state[0].length;
  const posted = /^,? \d{5}/.test(text.slice(end, end + 7));
  if (!posted && known.wordlike.test(state[0])) return null;
  return { end, spoken: known.states[state[0]] ?? state[0] };
};
