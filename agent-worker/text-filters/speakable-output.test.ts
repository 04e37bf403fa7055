import { describe, expect, it } from 'vitest';
import { parseMarkup } from '../../engine/index.ts';
import { analyse } from '../../language/text/analyse.ts';
import { SpeakableText } from './speakable-text.ts';

/** Returns what the engine speaks for a model's text, as words and marks. */
function spoken(source: string): string {
  const filter = new SpeakableText();
  const text = filter.push(source) + filter.flush();
  return analyse(parseMarkup(text), 'en', text)
    .map((token) => (token.kind === 'word' ? token.spoken : token.kind === 'pause' ? '' : token.mark))
    .join(' ');
}

describe('texts of models are spoken without markup', () => {
  it.each([
    [
      'lists and emphasis',
      '# Plan\n\n- **First**: do *this*.\n- Second: `npm install`\n\n1. One\n2. Two\n',
      'Plan . First : do this . Second : npm install . one . One . two . Two .',
    ],
    ['emphasis in words', 'It is ~~old~~ __new__, ***very*** _nice_.', 'It is old new , very nice .'],
    ['links', 'See [our site](https://example.org/a?b=c_d "Title").', 'See our site .'],
    ['links by reference', 'See [the docs][1].\n\n[1]: https://example.org/docs\n', 'See the docs .'],
    ['pictures', '![A cat](https://example.org/cat.png)', 'A cat'],
    ['emoji', 'Great job! 🎉👍🏽 :-) Go 🚀.', 'Great job ! Go .'],
    ['keycaps', 'Step 1️⃣: go. ✅ Done', 'Step one : go . Done'],
    ['code', 'Use this:\n```python\nprint\n```\nDone.', 'Use this : print . Done .'],
    ['tables', '| Name | Age |\n|------|-----|\n| Ann | 5 |\n', 'Name , Age . Ann , five .'],
    ['rules and quotes', 'One.\n\n---\n\n> Two.', 'One . Two .'],
    ['sources', 'It rains【4†source】 today[^2].', 'It rains today .'],
    ['entities', 'Tom &amp; Jerry&nbsp;say &quot;hi&quot;.', 'Tom and Jerry say hi .'],
    ['tags', '<answer>It <b>is</b>.</answer><|im_end|>', 'It is .'],
    ['pauses', 'Wait.<pause:300ms> <pause:bad>Now.', 'Wait .  Now .'],
  ])('%s', (_, source, expected) => {
    expect(spoken(source)).toBe(expected);
  });
});
