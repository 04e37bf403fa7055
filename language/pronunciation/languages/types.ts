/** How to make the synthesizers pronounce a symbol. */
export interface Realisation {
  /** espeak-ng's exact output for it in IPA mode in this language's voice (NFD). May differ from standard IPA. */
  readonly espeakIpa: string;
  /** espeak-ng mnemonic in this language's voice, without stress; sometimes two mnemonics in a row ("v;"). */
  readonly mnemonic: string;
}

/** One row of a language's table. Everything else is derived from it. */
export interface SymbolRow {
  /** Standard IPA without ties. Unique within the language. */
  readonly ipa: string;
  readonly mnemonic: string;
  /** A common word of the language that contains the sound. */
  readonly example: string;
  /** Other spellings found in dictionaries, without ties. No spelling belongs to two symbols. */
  readonly aliases?: readonly string[];
  /** Set if espeak-ng's output differs from `ipa`. */
  readonly espeakIpa?: string;
  /** Set if espeak-ng has a separate sound for the stressed syllable. */
  readonly stressed?: Realisation;
  /** Set if espeak-ng's output differs between two vowels (Spanish "lobo"). Its own rules choose the mnemonic. */
  readonly betweenVowelsIpa?: string;
  /** The same at the beginning of a word, before a vowel. */
  readonly initialIpa?: string;
  /** Set if espeak-ng is silent for a word of this sound alone. */
  readonly silentAlone?: true;
}

/** Pronunciation of a language, or of a regional variant that `ipa_key` selects. */
export interface PronouncedLanguage {
  /** English name of the language, for messages. */
  readonly name: string;
  /** espeak-ng's voice name. This build has neither "en-gb" nor "fr-fr". */
  readonly espeakVoice: string;
  /** Language tags that also have a female-sounding voice of espeak-ng. */
  readonly femaleVoices: readonly string[];
  /** Other accents: espeak-ng's voice and their name. Suggestions for a word include them. */
  readonly accents: readonly (readonly [voice: string, note: string])[];
  /** The vowel that is stressed by default, counted from the front (0, 1) or from the end (-1, -2). */
  readonly defaultStress: number;
  /** Vowels that are never stressed, and are not counted for the default syllable. */
  readonly reduced: readonly string[];
  /** Whether s or ʃ before another consonant may begin a syllable inside a word ("ɪkˈstɹiːm", "bəˈʃtɛlən"). */
  readonly sibilantClusters: boolean;
  readonly rows: readonly SymbolRow[];
}
