/** Phrases an agent says by itself. */
export interface Phrases {
  /** After a long silence from the caller. */
  readonly stillThere: string;
  /** Before it hangs up. */
  readonly goodbye: string;
  /** When recognition failed. */
  readonly sayAgain: string;
  /** When it takes over from an agent whose process has ended. */
  readonly backAgain: string;
  /** Before the greeting, when the call is recorded. */
  readonly recorded: string;
  /** To a third person who is asked to talk to a caller: 1 is yes, 2 is no. */
  readonly takeCall: string;
}

/** Said when the agent's model fails. */
export interface Apology {
  /** Instead of an answer. */
  readonly instead: string;
  /** After an incomplete answer. */
  readonly cutOff: string;
}

/** Phrases of the rules that stand in for a model. `{heard}` is replaced with the caller's words. */
export interface RulePhrases {
  readonly hello: string;
  readonly echo: string;
  /** Said once per conversation: that this is not a language model, and how to configure one. */
  readonly hint: string;
  /** When no other phrase applies. */
  readonly listening: string;
}

/**
 * What is said when an outgoing call is answered: phrases, separated by line breaks, in lower case without accents,
 * apostrophes and other marks. They are regular expressions in which `..` stands for up to three words and `#` for a
 * digit, as a word or not. If several kinds apply, the first in this list decides.
 */
export interface AnsweringPhrases {
  /** A machine announces that it records. */
  readonly recorder: string;
  /** A machine offers a choice of keys or words. */
  readonly menu: string;
  /** A screening service asks who is calling. */
  readonly person: string;
  /** The call cannot be answered: said mainly by machines. */
  readonly away: string;
  /** Somebody is absent: said by machines and by people. */
  readonly absent: string;
  /** The caller has to wait for somebody. */
  readonly queue: string;
  /** Companies say this first. */
  readonly opening: string;
}

/** Everything agents say by themselves in a language, and the callers' words to which they react. */
export interface AgentLanguage {
  readonly phrases: Phrases;
  readonly apology: Apology;
  /** Said during a slow tool call: short, so that they do not delay the answer, and without a promise. */
  readonly fillers: readonly [string, string, string];
  readonly rulePhrases: RulePhrases;
  /**
   * Backchannels, separated by commas: sounds and phrases of at most three words that ask for nothing. Anything that
   * may be meant to stop the agent ("no", "wait") is excluded, even if it has other meanings.
   */
  readonly backchannels: string;
  /**
   * Words that leave a backchannel what it is ("Oh, that's okay"), including those that recognisers write for its
   * beginning, separated by white space. Absent for untested languages.
   */
  readonly weakWords?: string;
  /**
   * Words with which people ask, refuse or stop somebody, separated by white space: a text with one of them is not a
   * misheard backchannel. Absent for untested languages.
   */
  readonly contraryWords?: string;
  /**
   * Words that cannot end a sentence, separated by white space: conjunctions, articles, prepositions, hesitation
   * sounds.
   */
  readonly danglingWords: string;
  /**
   * Applied in any language: the digits from zero to nine as callers dictate them, separated by white space, and other
   * words for the same digit by slashes. "" for untested languages.
   */
  readonly digitWords: string;
  /** Absent for untested languages. */
  readonly answering?: AnsweringPhrases;
  /**
   * The rules' answer to some things that callers say, for languages that have such rules; null for everything else.
   * @param heard as recognised, on one line @param now for questions about the date and time
   */
  readonly ruleAnswer: ((heard: string, now: Date, phrases: RulePhrases) => string | null) | null;
}
