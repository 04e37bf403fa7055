import { type APIConnectOptions, llm } from '@livekit/agents';
import { languageOf } from '../../engine/index.ts';
import { agentLanguageOrEnglish } from '../languages/index.ts';
import type { RulePhrases } from '../languages/types.ts';
import type { LlmObserver } from './types.ts';

const CONNECTION: APIConnectOptions = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 1000 };
/** Of what the caller said, that is said back. */
const MAX_ECHO_CHARS = 200;
const MAX_COUNT = 20;
const NUMBERS: readonly string[] = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen twenty'
).split(' ');

export interface RuleResponderOptions {
  readonly lang: string;
  readonly observer: LlmObserver;
  /** Default the clock of this machine, in its time zone. */
  readonly now?: () => Date;
}

/** What an agent without a language model answers by. The same conversation at the same time gets the same answer. */
export class RuleResponder extends llm.LLM {
  readonly #options: RuleResponderOptions;

  constructor(options: RuleResponderOptions) {
    super();
    this.#options = options;
  }

  override label(): string {
    return 'parley.RuleResponder';
  }

  override get model(): string {
    return 'rules';
  }

  override get provider(): string {
    return 'parley';
  }

  override chat(options: Parameters<llm.LLM['chat']>[0]): llm.LLMStream {
    const { lang, observer, now } = this.#options;
    const answer = answerTo(options.chatCtx, lang, now?.() ?? new Date());
    return new RuleStream(
      this,
      { ...options, connOptions: options.connOptions ?? CONNECTION },
      answer,
      observer,
    );
  }
}

class RuleStream extends llm.LLMStream {
  readonly #answer: string;
  readonly #observer: LlmObserver;

  constructor(
    owner: llm.LLM,
    options: ConstructorParameters<typeof llm.LLMStream>[1],
    answer: string,
    observer: LlmObserver,
  ) {
    super(owner, options);
    this.#answer = answer;
    this.#observer = observer;
  }

  protected override async run(): Promise<void> {
    if (this.abortController.signal.aborted) return;
    this.#observer.firstToken(0);
    this.queue.put({ id: 'rules', delta: { role: 'assistant', content: this.#answer } });
  }
}

/** The answer to the last thing that was said in a conversation. */
function answerTo(context: llm.ChatContext, lang: string, now: Date): string {
  const phrases = agentLanguageOrEnglish(lang).rulePhrases;
  const messages = context.items.filter((item) => item.type === 'message');
  const last = messages.at(-1);
  const heard = last?.role === 'user' ? (last.textContent ?? '').replace(/\s+/g, ' ').trim() : '';
  if (heard === '') return phrases.listening;
  const known = languageOf(lang) === 'en' ? ruled(heard, now, phrases) : null;
  if (known !== null) return known;
  // The setting's name stands in the hint and in nothing else that we say.
  const hinted = messages.some(
    (item) => item.role === 'assistant' && item.textContent?.includes('LLM_BASE_URL'),
  );
  const echo = phrases.echo.replace('{heard}', () => shortened(heard));
  return hinted ? echo : `${echo} ${phrases.hint}`;
}

/** An answer by the rules for English; null when none applies. */
function ruled(heard: string, now: Date, phrases: RulePhrases): string | null {
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
  // A greeting alone; with more behind it, the rest is what matters.
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

/** Without the mark at its end, cut between words. */
function shortened(text: string): string {
  const plain = text.replace(/[\s.!?…。！？।,;:]+$/u, '');
  if (plain.length <= MAX_ECHO_CHARS) return plain;
  const cut = plain.lastIndexOf(' ', MAX_ECHO_CHARS);
  return plain.slice(0, cut > 0 ? cut : MAX_ECHO_CHARS);
}
