/**
 * Finds inline markup without validating it: where one of our tags begins, where it ends, and whether more text could
 * still complete it. Both the parser and the cutter use it, so they always agree on what is a tag.
 */
import type { Span } from '../../language/types.ts';

/** Longest opening tag of ours. A `<` whose `>` is further away must not hold up a stream. */
export const MAX_TAG_CHARS = 200;
/** Longest tag of SSML: the root of a document names schemas. */
const MAX_ELEMENT_CHARS = 600;

/** Attributes that an opening tag needs: without them it is HTML or a word in angle brackets, and counts as text. */
type Needs = 'nothing' | 'any' | 'alias' | 'name';

/** Elements of SSML, and the condition for a tag of that name to be one. */
const ELEMENTS = {
  speak: 'nothing',
  p: 'nothing',
  s: 'nothing',
  w: 'nothing',
  token: 'nothing',
  emphasis: 'nothing',
  sub: 'alias',
  mark: 'name',
  'say-as': 'any',
  lang: 'any',
  prosody: 'any',
  voice: 'any',
  meta: 'any',
  audio: 'any',
  lexicon: 'any',
  lookup: 'any',
} as const satisfies Record<string, Needs>;

export type ElementName = keyof typeof ELEMENTS;

type TagName = 'phoneme' | 'pause' | 'break' | 'declaration' | ElementName;

export interface Tag {
  /** A declaration is everything between `<?` or `<!` and its end. */
  readonly name: TagName;
  /** Whether it is the closing tag of its element. */
  readonly isEnd: boolean;
  /** From `<` up to and including `>`; for an unclosed tag, up to the limit of the search. */
  readonly span: Span;
  /** Between the name and `>`, including the colon if there is one. */
  readonly body: Span;
  /** False when a `<` or the end of the text came before the `>`. */
  readonly closed: boolean;
  /** The text ended before it was clear what this is, or where it ends. */
  readonly open: boolean;
  /** The name is followed by a colon: this must be markup, even unclosed. */
  readonly certain: boolean;
}

const OURS: readonly TagName[] = ['phoneme', 'pause', 'break'];
/** Names that a colon and a value may follow. */
const WITH_COLON: readonly TagName[] = ['phoneme', 'pause', 'lang'];
/** Closing tags that count as HTML, or that belong to the pause before them. */
const NEVER_CLOSING: readonly TagName[] = ['pause', 'break', 'sub', 'mark'];
const NAMES: readonly TagName[] = [...OURS, ...(Object.keys(ELEMENTS) as ElementName[])];
const HEADS: readonly string[] = [
  ...NAMES.flatMap((name) => [`<${name}`, ...(NEVER_CLOSING.includes(name) ? [] : [`</${name}`])]),
  '<?xml',
  '<!--',
  '<!doctype',
];
const LONGEST_HEAD = Math.max(...HEADS.map((head) => head.length));
const HEAD = new RegExp(`<(/?)(${NAMES.join('|')})(?![^\\s:/>])`, 'iy');
const DECLARATION = /<(?:\?xml(?=\s)|!--|!doctype(?=\s))/iy;
const TAG_END = /[<>]/g;

