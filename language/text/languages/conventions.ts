/**
 * The conventions by which a language writes things that are not read as written: the tables of the readers in
 * `readout/`. A language sets every field; null, false and empty lists mean that it has no such convention. Fields
 * marked "in any text" are also recognised in texts of other languages, because names, units and currencies occur
 * there.
 */
import type { CurrencyCode, UnitCode } from './values.ts';

/** Data of a language that its tables may use. */
export interface Counting {
  cardinal(digits: string): string;
  ordinal(digits: string, suffix: string): string;
}

export interface SentenceConventions {
  /** Words that often open a sentence, and rarely follow an abbreviation as part of a name. */
  readonly openers: readonly string[];
  /**
   * In any text: abbreviations that close an enumeration, in lower case. With a capital after them the sentence is
   * over as well.
   */
  readonly closingEnumerations: readonly string[];
  /** In any text: others that commonly close a sentence, in lower case ("p.m.", "Inc."). */
  readonly closingAbbreviations: readonly string[];
  /**
   * In any text: abbreviations that are also plain words, in lower case. They count only before a number ("No. 5", but
   * "He said no. Then").
   */
  readonly wordlikeAbbreviations: readonly string[];
  /** A pronoun of one capital, which ends a sentence where an initial would not ("So did I."). */
  readonly capitalPronoun: string | null;
  /** Words before longer ordinals with a full stop, in lower case ("der 1000. Besucher"). */
  readonly beforeOrdinals: readonly string[];
  /** Nouns that follow ordinals, also without an article ("20. Jahrhundert"). */
  readonly afterOrdinals: readonly string[];
  /** Whether ordinals are figures with a full stop ("3. Mai"), so that such a stop ends no sentence. */
  readonly ordinalDot: boolean;
}

export interface LetterConventions {
  /** Names of the Latin letters from A to Z, if the language has letters of its own. */
  readonly names: readonly string[] | null;
  /** Acronyms said letter by letter although they could be read as a word ("EU" in German would be "oi"). */
  readonly acronyms: readonly string[];
  /** Acronyms of that list that are also words in capitals, as in headlines ("WHO KNEW"). */
  readonly wordlikeAcronyms: readonly string[];
  /**
   * Short words, in lower case, that show in a text in capitals that it consists of words ("IT IS OK"), and words that
   * would be read as acronyms or Roman numerals there.
   */
  readonly smallWords: readonly string[];
  /** Such words that are also acronyms, with the capitals beside which they are acronyms ("THE US ARMY"). */
  readonly spelledBeside: readonly {
    readonly acronym: string;
    readonly after: readonly string[];
    readonly before: readonly string[];
  }[];
  /**
   * For languages where the pronouncer takes the letter A for the article: its name, and the nouns before it ("plan
   * A").
   */
  readonly letterA: { readonly name: string; readonly after: readonly string[] } | null;
  /** In any text: nouns that a single letter follows as a number would ("Plan B. Next comes C."). */
  readonly numberedByLetter: readonly string[];
  /** In any text: words before a key to press; those that end in a hyphen may have any ending. */
  readonly keyCues: readonly string[];
  /** The names of # (where no number follows) and * on a telephone. */
  readonly keys: Readonly<Record<'#' | '*', string>>;
}

export interface AddressConventions {
  /** Matches a house number, with the street ahead. */
  readonly house: RegExp;
  spoken(digits: string, language: Counting & { digits(digits: string): string }): string;
  /** Kinds of streets behind a street's name, shortened without a dot. */
  readonly streets: Readonly<Record<string, string>>;
  /** Postal abbreviations of states after a comma. Those that are also words count only before a postcode. */
  readonly states: Readonly<Record<string, string>>;
  readonly wordlikeStates: readonly string[];
}

export interface WordConventions {
  /** Words that stand directly before the figure of an hour ("오전10시"). */
  readonly beforeHours: readonly string[];
  /**
   * Articles that lose their vowel before vowels ("l'8 marzo"), by their full form before a consonant ("l'1": "il ").
   */
  readonly elidedArticles: Readonly<Record<string, string>> | null;
  /** Suffixes of the genitive after a name or number, which are not words of their own ("2024's"). */
  readonly genitive: string | null;
  /** Suffixes that stay joined to the number before ("5er-Pack"). */
  readonly joinedSuffix: string | null;
  /** Adjectives that a number is the first part of ("5-летний", "3-х комнатная"): the whole, and its words. */
  readonly numberedAdjective: {
    readonly pattern: RegExp;
    spoken(match: RegExpExecArray): string;
  } | null;
  /** "str." and "nr." at the end of a compound, in full ("Hauptstr.", "Kundennr."). */
  readonly compounds: { readonly street: string; readonly number: string } | null;
  /** Whether nouns are capitalised, so that a capital does not begin a sentence. */
  readonly capitalisesNouns: boolean;
  /** "v." between the parties of a court case, in full. */
  readonly versus: string | null;
  /** House numbers that are not read as plain numbers, and abbreviations in addresses; null for neither. */
  readonly addresses: AddressConventions | null;
  /** The points of the compass behind an angle, by their letter. */
  readonly directions: Readonly<Record<string, string>>;
  /** Points of the compass in streets' names: where one letter is one, and the words for them. */
  readonly compass: { readonly pattern: RegExp; readonly words: Readonly<Record<string, string>> } | null;
}

