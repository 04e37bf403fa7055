import { EngineError } from '../../engine/errors.ts';
import type { TimeSpan } from '../../engine/forced-alignment/types.ts';
import { RECOGNITION_SAMPLE_RATE, type Recogniser, type Transcript } from '../../engine/recognition/types.ts';
import type { SharedSound } from '../../engine/threads/shared-sound.ts';
import type { BaseVoices } from './base-voices.ts';
import { bestPassage } from './best-passage.ts';
import type { SampleReport } from './checks/check-sample.ts';
import { isOneVoice } from './checks/one-voice.ts';
import { markersOf } from './markers.ts';
import { type Comparison, cut, type EnrolmentPipeline } from './pipeline.ts';
import { Progress, type Report } from './progress.ts';
import { refinementBasis } from './refinement.ts';
import { spokenPart } from './spoken-part.ts';
import { HEARD_AGAIN, type Heard, heardAs, TranscriptVerification } from './transcript-verification.ts';
import { checkLength, hasWords, notAligned } from './transcripts.ts';
import type { Marker, VoiceReference } from './types.ts';
import type { Decoded } from './worker-protocol.ts';

/** Incremented when the same recording would be learned differently. */
const ENROLMENT_VERSION = 5;

/** Recordings that exceed a limit by less than this factor are used completely. */
const WHOLE_FACTOR = 1.125;

/**
 * Longest part that is recognised and learned of a recording without a transcript, which the client waits for. The
 * checks of the voice hear the whole recording.
 */
const HEARD_MS = 12_000;

/** Typical durations of the parts on two cores, run concurrently. Only their ratios count. */
const SECONDS = {
  decode: 0.1,
  check: 0.3,
  transcribe: 2,
  align: 2,
  learn: 1,
} as const;

export interface PlainEnrolmentOptions {
  readonly pipeline: EnrolmentPipeline;
  readonly bases: BaseVoices;
  /** Transcribes recordings without a transcript. */
  readonly recogniser: Recogniser;
  /** Recogniser that checks a given transcript if alignment alone is uncertain; null for none. */
  readonly verifier: Recogniser | null;
  /** Longest part of a recording that is learned. */
  readonly learnedMs: number;
  readonly signal: AbortSignal;
  readonly report: Report;
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
}

/** Compares with the last few voices, or with all. */
type Compare = (
  sound: SharedSound,
  text: string,
  verification: TranscriptVerification | null,
  voices?: number,
) => Promise<Comparison>;

/** The part that was learned from, and the times of all words of the recording. */
interface Compared {
  readonly part: SharedSound;
  readonly comparison: Comparison;
  readonly words: readonly Marker[];
  readonly confidence: number;
}

/** Makes a voice from one recording, with a given or a recognised transcript. */
export class PlainEnrolment {
  readonly #options: PlainEnrolmentOptions;

  constructor(options: PlainEnrolmentOptions) {
    this.#options = options;
  }

