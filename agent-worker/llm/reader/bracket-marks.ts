/** Marks and values that begin with a bracket. Each function examines the beginning of its text. */
import { mayHoldAnswer } from './answer-objects.ts';
import { isThought, LITERAL_MARKS, type Mark, markOf } from './dialects.ts';
import { FENCE_END, JSON_VALUE, type Look, NOTHING, PYTHON_VALUE, THOUGHT_VALUE } from './found.ts';
import type { OfferedTools } from './offered-tools.ts';
import { CALL_KEYS } from './written-calls.ts';

/** Number of characters that the functions need at most: a tag with its attributes, and what follows it. */
export const MAX_BRACKET_CHARS = 401;
/** Longest white space between a name and its value, in characters. */
const MAX_SPACE_CHARS = 128;

const TOKEN = /^<(?:[|｜][^<>|｜\n]{1,64}[|｜]?|\/?[a-z_]\w{0,40}[|｜])>/iu;
const TOKEN_BEGINS = /^<(?:[|｜][^<>|｜\n]{0,64}[|｜]?|\/?(?:[a-z_]\w{0,40}[|｜]?)?)?$/iu;
const TAG =
  /^<\/?(?:[|｜]\s*\w+\s*[|｜]\s*)?(\p{L}[\p{L}\w.:-]{0,127})(?:=[^<>\n]{1,128}|(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*\s*\/?)>/u;
const TAG_NAME_BEGINS = /^<\/?(?:[|｜]\s*\w*\s*(?:[|｜]\s*)?)?(?:\p{L}[\p{L}\w.:-]{0,127})?$/u;
const TAG_BEGINS =
  /^<\/?(?:[|｜]\s*\w+\s*[|｜]\s*)?\p{L}[\p{L}\w.:-]{0,127}(?:=[^<>\n]{0,128}|(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*(?:\s+(?:[\w:.-]+\s*(?:=\s*(?:"[^"<>]*|'[^'<>]*|[^\s"'<>]*)?)?)?)?\s*\/?)$/u;

/** The attribute that names the purpose of an element. */
const PURPOSE = /\s(?:type|class|role|kind|channel)\s*=\s*["']?([\w-]+)/i;
/** HTML elements without content. */
const IS_VOID = /^(?:br|hr|img|input|link|meta)$/i;

/**
 * `<think>`, `<|im_end|>`, `<details type="reasoning">`, and tags with the name of an offered tool.
 * @param opened the blocks that the text is in
 */
export function lookAngle(rest: string, tools: OfferedTools, opened: readonly string[]): Look {
  const token = TOKEN.exec(rest);
  const markOfToken = token && markOf(token[0]);
  if (token && markOfToken) return { chars: token[0].length, mark: markOfToken };
  if (TOKEN_BEGINS.test(rest)) return 'more';
  const tag = TAG.exec(rest);
  if (tag) {
    const [raw, name = ''] = tag;
    const mark = toolTag(raw, name, tools) ?? purposeTag(raw, name, opened) ?? markOf(raw);
    return mark && { chars: raw.length, mark };
  }
  return TAG_NAME_BEGINS.test(rest) || TAG_BEGINS.test(rest) ? 'more' : null;
}

/** An element that an attribute marks as reasoning, or the end of such an element. */
function purposeTag(raw: string, name: string, opened: readonly string[]): Mark | null {
  const mark = { kind: 'think', name: `<${name.toLowerCase()}>`, isTag: true } as const;
  if (raw.startsWith('</')) return opened.includes(mark.name) ? { ...mark, edge: 'close' } : null;
  const purpose = PURPOSE.exec(raw)?.[1];
  return purpose && isThought(purpose) && !IS_VOID.test(name) ? { ...mark, edge: 'open' } : null;
}

function toolTag(raw: string, name: string, tools: OfferedTools): Mark | null {
  const edge = raw.startsWith('</') ? 'close' : 'open';
  return tools.has(name) ? { kind: 'calls', name, edge, isTag: true } : null;
}

/** Marks without a common pattern of brackets. */
export function lookLiteral(rest: string): Look {
  const lower = rest.toLowerCase();
  const literal = LITERAL_MARKS.find((each) => lower.startsWith(each));
  const mark = literal && markOf(literal);
  if (mark) return { chars: literal.length, mark };
  return LITERAL_MARKS.some((each) => each.startsWith(lower)) ? 'more' : null;
}

/** `[THINK]`, `[/INST]`. A name in capitals may also be a placeholder in an ordinary answer. */
export function lookBrackets(rest: string): Look {
  const name = /^\[(\/?)([A-Z][A-Z0-9_]{0,40}|gMASK)\]/.exec(rest);
  if (name) {
    const mark = markOf(name[0]);
    const isMark =
      mark &&
      (mark.kind !== 'drop' ||
        name[1] !== '' ||
        /[_\d]|^(?:ARGS|gMASK|BOS|CLS|PAD|UNK)$/.test(name[2] ?? ''));
    return isMark ? { chars: name[0].length, mark } : null;
  }
  return /^\[\/?(?:[A-Z][A-Z0-9_]{0,40}|g|gM[ASK]*)?$/.test(rest) ? 'more' : null;
}

/** The beginning of a list of calls, in JSON or in Python's notation. */
export function lookList(rest: string): Look {
  if (/^\[\s*\{\s*["'“]/.test(rest)) return JSON_VALUE;
  if (/^\[\s*[\p{L}_][\p{L}\p{N}_.-]{0,63}\(/u.test(rest)) return PYTHON_VALUE;
  return /^\[\s*(?:[\p{L}_][\p{L}\p{N}_.-]{0,63}|\{\s*)?$/u.test(rest) ? 'more' : null;
}

/**
 * An object whose first key begins a call, or an answer with thoughts.
 * @param isLine whether the object is at the beginning of a line, as answers are
 */
export function lookObject(rest: string, tools: OfferedTools, isLine: boolean): Look {
  const first = /^\{\s*(["'“])([\w.:-]{0,128})["'”]\s*:/.exec(rest);
  if (first) {
    const key = first[2] ?? '';
    if (CALL_KEYS.has(key) || tools.has(key)) return JSON_VALUE;
    if (!isLine || !mayHoldAnswer(key)) return null;
    return isThought(key) ? THOUGHT_VALUE : JSON_VALUE;
  }
  return /^\{\s*(?:["'“][\w.:-]{0,128}(?:["'”]\s*)?)?$/.test(rest) ? 'more' : null;
}

/** `◁think▷` */
export function lookTriangles(rest: string): Look {
  return lookPair(rest, /^◁\/?[\p{L}_▁ ]{1,40}▷/u, /^◁[^▷\n]{0,42}$/u);
}

/** `✿FUNCTION✿:` */
export function lookFlowers(rest: string): Look {
  return lookPair(rest, /^✿\/?[A-Z_]{1,40}✿:?[ \t]*/u, /^✿[^✿\n]{0,42}(?:✿:?[ \t]*)?$/u);
}

function lookPair(rest: string, whole: RegExp, begins: RegExp): Look {
  // The value may have more white space in front of it.
  if (begins.test(rest)) return 'more';
  const match = whole.exec(rest);
  const mark = match && markOf(match[0].replace(/:?[ \t]*$/, ''));
  return match && mark ? { chars: match[0].length, mark } : null;
}

/** Functionary's `>>>name` in front of a message. */
export function lookChevrons(rest: string): Look {
  const match = /^>>>([a-zA-Z_][\w.-]{0,63})\n(?:(\s*)([^\s]))?/.exec(rest);
  if (!match) return /^>{1,3}(?:[a-zA-Z_][\w.-]{0,63})?$/.test(rest) ? 'more' : null;
  const [whole, name = '', space = '', first] = match;
  if (first === undefined) return rest.length > MAX_SPACE_CHARS ? null : 'more';
  const chars = whole.length - 1;
  if (first === '{')
    return { chars, candidate: { read: 'json', tool: name, isHidden: true, isThought: false } };
  return name === 'all' ? { chars: chars - space.length, mark: NOTHING } : null;
}

/** The end of a code block. */
export function lookClosingFence(rest: string): Look {
  if (/^`{1,2}$/.test(rest)) return 'more';
  return rest.startsWith('```') ? { chars: 3, mark: FENCE_END } : null;
}
