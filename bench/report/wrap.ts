/** Generated Markdown has the same width as written Markdown. */

const WIDTH = 120;
/** Units that are not broken: code, links, words. */
const WORD = /(?:`[^`]*`|\[[^\]]*\]\([^)\s]*\)|\S)+/g;
/** Tables, headings, images and HTML comments stay on one line. */
const UNBROKEN = /^(?:[|#]|!\[|<!--)/;
/** The mark of a list item. Its further lines are indented by the length of the mark. */
const ITEM = /^(?:- |\d+\. )/;

/** Wraps the paragraphs and list items of a page, each on one line, at 120 columns. */
export function wrapMarkdown(page: string): string {
  let isCode = false;
  const lines = page.split('\n').flatMap((line) => {
    if (line.startsWith('```')) isCode = !isCode;
    return isCode || line.length <= WIDTH || UNBROKEN.test(line) ? [line] : wrapLine(line);
  });
  return lines.join('\n');
}

function wrapLine(line: string): string[] {
  const indent = ' '.repeat(ITEM.exec(line)?.[0].length ?? 0);
  const lines: string[] = [];
  let current = '';
  for (const [word] of line.matchAll(WORD)) {
    if (current !== '' && current.length + 1 + word.length > WIDTH) {
      lines.push(current);
      current = indent + word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}
