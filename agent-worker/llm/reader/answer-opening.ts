/** Beginnings of answers: the model's role, or reasoning that no mark introduces. */

/** The role that is left over when a template's tokens are removed. */
const OPENING_ROLE = /^\s*assistant[ \t]*(?::|\r?\n)\s*/i;
const OPENING_ROLE_BEGINS = /^a(?:s(?:s(?:i(?:s(?:t(?:a(?:n(?:t[ \t]*\r?)?)?)?)?)?)?)?)?$/i;
/** Phrases that begin and end reasoning in models that mark it by words, or whose special tokens were removed. */
const WORDED_REASONING: readonly Worded[] = [
  { opens: /^Here(?:'s| is) my thought process:/, until: /Here(?:'s| is) my response:/, isSupposed: false },
  { opens: /^analysis(?=["“(]?\p{Lu})/u, until: /assistant(?:final|commentary)/, isSupposed: false },
  { opens: /^Thinking(?:\.\.\.|…)\r?\n/, until: /(?:\.\.\.|…)done thinking\./, isSupposed: true },
];
/** Longest phrase that ends reasoning, in characters. */
export const MAX_UNTIL_CHARS = 32;
/** Number of characters in which an answer shows whether it speaks about the caller. */
const MAX_JUDGED_CHARS = 64;

interface Worded {
  readonly opens: RegExp;
  readonly until: RegExp;
  /** Whether other answers may begin with the same phrase. */
  readonly isSupposed: boolean;
}

/** What an answer begins with. */
export interface Opening {
  /** Number of characters of the role in front of it. */
  readonly roleChars: number;
  /** The phrases that end the reasoning; null if a mark ends it. */
  readonly reasoning: { readonly until: RegExp | null; readonly isSupposed: boolean } | null;
}

/** Judges the beginning of an answer. @returns `more` when that depends on text to come */
export function openingOf(text: string, final: boolean): Opening | 'more' {
  const role = OPENING_ROLE.exec(text)?.[0] ?? '';
  const answer = text.slice(role.length).trimStart();
  const mayBeRole = role === '' && OPENING_ROLE_BEGINS.test(answer);
  if (!final && (answer === '' || mayBeRole)) return 'more';
  const worded = WORDED_REASONING.find(({ opens }) => opens.test(answer));
  const caller = worded ? false : speaksOfCaller(answer.slice(0, MAX_JUDGED_CHARS));
  const isUnclear =
    !worded && (mayBeWorded(answer) || (caller === 'more' && answer.length < MAX_JUDGED_CHARS));
  if (isUnclear && !final) return 'more';
  const supposed = caller === true ? { until: null, isSupposed: true } : null;
  return { roleChars: role.length, reasoning: worded ?? supposed };
}

function mayBeWorded(text: string): boolean {
  return [
    'Here is my thought process:',
    "Here's my thought process:",
    'analysis',
    'Thinking...\r',
    'Thinking…\r',
  ].some((opening) => opening.startsWith(text));
}

const LEADING_WORDS = words('okay ok alright hmm hm well so now right first here');
const ARTICLES = words('the this our my');
const CALLERS = words("user caller human customer person user's caller's customer's");
const VERBS = words(
  `is has was wants asks asked asking says said just seems might may would wrote needs mentioned greets greeted
  provided gave sent question query message request input only also simply typed`,
);

/**
 * Whether text begins like reasoning whose opening mark is in the model's prompt, so that only its end is marked: it
 * speaks about the caller in the third person. `more` while that cannot be decided.
 */
function speaksOfCaller(text: string): boolean | 'more' {
  const found = [...text.matchAll(/([^\p{L}]*)([\p{L}'’]+)/gu)];
  const expected = [ARTICLES, CALLERS, VERBS];
  for (const [i, [, gap = '', raw = '']] of found.entries()) {
    if (!/^[\s,…]*$/.test(gap)) return false;
    const word = raw.toLowerCase().replace('’', "'");
    const isComplete = i < found.length - 1 || !text.endsWith(raw);
    const isLeading = expected.length === 3 && LEADING_WORDS.includes(word);
    if (isComplete && isLeading) continue;
    const allowed = expected.length === 3 ? [...ARTICLES, ...LEADING_WORDS] : (expected[0] ?? []);
    if (!isComplete) return allowed.some((each) => each.startsWith(word)) ? 'more' : false;
    if (!expected.shift()?.includes(word)) return false;
    if (expected.length === 0) return true;
  }
  return /^[\s\p{L}'’,…]*$/u.test(text) ? 'more' : false;
}

function words(list: string): readonly string[] {
  return list.split(/\s+/);
}
