/**
 * Text as the language models of Pocket TTS were trained to read it: chunks of one sentence, or a few short ones, with
 * a limited number of tokens. Follows version 4.0.1 of the reference (text_chunking.py).
 */
import type { Tokenizer } from './tokenizer/tokenizer.ts';

/** Longer chunks make the models skip words. */
const MAX_CHUNK_TOKENS = 50;

/** The parts of a model's configuration that concern its texts. */
export interface TextRules {
  /** Characters that its training texts never had, with their replacements ('' drops the character). */
  readonly replacements: Readonly<Record<string, string>>;
  readonly removesSemicolons: boolean;
}

export interface Prompt {
  readonly text: string;
  /** Frames that are still wanted after the one in which the model says that speech has ended. */
  readonly framesAfterEnd: number;
}

const TERMINAL = '.!?\u2026';
const WEAK = ',;:-\u2013\u2014';
const CLOSERS = '"\'\u201d\u2019)]\u00bb';
/** Length of texts up to which the last word is easily cut off. */
const FEW_WORDS = 4;
const FRAMES_AFTER_FEW_WORDS = 5;
const FRAMES_AFTER = 3;

/**
 * A chunk in the form that the model takes: on one line, with a capital first letter and a mark at its end.
 * @throws RangeError when nothing of the text is left
 */
export function promptOf(chunk: string, { replacements, removesSemicolons }: TextRules): Prompt {
  let text = chunk.trim();
  if (Object.keys(replacements).length > 0) {
    text = wordsOf(Array.from(text, (character) => replacements[character] ?? character).join('')).join(' ');
    // The rest of '"Hi?", she said' must not have a comma after its question mark.
    text = text.replace(/([.!?\u2026])\s*[,;:]/gu, '$1');
  }
  if (text === '') throw new RangeError('there is nothing to speak in this text');
  text = text.replaceAll('\n', ' ').replaceAll('\r', ' ').replaceAll('  ', ' ');
  if (removesSemicolons) text = text.replaceAll(';', ',');
  const framesAfterEnd = wordsOf(text).length <= FEW_WORDS ? FRAMES_AFTER_FEW_WORDS : FRAMES_AFTER;
  return { text: terminated(capitalised(text)), framesAfterEnd };
}

/**
 * Cuts a text at the ends of its sentences, cuts sentences that are too long at their commas, and joins pieces that
 * fit.
 * @returns chunks for `promptOf`; longer than `maxTokens` only if there is no mark to cut at
 * @throws RangeError when there is nothing to speak in the text
 */
export function chunksOf(
  text: string,
  rules: TextRules,
  tokenizer: Tokenizer,
  maxTokens = MAX_CHUNK_TOKENS,
): string[] {
  const tokens = tokenizer.encode(promptOf(text, rules).text.trim());
  const ends = new Set(tokenizer.encode('.!...?').slice(1));
  const commas = new Set(tokenizer.encode(',;:').slice(1));
  const sentences = segments(tokens, boundaries(tokens, ends, tokenizer), tokenizer);
  const refined = sentences.flatMap((sentence) => {
    if (sentence.tokens <= maxTokens) return [sentence];
    const own = tokenizer.encode(sentence.text.trim());
    const clauses = segments(own, boundaries(own, commas), tokenizer);
    return clauses.length > 1 ? clauses : [sentence];
  });
  const chunks: string[] = [];
  let chunk = '';
  let used = 0;
  for (const { text, tokens } of refined) {
    if (chunk !== '' && used + tokens > maxTokens) {
      chunks.push(chunk.trim());
      chunk = '';
    }
    if (chunk === '') [chunk, used] = [text, tokens];
    else [chunk, used] = [`${chunk} ${text}`, used + tokens];
  }
  if (chunk !== '') chunks.push(chunk.trim());
  return chunks;
}

/**
 * Offsets at which segments begin, including both ends.
 * @param tokenizer if given, decimal numbers are not cut
 */
function boundaries(tokens: readonly number[], marks: ReadonlySet<number>, tokenizer?: Tokenizer): number[] {
  const found = [0];
  let isAfterMark = false;
  for (const [index, token] of tokens.entries()) {
    const isMark = marks.has(token);
    if (isAfterMark && !isMark && !(tokenizer && isInDecimal(tokens, index, tokenizer))) found.push(index);
    isAfterMark = isMark;
  }
  found.push(tokens.length);
  return found;
}

function isInDecimal(tokens: readonly number[], index: number, tokenizer: Tokenizer): boolean {
  const before = tokenizer.decode(tokens.slice(0, index));
  const after = tokenizer.decode(tokens.slice(index));
  return /\p{Nd}\.$/u.test(before) && /^\p{Nd}/u.test(after);
}

interface Segment {
  readonly text: string;
  readonly tokens: number;
}

function segments(tokens: readonly number[], found: readonly number[], tokenizer: Tokenizer): Segment[] {
  return found.slice(1).map((end, index) => {
    const part = tokens.slice(found[index], end);
    return { text: tokenizer.decode(part), tokens: part.length };
  });
}

function capitalised(text: string): string {
  const [first = ''] = text;
  return first === first.toLowerCase() ? first.toUpperCase() + text.slice(first.length) : text;
}

/** Without a mark the last word is often mispronounced or repeated. */
function terminated(text: string): string {
  const core = withoutTrailing(text, `${CLOSERS} `);
  const closers = text.slice(core.length).trim();
  const last = Array.from(core).at(-1);
  if (last === undefined || TERMINAL.includes(last)) return text;
  if (WEAK.includes(last)) return `${withoutTrailing(core, `${WEAK} `)}.${closers}`;
  return `${text}.`;
}

function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');
