/** Phrases an agent says by itself. */
export interface Phrases {
  /** After a long silence from the caller. */
  readonly stillThere: string;
  /** Before it hangs up. */
  readonly goodbye: string;
  /** When recognition failed. */
  readonly sayAgain: string;
  /** When it takes over from an agent that has gone. */
  readonly backAgain: string;
  /** Before the greeting, when the call is recorded. */
  readonly recorded: string;
  /** To somebody who is asked to talk to a caller: 1 is yes, 2 is no. */
  readonly takeCall: string;
}

/** Said when the agent's model fails. */
export interface Apology {
  /** Instead of an answer. */
  readonly instead: string;
  /** After an answer that broke off. */
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
  /** Somebody wants to talk. */
  readonly person: string;
  /** Nobody can answer: said by machines, above all. */
  readonly away: string;
  /** Somebody is not there: said by machines, and by people. */
  readonly absent: string;
  /** The caller has to wait for somebody. */
  readonly queue: string;
  /** Said by companies before anything else. */
  readonly opening: string;
}

/** Everything agents say by themselves in a language, and the callers' words that have a special meaning to them. */
export interface AgentLanguage {
  readonly phrases: Phrases;
  readonly apology: Apology;
  /**
   * Said while a tool call is slow. Short, so that they do not delay the answer, and without promising anything.
   */
  readonly fillers: readonly [string, string, string];
  readonly rulePhrases: RulePhrases;
  /**
   * What listeners say to show that they are listening, separated by commas: sounds and words that ask for nothing, of
   * at most three words. Anything that may be meant to stop the agent ("no", "wait") is excluded, whatever else it may
   * mean.
   */
  readonly backchannels: string;
  /**
   * Words that make no more of a backchannel ("Oh, that's okay"), and that recognisers make of the beginning of one,
   * separated by white space. Absent where it was not tried.
   */
  readonly weakWords?: string;
  /**
   * Words of those who ask, refuse or stop somebody, separated by white space: what has one is no backchannel that was
   * misheard. Absent where it was not tried.
   */
  readonly contraryWords?: string;
  /**
   * Words nobody ends a sentence with, separated by white space: conjunctions, articles, prepositions, hesitation
   * sounds.
   */
  readonly danglingWords: string;
  /**
   * Applied in any language: the digits from zero to nine as callers dictate them, separated by white space, and other
   * words for the same digit by slashes. "" where it was not tried.
   */
  readonly digitWords: string;
  /** Absent where it was not tried. */
  readonly answering?: AnsweringPhrases;
  /**
   * The rules' answer to some things that callers say, for languages that have such rules; null for everything else.
   * @param heard as recognised, on one line @param now for questions about the date and time
   */
  readonly ruleAnswer: ((heard: string, now: Date, phrases: RulePhrases) => string | null) | null;
}
