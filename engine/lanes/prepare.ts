import type { Espeak, Phoneme } from '../pronunciation/espeak.ts';
import { inventoryKey, parseIpa } from '../pronunciation/ipa.ts';
import { applyLexicon } from '../pronunciation/lexicon.ts';
import { pronounce } from '../pronunciation/pronounce.ts';
import { spokenPhonemes } from '../pronunciation/spoken-phonemes.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import { analyse } from '../text/analyse.ts';
import type { Token, Word } from '../text/types.ts';
import type { PreparedPhrase, PrepareRequest, SpokenWord } from './protocol.ts';

/** Turns text into everything known before the first sample: words, phonemes, durations. */
export async function prepare(
  request: PrepareRequest,
  synthesizer: Synthesizer,
  espeak: Espeak,
  boost: boolean,
): Promise<PreparedPhrase> {
  const { segments, lang, source, lexicon } = request;
  const tokens = closed(analyse(segments, lang, source), request.ending);
  const said = lexicon ? applyLexicon(tokens, lexicon, lang) : tokens;
  const pronounced = pronounce(said, synthesizer.espeakVoice, espeak, pronunciationsOf(request));
  const spoken = pronounced.flatMap((token) => (token.kind === 'word' ? [token] : []));
  if (!spoken.some((token) => token.phonemes.length > 0)) {
    return {
      sampleRate: 0,
      frames: 0,
      frameSamples: 1,
      soundFrom: 0,
      soundTo: 0,
      maxWindowFrames: 1,
      words: [],
      phonemes: [],
      state: null,
    };
  }
  const phrase = await synthesizer.prepare(pronounced, request.controls, boost);
  const words: SpokenWord[] = [];
  const heardAs = new Map<number, number>();
  for (const [index, { word }] of spoken.entries()) {
    const timing = phrase.words[index];
    if (!timing || timing.endSamples <= timing.startSamples) continue;
    heardAs.set(index, words.length);
    words.push({ ...timing, unit: word.unit, span: word.span });
  }
  const phonemes = phrase.phonemes.map((phoneme) => ({ ...phoneme, word: heardAs.get(phoneme.word) ?? -1 }));
  return { ...phrase, words, phonemes };
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
