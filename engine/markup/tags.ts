/**
 * Finds inline markup without validating it: where one of our tags begins, where it ends, and whether more text could
 * still complete it. Both the parser and the cutter use it, so they always agree on what is a tag.
 */
import type { Span } from '../types.ts';

/** Longest opening tag. A `<` whose `>` is further away must not hold up a stream. */
export const MAX_TAG_CHARS = 200;

export type TagName = 'phoneme' | '/phoneme' | 'pause' | 'break';

export interface Tag {
  readonly name: TagName;
  /** From `<` up to and including `>`; for an unclosed tag, up to where the search was given up. */
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

const HEADS: readonly string[] = ['<phoneme', '</phoneme', '<pause', '<break'];
const LONGEST_HEAD = 9;
const HEAD = /<(\/?phoneme|pause|break)(?![^\s:/>])/iy;
const TAG_END = /[<>]/g;

/** Returns the tag that begins with the `<` at `at`, or null when that `<` is text whatever follows. */
export function tagAt(source: string, at: number): Tag | null {
  HEAD.lastIndex = at;
  const name = HEAD.exec(source)?.[1]?.toLowerCase() as TagName | undefined;
  if (!name) {
    const rest = source.slice(at, at + LONGEST_HEAD).toLowerCase();
    if (at + rest.length < source.length || !HEADS.some((head) => head.startsWith(rest))) return null;
    // Only the beginning of a name so far; which one does not matter yet.
    const span = { start: at, end: source.length };
    return { name: 'phoneme', span, body: span, closed: false, open: true, certain: false };
  }

  const bodyStart = at + 1 + name.length;
  const certain = source[bodyStart] === ':' && (name === 'phoneme' || name === 'pause');
  TAG_END.lastIndex = bodyStart;
  const end = TAG_END.exec(source)?.index ?? source.length;
  const closed = source[end] === '>';
  const open = end === source.length;
  if (!closed && !open && !certain) return null;
  // "</phoneme" has no body: with anything but spaces in it, it is something else.
  if (name === '/phoneme' && source.slice(bodyStart, end).trim() !== '') return null;
  return {
    name,
    span: { start: at, end: closed ? end + 1 : end },
    body: { start: bodyStart, end },
    closed,
    open,
    certain,
  };
}

/** Returns the first tag at or after `from`, closed or not; null when there is none. */
export function nextTag(source: string, from: number): Tag | null {
  for (let at = source.indexOf('<', from); at >= 0; at = source.indexOf('<', at + 1)) {
    const tag = tagAt(source, at);
    if (tag) return tag;
  }
  return null;
}
