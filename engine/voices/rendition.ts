import { type Piece, TextCutter } from '../../language/text/cutter.ts';
import { abbreviationsOf } from '../../language/text/languages/index.ts';
import { concatenated } from '../../media/concatenated.ts';
import { decodePcm16 } from '../../media/pcm.ts';
import type { Rendition, RenditionPhoneme, RenditionWord } from '../forced-alignment/types.ts';
import { type PhraseOrder, prepareParts, renderPhrase, type SpeakablePhrase } from '../lanes/phrase-steps.ts';
import type { LanePool } from '../lanes/pool.ts';
import { Gap, type PieceEnd } from '../speech/gap.ts';
import type { SynthesisControls } from '../synthesis/synthesizer.ts';
import type { VoiceSource } from '../synthesis/voice-source.ts';
import { SAMPLING_RATES, type SamplingRate } from '../types.ts';

/** A rendition has no listener, so all live speech takes precedence. */
const PATIENCE_MS = 10_000;
/** A user waits for the result: it takes its owner's share beside the speech of others. */
const ATTENDED_PATIENCE_MS = 1000;
/** A step cannot be interrupted; this many frames hold a lane for about 100 ms. */
const WINDOW_FRAMES = 96;

export interface RenditionOptions {
  readonly signal: AbortSignal;
  /** The owner for whom it is spoken; default: background work. */
  readonly owner?: string;
  /** 0.5 to 2. */
  readonly speed: number;
  readonly temperature?: number;
  readonly seed?: number;
}

interface SpokenPhrase {
  readonly samples: Float32Array;
  readonly rate: SamplingRate;
  readonly phrase: SpeakablePhrase;
  /** The position in the phrase of their first sample. */
  readonly startSamples: number;
}

/**
 * Speaks a plain text, sentence by sentence, with the pauses of a stream, at the rate of the synthesizer. Times of
 * words and phonemes are the synthesizer's own. Words that are not heard are left out.
 * @returns no samples at all for a text without anything to say
 * @throws Error when a lane fails; the signal's reason when aborted
 */
export async function renderRendition(
  lanes: LanePool,
  voice: VoiceSource,
  text: string,
  lang: string,
  { signal, owner, speed, temperature, seed = 1 }: RenditionOptions,
): Promise<Rendition> {
  const cutter = new TextCutter({ lang, abbreviations: abbreviationsOf(lang), eager: false });
  const controls: SynthesisControls = { speed, temperature: temperature ?? null, topK: null, seed };
  const patienceMs = owner === undefined ? PATIENCE_MS : ATTENDED_PATIENCE_MS;
  const order: PhraseOrder = {
    lanes: owner === undefined ? lanes : lanes.of(owner),
    voice,
    signal,
    deadlineMs: () => performance.now() + patienceMs,
    isUrgent: () => false,
  };
  const joined = new Joined(speed);
  for (const piece of [...cutter.push(text), ...cutter.flush()]) {
    const end = endOf(piece);
    for await (const part of speakPiece(order, piece.text, end, lang, controls)) {
      joined.add(part, part.phrase.isLast ? end : 'clause');
    }
  }
  return joined.rendition();
}

const endOf = ({ boundary }: Piece): PieceEnd =>
  boundary === 'clause' || boundary === 'length' ? 'clause' : 'sentence';

async function* speakPiece(
  order: PhraseOrder,
  text: string,
  end: PieceEnd,
  lang: string,
  controls: SynthesisControls,
): AsyncGenerator<SpokenPhrase, void> {
  const phrases = prepareParts(order, {
    lang,
    ipaKey: null,
    source: text,
    segments: [{ kind: 'text', text, span: { start: 0, end: text.length } }],
    ending: end === 'clause' ? ',' : '.',
    controls,
  });
  const gap = new Gap(controls.speed);
  for await (const phrase of phrases) {
    const rate = SAMPLING_RATES.find((rate) => rate === phrase.sampleRate) ?? 24_000;
    const windows = renderPhrase(order, phrase, {
      output: { rate, encoding: 'pcm_linear' },
      windowEnd: (from) => Math.min(phrase.frames, from + WINDOW_FRAMES),
      leadMs: gap.leadMs,
      tail: () => gap.tail(),
    });
    const parts: Float32Array[] = [];
    let start = 0;
    for await (const { audio, startSamples } of windows) {
      parts.push(decodePcm16(audio));
      start = startSamples ?? 0;
    }
    yield { samples: concatenated(parts), rate, phrase, startSamples: start };
  }
}

/** Two renditions by one voice as one, with silence between them. */
export function joinedRenditions(first: Rendition, second: Rendition, pauseMs: number): Rendition {
  const { sampleRate } = first;
  const pause = Math.round((pauseMs * sampleRate) / 1000);
  const by = first.samples.length + pause;
  const words = first.words.length;
  const later = <T extends { readonly startSamples: number; readonly endSamples: number }>(unit: T): T => ({
    ...unit,
    startSamples: unit.startSamples + by,
    endSamples: unit.endSamples + by,
  });
  return {
    samples: concatenated([first.samples, new Float32Array(pause), second.samples]),
    sampleRate,
    words: [...first.words, ...second.words.map(later)],
    phonemes: [
      ...first.phonemes,
      { ipa: '', word: -1, startSamples: first.samples.length, endSamples: by },
      ...second.phonemes.map((phoneme) =>
        later({ ...phoneme, word: phoneme.word === -1 ? -1 : phoneme.word + words }),
      ),
    ],
  };
}

/** Phrases concatenated, with times from the beginning of the first. */
class Joined {
  readonly #parts: Float32Array[] = [];
  readonly #words: RenditionWord[] = [];
  readonly #phonemes: RenditionPhoneme[] = [];
  readonly #gap: Gap;
  #samples = 0;
  #rate = 0;

  constructor(speed: number) {
    this.#gap = new Gap(speed);
  }

  add({ samples, rate, phrase, startSamples: start }: SpokenPhrase, end: PieceEnd): void {
    this.#rate = rate;
    this.#silence(Math.round((this.#gap.beforeMs(phrase) * rate) / 1000));
    this.#gap.follow(phrase, end, this.#gap.tail());
    const firstWord = this.#words.length;
    const origin = this.#samples;
    const place = (at: number): number =>
      origin + Math.min(samples.length, Math.max(0, Math.round(((at - start) * rate) / phrase.sampleRate)));
    for (const { unit, startSamples, endSamples } of phrase.words) {
      this.#words.push({ text: unit, startSamples: place(startSamples), endSamples: place(endSamples) });
    }
    this.#phoneme('', -1, origin, place(0));
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

  /** Merges adjacent silences. */
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
