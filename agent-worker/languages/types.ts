/** What an agent says by itself. */
export interface Phrases {
  /** After a long silence of the caller. */
  readonly stillThere: string;
  /** Before it hangs up. */
  readonly goodbye: string;
  /** When recognition failed. */
  readonly sayAgain: string;
  /** When it takes over from an agent that is gone. */
  readonly backAgain: string;
}

/** What an agent says when its model fails. */
export interface Apology {
  /** Instead of an answer. */
  readonly instead: string;
  /** Behind an answer that broke off. */
  readonly cutOff: string;
}

/** What the rules say that stand in for a model. `{heard}` stands for the caller's words. */
export interface RulePhrases {
  readonly hello: string;
  readonly echo: string;
  /** Once a conversation: that this is no language model, and how to get one. */
  readonly hint: string;
  /** To nothing in particular. */
  readonly listening: string;
}

/** All that agents say by themselves in a language, and the words of callers that they take for something special. */
export interface AgentLanguage {
  readonly phrases: Phrases;
  readonly apology: Apology;
  /**
   * What is said while a tool takes its time. Short, so that the answer is not kept waiting by them, and promising
   * nothing.
   */
  readonly fillers: readonly [string, string, string];
  readonly rulePhrases: RulePhrases;
  /**
   * What listeners say to show that they listen, separated by commas: sounds and words that ask for nothing, of three
   * words at most. Not among them is what may be meant to stop somebody ("no", "wait"), whatever else it may mean.
   */
  readonly backchannels: string;
  /**
   * Words after which nobody stops, separated by white space: conjunctions, articles, prepositions, and sounds of
   * thinking.
   */
  readonly danglingWords: string;
  /** In any language: digits as callers dictate them, separated by white space. */
  readonly digitWords: string;
  /** In any language: what recognisers are known to give for sounds without words, separated by commas. */
  readonly hallucinations: string;
  /**
   * What the rules answer to some things that callers say, where there is a language with such rules; null for
   * everything else.
   * @param heard as recognised, on one line @param now for questions about date and time
   */
  readonly ruleAnswer: ((heard: string, now: Date, phrases: RulePhrases) => string | null) | null;
}
