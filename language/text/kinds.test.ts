import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import type { Token } from './types.ts';

type Row = readonly [lang: string, written: string, spoken: string];

/**
 * Kinds of written forms, in the languages in which they differ, with their spoken words as in `golden.test.ts`. Lines
 * of `kinds.tsv` are a kind, a language, a text (`\n` for a new line) and what its tokens say.
 */
function readKinds(): Map<string, Row[]> {
  const kinds = new Map<string, Row[]>();
  const table = readFileSync(new URL('kinds.tsv', import.meta.url), 'utf8');
  for (const line of table.trimEnd().split('\n').slice(1)) {
    const [kind = '', lang = '', written = '', spoken = ''] = line.split('\t');
    const rows = kinds.get(kind) ?? [];
    kinds.set(kind, [...rows, [lang, written.replaceAll('\\n', '\n'), spoken]]);
  }
  return kinds;
}

const said = (token: Token): string =>
  token.kind === 'word' ? token.spoken : token.kind === 'punctuation' ? token.mark : '';

describe.each([...readKinds()])('%s', (_, rows) => {
  it.each(rows)('%s: %s', (lang, written, spoken) => {
    const span = { start: 0, end: written.length };
    const tokens = analyse([{ kind: 'text', text: written, span }], lang, written);
    expect(tokens.map(said).join(' ')).toBe(spoken);
  });
});
