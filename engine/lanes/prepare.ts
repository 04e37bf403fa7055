import type { EnglishDictionary } from '../../language/pronunciation/dictionary/english-dictionary.ts';
import { readByDictionary } from '../../language/pronunciation/dictionary/read-by-dictionary.ts';
import type { Espeak, Phoneme } from '../../language/pronunciation/espeak.ts';
import { type InventoryKey, inventoryKey, parseIpa } from '../../language/pronunciation/ipa.ts';
import { applyLexicon } from '../../language/pronunciation/lexicon.ts';
import { loansOf } from '../../language/pronunciation/loans/index.ts';
import { nearestSounds } from '../../language/pronunciation/nearest-sounds.ts';
import { nextPart } from '../../language/pronunciation/parts.ts';
import { type Pronounced, pronounce } from '../../language/pronunciation/pronounce.ts';
import { readBySentence } from '../../language/pronunciation/sentence-readings.ts';
import { spokenPhonemes } from '../../language/pronunciation/spoken-phonemes.ts';
import { analyse, foreignLanguage } from '../../language/text/analyse.ts';
import type { Token, Word } from '../../language/text/types.ts';
import { atOneRate, gainSteps } from '../synthesis/prosody.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import type { PreparedPhrase, PrepareRequest, SpokenWord } from './protocol.ts';

/**
 * Turns text into everything known before the first sample: words, phonemes, durations.
 * @param dictionary the English dictionary of the voice, beside espeak-ng; null for espeak-ng alone
 */
export async function prepare(
  request: PrepareRequest,
  synthesizer: Synthesizer,
  espeak: Espeak,
  boost: boolean,
  dictionary: EnglishDictionary | null = null,
): Promise<PreparedPhrase> {
  const pronunciationOf = pronunciationsOf(request);
  const dropped = new Set<string>();
  const { lang, ipaKey, source } = request;
  const { espeakVoice } = synthesizer;
  const key = inventoryKey(lang, ipaKey);
  const speaksAll = synthesizer.speaksAllPhonemes ?? false;
  const read = (tokens: readonly Token[]): readonly Pronounced[] => {
    // The nearest sound is unknown without an inventory.
    const own = speaksAll || key !== null ? tokens : tokens.map(withoutLanguage);
    const pronounced = pronounce(own, espeakVoice, espeak, pronunciationOf);
    const inSentence = readBySentence(pronounced, { key, espeakVoice, source });
    const all = dictionary && key === 'en' ? readByDictionary(inSentence, dictionary, source) : inSentence;
    return speaksAll || key === null ? all : all.map((token) => inSoundsOf(token, key));
  };
  const { pronounced, rest } = nextPart(
    request.rest ?? { pronounced: [], tokens: tokensOf(request, dropped, dictionary) },
    read,
  );
  const droppedSymbols = dropped.size > 0 ? { droppedSymbols: [...dropped] } : {};
  const spoken = pronounced.flatMap((token) => (token.kind === 'word' ? [token] : []));
  let listed = request.rest?.listed ?? null;
  if (!spoken.some((token) => token.phonemes.length > 0)) {
    return {
      sampleRate: 0,
      frames: 0,
      frameSamples: 1,
      isOpen: false,
      soundFrom: 0,
      soundTo: 0,
      maxWindowFrames: 1,
      words: [],
      heardAs: [],
      phonemes: [],
      state: null,
      rest: rest && { ...rest, listed },
      ...droppedSymbols,
    };
  }
  const { pronounced: said, speed } = atOneRate(pronounced, request.controls.speed);
  const phrase = await synthesizer.prepare(said, { ...request.controls, speed }, boost);
  const words: SpokenWord[] = [];
  const heardAs = new Map<number, number>();
  for (const [index, { word }] of spoken.entries()) {
    const timing = phrase.words[index];
    if (!timing || timing.endSamples <= timing.startSamples) continue;
    const { unit, span } = word;
    const last = words.at(-1);
    if (span.start !== listed?.start) words.push({ ...timing, unit, span });
    // A word that is read out as very many words is pronounced in several pieces.
    else if (last) words[words.length - 1] = { ...last, endSamples: timing.endSamples };
    else continue;
    heardAs.set(index, words.length - 1);
    listed = span;
  }
  const phonemes = phrase.phonemes.map((phoneme) => ({ ...phoneme, word: heardAs.get(phoneme.word) ?? -1 }));
  const isOpen = phrase.isOpen ?? false;
  const gains = gainSteps(pronounced, phrase.words, isOpen);
  return {
    ...phrase,
    ...(gains && { gains }),
    isOpen,
    words,
    heardAs: isOpen ? spoken.map((_, index) => heardAs.get(index) ?? -1) : [],
    phonemes,
    rest: rest && { ...rest, listed },
    ...droppedSymbols,
  };
}

/** Words of other languages, in the sounds of the voice's own language. */
function inSoundsOf(token: Pronounced, key: InventoryKey): Pronounced {
  if (token.kind !== 'word' || token.word.lang === undefined) return token;
  return { ...token, word: withoutLanguage(token.word), phonemes: nearestSounds(token.phonemes, key) };
}

function withoutLanguage<T extends Token>(token: T): T {
  if (token.kind !== 'word' || token.lang === undefined) return token;
  const { lang: _, ...word } = token;
  return word as T;
}

/** The words to pronounce for a phrase, with their custom pronunciations. */
function tokensOf(
  { segments, lang, ipaKey, source, lexicon, ending }: PrepareRequest,
  dropped: Set<string>,
  dictionary: EnglishDictionary | null,
): readonly Token[] {
  const tokens = closed(analyse(segments, lang, source, dropped), ending);
  const own = lexicon ? applyLexicon(tokens, lexicon, lang) : tokens;
  const key = inventoryKey(lang, ipaKey);
  return key === null ? own : applyLexicon(own, loansOf(key, dictionary), lang);
}

/** A phrase's intonation needs a final punctuation mark, even where the writer left it out. */
function closed(tokens: readonly Token[], ending: '.' | ','): Token[] {
  return tokens.at(-1)?.kind === 'word' ? [...tokens, { kind: 'punctuation', mark: ending }] : [...tokens];
}

/** The phonemes of words whose pronunciation comes from a tag or the lexicon. */
function pronunciationsOf({ segments, lang, ipaKey }: PrepareRequest): (word: Word) => readonly Phoneme[] {
  const name = (ipa: string, own: string | null | undefined): string => `${own ?? ''} ${ipa}`;
  const tagged = new Map(
    segments.flatMap((segment) =>
      segment.kind === 'phoneme'
        ? [[name(segment.ipa, foreignLanguage(segment.style, lang)), segment.phonemes]]
        : [],
    ),
  );
  const key = inventoryKey(lang, ipaKey);
  return ({ ipa, lang: own }) => {
    const phonemes = tagged.get(name(ipa ?? '', own));
    if (phonemes) return phonemes;
    const parsed = key === null ? null : parseIpa(ipa ?? '', key);
    if (!parsed?.valid) throw new Error('a pronunciation of the lexicon was not checked before synthesis');
    return spokenPhonemes(parsed.phonemes);
  };
}
