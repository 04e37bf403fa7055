/** The smallest family of voices, as an example and for tests: each word is a tone of a tenth of a second. */
import type { FamilyName, VoiceFamily } from '../family.ts';
import type { RenderState, SynthesizedPhrase, Synthesizer } from '../synthesizer.ts';
import type { BaseSource } from '../voice-source.ts';

/** The type of `Voice.engine` contains only the families of releases. */
const NAME = 'toy' as FamilyName;
const SAMPLE_RATE = 8000;
const FRAME_SAMPLES = 80;
const WORD_FRAMES = 10;

interface ToySource extends BaseSource {
  readonly hz: number;
}

export const TOY: VoiceFamily<ToySource> = {
  name: NAME,
  title: 'Toy',
  url: 'https://example.org/toy',
  standing: 'on-request',
  readsPhonemes: true,
  canBeConverted: true,
  canBeMorphed: false,
  isKnownElsewhere: false,
  cost: 0.01,
  builtIn() {
    const source: ToySource = { engine: NAME, hz: 440 };
    const voice = {
      id: 'toy-tone',
      name: 'Tone',
      lang: 'en',
      langs: ['en'],
      engine: NAME,
      sampleRate: SAMPLE_RATE,
      license: 'CC0-1.0',
      supportsTimings: true,
      tags: ['built-in'],
      notice: null,
    };
    return { engine: NAME, listed: [{ voice, source }] };
  },
  keyOf: ({ hz }) => `toy:${hz}`,
  modelPathOf: () => null,
  load: async ({ hz }) => new ToySynthesizer(hz),
};

class ToySynthesizer implements Synthesizer {
  readonly espeakVoice = 'en-us';
  readonly #hz: number;

  constructor(hz: number) {
    this.#hz = hz;
  }

  async prepare(pronounced: Parameters<Synthesizer['prepare']>[0]): Promise<SynthesizedPhrase> {
    const wordSamples = WORD_FRAMES * FRAME_SAMPLES;
    const times = pronounced
      .filter(({ kind }) => kind === 'word')
      .map((_, word) => ({ startSamples: word * wordSamples, endSamples: (word + 1) * wordSamples }));
    const frames = times.length * WORD_FRAMES;
    return {
      sampleRate: SAMPLE_RATE,
      frames,
      frameSamples: FRAME_SAMPLES,
      soundFrom: 0,
      soundTo: frames,
      maxWindowFrames: Number.POSITIVE_INFINITY,
      words: times,
      phonemes: times.map((time, word) => ({ ipa: 'a', word, ...time })),
      state: { engine: NAME },
    };
  }

  async render(_state: RenderState, from: number, to: number): Promise<Float32Array> {
    const step = (2 * Math.PI * this.#hz) / SAMPLE_RATE;
    return Float32Array.from({ length: (to - from) * FRAME_SAMPLES }, (_, i) =>
      Math.sin(step * (from * FRAME_SAMPLES + i)),
    );
  }
}
