/** The parts of a Markdown page that tests use: its code blocks with their claims, its links and anchors. */
import { readFileSync } from 'node:fs';

/**
 * The claim of a block, in the comment on the line before it:
 *
 * - `<!-- runs -->`: it ends with exit code 0; an output block comes next
 * - `<!-- writes hello.wav -->`: like `runs`, and it leaves a file with sound
 * - `<!-- serves -->`: it starts the server and runs until it is stopped
 * - `<!-- output -->`: the output of the block before, or one event of it
 * - `<!-- output alignment -->`: the word timings of the block before, together
 * - `<!-- run by test/recipes -->`: another test runs it, and compares its output, if that is shown
 * - `<!-- not run: REASON -->`
 */
export type Note =
  | { readonly kind: 'runs' | 'serves' | 'output' | 'output alignment' }
  | { readonly kind: 'writes'; readonly file: string }
  | { readonly kind: 'run by'; readonly test: string }
  | { readonly kind: 'not run'; readonly reason: string };

export interface Block {
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** The text behind the fence, such as "bash" or "json". */
  readonly language: string;
  readonly code: string;
  readonly note: Note | null;
}

export interface Page {
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Targets of links and images, as written. */
  readonly links: readonly string[];
  /** Valid `#...` fragments, by the rules of GitHub. */
  readonly anchors: ReadonlySet<string>;
}

const FENCE = /^```(\w*)$/;
const HEADING = /^#{1,6} (.*)$/;
const LINK = /\]\(([^()\s]+)\)/g;

export function readPage(path: string): Page {
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n');
  const blocks: Block[] = [];
  const links: string[] = [];
  const anchors = new Set<string>();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const language = FENCE.exec(line)?.[1];
    if (language === undefined) {
      const heading = HEADING.exec(line)?.[1];
      if (heading !== undefined) addAnchor(anchors, heading);
      for (const [, target = ''] of line.replace(/`[^`]*`/g, '').matchAll(LINK)) links.push(target);
      continue;
    }
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`${path}:${at + 1}: the code block is not closed`);
    const note = parseNote(lines[at - 1] ?? '', `${path}:${at}`);
    blocks.push({ line: at + 1, language, code: lines.slice(at + 1, end).join('\n'), note });
    at = end;
  }
  return { text, blocks, links, anchors };
}

function parseNote(line: string, place: string): Note | null {
  const comment = /^<!-- (.*) -->$/.exec(line)?.[1];
  if (comment === undefined) return null;
  if (/^(runs|serves|output|output alignment)$/.test(comment)) {
    return { kind: comment as 'runs' | 'serves' | 'output' | 'output alignment' };
  }
  const [, kind, rest = ''] = /^(writes |run by |not run: )(.+)$/.exec(comment) ?? [];
  if (kind === 'writes ') return { kind: 'writes', file: rest };
  if (kind === 'run by ') return { kind: 'run by', test: rest };
  if (kind === 'not run: ') return { kind: 'not run', reason: rest };
  throw new Error(`${place}: nobody understands the comment "${comment}"`);
}

function addAnchor(anchors: Set<string>, heading: string): void {
  const plain = heading.replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const slug = plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
  let name = slug;
  for (let n = 1; anchors.has(name); n++) name = `${slug}-${n}`;
  anchors.add(name);
}
