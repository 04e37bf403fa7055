/** Sentences of callers, with `|` where they pause. */
import { pick, shuffled } from '../../random.ts';
import type { Turn } from '../corpora.ts';
import { examplesOf } from '../examples.ts';
import { templateTurns } from '../templates.ts';
import { ENGLISH } from '../templates-en.ts';
import { writtenTurns } from '../written.ts';
import { ENGLISH_WRITTEN } from '../written-en.ts';

const TEMPLATES = 6000;
/** Cumulative shares of the corpora and the templates; the rest are written sentences. */
const CORPORA_UNTIL = 0.6;
const TEMPLATES_UNTIL = 0.85;
/** Share of the pauses that are written as commas, so that voices speak with a continuing intonation. */
const WITH_COMMA = 0.8;
const AT_COMMA = 0.7;
const TWICE = 0.3;
const WITH_CONJUNCTION = 0.4;
const MOST_WORDS = 22;
/** Such texts are read with other words than they have. */
const READ_OTHERWISE = /[\d@#*()[\]{}:;"“”/&%$£+=<>_~…-]|\p{Lu}{2}/u;
const ASKS =
  /^(?:do|does|can|could|is|are|what|when|where|who|how|why|would|will|which|may|have|has)(?!\p{L})/iu;

/** @returns a function that draws a sentence */
export function sayings(turns: readonly Turn[], random: () => number): () => string {
  const made = templateTurns(ENGLISH, TEMPLATES, 2);
  const written = writtenTurns(ENGLISH_WRITTEN, 1, 9);
  const drawn = (): string => {
    const share = random();
    const from = share < CORPORA_UNTIL ? turns : share < TEMPLATES_UNTIL ? made : written;
    return withPauses(pick(from, random).text.trim(), random);
  };
  return () => {
    for (;;) {
      const text = drawn();
      const words = text.replaceAll('|', ' ').trim().split(/\s+/).length;
      if (words < 2 || words > MOST_WORDS || READ_OTHERWISE.test(text)) continue;
      if (/[.?!]$/u.test(text)) return text;
      return text + (ASKS.test(text) ? '?' : '.');
    }
  };
}

function withPauses(text: string, random: () => number): string {
  const marked = text
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean);
  if (marked.length > 1) return joinedBy(random() < WITH_COMMA ? ', | ' : ' | ', marked);
  // A mark at the end means that the turn has no pause.
  if (text.includes('|')) return marked.join(' ');
  const sentences = text.split(/(?<=[.?!])\s+/u);
  return sentences.length > 1 ? oneSentence(sentences, random) : cut(text, random);
}

const joinedBy = (pause: string, parts: readonly string[]): string =>
  parts.map((part, i) => (i < parts.length - 1 ? part.replace(/[,.?!]+$/u, '') : part)).join(pause);

/** Sentences of a text as parts of one. */
function oneSentence(sentences: readonly string[], random: () => number): string {
  const parts = sentences.slice(0, 2 + Math.floor(random() * 2)).map((sentence, i) => {
    if (i === 0) return sentence;
    const conjunction = random() < WITH_CONJUNCTION ? `${pick(['and', 'but', 'so'], random)} ` : '';
    return conjunction + sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
  });
  return joinedBy(', | ', parts);
}

/** Pauses where people hesitate, and at commas. */
function cut(text: string, random: () => number): string {
  const words = text.split(/\s+/u);
  const places = new Set(
    examplesOf({ agent: '', text }, 'en', random)
      .filter(({ isEnd }) => !isEnd)
      .map((example) => example.text.split(/\s+/u).length),
  );
  for (const [i, word] of words.entries()) if (/,$/u.test(word) && random() < AT_COMMA) places.add(i + 1);
  const usable = [...places].filter((place) => place > 0 && place < words.length);
  const used = new Set(shuffled(usable, random).slice(0, random() < TWICE ? 2 : 1));
  return words.map((word, i) => (used.has(i + 1) ? `${word} |` : word)).join(' ');
}
