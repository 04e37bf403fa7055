import { EngineError } from '../../engine/errors.ts';
import { MIN_CONFIDENCE } from '../../engine/forced-alignment/align.ts';
import { RECOGNITION_SAMPLE_RATE, type Recogniser, type Transcript } from '../../engine/recognition/types.ts';
import { wordErrors } from '../../engine/recognition/wer.ts';
import type { SharedSound } from '../../engine/threads/shared-sound.ts';
import type { BaseVoices } from './base-voices.ts';
import { bestPassage, type TimedWord } from './best-passage.ts';
import type { SampleReport } from './checks/check-sample.ts';
import { isOneVoice } from './checks/one-voice.ts';
import { markersOf } from './markers.ts';
import { withOpenedPauses } from './opened-pauses.ts';
import { type Comparison, cut, type EnrolmentPipeline } from './pipeline.ts';
import { Progress, type Report } from './progress.ts';
import { refinementBasis } from './refinement.ts';
import { HEARD_AGAIN, type Heard, TranscriptVerification } from './transcript-verification.ts';
import { checkLength, hasWords, notAligned } from './transcripts.ts';
import type { Marker, VoiceReference } from './types.ts';

/** Incremented when the same recording would be learned differently. */
const ENROLMENT_VERSION = 4;

/** Recordings that exceed the limit by less than this factor are used completely. */
const WHOLE_FACTOR = 1.125;

/**
 * Longest part that is learned of a recording whose words are recognised: the recogniser's times show which part is
 * best, so only that part is compared. Half a minute does not make clones more like the speaker.
 */
const HEARD_LEARNED_MS = 16_000;

/** Length of the part that is recognised a second time. It has enough words to decide. */
const HEARD_AGAIN_MS = 12_000;

