/** The part of speech of a reading in its sentence. `past` is the past tense and the past participle. */
export type PartOfSpeech = 'noun' | 'verb' | 'past' | 'adjective';

/** One reading of a heteronym. */
export interface Reading {
  /** In the language's inventory. */
  readonly ipa: string;
  /** Its meaning or form, for people: "metal", "past tense". */
  readonly note: string;
  /** In languages with classes of words; elsewhere the neighbours are named. */
  readonly is?: readonly PartOfSpeech[];
  /**
   * Words that speak for it anywhere near. Here and below "стар*" means all words with this beginning, "*ого" all with
   * this ending, and "^" the border of a clause.
   */
  readonly near?: readonly string[];
  /** Words that speak for it directly before or after. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** How it is written when it is a name ("Polish"). */
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
  /** Modal verbs, and what stands before an infinitive. */
  readonly beforeVerb: ReadonlySet<string>;
  /** Forms of "to be": an adjective or participle follows. */
  readonly beforeAdjective: ReadonlySet<string>;
  /** Forms of "to have": a participle follows. */
  readonly beforeParticiple: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Adverbs and "not", which may stand between a word and what tells of it. */
  readonly skipped: ReadonlySet<string>;
  /** Words that speak of the past. */
  readonly past: ReadonlySet<string>;
  /** Finite verbs: what stands before them is no verb. */
  readonly finite: ReadonlySet<string>;
  /** Object pronouns: what stands before them is a verb. */
  readonly objects: ReadonlySet<string>;
}