export interface NumberConventions {
  /** Numbers before a counter, and their form elsewhere if it differs ("세" and "셋"). */
  readonly namedAlone: Readonly<Record<string, string>>;
  /** Words for two numbers that mean "a few" ("2~3개"). */
  readonly approximate: Readonly<Record<string, string>>;
  /** The same for a wave dash, where that has another word. */
  readonly wave: string | null;
  /** Whether numbers of five or more figures without a grouping mark are codes, unless they are round. */
  readonly ungroupedAreCodes: boolean;
  /** Whether an s makes round numbers indefinite ("100s of cats"). */
  readonly pluralOfRound: boolean;
  /** Between two things that a dash joins, each read on its own ("9 am - 5 pm"). */
  readonly until: string;
  /** Between the parts of a ratio ("3:1"), where there is a word. */
  readonly ratio: string | null;
  /** Between the goals of two teams ("3-1"), often an empty string; null if it is the word of a range. */
  readonly score: string | null;
  /** Between lengths ("30 x 20 cm"), if it differs from the name of the sign. */
  readonly sizes: string | null;
  /** Between the two values of a blood pressure ("120/80"); and, in any text, words before one in small numbers. */
  readonly pressure: { readonly between: string; readonly cues: readonly string[] };
  /** After a number, for its sign of multiplication with nothing to multiply ("5x faster"). */
  readonly fold: string;
  /** Between the points reached and all points ("4.5/5"). */
  readonly outOf: string | null;
  /** Whether parts of a hundred are points as well ("85/100"). */
  readonly pointsOfHundred: boolean;
  /** Nouns whose steps are counted ("Step 3/5"), and the word between the step and the number of steps. */
  readonly steps: { readonly nouns: readonly string[]; readonly of: string } | null;
}

export interface MoneyConventions {
  /** Symbols that are currencies before an amount only in texts of this language ("Q50"). */
  readonly home: Readonly<Record<string, CurrencyCode>>;
  /** In any text: symbols and abbreviations that stand before or after an amount. */
  readonly symbols: Readonly<Record<string, CurrencyCode>>;
  /** Currencies spelled out after an amount. Those that are also weights are left out. */
  readonly words: Readonly<Record<string, CurrencyCode>>;
  /** Letters between a number and a currency sign that stand for thousands and millions: "3 M€", "10 k€". */
  readonly signScales: Readonly<Record<string, string>>;
  /** Whether cents may also follow the sign after a space ("5 €50"); elsewhere that means "3 $20 notes". */
  readonly spacedCents: boolean;
}

export interface UnitConventions {
  /** Nouns after a measure that put it into the singular ("a twelve inch pizza"); null for none. */
  readonly singularBefore: RegExp | null;
  /** Symbols that are units in texts of this language only. */
  readonly home: Readonly<Record<string, UnitCode>>;
  /** In any text: symbols of units beside the international ones. */
  readonly symbols: Readonly<Record<string, UnitCode>>;
  /** In any text: symbols that are also words or names, and so count only directly after the number. */
  readonly attachedOnly: readonly string[];
  /** Symbols of that list that this language recognises after a space. */
  readonly spacedAtHome: readonly string[];
}

export interface DateConventions {
  /** Abbreviated days of the week in brackets after a date ("(금)"). */
  readonly bracketedDays: Readonly<Record<string, string>> | null;
  /** Marks after a date in figures that belong to its year ("6.3.2006г."). */
  readonly yearMark: RegExp | null;
  /** Two days with dots before the month ("3.–5. Mai", "1./2. Mai"); null where days have none. */
  readonly dottedDays:
    | ((from: string, to: string, slash: boolean, before: string, language: Counting) => string)
    | null;
  /** A range of days before the month ("1–5 января"); null if its numbers are read like others. */
  readonly dayRange: ((from: string, to: string, language: Counting) => string) | null;
  /** Whether day and month are also joined by a hyphen, without a word before them ("06-05"). */
  readonly dashedDays: boolean;
  /** Whether months have a capital, so that "may 5" is none. */
  readonly capitalMonths: boolean;
  /** Months that are also ordinary words when written in lower case. */
  readonly wordlikeMonths: readonly string[];
  /** In any text: what may follow the figure of a day ("3rd", "1er", "1º"). */
  readonly daySuffixes: readonly string[];
  /** In any text: words between day, month and year ("3 de marzo de 2025"). */
  readonly joints: readonly string[];
  /** In any text: words before a day and month in figures; without one of them "3/4" is a fraction. */
  readonly dayCues: readonly string[];
  /**
   * In any text: further such words before figures with dots, which may be a decimal number that ends a sentence
   * ("3.4.").
   */
  readonly dottedDayCues: readonly string[];
  /** In any text: beginnings of words before the month and year of a card ("expires 12/27"). */
  readonly expiryCues: readonly string[];
  /** Days of the week as they are shortened, with the dot where the bare form is another word. */
  readonly shortDays: Readonly<Record<string, string>>;
  /** Words before an abbreviated day that identify it, and abbreviated days that need no such word or date. */
  readonly shortDayCues: readonly string[];
  readonly certainShortDays: readonly string[];
  /**
   * Decades ("1990s", "80er"): group 1 is the year, group 2, if any, an ending that is spoken ("80ern"). Words before
   * decades of two figures, where the language needs them.
   */
  readonly decade: { readonly pattern: RegExp; readonly twoDigitCues: readonly string[] | null } | null;
  /** Numbers of four figures in this range are a year unless they count something. */
  readonly recentYears: readonly [from: number, before: number] | null;
}

