import { EnrolmentThreads } from '../../cloning/research.ts';
import type { Recogniser } from '../../engine/index.ts';
import {
  espeakSource,
  espeakVoiceFor,
  RECOGNITION_SAMPLE_RATE,
  type VoiceSource,
  type WordErrors,
  wordErrors,
} from '../../engine/research.ts';
import { resampleAll } from '../../media/resampler.ts';
import type { Renderer } from './renderer.ts';
import type { Sound } from './sounds.ts';

/** Evidence about one recording and transcript. */
export interface Evidence {
  /** Confidence for the voice whose rendition fits best, as in enrolment. */
  readonly confidence: number;
  /** Null without a recogniser. */
  readonly heard: WordErrors | null;
}

/** Collects the evidence that enrolment uses, on the same threads. */
export class EvidenceCollector {
  readonly #renderer: Renderer;
  readonly #voices: readonly VoiceSource[];
  readonly #recogniser: Recogniser;
  readonly #threads: EnrolmentThreads;
  readonly #never = new AbortController().signal;
  readonly #heard = new Map<Sound, Promise<string>>();

  constructor(renderer: Renderer, voices: readonly VoiceSource[], recogniser: Recogniser) {
    this.#renderer = renderer;
    this.#voices = voices;
    this.#recogniser = recogniser;
    this.#threads = new EnrolmentThreads({ running: 2, waiting: 100, idleMs: 60_000 });
  }

  /**
   * Several requests may be concurrent; two are aligned at a time. For languages other than English only the built-in
   * voice is used.
   */
  async evidence(sound: Sound, text: string, lang = 'en'): Promise<Evidence> {
    const voices = lang === 'en' ? this.#voices : [builtInVoice(lang)];
    const confidences = voices.map(async (voice) => {
      const rendition = await this.#renderer.speak(voice, text, { lang });
      const thread = await this.#threads.enter(this.#never);
      try {
        const { alignment } = await thread.run({ kind: 'align', sound, rendition }, this.#never);
        return alignment.confidence;
      } finally {
        this.#threads.leave(thread);
      }
    });
    const [heard, ...found] = await Promise.all([this.#hear(sound, lang), ...confidences]);
    return { confidence: Math.max(...found), heard: heard === null ? null : wordErrors(text, heard) };
  }

  async close(): Promise<void> {
    await Promise.all([this.#threads.close(), this.#recogniser.close()]);
  }

  async #hear(sound: Sound, lang: string): Promise<string | null> {
    if (!this.#recogniser.supports(lang)) return null;
    const samples = (): Float32Array => resampleAll(sound.samples, sound.sampleRate, RECOGNITION_SAMPLE_RATE);
    const heard =
      this.#heard.get(sound) ?? this.#recogniser.transcribe(samples(), { lang }).then(({ text }) => text);
    this.#heard.set(sound, heard);
    return heard;
  }
}

function builtInVoice(lang: string): VoiceSource {
  const voice = espeakVoiceFor(lang);
  if (voice === null) throw new Error(`nobody speaks "${lang}"`);
  return espeakSource(voice);
}
