import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { analyse } from './analyse.ts';
import type { Token } from './types.ts';

/**
 * Reading-out tables, one file per language: `golden/<code>.json` is an array of pairs [written, spoken]. `spoken` is
 * what the tokens say, joined by single spaces, clause marks included:
 *   ["It costs $5.50, ok?", "It costs five dollars and fifty cents , ok ?"]
 * Every file found is a block of its own and every row a test of its own; a malformed row fails, nothing is skipped.
 * One language only: npx vitest run language/text/golden -t 'golden de'
 */
const folder = new URL('./golden/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

function say(token: Token): string {
  if (token.kind === 'word') return token.spoken;
  return token.kind === 'punctuation' ? token.mark : `<${token.durationMs}ms>`;
}

function rowsOf(file: string): readonly (readonly [string, string])[] {
  const parsed: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  if (!Array.isArray(parsed) || parsed.length === 0) throw new Error(`${file} is not an array of rows`);
  return parsed.map((row: unknown, index) => {
    if (!Array.isArray(row) || row.length !== 2 || typeof row[0] !== 'string' || typeof row[1] !== 'string')
      throw new Error(`${file}, row ${index + 1} is not [written, spoken]`);
    return [row[0], row[1]] as const;
  });
}

it('finds a table for every language', () => {
  expect(files).toEqual(expect.arrayContaining(LANGUAGES.map((code) => `${code}.json`)));
});

for (const file of files) {
  const lang = file.slice(0, -'.json'.length);
  describe(`golden ${lang}`, () => {
    it.each(rowsOf(file).map(([written, spoken]) => ({ written, spoken })))('$written', (row) => {
      const { written, spoken } = row;
      const span = { start: 0, end: written.length };
      const tokens = analyse([{ kind: 'text', text: written, span }], lang, written);
      expect(tokens.map(say).join(' ')).toBe(spoken);
      for (const token of tokens)
        if (token.kind === 'word') expect(written.slice(token.span.start, token.span.end)).toBe(token.unit);
    });
  });
}