const VALUE = String.raw`(?:"[^"]*"|'[^']*'|“[^”]*”|[^\s"'“”/]+)`;
const ATTRIBUTE = String.raw`\s+[\w:.-]+\s*=\s*${VALUE}`;
const ATTRIBUTES = new RegExp(String.raw`^(?:${ATTRIBUTE})*\s*(?:/\s*)?$`);
/** A beginning of text that `ATTRIBUTES` matches. */
const ATTRIBUTES_BEGIN = new RegExp(
  String.raw`^(?:${ATTRIBUTE})*(?:\s+(?:[\w:.-]+\s*(?:=\s*(?:"[^"]*|'[^']*|“[^”]*)?)?)?|\s*/\s*)?$`,
);
const EACH_ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|“([^”]*)”|([^\s"'“”/]+))/g;

/** The attributes of a tag as written, by their names in lower case. */
export function attributesOf(source: string, { body }: Tag): ReadonlyMap<string, string> {
  const written = source.slice(body.start, Math.min(body.end, body.start + MAX_ELEMENT_CHARS));
  return new Map(
    [...written.matchAll(EACH_ATTRIBUTE)].map(([, name = '', ...values]) => [
      name.toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  );
}

/**
 * Whether `<s>` or `</s>` is at a border of an SSML sentence: next to other markup, or at an end of the text. Inside a
 * sentence it is HTML, which strikes words through.
 */
export function isBesideMarkup(source: string, { isEnd, span }: Tag): boolean {
  return isEnd
    ? /^\s*(?:<|$)/.test(source.slice(span.end, span.end + MAX_BLANKS))
    : /(?:^|>)\s*$/.test(source.slice(Math.max(0, span.start - MAX_BLANKS), span.start));
}

/** With more blanks than this, a tag is not next to anything. */
const MAX_BLANKS = 16;

/** Whether a tag closes its element itself: `<mark name="here"/>`. */
export const isEmpty = (source: string, { body }: Tag): boolean =>
  source
    .slice(Math.max(body.start, body.end - MAX_TAG_CHARS), body.end)
    .trimEnd()
    .endsWith('/');

/** Returns the tag that begins with the `<` at `at`, or null when that `<` is text, independently of the rest. */
export function tagAt(source: string, at: number): Tag | null {
  HEAD.lastIndex = at;
  const head = HEAD.exec(source);
  const name = head?.[2]?.toLowerCase() as TagName | undefined;
  const isEnd = head?.[1] === '/';
  if (name === undefined) return declarationAt(source, at) ?? beginningAt(source, at);
  if (isEnd && NEVER_CLOSING.includes(name)) return null;

  const bodyStart = at + (head?.[0].length ?? 0);
  const hasColon = source[bodyStart] === ':';
  const certain = hasColon && !isEnd && WITH_COLON.includes(name);
  TAG_END.lastIndex = bodyStart;
  const end = TAG_END.exec(source)?.index ?? source.length;
  const closed = source[end] === '>';
  const open = end === source.length;
  if (!closed && !open && !certain) return null;
  const tag: Tag = {
    name,
    isEnd,
    span: { start: at, end: closed ? end + 1 : end },
    body: { start: bodyStart, end },
    closed,
    open,
    certain,
  };
  // A closing tag has no body: with anything except spaces in it, it is not a closing tag.
  if (isEnd) return source.slice(bodyStart, end).trim() === '' ? tag : null;
  return OURS.includes(name) || certain || (!hasColon && isElement(source, tag)) ? tag : null;
}

/** Whether a tag with the name of an element has the form of one, as far as it has arrived. */
function isElement(source: string, tag: Tag): boolean {
  const { body, closed, name } = tag;
  if (body.end - tag.span.start > MAX_ELEMENT_CHARS) return false;
  const written = source.slice(body.start, body.end);
  if (!closed) return ATTRIBUTES_BEGIN.test(written);
  if (!ATTRIBUTES.test(written)) return false;
  const needs: Needs = ELEMENTS[name as ElementName];
  if (needs === 'nothing') return true;
  return needs === 'any' ? /=/.test(written) : attributesOf(source, tag).has(needs);
}

/** `<?xml …?>`, `<!DOCTYPE …>` and comments. */
function declarationAt(source: string, at: number): Tag | null {
  DECLARATION.lastIndex = at;
  const head = DECLARATION.exec(source)?.[0];
  if (head === undefined) return null;
  const close = head === '<!--' ? '-->' : '>';
  const rest = source.slice(at, at + MAX_ELEMENT_CHARS);
  const found = rest.indexOf(close, head.length);
  // Comments do not contain others.
  const isText = rest.length === MAX_ELEMENT_CHARS || rest.includes('<!--', head.length);
  if (found < 0 && isText) return null;
  const closed = found >= 0;
  const end = closed ? at + found + close.length : source.length;
  const body = { start: at + head.length, end: closed ? at + found : end };
  const span = { start: at, end };
  return { name: 'declaration', isEnd: false, span, body, closed, open: !closed, certain: false };
}

/** The text ends in the beginning of a name; which name does not matter yet. */
function beginningAt(source: string, at: number): Tag | null {
  const rest = source.slice(at, at + LONGEST_HEAD).toLowerCase();
  if (at + rest.length < source.length || !HEADS.some((head) => head.startsWith(rest))) return null;
  const span = { start: at, end: source.length };
  return { name: 'phoneme', isEnd: false, span, body: span, closed: false, open: true, certain: false };
}

/** Returns the first tag at or after `from`, closed or not; null when there is none. */
export function nextTag(source: string, from: number): Tag | null {
  for (let at = source.indexOf('<', from); at >= 0; at = source.indexOf('<', at + 1)) {
    const tag = tagAt(source, at);
    if (tag) return tag;
  }
  return null;
}

/** The largest length of a tag for which the parser waits, by name. */
export const longestTag = (name: TagName): number =>
  OURS.includes(name) ? MAX_TAG_CHARS : MAX_ELEMENT_CHARS;
