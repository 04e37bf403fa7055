import { shortened } from '../text-filters/shortened.ts';
import type { RulePhrases } from './types.ts';

const MAX_COUNT = 20;
const NUMBERS: readonly string[] = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen twenty'
).split(' ');

/** A rule-based answer in English; null when no rule applies. */
export function englishAnswer(heard: string, now: Date, phrases: RulePhrases): string | null {
  const words = heard
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const said =
    /^(?:please )?(?:can you |could you )?(?:please )?(?:repeat after me|repeat|say)\b[\s,:]*(.+)$/i.exec(
      heard,
    )?.[1];
  if (said !== undefined) return sentence(shortened(said));
  const goal = /\bcount (?:up )?(?:from one |from 1 )?to (\w+)\b/.exec(words)?.[1];
  if (goal !== undefined) return countTo(goal);
  if (/\b(?:what time is it|what's the time|what is the time|tell me the time)\b/.test(words))
    return timeOf(now);
  if (
    /\b(?:what day is it|what date is it|what's the date|what is the date|what is today|what's today|today's date)\b/.test(
      words,
    )
  )
    return dateOf(now);
  if (/\b(?:goodbye|bye|see you|farewell)\b/.test(words)) return 'Goodbye! It was nice talking to you.';
  if (/\b(?:thanks|thank you)\b/.test(words)) return 'You are welcome.';
  if (
    /\b(?:who|what) are you\b|\bare you (?:a|an) (?:robot|machine|computer|ai|human|person|bot)\b/.test(words)
  )
    return `I am a voice agent on Parley. ${phrases.hint}`;
  if (/\bhow are you\b/.test(words)) return 'I am fine, thank you. What can I do for you?';
  // Matches a greeting alone; if anything follows, that part matters.
  if (/^(?:(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|there) ?)+$/.test(words))
    return phrases.hello;
  return null;
}

function countTo(goal: string): string {
  const number = NUMBERS.includes(goal) ? NUMBERS.indexOf(goal) : Number(goal);
  if (!Number.isInteger(number) || number < 1) return 'I can only count up, from one.';
  if (number > MAX_COUNT) return `That is a long way. I count to ${NUMBERS[MAX_COUNT]} at most.`;
  return sentence(NUMBERS.slice(1, number + 1).join(', '));
}

function timeOf(now: Date): string {
  return `It is ${now.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replace(/\s/gu, ' ')}.`;
}

function dateOf(now: Date): string {
  const options = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const;
  return `Today is ${now.toLocaleDateString('en-US', options)}.`;
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}
