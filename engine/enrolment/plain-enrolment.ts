import { EngineError } from '../errors.ts';
import type { Recogniser } from '../recognition/types.ts';
import { wordErrors } from '../recognition/wer.ts';
import type { SharedSound } from '../threads/shared-sound.ts';
import type { BaseVoices } from './base-voices.ts';
import { bestPassage } from './best-passage.ts';
import { markersOf } from './markers.ts';
import { type Comparison, cut, type EnrolmentPipeline } from './pipeline.ts';
import { type Heard, TranscriptVerification } from './transcript-verification.ts';
import { checkLength, hasWords, notAligned } from './transcripts.ts';
import type { VoiceReference } from './types.ts';

/** Raised when the same recording would be learned differently. */
const ENROLMENT_VERSION = 2;

/** So little more is taken whole. */
const WHOLE_FACTOR = 1.125;
/** A recogniser that has not heard the words of a given transcript by then is not waited for. */
const VERIFIER_MS = 20_000;

export interface PlainEnrolmentOptions {
  readonly pipeline: EnrolmentPipeline;
  readonly bases: BaseVoices;
  /** Transcribes recordings that came without a transcript. */
  readonly recogniser: Recogniser;
  /** Hears whether a transcript that was sent is said, where alignment alone is not sure; null: none does. */
  readonly verifier: Recogniser | null;
  /** Of longer recordings only the best part is learned. */
  readonly learnedMs: number;
  readonly signal: AbortSignal;
  readonly report: (stage: string, fraction: number) => void;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

/** One recording, whose words are sent along or recognised, on its way to a voice. */
export class PlainEnrolment {
  readonly #options: PlainEnrolmentOptions;

  constructor(options: PlainEnrolmentOptions) {
    this.#options = options;
  }

  /** @param given the transcript; null has it recognised @throws EngineError; the signal's reason when aborted */
  async learn(audio: Uint8Array, lang: string, given: string | null): Promise<VoiceReference> {
    const { pipeline, bases, learnedMs, report: progress } = this.#options;
    const others = pipeline.others(lang);
    const { sound, report, forRecognition } = await pipeline.inspect(audio, {
      forRecognition: given === null || this.#verifierFor(lang) !== null,
    });

    progress('transcribe', 0.15);
    const [transcript, { near, neural }] = await Promise.all([
      given ?? this.#recognise(forRecognition, lang),
      pipeline.findBases(sound, lang),
      pipeline.checkVoices(sound),
    ]);
    checkLength(transcript, report.seconds);
    const verification =
      given === null
        ? TranscriptVerification.ofRecognised()
        : new TranscriptVerification(() => this.#hear(given, forRecognition, lang));

    progress('align', 0.4);
    const builtIn = bases.builtIn(lang, report.medianF0Hz);
    const sources = [neural, builtIn].filter((source) => source !== null);
    const durationMs = report.seconds * 1000;
    let part: SharedSound = sound;
    let whole: Comparison;
    let comparison: Comparison;
    if (durationMs <= WHOLE_FACTOR * learnedMs) {
      whole = comparison = await pipeline.compare(sound, transcript, lang, sources, verification);
    } else {
      // The quickest voice finds the words; the rest is done with the best part alone.
      whole = await pipeline.compare(sound, transcript, lang, sources.slice(-1), verification);
      const passage = bestPassage(transcript, whole.alignment.words, learnedMs);
      if (!passage) throw notAligned();
      part = cut(sound, passage.startMs, passage.endMs);
      comparison = await pipeline.compare(part, passage.text, lang, sources, null);
    }

    progress('learn', 0.75);
    const nearBase = await near;
    const { codes, keys } = await pipeline.learn(part, lang, nearBase, comparison.bases, await others);
    progress('learn', 1);
    return {
      lang,
      transcript,
      markers: markersOf(whole.alignment.words),
      codes,
      report: {
        ...report,
        learnedSeconds: part.samples.length / part.sampleRate,
        recognised: given === null,
        confidence: whole.alignment.confidence,
        words: whole.alignment.words.length,
        base: keys[0] ?? null,
        baseSimilarity: nearBase?.similarity ?? null,
        bases: keys.length,
        enrolmentVersion: ENROLMENT_VERSION,
      },
    };
  }

  async #recognise(samples: Float32Array | null, lang: string): Promise<string> {
    let text: string;
    try {
      const { recogniser } = this.#options;
      ({ text } = await recogniser.transcribe(samples ?? new Float32Array(0), {
        lang,
        signal: this.#options.signal,
      }));
    } catch (error) {
      if (this.#options.signal.aborted) throw this.#options.signal.reason;
      this.#options.warn('a recording could not be transcribed', { reason: String(error) });
      throw new EngineError('enrolment_recogniser_busy', { cause: error });
    }
    text = text.trim();
    if (hasWords(text)) return text;
    throw new EngineError('no_words_understood');
  }

  #verifierFor(lang: string): Recogniser | null {
    const { verifier } = this.#options;
    return verifier?.supports(lang) ? verifier : null;
  }

  /** What is heard, and how far a transcript is from that; null when nobody can tell. */
  async #hear(transcript: string, samples: Float32Array | null, lang: string): Promise<Heard | null> {
    const verifier = this.#verifierFor(lang);
    if (verifier === null || samples === null) return null;
    const signal = AbortSignal.any([this.#options.signal, AbortSignal.timeout(VERIFIER_MS)]);
    try {
      const { text, words } = await verifier.transcribe(samples, { lang, signal });
      return { errors: wordErrors(transcript, text), words };
    } catch (error) {
      if (this.#options.signal.aborted) throw this.#options.signal.reason;
      this.#options.warn('a transcript could not be compared with what is heard', { reason: String(error) });
      return null;
    }
  }
}
