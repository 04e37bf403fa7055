import { createRequire } from 'node:module';
import path from 'node:path';
import createModule, {
  type EspeakEvent,
  type EspeakModule,
  type EspeakWorker,
} from '@echogarden/espeak-ng-emscripten';
import { STILL } from './still-voice.ts';

/** One phoneme in both notations of espeak. A stress mark stands in front ("ˈoʊ", "'oU"). `ipa` is empty for pauses. */
export interface Phoneme {
  readonly ipa: string;
  readonly mnemonic: string;
  /** The phoneme in the symbols of Kokoro's dictionary ("ˈO"), if the word was read by it. */
  readonly symbols?: string;
  /** Set on the first phoneme of each of espeak's word groups: espeak has a word boundary here. */
  readonly startsGroup?: boolean;
  /** Set when espeak read the word by the rules of another language, to which the mnemonic belongs. */
  readonly language?: string;
}

export interface EspeakVoice {
  /** Path of the voice in espeak's data, e.g. "gmw/en-US". */
  readonly identifier: string;
  /** Language codes of the voice, in order of preference, such as ["en-us", "en"]. */
  readonly languages: readonly string[];
  readonly name: string;
  readonly gender: 'male' | 'female' | 'unknown';
}

export interface EspeakSettings {
  /** A language code of espeak with an optional variant: "en-us", "en-us+f3". */
  readonly voice: string;
  /** Words per minute, in espeak's unit. */
  readonly rate: number;
  /** Base pitch, 0 to 100; 50 is the voice's own. */
  readonly pitch: number;
  /** Pitch range, 0 (monotone) to 100; 50 is the voice's own. */
  readonly range: number;
}

/** A word or phoneme, with its start in the audio. */
export interface EspeakMark {
  readonly kind: 'word' | 'phoneme';
  /** The IPA of a phoneme, "" for a pause and for a word. */
  readonly ipa: string;
  /** Position of a word in the synthesized text, in code points from 0. */
  readonly textPosition: number;
  readonly atMs: number;
}

export interface EspeakSpeech {
  /** Mono PCM at `ESPEAK_SAMPLE_RATE`; a copy that the caller may keep. */
  readonly audio: Int16Array;
  readonly marks: readonly EspeakMark[];
}

/** Samples per second of everything espeak synthesizes. */
export const ESPEAK_SAMPLE_RATE = 22050;

/** Thrown for a voice or variant that espeak does not have. */
export class UnknownEspeakVoiceError extends Error {
  readonly voice: string;

  constructor(voice: string) {
    super(`espeak has no voice "${voice}"`);
    this.name = 'UnknownEspeakVoiceError';
    this.voice = voice;
  }
}

/**
 * Size of the cache of words. A word costs about 0.5 ms; this many cover most running text in a few languages and take
 * a few MB.
 */
const MAX_REMEMBERED_WORDS = 10_000;
const MAX_REMEMBERED_LENGTH = 40;

/**
 * Number of sentences after which the program is compiled well. Then a sentence of 20 words takes 1 to 2 ms; at first
 * it takes up to 20.
 */
const WARM_UP_SENTENCES = 40;
const WARM_UP_WORDS =
  'the old ferry carries eighteen cars and other passengers across the bay through wind or thick fog nobody knows ' +
  'exactly why it never arrives late have you asked about psychology rhythm quiet bridges ocean waves and judging ' +
  'measures since January';
const WARM_UP_LENGTH = 20;
/** Coprime with the number of words, so that each sentence is a different one. */
const WARM_UP_SHIFT = 7;
/** Synthesis is compiled separately. */
const WARM_UP_UTTERANCES = 8;

/** How many equal characters in a row espeak says. */
const MAX_REPEATS = 3;

/** Stands alone between two clauses in espeak's output. */
const CLAUSE_BORDER = '|';

const VARIANTS_FOLDER = '/usr/share/espeak-ng-data/voices/!v';
/**
 * Disables effects whose state carries over from the last synthesis (flutter, roughness, echo), and breath, whose noise
 * is seeded by the clock.
 */
const STILL_SETTINGS = '\nflutter 0\nroughness 0\nbreath 0 0 0 0 0 0 0 0\necho 0 0\n';

/** A change of language inside a clause, which espeak writes into the phonemes as "(en)". */
const LANGUAGE_SWITCH = /\(([a-z]{2,4}(?:-[A-Za-z0-9-]+)?)\)/g;