  /**
   * @param given the transcript; null to recognise it
   * @throws EngineError; the signal's reason when aborted
   */
  async learn(audio: Uint8Array, lang: string, given: string | null): Promise<VoiceReference> {
    const { pipeline, bases, report: tell } = this.#options;
    const progress = new Progress('decode', SECONDS, tell);
    if (given !== null) progress.expect('transcribe', 0);
    if (given === null) this.#options.recogniser.prepare?.(lang, 'files');
    awaitedLater(pipeline.prepareHearing());
    const decoded = await pipeline.decode(audio, given === null || this.#verifierFor(lang) !== null);
    progress.advance('decode', 1);

    progress.begin('check');
    const { forRecognition, startMs, endMs } = given === null ? partToHear(decoded) : wholeOf(decoded);
    // Recognition takes longest, so it begins before the checks; a failed check aborts it.
    const recognising = given === null ? this.#recognise(forRecognition, lang) : null;
    if (recognising) awaitedLater(recognising);
    const { sound: whole, report } = await pipeline.check(decoded.sound);
    progress.advance('check', 1);

    progress.begin('transcribe');
    const finding = pipeline.nearestNeural(whole, lang);
    const checking = Promise.all([
      pipeline.checkVoices(whole),
      this.#checkOneVoice(report, decoded.forRecognition, lang),
    ]);
    const proposing = pipeline.propose(whole, lang);
    awaitedLater(finding, checking, proposing);
    const sound = cut(whole, startMs, endMs);
    const recognised = await recognising;
    const transcript = given ?? recognised ?? '';
    progress.advance('transcribe', 1);
    const neural = await finding;
    checkLength(transcript, sound.samples.length / sound.sampleRate);
    const again = recognised === null ? null : this.#hearAgain(recognised, forRecognition, lang);
    if (again) awaitedLater(again);
    const verification = again
      ? new TranscriptVerification(() => again, HEARD_AGAIN)
      : new TranscriptVerification(() => this.#hear(transcript, forRecognition, lang));

    progress.begin('align');
    const builtIn = bases.builtIn(lang, report.medianF0Hz);
    const sources = [neural, builtIn].filter((source) => source !== null);
    // A long recording needs two comparisons, each half of the work.
    const comparisons = this.#isLong(sound) ? 2 : 1;
    let compared = 0;
    const compare: Compare = async (some, text, confirmed, voices = sources.length) => {
      const onShare = (share: number) => progress.advance('align', (compared + share) / comparisons);
      const comparison = await pipeline.compare(some, text, lang, sources.slice(-voices), confirmed, onShare);
      compared++;
      return comparison;
    };
    const comparing = this.#compare(sound, transcript, { compare, verification });
    awaitedLater(comparing);
    // Checked first: otherwise the words of two people would be reported as a mismatch.
    await checking;
    const { part, comparison, words, confidence } = await comparing;

    progress.begin('learn');
    const learned = await pipeline.learn(part, comparison.bases);
    const codes = await pipeline.prompt(learned, part);
    const wanted = await proposing;
    progress.end();
    return {
      lang,
      transcript,
      markers: markersOf(words.map((word) => later(word, startMs))),
      codes,
      report: {
        ...report,
        learnedSeconds: part.samples.length / part.sampleRate,
        recognised: given === null,
        confidence,
        words: words.length,
        base: comparison.bases[0]?.key ?? null,
        baseSimilarity: null,
        bases: comparison.bases.length,
        enrolmentVersion: ENROLMENT_VERSION,
      },
      refinement: pipeline.canComplete(lang, wanted) ? refinementBasis(wanted) : null,
    };
  }

  /** Finds the best part of a long recording, and compares only that with all voices. */
  async #compare(
    sound: SharedSound,
    transcript: string,
    { compare, verification }: { readonly compare: Compare; readonly verification: TranscriptVerification },
  ): Promise<Compared> {
    if (!this.#isLong(sound)) {
      const comparison = await compare(sound, transcript, verification);
      return { part: sound, comparison, ...comparison.alignment };
    }
    // The fastest voice finds the words. Only the best part is compared with the others.
    const { alignment } = await compare(sound, transcript, verification, 1);
    const passage = bestPassage(transcript, alignment.words, this.#options.learnedMs);
    if (!passage) throw notAligned();
    const part = cut(sound, passage.startMs, passage.endMs);
    return { part, comparison: await compare(part, passage.text, null), ...alignment };
  }

  #isLong({ samples, sampleRate }: SharedSound): boolean {
    return (1000 * samples.length) / sampleRate > WHOLE_FACTOR * this.#options.learnedMs;
  }

  /** @throws EngineError when no words are understood, or the recogniser is busy */
  async #recognise(samples: Float32Array | null, lang: string): Promise<string> {
    const { recogniser, signal } = this.#options;
    let transcript: Transcript;
    try {
      transcript = await recogniser.transcribe(samples ?? new Float32Array(0), { lang, signal });
    } catch (error) {
      if (this.#options.signal.aborted) throw this.#options.signal.reason;
      this.#options.warn('a recording could not be transcribed', { reason: String(error) });
      throw new EngineError('enrolment_recogniser_busy', { cause: error });
    }
    const text = transcript.text.trim();
    if (hasWords(text)) return text;
    throw new EngineError('no_words_understood');
  }

  /**
   * Recognises the same sound again, slowed down a little. Speech gives about the same words. A recording that is
   * reversed or in another language gives different words each time.
   */
  async #hearAgain(first: string, samples: Float32Array | null, lang: string): Promise<Heard> {
    const slower = await this.#options.pipeline.run({
      kind: 'slow',
      samples: samples ?? new Float32Array(0),
    });
    // The slowed recording has other times.
    return heardAs(first, await this.#recognise(slower, lang), []);
  }

  /** @throws EngineError when two people seem to speak at once, and what they say is not clear */
  async #checkOneVoice(
    { overlapShare }: SampleReport,
    samples: Float32Array | null,
    lang: string,
  ): Promise<void> {
    const verifier = this.#verifierFor(lang);
    if (verifier === null || samples === null) return;
    const { signal } = this.#options;
    try {
      if (await isOneVoice(overlapShare, samples, verifier, { lang, signal })) return;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      this.#options.warn('whether one person speaks could not be heard', { reason: String(error) });
      return;
    }
    throw new EngineError('voices_overlap');
  }

  #verifierFor(lang: string): Recogniser | null {
    const { verifier } = this.#options;
    return verifier?.supports(lang) ? verifier : null;
  }

  /** The recognised text, and its distance from a transcript; null if neither can be determined. */
  async #hear(transcript: string, samples: Float32Array | null, lang: string): Promise<Heard | null> {
    const verifier = this.#verifierFor(lang);
    if (verifier === null || samples === null) return null;
    const { signal } = this.#options;
    try {
      const { text, words } = await verifier.transcribe(samples, { lang, signal });
      return heardAs(transcript, text, words);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      this.#options.warn('a transcript could not be compared with what is heard', { reason: String(error) });
      return null;
    }
  }
}

/** A part of a recording, which is learned. */
interface LearnedPart extends TimeSpan {
  /** The recogniser's input; null if it is not needed. */
  readonly forRecognition: Float32Array | null;
}

const wholeOf = ({ sound, forRecognition }: Decoded): LearnedPart => ({
  forRecognition,
  startMs: 0,
  endMs: (1000 * sound.samples.length) / sound.sampleRate,
});

/** What is recognised and learned of a recording without a transcript; all of a short one. */
function partToHear(decoded: Decoded): LearnedPart {
  const whole = wholeOf(decoded);
  const samples = whole.forRecognition;
  if (samples === null || whole.endMs <= WHOLE_FACTOR * HEARD_MS) return whole;
  const { startMs, endMs } = spokenPart(samples, RECOGNITION_SAMPLE_RATE, HEARD_MS);
  const heard = { samples, sampleRate: RECOGNITION_SAMPLE_RATE };
  return { forRecognition: cut(heard, startMs, endMs).samples, startMs, endMs };
}

const later = ({ text, startMs, endMs }: Marker, byMs: number): Marker => ({
  text,
  startMs: startMs + byMs,
  endMs: endMs + byMs,
});

/** Work that is awaited later; an earlier failure ends the enrolment. */
function awaitedLater(...work: readonly Promise<unknown>[]): void {
  for (const promise of work) promise.catch(() => undefined);
}
