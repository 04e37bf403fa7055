/** How to make the synthesizers say a symbol. */
export interface Realisation {
  /** Exactly what espeak-ng prints for it in IPA mode in this language's voice (NFD); may differ from standard IPA. */
  readonly espeakIpa: string;
  /** espeak-ng mnemonic in this language's voice, without stress; sometimes two mnemonics in a row ("v;"). */
  readonly mnemonic: string;
}

/** A row of a language's table as it is written; everything else is derived from it. */
export interface SymbolRow {
  /** Standard IPA without ties. Unique within the language. */
  readonly ipa: string;
  readonly mnemonic: string;
  /** A common word of the language that contains the sound. */
  readonly example: string;
  /** Other spellings found in dictionaries, without ties; no spelling belongs to two symbols. */
  readonly aliases?: readonly string[];
  /** Only where espeak-ng prints something else than `ipa`. */
  readonly espeakIpa?: string;
  /** Only where espeak-ng has a sound of its own for the stressed syllable. */
  readonly stressed?: Realisation;
  /** Only where espeak-ng prints another sound between two vowels (Spanish "lobo"); its own rules find the mnemonic. */
  readonly betweenVowelsIpa?: string;
  /** Likewise at the beginning of a word, before a vowel. */
  readonly initialIpa?: string;
  /** Only where espeak-ng says nothing at all for a word made of this sound alone. */
  readonly silentAlone?: true;
}

/** How a language, or a regional variant that `ipa_key` selects, is pronounced. */
export interface PronouncedLanguage {
  /** English name of the language, for messages. */
  readonly name: string;
  /** Voice name to give to espeak-ng; this build knows neither "en-gb" nor "fr-fr". */
  readonly espeakVoice: string;
  /** Language tags that have a female-sounding voice of espeak-ng besides. */
  readonly femaleVoices: readonly string[];
  /** How it is said elsewhere: espeak-ng's voice and what to call it. Suggestions for a word name these too. */
  readonly accents: readonly (readonly [voice: string, note: string])[];
  /** Which vowel, counted from the front (0, 1) or from the end (-1, -2), is stressed when nothing is marked. */
  readonly defaultStress: number;
  /** Vowels that never carry stress; passed over when the default syllable is looked for. */
  readonly reduced: readonly string[];
  /** Whether syllables may begin with s or ʃ and another consonant inside a word too ("ɪkˈstɹiːm", "bəˈʃtɛlən"). */
  readonly sibilantClusters: boolean;
  readonly rows: readonly SymbolRow[];
}