/**
 * Characters that espeak would take as markup or commands instead of text: SSML, [[phonemes]] and control codes.
 * A lone surrogate cannot be written as UTF-8.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is looked for
const UNSPEAKABLE = /[\u0000-\u001f\u007f-\u009f[\]<>&{}\\|_^]|\p{Cs}/gu;

/**
 * espeak-ng, compiled to WebAssembly. One instance holds one voice at a time and all calls are synchronous, so it
 * belongs in a worker thread. State that espeak keeps between calls (voice, rate, pitch) is set before each use.
 */
export class Espeak {
  readonly #module: EspeakModule;
  readonly #worker: EspeakWorker;
  readonly #variants = new Set<string>();
  /** Language codes and file names of the voices, lower case, to identifiers. */
  readonly #identifiers = new Map<string, string>();
  readonly voices: readonly EspeakVoice[];
  #voice: string | null = null;
  #eventsPending = true;
  /** In order of use, the least recent first. */
  readonly #words = new Map<string, readonly Phoneme[]>();

  private constructor(module: EspeakModule) {
    this.#module = module;
    this.#worker = new module.eSpeakNGWorker();
    const records = this.#worker.list_voices();
    this.#addStillVariants();
    this.voices = records.map((voice, index) => ({
      identifier: voice.identifier,
      languages: [...voice.languages]
        .sort((a, b) => a.priority - b.priority)
        .map((language) => language.name),
      name: voice.name,
      gender:
        (['unknown', 'male', 'female'] as const)[this.#worker.get_voices(index).get_gender()] ?? 'unknown',
    }));
    // If several voices claim a language code, the one with the lowest number gets it. File names come last.
    const claims = records.flatMap(({ identifier, languages }) => [
      ...languages.map(({ name, priority }) => ({ code: name, priority, identifier })),
      { code: identifier.slice(identifier.lastIndexOf('/') + 1), priority: 100, identifier },
    ]);
    for (const { code, identifier } of claims.sort((a, b) => a.priority - b.priority)) {
      if (!this.#identifiers.has(code.toLowerCase())) {
        this.#identifiers.set(code.toLowerCase(), identifier);
      }
    }
  }

  /** Loads the program and its data for all languages (some 20 MB of memory). */
  static async load(): Promise<Espeak> {
    const require = createRequire(import.meta.url);
    const folder = path.dirname(require.resolve('@echogarden/espeak-ng-emscripten'));
    return new Espeak(await createModule({ locateFile: (file) => path.join(folder, file) }));
  }

  /**
   * Phonemes of a text as spoken in context, in espeak's groups. A group is usually one word, but espeak joins some
   * words ("has been") and splits others. Nothing marks the boundary between clauses.
   * @throws UnknownEspeakVoiceError
   */
  phonemize(text: string, voice: string): Phoneme[][] {
    this.#useVoice(voice);
    const plain = plainText(text);
    if (plain === '') {
      return [];
    }
    const groups = this.#phonemizePlain(plain).filter((group) => group.length > 0);
    if (groups.length >= plain.split(' ').length) return groups;
    const parts = withoutRepeats(plain);
    if (parts.length === 1) return groups;
    return parts.flatMap((part) => this.#phonemizePlain(part).filter((group) => group.length > 0));
  }

  /**
   * Phonemes of a word in isolation. Frequent words are cached.
   * @throws UnknownEspeakVoiceError
   */
  phonemizeWord(word: string, voice: string): readonly Phoneme[] {
    const key = `${voice} ${word}`;
    const known = this.#words.get(key);
    const phonemes = known ?? this.phonemize(word, voice).flat();
    if (word.length <= MAX_REMEMBERED_LENGTH) {
      this.#words.delete(key);
      this.#words.set(key, phonemes);
      if (this.#words.size > MAX_REMEMBERED_WORDS) {
        this.#words.delete(this.#words.keys().next().value as string);
      }
    }
    return phonemes;
  }

  #phonemizePlain(plain: string): Phoneme[][] {
    const mnemonic = this.#phonemes(plain, false).split(' ');
    const ipa = this.#phonemes(plain, true).split(' ');
    if (mnemonic.length !== ipa.length) {
      // The two notations have different groups (seen with pauses in Burmese), so the text is read word by word.
      const words = plain.split(' ');
      return words.length > 1
        ? words.flatMap((word) => this.#phonemizePlain(word))
        : [pairNotations(mnemonic.flatMap(mnemonicTokens), ipa.join('_').split('_'), new LanguageMarks())];
    }
    let marks = new LanguageMarks();
    const groups: Phoneme[][] = [];
    for (const [index, group] of mnemonic.entries()) {
      if (group === CLAUSE_BORDER) {
        marks = new LanguageMarks();
      } else {
        const paired = pairNotations(mnemonicTokens(group), (ipa[index] ?? '').split('_'), marks);
        groups.push(...(this.#voice?.startsWith('ko') ? cutKorean(paired) : [paired]));
      }
    }
    return groups;
  }

  #addStillVariants(): void {
    const { FS } = this.#module;
    const names = FS.readdir(VARIANTS_FOLDER).filter((name) => !name.startsWith('.'));
    FS.writeFile(`${VARIANTS_FOLDER}/${STILL}`, `language variant\nname ${STILL}${STILL_SETTINGS}`);
    for (const name of names) {
      const text = FS.readFile(`${VARIANTS_FOLDER}/${name}`, { encoding: 'utf8' });
      FS.writeFile(`${VARIANTS_FOLDER}/${name}-${STILL}`, text + STILL_SETTINGS);
    }
    for (const name of [...names, STILL, ...names.map((name) => `${name}-${STILL}`)])
      this.#variants.add(name);
  }

  /**
   * Synthesizes a text. A voice of `stillVoice` always gives the same audio. `text` may contain phoneme mnemonics in
   * double square brackets, so it must not be text as a user sent it: see `plainText`.
   * @throws UnknownEspeakVoiceError
   */
  synthesize(text: string, settings: EspeakSettings): EspeakSpeech {
    this.#useVoice(settings.voice);
    this.#worker.set_rate(settings.rate);
    this.#worker.set_pitch(settings.pitch);
    this.#worker.set_range(settings.range);
    this.#worker.set_volume(100);
    this.#drainEvents();
    const pieces: Int16Array[] = [];
    const marks: EspeakMark[] = [];
    let samples = 0;
    this.#worker.synthesize(text, (audio: Int16Array, events: EspeakEvent[]) => {
      pieces.push(audio);
      samples += audio.length;
      for (const event of events) {
        if (event.type === 'word' || event.type === 'phoneme') {
          marks.push({
            kind: event.type,
            ipa: typeof event.id === 'string' ? event.id : '',
            textPosition: event.text_position - 1,
            atMs: event.audio_position,
          });
        }
      }
      return false;
    });
    const audio = new Int16Array(samples);
    let offset = 0;
    for (const piece of pieces) {
      audio.set(piece, offset);
      offset += piece.length;
    }
    return { audio, marks };
  }

  /** Each change of voice leaves events behind that would replace the first events of the next synthesis. */
  #drainEvents(): void {
    if (this.#eventsPending) {
      this.#worker.synthesize(' ', () => false);
      this.#eventsPending = false;
    }
  }

