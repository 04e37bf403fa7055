/** Features of the model of words: the words at the end of a turn and their order, without punctuation. */

/** Logarithm of the size of the largest table of weights. */
export const TABLE_BITS = 20;
/** Number of words from which on the length of a turn makes no difference. */
const MOST_COUNTED = 12;
/**
 * Only this number of last words counts: for the caller, because earlier ones say nothing about the end; for the agent,
 * because the question comes last.
 */
const KEPT_WORDS = 40;
const KEPT_AGENT_WORDS = 24;

const ASKING = new Set(
  (
    'what which when where who whom whose how why was wie wann wo wer welche welcher warum qué cuál cuándo dónde quién cómo quel quelle quand où qui comment ' +
    "cuáles cuánto cuánta cuántos cuántas adónde quels quelles combien pourquoi quoi qu'est"
  ).split(' '),
);

const CHOOSING = new Set(['or', 'oder', 'o', 'ou']);

/**
 * The words of a text in lower case. Of numbers only the count of digits is kept: recognisers write dictated digits in
 * many ways, and no corpus has all of them.
 */
export function wordsIn(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\d+/gu, (digits) => ` #${Math.min(5, digits.length)} `)
    .replace(/[^\p{L}\p{M}'#\d]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '' && word !== "'");
}

/** The kind of the agent's last question: its question word, a choice, or one to be answered with yes or no. */
export function questionIn(agent: string): {
  readonly kind: string;
  readonly last: string;
  readonly words: readonly string[];
} {
  const sentences = agent.split(/(?<=[.!?？])\s+/u).filter((sentence) => sentence.trim() !== '');
  const sentence = sentences.at(-1) ?? '';
  const words = wordsIn(sentence).slice(-KEPT_AGENT_WORDS);
  if (words.length === 0) return { kind: 'none', last: '', words };
  const last = words.at(-1)!;
  if (!/[?？]["'”’»]?\s*$/u.test(sentence)) return { kind: 'statement', last, words };
  const asking = words.find((word) => ASKING.has(word));
  if (asking !== undefined) return { kind: asking, last, words };
  return { kind: words.some((word) => CHOOSING.has(word)) ? 'choice' : 'yes-no', last, words };
}

/**
 * The features of a turn, each as an index into the table of weights.
 * @param text all that the caller has said in this turn
 * @param agent what the agent said last; "" for nothing
 * @param bits base-2 logarithm of the table's size
 */
export function featuresOf(text: string, agent: string, bits = TABLE_BITS): number[] {
  const all = wordsIn(text);
  const words = all.slice(-KEPT_WORDS);
  const count = Math.min(all.length, MOST_COUNTED);
  const at = (back: number): string => words[words.length - back] ?? '<s>';
  const [last, second, third, fourth] = [at(1), at(2), at(3), at(4)];
  const [first = '<s>', next = '<s>'] = all;
  const { kind, last: asked } = questionIn(agent);
  const names = new Set([
    `n ${count}`,
    `1 ${last}`,
    `2 ${second} ${last}`,
    `3 ${third} ${second} ${last}`,
    `4 ${fourth} ${third} ${second} ${last}`,
    `p ${second}`,
    `f ${first}`,
    `ff ${first} ${next}`,
    `fl ${first} ${last}`,
    `1n ${last} ${Math.min(count, 6)}`,
    `a ${kind}`,
    `an ${kind} ${Math.min(count, 5)}`,
    `al ${kind} ${last}`,
    `af ${kind} ${first}`,
    `q ${asked} ${Math.min(count, 3)}`,
    `ql ${asked} ${last}`,
    ...words.map((word) => `w ${word}`),
    ...words.slice(1).map((word, i) => `ww ${words[i]} ${word}`),
    // Words in the middle matter by their distance from the end.
    ...words.slice(-8).map((word, i, some) => `d ${some.length - i} ${word}`),
  ]);
  return [...names].map((name) => indexOf(name, bits));
}

/** FNV-1a, of 32 bits. */
export function indexOf(name: string, bits: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> bits)) & (2 ** bits - 1);
}