export interface TimeConventions {
  /** Words before which "14h" is a time of day, or 'any' where it always is; elsewhere it is a number of hours. */
  readonly hourSignCues: readonly string[] | 'any';
  /** Words before a time with a dot ("alle 14.30"). */
  readonly dottedCues: readonly string[];
  /** Whether the end of the day is said as the twenty-fourth hour ("24:00"). */
  readonly hour24: boolean;
  /** In any text: words for o'clock that are part of the time. */
  readonly clockWords: readonly string[];
  /** In any text: those that distinguish a time with a dot from a decimal number ("14.30 Uhr"). */
  readonly dottedClockWords: readonly string[];
  /** In any text: words between two such times ("10.15 bis 11.30 Uhr"). */
  readonly until: readonly string[];
}

/** Words before numbers of three and four figures that are read in a special way ("room 412"). */
export interface NamedCodeConventions {
  /** Words that make a number of three figures or more a code in any case ("PIN", "ending in"). */
  readonly sure: readonly string[];
  /** Before four or more figures that count nothing ("order 4821", but "order 4821 bricks"). */
  readonly likely: readonly string[];
  /** Words that are allowed between the word and the figures ("is", "number"). */
  readonly between: readonly string[];
  /** Words before numbers of three and four figures that are read in pairs ("room 412"). */
  readonly paired: {
    readonly words: readonly string[];
    spoken(digits: string, language: Counting): string;
  } | null;
}

export interface CodeConventions {
  /** National telephone numbers, which have no country code to identify them. */
  readonly phones: readonly { readonly pattern: RegExp; readonly inPairs?: true }[];
  /** Postcodes, or numbers of houses and lots: how to recognise them, and how they are read. */
  readonly postcode: {
    readonly pattern: RegExp;
    spoken(match: RegExpExecArray, language: Counting & { digits(digits: string): string }): string;
  } | null;
  /** In any text: words before a short number to call. */
  readonly callCues: readonly string[];
  /** Words that make the following figures a code. */
  readonly named: NamedCodeConventions;
}

export interface RomanConventions {
  /** The number of a ruler: "the fourteenth". */
  regnal(value: number, language: Counting, woman: boolean): string;
  /** In any text: words that a number follows. After one of them even a single letter counts ("Part V"). */
  readonly numbered: readonly string[];
  /** In any text: rulers and popes, whose number is an ordinal in most languages. */
  readonly kings: readonly string[];
  readonly queens: readonly string[];
  /** In any text: words that make the numeral in front an ordinal ("XX century"). */
  readonly beforeCentury: readonly string[];
  /** In any text: words after which a numeral is that of a century ("siglo V"). */
  readonly century: readonly string[];
  /** "s. XIX": the abbreviation and the word that it stands for. */
  readonly shortCentury: readonly [RegExp, string] | null;
  /** Whether all centuries are masculine ordinals; elsewhere only those after the word, up to the tenth. */
  readonly ordinalCenturies: boolean;
  /** Endings of ordinals ("XIXe"), and what "s." stands for after one. */
  readonly ordinalSuffix: { readonly pattern: RegExp; readonly century: string } | null;
  /** Centuries with an abbreviated word, or ranges of them ("XIX в.", "XIX–XX вв."), read as a whole. */
  centuries?(
    text: string,
    at: number,
    before: string,
    language: Counting,
  ): { readonly end: number; readonly spoken: string } | null;
  /** Whether a ruler's number takes a dot ("Ludwig XIV."). */
  readonly regnalDot: boolean;
  /**
   * For languages where the words around decide the form: the suffix of the ordinal; null if it is not an ordinal.
   * @param before the word before the numeral,
   * @param behind the text after it
   */
  readonly ordinalForm: ((before: string, behind: string) => string | null) | null;
}

export interface WritingConventions {
  readonly sentences: SentenceConventions;
  readonly letters: LetterConventions;
  readonly words: WordConventions;
  readonly numbers: NumberConventions;
  readonly money: MoneyConventions;
  readonly units: UnitConventions;
  readonly dates: DateConventions;
  readonly times: TimeConventions;
  readonly codes: CodeConventions;
  readonly roman: RomanConventions;
}