  /**
   * Reads sentences until the program is compiled well, so that no listener waits for that.
   * @param sounds whether synthesis is compiled as well
   * @throws UnknownEspeakVoiceError
   */
  warmUp(voice: string, sounds: boolean): void {
    const words = WARM_UP_WORDS.split(' ');
    for (let sentence = 0; sentence < WARM_UP_SENTENCES; sentence++) {
      words.push(...words.splice(0, WARM_UP_SHIFT));
      this.phonemize(words.slice(0, WARM_UP_LENGTH).join(' '), voice);
    }
    for (let call = 0; sounds && call < WARM_UP_UTTERANCES; call++) {
      this.synthesize('one two three', { voice, rate: 175, pitch: 50, range: 50 });
    }
  }

  #useVoice(voice: string): void {
    if (voice === this.#voice) {
      return;
    }
    const [language = '', variant] = voice.split('+');
    // espeak knows some voices by file name only ("fr", not "fr-fr"); the identifier always works. espeak silently
    // ignores an unknown variant, and keeps the previous voice if one is unknown.
    const identifier = this.#identifiers.get(language.toLowerCase());
    if (identifier === undefined || (variant !== undefined && !this.#variants.has(variant))) {
      throw new UnknownEspeakVoiceError(voice);
    }
    this.#voice = null;
    this.#eventsPending = true;
    if (this.#worker.set_voice(variant === undefined ? identifier : `${identifier}+${variant}`) !== 0) {
      throw new UnknownEspeakVoiceError(voice);
    }
    this.#voice = voice;
  }

  #phonemes(text: string, ipa: boolean): string {
    const { ptr } = this.#worker.convert_to_phonemes(text, ipa);
    // The memory may have grown and moved since the last call, so the view is created again.
    const memory = new Uint8Array(this.#module.HEAP16.buffer);
    const end = memory.indexOf(0, ptr);
    return Buffer.from(memory.buffer, ptr, end - ptr).toString('utf8');
  }
}

/** Returns the text without anything that espeak would interpret as markup, commands or phonemes. */
export function plainText(text: string): string {
  return text.normalize('NFC').replace(UNSPEAKABLE, ' ').replace(/\s+/gu, ' ').trim();
}