/** Typical durations of the parts for half a minute on two cores, run concurrently. Only their ratios count. */
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
    if (given === null) this.#options.recogniser.prepare?.(lang);
    awaitedLater(pipeline.prepareHearing());
    const { sound, report, forRecognition } = await pipeline.inspect(audio, {
      forRecognition: given === null || this.#verifierFor(lang) !== null,
      onDecoded: () => {
        progress.advance('decode', 1);
        progress.begin('check');
      },
    });
    progress.advance('check', 1);

    progress.begin('transcribe');
    const finding = pipeline.findBases(sound, lang);
    const checking = Promise.all([
      finding.then(() => pipeline.checkVoices(sound)),
      this.#checkOneVoice(report, forRecognition, lang),
    ]);
    awaitedLater(finding, checking);
    const recognised = given === null ? await this.#recognise(forRecognition, lang) : null;
    const transcript = given ?? recognised?.text ?? '';
    progress.advance('transcribe', 1);
    const { wanted, neural } = await finding;
    checkLength(transcript, report.seconds);
    const again = recognised && this.#hearAgain(recognised, forRecognition, lang);
    if (again) awaitedLater(again);
    const verification = again
      ? new TranscriptVerification(() => again, HEARD_AGAIN)
      : new TranscriptVerification(() => this.#hear(transcript, forRecognition, lang));

    progress.begin('align');
    const builtIn = bases.builtIn(lang, report.medianF0Hz);
    const sources = [neural, builtIn].filter((source) => source !== null);
    const timed =
      recognised && forRecognition
        ? withOpenedPauses(recognised.words, forRecognition, RECOGNITION_SAMPLE_RATE)
        : [];
    // A long recording needs two comparisons, each half of the work.
    const comparisons = 1000 * report.seconds > WHOLE_FACTOR * this.#options.learnedMs ? 2 : 1;
    let compared = 0;
    const compare: Compare = async (some, text, confirmed, voices = sources.length) => {
      const onShare = (share: number) => progress.advance('align', (compared + share) / comparisons);
      const comparison = await pipeline.compare(some, text, lang, sources.slice(-voices), confirmed, onShare);
      compared++;
      return comparison;
    };
    const comparing = this.#compare(sound, transcript, timed, { compare, verification });
    awaitedLater(comparing);
    // Checked first: otherwise the words of two people would be reported as a mismatch.
    await checking;
    const { part, comparison, words, confidence } = await comparing;

    progress.begin('learn');
    const learned = await pipeline.learn(part, comparison.bases);
    const codes = await pipeline.prompt(learned, part);
    progress.end();
    return {
      lang,
      transcript,
      markers: markersOf(words),
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

  /**
   * Finds the best part of a long recording, and compares only that with all voices.
   * @param recognised words with times from a recogniser; none otherwise
   */
  async #compare(
    sound: SharedSound,
    transcript: string,
    recognised: readonly TimedWord[],
    { compare, verification }: { readonly compare: Compare; readonly verification: TranscriptVerification },
  ): Promise<Compared> {
    const { learnedMs } = this.#options;
    const durationMs = (sound.samples.length * 1000) / sound.sampleRate;
    const heard =
      durationMs <= WHOLE_FACTOR * HEARD_LEARNED_MS
        ? null
        : bestPassage(transcript, recognised, HEARD_LEARNED_MS);
    if (heard !== null) {
      const part = cut(sound, heard.startMs, heard.endMs);
      const comparison = await compare(part, heard.text, null);
      const { words, confidence } = comparison.alignment;
      // Otherwise the recogniser's times may have been wrong where the part was cut.
      if (confidence >= MIN_CONFIDENCE && (await verification.confirms(confidence))) {
        const inside = words.map((word) => later(word, heard.startMs));
        const all = [...recognised.slice(0, heard.from), ...inside, ...recognised.slice(heard.to)];
        return { part, comparison, words: all, confidence };
      }
    }
    if (durationMs <= WHOLE_FACTOR * learnedMs) {
      const comparison = await compare(sound, transcript, verification);
      return { part: sound, comparison, ...comparison.alignment };
    }
    // The fastest voice finds the words. Only the best part is compared with the others.
    const { alignment } = await compare(sound, transcript, verification, 1);
    const passage = bestPassage(transcript, alignment.words, learnedMs);
    if (!passage) throw notAligned();
    const part = cut(sound, passage.startMs, passage.endMs);
    return { part, comparison: await compare(part, passage.text, null), ...alignment };
  }

  /** @throws EngineError when no words are understood, or the recogniser is busy */
  async #recognise(samples: Float32Array | null, lang: string): Promise<Transcript> {
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
    if (hasWords(text)) return { ...transcript, text };
    throw new EngineError('no_words_understood');
  }

  /**
   * Recognises the beginning of the same recording again, slowed down a little. Speech gives about the same words. A
   * recording that is reversed or in another language gives different words each time.
   */
  async #hearAgain(first: Transcript, all: Float32Array | null, lang: string): Promise<Heard> {
    const { text, samples } = beginning(first, all ?? new Float32Array(0));
    const slower = await this.#options.pipeline.run({ kind: 'slow', samples });
    // The slowed recording has other times.
    return { errors: wordErrors(text, (await this.#recognise(slower, lang)).text), words: [] };
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
      return { errors: wordErrors(transcript, text), words };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      this.#options.warn('a transcript could not be compared with what is heard', { reason: String(error) });
      return null;
    }
  }
}

/** The first words of a recording, and the sound up to the middle of the pause after them; all of a short recording. */
function beginning(
  { text, words }: Transcript,
  samples: Float32Array,
): { readonly text: string; readonly samples: Float32Array } {
  const last = words.findLastIndex(({ endMs }) => endMs <= HEARD_AGAIN_MS);
  const [word, next] = [words[last], words[last + 1]];
  if (!word || !next) return { text, samples };
  const endMs = (word.endMs + next.startMs) / 2;
  return {
    text: words
      .slice(0, last + 1)
      .map((each) => each.text)
      .join(' '),
    samples: samples.subarray(0, Math.round((endMs * RECOGNITION_SAMPLE_RATE) / 1000)),
  };
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
