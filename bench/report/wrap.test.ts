import { expect, test } from 'vitest';
import { wrapMarkdown } from './wrap.ts';

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

test('paragraphs and items are wrapped at 120 columns, with the lines of an item indented', () => {
  const wrapped = wrapMarkdown(`${words(40)}\n\n- ${words(40)}\n\n12. ${words(40)}`);
  expect(wrapped.split('\n').filter((line) => line.length > 120)).toEqual([]);
  const [paragraph, item, numbered] = wrapped.split('\n\n').map((block) => block.split('\n'));
  expect(paragraph?.join(' ')).toBe(words(40));
  expect(item?.slice(1).every((line) => /^ {2}word/.test(line))).toBe(true);
  expect(numbered?.slice(1).every((line) => /^ {4}word/.test(line))).toBe(true);
});

test('code, links, tables, headings and fences are not wrapped', () => {
  const code = `\`${words(10)}\``;
  const link = `[${words(8)}](page.md)`;
  const wrapped = wrapMarkdown(`${words(12)} ${code} ${words(12)} ${link}`);
  expect(wrapped).toContain(code);
  expect(wrapped).toContain(link);
  const whole = `| ${words(40)} |\n# ${words(40)}\n\`\`\`bash\n${words(40)}\n\`\`\`\nshort`;
  expect(wrapMarkdown(whole)).toBe(whole);
});
