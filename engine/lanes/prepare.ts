import type { EnglishDictionary } from '../pronunciation/dictionary/english-dictionary.ts';
import { readByDictionary } from '../pronunciation/dictionary/read-by-dictionary.ts';
import type { Espeak, Phoneme } from '../pronunciation/espeak.ts';
import { inventoryKey, parseIpa } from '../pronunciation/ipa.ts';
import { applyLexicon } from '../pronunciation/lexicon.ts';
import { nextPart } from '../pronunciation/parts.ts';
import { type Pronounced, pronounce } from '../pronunciation/pronounce.ts';
import { readBySentence } from '../pronunciation/sentence-readings.ts';
import { spokenPhonemes } from '../pronunciation/spoken-phonemes.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import { analyse } from '../text/analyse.ts';
import type { Token, Word } from '../text/types.ts';
import type { PreparedPhrase, PrepareRequest, SpokenWord } from './protocol.ts';

/**
 * Turns text into everything known before the first sample: words, phonemes, durations.
 * @param dictionary what the voice reads English by, beside espeak-ng; null for espeak-ng alone
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
  const read = (tokens: readonly Token[]): readonly Pronounced[] => {
    const pronounced = pronounce(tokens, espeakVoice, espeak, pronunciationOf);
    const inSentence = readBySentence(pronounced, { key, espeakVoice, source });
    return dictionary && key === 'en' ? readByDictionary(inSentence, dictionary, source) : inSentence;
  };
  const { pronounced, rest } = nextPart(
    request.rest ?? { pronounced: [], tokens: tokensOf(request, dropped) },
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
  const phrase = await synthesizer.prepare(pronounced, request.controls, boost);
  const words: SpokenWord[] = [];
  const heardAs = new Map<number, number>();
  for (const [index, { word }] of spoken.entries()) {
    const timing = phrase.words[index];
    if (!timing || timing.endSamples <= timing.startSamples) continue;
    const { unit, span } = word;
    const last = words.at(-1);
    if (span.start !== listed?.start) words.push({ ...timing, unit, span });
    // A word that is read out as very many is pronounced in several pieces.
    else if (last) words[words.length - 1] = { ...last, endSamples: timing.endSamples };
    else continue;
    heardAs.set(index, words.length - 1);
    listed = span;
  }
  const phonemes = phrase.phonemes.map((phoneme) => ({ ...phoneme, word: heardAs.get(phoneme.word) ?? -1 }));
  const isOpen = phrase.isOpen ?? false;
  return {
    ...phrase,
    isOpen,
    words,
    heardAs: isOpen ? spoken.map((_, index) => heardAs.get(index) ?? -1) : [],
    phonemes,
    rest: rest && { ...rest, listed },
    ...droppedSymbols,
  };
}

/** What to say of a phrase: its words, with the custom pronunciations that there are for them. */
function tokensOf(
  { segments, lang, source, lexicon, ending }: PrepareRequest,
  dropped: Set<string>,
): readonly Token[] {
  const tokens = closed(analyse(segments, lang, source, dropped), ending);
  return lexicon ? applyLexicon(tokens, lexicon, lang) : tokens;
}

/** A phrase's intonation needs a final punctuation mark, even where the writer left it out. */
function closed(tokens: readonly Token[], ending: '.' | ','): Token[] {
  return tokens.at(-1)?.kind === 'word' ? [...tokens, { kind: 'punctuation', mark: ending }] : [...tokens];
}

/** The phonemes of words whose pronunciation comes from a tag or the lexicon. */
function pronunciationsOf({ segments, lang, ipaKey }: PrepareRequest): (word: Word) => readonly Phoneme[] {
  const tagged = new Map(
    segments.flatMap((segment) => (segment.kind === 'phoneme' ? [[segment.ipa, segment.phonemes]] : [])),
  );
  const key = inventoryKey(lang, ipaKey);
  return ({ ipa }) => {
    const phonemes = tagged.get(ipa ?? '');
    if (phonemes) return phonemes;
    const parsed = key === null ? null : parseIpa(ipa ?? '', key);
    if (!parsed?.valid) throw new Error('a pronunciation of the lexicon was not checked before synthesis');
    return spokenPhonemes(parsed.phonemes);
  };
}
