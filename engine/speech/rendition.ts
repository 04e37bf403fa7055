import { decodePcm16 } from '../../media/pcm.ts';
import type { Rendition, RenditionPhoneme, RenditionWord } from '../forced-alignment/types.ts';
import type { LanePool } from '../lanes/pool.ts';
import type { OutputState, PreparedPhrase, SpeechControls } from '../lanes/protocol.ts';
import type { VoiceSource } from '../synthesis/voice-source.ts';
import { type Piece, TextCutter } from '../text/cutter.ts';
import { abbreviationsOf } from '../text/languages/index.ts';
import { SAMPLING_RATES, type SamplingRate } from '../types.ts';
import { PAUSE_AFTER_MS } from './narrator.ts';

/** Nobody hears a rendition: everything that somebody listens to goes first. */
const PATIENCE_MS = 10_000;
/** A step cannot be interrupted; so many frames hold a lane for some 100 ms. */
const WINDOW_FRAMES = 96;

export interface RenditionOptions {
  readonly signal: AbortSignal;
  /** 0.7, 1 or 1.5. */
  readonly speed: number;
  readonly temperature?: number;
  readonly seed?: number;
}

interface SpokenPhrase {
  readonly samples: Float32Array;
  readonly rate: SamplingRate;
  readonly phrase: PreparedPhrase;
}

/**
 * Speaks a plain text, sentence after sentence with the pauses between them that a stream would have, at the rate of
 * the synthesizer. Times of words and phonemes are the synthesizer's own. Words of which nothing is heard are left out.
 * @returns no samples at all for a text without anything to say
 * @throws Error when a lane fails; the signal's reason when aborted
 */
export async function renderRendition(
  lanes: LanePool,
  source: VoiceSource,
  text: string,
  lang: string,
  { signal, speed, temperature, seed = 1 }: RenditionOptions,
): Promise<Rendition> {
  const cutter = new TextCutter({ lang, abbreviations: abbreviationsOf(lang), eager: false });
  const controls: SpeechControls = { speed, temperature: temperature ?? null, topK: null, seed };
  const joined = new Joined();
  for (const piece of [...cutter.push(text), ...cutter.flush()]) {
    const spoken = await speakPiece(lanes, source, piece, lang, controls, signal);
    if (spoken) joined.add(spoken, PAUSE_AFTER_MS[pauseAfter(piece)] / speed);
  }
  return joined.rendition();
}

const pauseAfter = (piece: Piece): 'sentence' | 'clause' =>
  piece.boundary === 'clause' || piece.boundary === 'length' ? 'clause' : 'sentence';

async function speakPiece(
  lanes: LanePool,
  voice: VoiceSource,
  piece: Piece,
  lang: string,
  controls: SpeechControls,
  signal: AbortSignal,
): Promise<SpokenPhrase | null> {
  const deadlineMs = (): number => performance.now() + PATIENCE_MS;
  const { result: phrase } = await lanes.run(
    {
      kind: 'prepare',
      voice,
      lang,
      ipaKey: null,
      source: piece.text,
      segments: [{ kind: 'text', text: piece.text, span: { start: 0, end: piece.text.length } }],
      ending: pauseAfter(piece) === 'clause' ? ',' : '.',
      controls,
      urgent: false,
    },
    deadlineMs(),
    signal,
  );
  if (phrase.frames === 0 || phrase.state === null) return null;
  const rate = SAMPLING_RATES.find((rate) => rate === phrase.sampleRate) ?? 24_000;
  let state = phrase.state;
  let output: OutputState = { rate, encoding: 'pcm_linear', resampler: null };
  const parts: Float32Array[] = [];
  for (let from = 0; from < phrase.frames; from += WINDOW_FRAMES) {
    const to = Math.min(phrase.frames, from + WINDOW_FRAMES);
    const { result } = await lanes.run(
      {
        kind: 'render',
        voice,
        state,
        from,
        to,
        sampleRate: phrase.sampleRate,
        output,
        trimStartSamples: 0,
        trimEndSamples: 0,
        last: to === phrase.frames,
        urgent: false,
      },
      deadlineMs(),
      signal,
    );
    ({ state, output } = result);
    parts.push(decodePcm16(result.audio));
  }
  return { samples: concatenated(parts), rate, phrase };
}

/** Phrases behind one another, their times counted from the beginning of the first. */
class Joined {
  readonly #parts: Float32Array[] = [];
  readonly #words: RenditionWord[] = [];
  readonly #phonemes: RenditionPhoneme[] = [];
  #samples = 0;
  #rate = 0;
  /** Pause due before the next phrase, less the silence that the last one ended with. */
  #gapMs = 0;

  add({ samples, rate, phrase }: SpokenPhrase, pauseAfterMs: number): void {
    const phraseMs = (frames: number): number => (frames * phrase.frameSamples * 1000) / phrase.sampleRate;
    this.#rate = rate;
    this.#silence(Math.round((Math.max(0, this.#gapMs - phraseMs(phrase.soundFrom)) * rate) / 1000));
    this.#gapMs = pauseAfterMs - phraseMs(phrase.frames - phrase.soundTo);
    const firstWord = this.#words.length;
    const origin = this.#samples;
    const place = (at: number): number =>
      origin + Math.min(samples.length, Math.round((at * rate) / phrase.sampleRate));
    for (const { unit, startSamples, endSamples } of phrase.words) {
      this.#words.push({ text: unit, startSamples: place(startSamples), endSamples: place(endSamples) });
    }
    for (const { ipa, word, startSamples, endSamples } of phrase.phonemes) {
      const index = word === -1 ? -1 : firstWord + word;
      this.#phoneme(ipa, index, place(startSamples), place(endSamples));
    }
    this.#parts.push(samples);
    this.#samples += samples.length;
    this.#phoneme('', -1, this.#phonemes.at(-1)?.endSamples ?? origin, this.#samples);
  }

  rendition(): Rendition {
    return {
      samples: concatenated(this.#parts),
      sampleRate: this.#rate || SAMPLING_RATES[0],
      words: this.#words,
      phonemes: this.#phonemes,
    };
  }

  #silence(samples: number): void {
    if (this.#samples === 0) return;
    this.#parts.push(new Float32Array(samples));
    this.#phoneme('', -1, this.#samples, this.#samples + samples);
    this.#samples += samples;
  }

  /** Silence that follows silence makes one. */
  #phoneme(ipa: string, word: number, startSamples: number, endSamples: number): void {
    if (endSamples <= startSamples) return;
    const previous = this.#phonemes.at(-1);
    if (ipa === '' && previous?.ipa === '' && previous.word === word) {
      this.#phonemes[this.#phonemes.length - 1] = { ...previous, endSamples };
    } else {
      this.#phonemes.push({ ipa, word, startSamples, endSamples });
    }
  }
}

function concatenated(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
