/** An engine that enrols and speaks at once, as it is told: for what lies around it. */

import {
  type ClonedVoice,
  EnrolmentError,
  type EnrolmentRequest,
  type VoiceReference,
} from '../../engine/enrolment/types.ts';
import { NoRecogniser } from '../../engine/recognition/create-recogniser.ts';
import {
  type Engine,
  type EnrolOptions,
  type OpenOptions,
  SpeakError,
  type SpeakSettings,
  type SpeechChunk,
  type SpeechStream,
  type Voice,
} from '../../engine/speech/types.ts';

export const DEFAULT_VOICE = '8e9c4bc8-3979-48ab-8626-df53befc2090';

const VOICES: readonly Voice[] = [
  { id: DEFAULT_VOICE, lang: 'en', langs: ['en', 'en-us'] },
  { id: 'espeak-de', lang: 'de', langs: ['de'] },
].map((voice) => ({
  ...voice,
  name: `Voice of ${voice.lang}`,
  engine: 'vits',
  sampleRate: 22050,
  license: 'CC0-1.0',
  supportsTimings: true,
  tags: ['built-in'],
  notice: null,
}));

/** Languages in which a recording needs a transcript. */
const UNRECOGNISED = ['de'];

export class CloningEngine implements Engine {
  readonly recogniser = new NoRecogniser('nobody listens');
  /** What came to be enrolled. */
  readonly enrolled: EnrolmentRequest[] = [];
  /** Signals of what was enrolled. */
  readonly signals: (AbortSignal | undefined)[] = [];
  /** Names of the clones that were spoken with. */
  readonly spoken: (string | null)[] = [];
  /** What happens at an enrolment, until it is changed back to null. */
  behaviour: ((request: EnrolmentRequest, options: EnrolOptions) => Promise<VoiceReference>) | null = null;
  openStreams = 0;

  voices(): readonly Voice[] {
    return VOICES;
  }

  voice(id: string): Voice | null {
    return VOICES.find((voice) => voice.id === id) ?? null;
  }

  check(_text: string, { voiceId, lang }: SpeakSettings, clone?: ClonedVoice): void {
    const refuse = (type: string, message: string): SpeakError =>
      new SpeakError(message, { status: 422, field: 'voice_id', type });
    if (clone && clone.lang !== lang) throw refuse('voice_language', `not available for "${lang}"`);
    if (clone || voiceId === null || this.voice(voiceId)) return;
    throw refuse('voice_unknown', 'Provided `voice_id` is invalid');
  }

  open(settings: SpeakSettings, { clone, signal }: OpenOptions = {}): SpeechStream {
    this.check('', settings, clone);
    this.spoken.push(clone?.name ?? null);
    this.openStreams++;
    const stream = new OneChunkEach(clone, () => {
      this.openStreams--;
    });
    signal?.addEventListener('abort', () => stream.close());
    return stream;
  }

  checkEnrolment(lang: string, hasTranscript: boolean): void {
    const refuse = (fault: 'language_unsupported' | 'transcript_needed', field: string): EnrolmentError =>
      new EnrolmentError(`Not possible for "${lang}"`, { fault, status: 422, field });
    if (!VOICES.some((voice) => voice.lang === lang)) throw refuse('language_unsupported', 'lang_code');
    if (UNRECOGNISED.includes(lang) && !hasTranscript) throw refuse('transcript_needed', 'transcript');
  }

  async enrol(request: EnrolmentRequest, options: EnrolOptions = {}): Promise<VoiceReference> {
    this.enrolled.push(request);
    this.signals.push(options.signal);
    return this.behaviour ? this.behaviour(request, options) : referenceOf(request);
  }

  stats() {
    return {
      activeStreams: this.openStreams,
      waitingStreams: 0,
      queuedRuns: 0,
      lanes: 1,
      underruns: 0,
      busySeconds: 0,
      audioSeconds: 0,
    };
  }

  async close(): Promise<void> {}
}

/** What is learned here of a speaker: the recording itself. */
export function referenceOf({ audio, lang, transcript }: EnrolmentRequest): VoiceReference {
  return {
    lang,
    transcript: transcript ?? 'recognised words',
    markers: { slow: [], normal: [], fast: [] },
    codes: Uint8Array.from(audio),
    report: { seconds: 10 },
  };
}

/** Says nothing but what the voice was learned from. */
class OneChunkEach implements SpeechStream {
  readonly alignmentUnavailable = null;
  readonly pendingCharacters = 0;
  readonly #clone: ClonedVoice | undefined;
  readonly #onClose: () => void;
  readonly #queue: SpeechChunk[] = [];
  #ended = false;
  #closed = false;
  #wake: (() => void) | null = null;

  constructor(clone: ClonedVoice | undefined, onClose: () => void) {
    this.#clone = clone;
    this.#onClose = onClose;
  }

  push(text: string, contextId: string | null): void {
    this.#add(text, contextId, false);
  }

  finish(contextId: string | null): void {
    this.#add('', contextId, true);
  }

  reset(): void {
    this.#queue.length = 0;
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClose();
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SpeechChunk, undefined> {
    while (!this.#closed) {
      const chunk = this.#queue.shift();
      if (chunk) yield chunk;
      else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  #add(text: string, contextId: string | null, stop: boolean): void {
    const audio = this.#clone ? Uint8Array.from(this.#clone.codes) : new TextEncoder().encode('built-in');
    this.#queue.push({
      audio,
      samples: audio.length / 2,
      text,
      contextId,
      alignment: null,
      billedCharacters: text.length,
      stop,
    });
    this.#wake?.();
  }
}
