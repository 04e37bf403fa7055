/** Markdown that is generated keeps the width of Markdown that is written. */

const WIDTH = 120;
/** What is not broken inside: code, links, words. */
const WORD = /(?:`[^`]*`|\[[^\]]*\]\([^)\s]*\)|\S)+/g;
/** Tables, headings, images and HTML comments stay on one line. */
const UNBROKEN = /^(?:[|#]|!\[|<!--)/;
/** The mark of a list item; the lines below it are indented by its length. */
const ITEM = /^(?:- |\d+\. )/;

/** Breaks the paragraphs and list items of a page, each on one line, at 120 columns. */
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
