import { type APIConnectOptions, llm } from '@livekit/agents';
import { agentLanguage, agentLanguageOrEnglish } from '../languages/index.ts';
import { shortened } from '../text-filters/shortened.ts';
import type { LlmObserver } from './types.ts';

const CONNECTION: APIConnectOptions = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 1000 };

export interface RuleResponderOptions {
  /** As of now. */
  readonly lang: () => string;
  readonly observer: LlmObserver;
  /** Default: the clock and time zone of this machine. */
  readonly now?: () => Date;
}

/** Answers for agents without a language model. The answers depend only on the conversation and the time. */
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
    const answer = answerTo(options.chatCtx, lang(), now?.() ?? new Date());
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

/** The answer to the last message of a conversation. */
function answerTo(context: llm.ChatContext, lang: string, now: Date): string {
  const phrases = agentLanguageOrEnglish(lang).rulePhrases;
  const messages = context.items.filter((item) => item.type === 'message');
  const last = messages.at(-1);
  const heard = last?.role === 'user' ? (last.textContent ?? '').replace(/\s+/g, ' ').trim() : '';
  if (heard === '') return phrases.listening;
  const answer = agentLanguage(lang)?.ruleAnswer?.(heard, now, phrases) ?? null;
  if (answer !== null) return answer;
  // Only the hint contains the setting's name.
  const hinted = messages.some(
    (item) => item.role === 'assistant' && item.textContent?.includes('LLM_BASE_URL'),
  );
  const echo = phrases.echo.replace('{heard}', () => shortened(heard));
  return hinted ? echo : `${echo} ${phrases.hint}`;
}
