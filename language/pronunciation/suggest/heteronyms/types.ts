/** The part of speech of a reading in its sentence. `past` is the past tense and the past participle. */
export type PartOfSpeech = 'noun' | 'verb' | 'past' | 'adjective';

/** One reading of a heteronym. */
export interface Reading {
  /** In the language's inventory. */
  readonly ipa: string;
  /** Its meaning or form, for people: "metal", "past tense". */
  readonly note: string;
  /** Set in languages with word classes; others list the neighbours. */
  readonly is?: readonly PartOfSpeech[];
  /**
   * Words anywhere near that are evidence for it. Here and below "стар*" means all words with this beginning, "*ого"
   * all with this ending, and "^" the border of a clause.
   */
  readonly near?: readonly string[];
  /** Words directly before or after that are evidence for it. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** Its spelling as a name ("Polish"). */
  readonly capital?: boolean;
}

/** The readings of a word, the most usual first. */
export type Heteronym = readonly Reading[];

/** Words of one language that determine the part of speech of their neighbours. All lower case. */
export interface WordClasses {
  /** Articles, possessives, demonstratives: a noun or adjective follows. */
  readonly determiners: ReadonlySet<string>;
  /** Subject pronouns: a verb follows. */
  readonly subjects: ReadonlySet<string>;
  /** Modal verbs, and other words before an infinitive. */
  readonly beforeVerb: ReadonlySet<string>;
  /** Forms of "to be": an adjective or participle follows. */
  readonly beforeAdjective: ReadonlySet<string>;
  /** Forms of "to have": a participle follows. */
  readonly beforeParticiple: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Adverbs and "not", which may be between a word and its cue. */
  readonly skipped: ReadonlySet<string>;
  /** Words that indicate the past. */
  readonly past: ReadonlySet<string>;
  /** Finite verbs: the word before them is not a verb. */
  readonly finite: ReadonlySet<string>;
  /** Object pronouns: the word before them is a verb. */
  readonly objects: ReadonlySet<string>;
}
