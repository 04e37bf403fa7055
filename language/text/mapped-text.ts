/** A text made from another one, with a map back: which part of the text as sent each code unit stands for. */
export interface MappedText {
  readonly text: string;
  /** For each code unit, the offsets at which its source begins and ends. */
  readonly from: readonly number[];
  readonly until: readonly number[];
}

/** A piece of text that begins at offset `base` of the text as sent. */
export function mapped(text: string, base: number): MappedText {
  const from = Array.from({ length: text.length }, (_, i) => base + i);
  return { text, from, until: from.map((offset) => offset + 1) };
}

/** Texts one after the other. */
export function joined(parts: readonly MappedText[]): MappedText {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  return {
    text: parts.map(({ text }) => text).join(''),
    from: parts.flatMap(({ from }) => from),
    until: parts.flatMap(({ until }) => until),
  };
}

/**
 * Replaces what a global pattern finds; an answer of null leaves a match as it is. Each code unit of a replacement
 * stands for the source of the whole match. Without a replacement the argument itself is returned.
 */
export function rewrite(
  source: MappedText,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string | null,
): MappedText {
  let text = '';
  const from: number[] = [];
  const until: number[] = [];
  let done = 0;
  const keep = (end: number): void => {
    text += source.text.slice(done, end);
    for (let i = done; i < end; i++) {
      from.push(source.from[i] ?? 0);
      until.push(source.until[i] ?? 0);
    }
  };
  for (const match of source.text.matchAll(pattern)) {
    const written = match[0];
    const said = replacement(match);
    if (said === null || said === written) continue;
    keep(match.index);
    done = match.index + written.length;
    text += said;
    for (let i = 0; i < said.length; i++) {
      from.push(source.from[match.index] ?? 0);
      until.push(source.until[done - 1] ?? 0);
    }
  }
  if (done === 0 && text === '') return source;
  keep(source.text.length);
  return { text, from, until };
}
