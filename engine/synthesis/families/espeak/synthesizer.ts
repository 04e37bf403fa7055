import type { Espeak } from '../../../../language/pronunciation/espeak.ts';
import type { Pronounced } from '../../../../language/pronunciation/pronounce.ts';
import type { Rendition } from '../../../forced-alignment/types.ts';
import { wordFactors } from '../../prosody.ts';
import { stateOf } from '../../state-of.ts';
import type { RenderState, SynthesisControls, SynthesizedPhrase, Synthesizer } from '../../synthesizer.ts';
import { speakWithEspeak } from './utterance.ts';

/** Frames are needed only to cut the audio into windows; they are as long as those of the neural voices. */
const FRAME_SAMPLES = 256;

export interface EspeakState extends RenderState {
  readonly engine: 'espeak';
  readonly audio: Float32Array;
}

/**
 * The built-in synthesizer. It computes a whole phrase at once, because it is fast; `temperature` and `topK` have no
 * effect.
 */
export class EspeakSynthesizer implements Synthesizer {
  readonly espeakVoice: string;
  readonly speaksWithEspeak = true;
  readonly #espeak: Espeak;

  constructor(espeak: Espeak, espeakVoice: string) {
    this.#espeak = espeak;
    this.espeakVoice = espeakVoice;
  }

  async prepare(pronounced: readonly Pronounced[], controls: SynthesisControls): Promise<SynthesizedPhrase> {
    const speech = speakWithEspeak(this.#espeak, pronounced, {
      voice: this.espeakVoice,
      speed: controls.speed,
      rates: wordFactors(pronounced, 'rate'),
    });
    const audio = new Float32Array(new SharedArrayBuffer(speech.audio.byteLength));
    audio.set(speech.audio);
    const state: EspeakState = { engine: 'espeak', audio };
    return {
      sampleRate: speech.sampleRate,
      frames: Math.ceil(audio.length / FRAME_SAMPLES),
      frameSamples: FRAME_SAMPLES,
      soundFrom: Math.floor(speech.leadSamples / FRAME_SAMPLES),
      soundTo: Math.ceil((audio.length - speech.tailSamples) / FRAME_SAMPLES),
      maxWindowFrames: Number.POSITIVE_INFINITY,
      words: speech.words,
      phonemes: speech.phonemes,
      state,
    };
  }

  /**
   * The whole utterance with the times of its words and phonemes, for forced alignment with a recording of the same
   * text.
   */
  async rendition(pronounced: readonly Pronounced[]): Promise<Rendition> {
    const speech = speakWithEspeak(this.#espeak, pronounced, { voice: this.espeakVoice, speed: 1 });
    const texts = pronounced.flatMap((token) => (token.kind === 'word' ? [token.word.unit] : []));
    return {
      samples: speech.audio,
      sampleRate: speech.sampleRate,
      words: speech.words.map(({ startSamples, endSamples }, index) => ({
        text: texts[index] ?? '',
        startSamples,
        endSamples,
      })),
      phonemes: speech.phonemes,
    };
  }

  async render(state: RenderState, from: number, to: number): Promise<Float32Array> {
    const { audio } = stateOf<EspeakState>(state, 'espeak');
    return Float32Array.from(audio.subarray(from * FRAME_SAMPLES, to * FRAME_SAMPLES));
  }
}
