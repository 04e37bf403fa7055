/**
 * The cost of a text grows in proportion to its length. Compares the CPU time of a text with that of one four times as
 * long: a factor of four is right, sixteen would be quadratic.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitCommands } from '../../language/markup/commands.ts';
import { parseMarkup } from '../../language/markup/parse.ts';
import { MarkupError } from '../../language/markup/transcription.ts';
import { keysIn } from '../../language/pronunciation/lexicon.ts';
import { analyse } from '../../language/text/analyse.ts';
import { TextCutter } from '../../language/text/cutter.ts';
import { abbreviationsOf } from '../../language/text/languages/index.ts';
import { times } from '../../test/kit/long-form.ts';
import { EngineError } from '../errors.ts';
import type { SpeakSettings } from '../types.ts';
import { IncomingText } from './incoming-text.ts';
import { ParsedText } from './parsed-text.ts';
import { SETTINGS } from './testing.ts';

const TIMES = 4;
const SUSPICIOUS_RATIO = 8;
/** Shorter times are too inaccurate to compare, and do not matter. */
const LEAST_MS = 30;
const TRIES = 4;

interface Work {
  readonly name: string;
  /** Characters of the shorter text. */
  readonly length: number;
  run(text: string, lang: string): void;
}

function incoming(lang: string): { text: IncomingText; settings: SpeakSettings } {
  const settings = { ...SETTINGS, lang };
  const cutter = new TextCutter({ lang, abbreviations: abbreviationsOf(lang) });
  return { text: new IncomingText({ settings, cutter, onItems: () => undefined }), settings };
}

function accepted(text: string, settings: SpeakSettings): ParsedText | null {
  try {
    return new ParsedText(text, settings);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return null;
  }
}

function drain(text: IncomingText): void {
  text.end();
  for (let item = text.shift(); item; item = text.shift());
  text.clear();
}

/** All code that handles text before it is spoken: on the main thread, and the first steps on lanes. */
const WORKS: readonly Work[] = [
  { name: 'commands', length: 20_000, run: (text) => void splitCommands(text) },
  {
    name: 'markup',
    length: 20_000,
    run: (text) => {
      try {
        parseMarkup(text);
      } catch (error) {
        if (!(error instanceof MarkupError)) throw error;
      }
    },
  },
  {
    name: 'text that arrives whole',
    length: 20_000,
    run: (sent, lang) => {
      const { text, settings } = incoming(lang);
      // At most a minute of pauses is accepted.
      const checked = accepted(sent.replaceAll('<pause:1ms>', '<phoneme:a>'), settings);
      if (checked) text.pushWhole(checked, null);
      drain(text);
    },
  },
  {
    name: 'text that arrives in tiny frames',
    length: 5000,
    run: (sent, lang) => {
      const { text } = incoming(lang);
      for (let at = 0; at < sent.length; at += 2) text.push(sent.slice(at, at + 2), null);
      drain(text);
    },
  },
  { name: 'dictionary', length: 10_000, run: (text) => void keysIn(text) },
  {
    name: 'text normalization',
    length: 2000,
    run: (text, lang) => {
      analyse([{ kind: 'text', text, span: { start: 0, end: text.length } }], lang, text);
    },
  },
];

const LANGS = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'ru', 'hi', 'ko', 'pl'];
/** Fragments that start, end, join or separate something in some rule. */
const NASTY = [
  ...`. .. … ! ? 。 । " ' ’ » ( ) [ ] { } < > </ <pause:1ms> <phoneme:a> </phoneme> <phone <br <STOP> 0 1 9 12 1. 1, 1/ 1:
    1- $ € % © ½ ² # * ** _ \` \`\`\` ~ | - – — + = @ a@b www. http:// :// / \\ & &amp; a A I X é 🙂 🇩🇪 中 日本 か ก 가 א ا
    Mr. km h x st ° ’s Jan am [^1] ]( [a](b) :) ;`.split(/\s+/),
  ...[
    ' ',
    '\n',
    '\n\n',
    '\t',
    '\u00a0',
    'e\u0301',
    '\u0301',
    '\u200d',
    '\u202e',
    '\u200f',
    '\ufeff',
    '\ud800',
    'z. B.',
  ],
];
const EDGES = ['', '', 'a', '1', '"', '(', ')', '.', '\n'];

interface Pattern {
  readonly lang: string;
  readonly before: string;
  readonly fragments: readonly string[];
  readonly behind: string;
}

/** Repetitions of each fragment, up to a total length. */
function written({ before, fragments, behind }: Pattern, length: number): string {
  const share = length / fragments.length;
  const runs = fragments.map((each) => each.repeat(Math.ceil(share / each.length)));
  return `${before}${runs.join('')}${behind}`;
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Ratio of the time for the longer text to that for the shorter one; 1 if both are too short to measure. The lowest of
 * several tries.
 */
function ratioOf({ run, length }: Work, pattern: Pattern): number {
  const [short, long] = [written(pattern, length), written(pattern, TIMES * length)];
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least > SUSPICIOUS_RATIO; tries++) {
    const longMs = cpuMs(() => run(long, pattern.lang));
    if (longMs < LEAST_MS) return 1;
    least = Math.min(
      least,
      longMs /
        Math.max(
          1,
          cpuMs(() => run(short, pattern.lang)),
        ),
    );
  }
  return least;
}

describe.each(WORKS)('$name', (work) => {
  test.each([
    ['en', '', ['.'], ''],
    ['en', 'a', ['。'], ''],
    ['en', 'a', [')'], 'a'],
    ['en', 'a', ['" '], 'a'],
    ['it', '', ['h日本'], ''],
    ['en', '', ['A__'], ''],
    ['en', '', ['<STOP>'], ''],
    ['en', 'a', ['*'], 'a'],
    ['pt', '', ['!  <phoneme:a>'], ''],
    // One long word, which precedes all others.
    ['en', '', ['h', ']'], ''],
  ])('takes linear time: %s "%s" %j... "%s"', (lang, before, fragments, behind) => {
    const long = { ...work, length: times(1, 2) * work.length };
    expect(ratioOf(long, { lang, before, fragments, behind })).toBeLessThan(SUSPICIOUS_RATIO);
  });

  test('takes linear time for any repeated text', () => {
    const fragment = fc
      .array(fc.constantFrom(...NASTY), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(''));
    const pattern = fc.record({
      lang: fc.constantFrom(...LANGS),
      before: fc.constantFrom(...EDGES),
      fragments: fc.array(fragment, { minLength: 1, maxLength: 3 }),
      behind: fc.constantFrom(...EDGES),
    });
    fc.assert(
      fc.property(pattern, (each) => ratioOf(work, each) < SUSPICIOUS_RATIO),
      { numRuns: times(5, 15) },
    );
  });
});
