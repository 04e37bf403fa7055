/**
 * Marks in brackets that ordinary text also uses: `[[THINK]]`, `<<thinking>>`, `{think}`, `【思考】`, `[[ ## reasoning ##
 * ]]`. Not every name in brackets is a mark: `[laughs]`, `[[NAME]]`, `{a}`.
 */
import { isThought, type Mark, markOf, markOfName } from './dialects.ts';
import { ASIDE, type Look } from './found.ts';

const PAIRS: Readonly<Record<string, string>> = {
  '[[': ']]',
  '{{': '}}',
  '<<': '>>',
  '[': ']',
  '{': '}',
  '【': '】',
  '〖': '〗',
  '⟨': '⟩',
  '⟪': '⟫',
  '⟦': '⟧',
  '〈': '〉',
  '《': '》',
  '＜': '＞',
};
/** First characters of the brackets above that ordinary text does not use. */
export const NAMED_OPENERS = '【〖⟨⟪⟦〈《＜';
const OPENING = String.raw`(\[\[|\{\{|<<|[[{${NAMED_OPENERS}])`;
const NAMED = new RegExp(
  String.raw`^${OPENING}[ \t]?(#{1,3}[ \t]?)?(/?)[ \t]?(\p{L}[\p{L}\p{N}_.:-]{0,40}(?: [A-Z]{1,12}){0,3})[ \t]?(?:#{1,3}[ \t]?)?`,
  'u',
);
const NAMED_BEGINS = new RegExp(String.raw`^${OPENING}[ \t]?(?:#{1,3}[ \t]?)?/?[ \t]?$`, 'u');
/** Names of blocks of calls and results. Other names of tools may be placeholders: `{tool_name}`, `[[API_KEY]]`. */
const BLOCK = /^(?:tool|function)_(?:calls?|responses?|results?|outputs?)$/;
/** `[Thought: …]`, `{inner thought: …}` */
const LABELLED = /^[[{]\s?((?:(?:inner|internal|my)[ _])?[\p{L}_]{1,30})\s?:/iu;
const LABELLED_BEGINS = /^[[{]\s?(?:(?:inner|internal|my)[ _])?(?:[\p{L}_]{1,30}\s?)?$/iu;

/** Whether a bracket is the inner one of a doubled pair, which is a mark only as a whole. */
export function isInner(rest: string, before: string): boolean {
  if (before !== rest[0]) return false;
  const [whole, open = ''] = NAMED.exec(before + rest) ?? [];
  return whole !== undefined && open.length === 2 && rest.startsWith(PAIRS[open] ?? '', whole.length - 1);
}

/**
 * Examines the beginning of the text.
 * @param marksByName whether answers may be marked in the same way
 * @param mayOpen whether reasoning may begin here
 */
export function lookNamed(rest: string, marksByName: boolean, mayOpen: boolean): Look {
  const label = mayOpen && LABELLED.exec(rest)?.[1];
  if (label && isThought(label)) return ASIDE;
  const named = NAMED.exec(rest);
  if (!named) return NAMED_BEGINS.test(rest) || (mayOpen && LABELLED_BEGINS.test(rest)) ? 'more' : null;
  const [whole, open = '', hashes, slash, name = ''] = named;
  const closing = PAIRS[open] ?? '';
  const behind = rest.slice(whole.length, whole.length + closing.length);
  if (behind !== closing) {
    const mayEnd = behind.length < closing.length && closing.startsWith(behind);
    return mayEnd || (mayOpen && LABELLED_BEGINS.test(rest)) ? 'more' : null;
  }
  const chars = whole.length + closing.length;
  const mark = markOfName(name, slash !== '');
  // DSPy's fields. All of them are spoken, except reasoning.
  if (hashes !== undefined) return { chars, mark: mark ?? FIELD };
  if (mark === null) return null;
  const isCapital = name === name.toUpperCase() && name !== name.toLowerCase();
  const isSure = open === '<<' || open === '＜' || (open === '[[' && isCapital);
  if (mark.kind === 'drop') return isSure || marksByName ? { chars, mark } : null;
  if (mark.kind !== 'think') return BLOCK.test(mark.name) ? { chars, mark } : null;
  const isCertain = isThought(name);
  if (!isCertain && open.length === 1) return null;
  if (mark.edge === 'close' || (isCertain && (isSure || isCapital))) return { chars, mark };
  if (!mayOpen) return null;
  if (open.length === 1 && /(?<!reason)ing$/i.test(name)) {
    // `[thinking]` is a stage direction if spoken text follows it.
    const next = rest[chars];
    if (next !== '\n') return next === undefined ? 'more' : null;
  }
  return { chars, mark, isSupposed: true };
}

const FIELD: Mark = { kind: 'drop', name: 'answer', edge: 'open', isTag: false };

const ESCAPED = /^(?:&lt;|\\<)(\/?[|｜]?\p{L}[\p{L}\w|｜▁.:-]{0,60})(?:&gt;|\\?>)/u;
const ESCAPED_BEGINS =
  /^(?:&(?:l(?:t?|t;\/?[|｜]?(?:\p{L}[\p{L}\w|｜▁.:-]{0,60})?(?:&(?:g(?:t)?)?)?))?|\\(?:<\/?[|｜]?(?:\p{L}[\p{L}\w|｜▁.:-]{0,60})?\\?)?)$/u;

/** A mark whose brackets are escaped for HTML or Markdown: `&lt;think&gt;`, `\<think\>`. */
export function lookEscaped(rest: string): Look {
  const name = ESCAPED.exec(rest);
  if (!name) return ESCAPED_BEGINS.test(rest) ? 'more' : null;
  const mark = markOf(`<${name[1]}>`);
  return mark && { chars: name[0].length, mark };
}