/** espeak says at most three equal characters in a row ("b b b b"), so a text is cut before each further one. */
function withoutRepeats(plain: string): string[] {
  if (!/(?:^| )(\S\p{M}*)(?: \1){3}(?: |$)/iu.test(plain)) return [plain];
  const parts: string[][] = [[]];
  let repeats = 0;
  let last = '';
  for (const word of plain.split(' ')) {
    const lower = word.toLowerCase();
    repeats = lower === last && /^\S\p{M}*$/u.test(word) ? repeats + 1 : 1;
    if (repeats > MAX_REPEATS) {
      parts.push([]);
      repeats = 1;
    }
    parts.at(-1)?.push(word);
    last = lower;
  }
  return parts.map((words) => words.join(' '));
}

/** Follows the marks "(en)" and "(de)" of language changes through a clause, and removes them. */
class LanguageMarks {
  #foreign: string | undefined;

  strip(notation: string): string {
    return notation.replace(LANGUAGE_SWITCH, (_, language: string) => {
      this.#foreign = this.#foreign === undefined ? language : undefined;
      return '';
    });
  }

  get foreign(): string | undefined {
    return this.#foreign;
  }
}

/** Splits "h_@_l_'oU" at the separators. Pause phonemes begin with an underscore themselves ("_:", "_|"). */
function mnemonicTokens(group: string): string[] {
  const tokens: string[] = [];
  let at = 0;
  while (at < group.length) {
    const end = group.indexOf('_', group[at] === '_' ? at + 1 : at);
    const stop = end === -1 ? group.length : end;
    tokens.push(group.slice(at, stop));
    at = stop + 1;
  }
  return tokens;
}

/**
 * Pairs the two notations of one group. They correspond token by token, except that a modifier that is a separate
 * phoneme to espeak (";" palatalizes, ":0" lengthens) is written onto the preceding letter in IPA. All of both
 * notations is kept, however they are paired.
 */
function pairNotations(
  mnemonics: readonly string[],
  ipas: readonly string[],
  marks: LanguageMarks,
): Phoneme[] {
  const phonemes: Phoneme[] = [];
  let surplus = mnemonics.length - ipas.length;
  let next = 0;
  for (const [index, ipa] of ipas.entries()) {
    let mnemonic = mnemonics[next++] ?? '';
    while (
      surplus > 0 &&
      next < mnemonics.length &&
      isWrittenOnto(mnemonics[next] ?? '', ipa, ipas[index + 1])
    ) {
      mnemonic += mnemonics[next++] ?? '';
      surplus--;
    }
    if (index === ipas.length - 1) {
      mnemonic += mnemonics.slice(next).join('');
    }
    const stripped = { ipa: ipa.replace(LANGUAGE_SWITCH, ''), mnemonic: marks.strip(mnemonic) };
    if (stripped.mnemonic !== '' || stripped.ipa !== '') {
      phonemes.push({
        ...stripped,
        ...(phonemes.length === 0 && { startsGroup: true }),
        ...(marks.foreign !== undefined && { language: marks.foreign }),
      });
    }
  }
  return phonemes;
}

/** A vowel or final l of Korean, which the first sound of the next word may follow without a separator. */
const KOREAN_ENDING = /^[',]?(?:u-i|u-|[aEe@ouiL])/u;

/** espeak joins some Korean words without a separator. Their phonemes show where to split them. */
function cutKorean(group: readonly Phoneme[]): Phoneme[][] {
  const groups: Phoneme[][] = [[]];
  for (const phoneme of group) {
    const ending = KOREAN_ENDING.exec(phoneme.mnemonic)?.[0] ?? phoneme.mnemonic;
    const beginning = phoneme.mnemonic.slice(ending.length);
    if (beginning === '' || phoneme.language !== undefined) {
      groups.at(-1)?.push(phoneme);
      continue;
    }
    const letters = ending.endsWith('u-i') ? 2 : 1;
    const length = letters + (/^[ˈˌ]/u.test(phoneme.ipa) ? 1 : 0);
    groups.at(-1)?.push({ ...phoneme, ipa: phoneme.ipa.slice(0, length), mnemonic: ending });
    groups.push([{ ipa: phoneme.ipa.slice(length), mnemonic: beginning, startsGroup: true }]);
  }
  return groups;
}

/** Whether the IPA of a mnemonic belongs to the preceding letter. */
function isWrittenOnto(mnemonic: string, ipa: string, nextIpa: string | undefined): boolean {
  if (/^(?:[;:<>]|_j)/.test(mnemonic)) {
    return !/^[;ʲːʰ]/.test(nextIpa ?? '');
  }
  return (mnemonic === 's' && ipa.endsWith('ts')) || (mnemonic === 'z\\' && ipa.endsWith('dʑ'));
}
