/** A scripted engine that enrols and speaks instantly, for tests of the code around it. */

import type {
  AssistedRequest,
  Cloning,
  EnrolmentRequest,
  EnrolOptions,
  MadeVoice,
  RefinedVoice,
  RefinementRequest,
  VoiceReference,
} from '../../cloning/index.ts';
import {
  type CheckedText,
  type ClonedVoice,
  type Engine,
  EngineError,
  type OpenOptions,
  type SpeakSettings,
  type SpeechChunk,
  type SpeechStream,
  type Voice,
} from '../../engine/index.ts';
import { NoRecogniser } from '../../engine/setup.ts';
import type { Suggestions } from '../../language/pronunciation/suggest/suggest.ts';
import type { FileTranscriber, Transcription } from '../../recordings/index.ts';
import { madeOf } from './made-voices.ts';

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

/** Returns the result of learning a take: the best voice, or candidates. */
export type TakeBehaviour = (
  request: AssistedRequest,
  options: EnrolOptions,
) => Promise<readonly MadeVoice[]>;

/** The settings and texts of a stream. */
interface OpenedStream {
  readonly settings: SpeakSettings;
  readonly clone: ClonedVoice | undefined;
  readonly texts: string[];
}

/** Waiting enrolments. */
export interface HeldBack {
  readonly release: () => void;
  readonly running: () => number;
}

export class CloningEngine implements Engine, Cloning, FileTranscriber {
  readonly recogniser = new NoRecogniser('nobody listens');
  /** Requests for enrolment. */
  readonly enrolled: EnrolmentRequest[] = [];
  /** Requests with takes. */
  readonly takes: AssistedRequest[] = [];
  /** Abort signals of the enrolments. */
  readonly signals: (AbortSignal | undefined)[] = [];
  /** Clones that streams were opened with, by name. */
  readonly spoken: (string | null)[] = [];
  /** Settings that streams were opened with. */
  readonly opened: OpenedStream[] = [];
  /** Replaces enrolment, until it is set back to null. */
  behaviour: ((request: EnrolmentRequest, options: EnrolOptions) => Promise<VoiceReference>) | null = null;
  /** Replaces the enrolment of takes, until it is set back to null. */
  takeBehaviour: TakeBehaviour | null = null;
  /** Replaces refining. */
  refinement: Cloning['refine'] = async ({ codes }) => ({ codes, report: {}, change: 'Nothing' });
  /** Called before a stream is opened. May throw, or return `silent` for a stream without audio. */
  onOpen: ((settings: SpeakSettings, clone?: ClonedVoice) => 'silent' | undefined) | null = null;
  openStreams = 0;
  readonly #voices: readonly Voice[];

  /** @param lang a further language besides English and German */
  constructor(lang?: string) {
    const [first] = VOICES;
    this.#voices =
      lang === undefined || !first
        ? VOICES
        : [...VOICES, { ...first, id: `espeak-${lang}`, lang, langs: [lang] }];
  }

  /** Restores the default behaviour. */
  behave(): void {
    this.behaviour = null;
    this.takeBehaviour = null;
    this.onOpen = null;
  }

  /** Clears the recorded calls. */
  forget(): void {
    for (const list of [this.enrolled, this.takes, this.signals, this.spoken, this.opened]) list.length = 0;
  }

  /** Makes enrolments of a kind wait, after their first progress, until they are released or aborted. */
  holdBack(kind: 'recordings' | 'takes'): HeldBack {
    let running = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const wait = async ({ signal, onProgress }: EnrolOptions): Promise<void> => {
      running++;
      onProgress?.('align', 0.2);
      const aborted = new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      await Promise.race([released, aborted]).finally(() => running--);
      onProgress?.('learn', 1);
    };
    if (kind === 'recordings') {
      this.behaviour = async (request, options) => {
        await wait(options);
        return referenceOf(request);
      };
    } else {
      this.takeBehaviour = async (request, options) => {
        await wait(options);
        return madeOf(request);
      };
    }
    return { release, running: () => running };
  }

  voices(): readonly Voice[] {
    return this.#voices;
  }

  findVoices(): readonly Voice[] {
    return this.#voices;
  }

  async refreshVoices(): Promise<void> {}
  async prepareModel(): Promise<void> {}

  voice(id: string): Voice | null {
    return this.#voices.find((voice) => voice.id === id) ?? null;
  }

  check(text: string, { voiceId, lang }: SpeakSettings, clone?: ClonedVoice): CheckedText {
    if (clone && clone.lang !== lang) throw new EngineError('cloned_voice_language', { values: { lang } });
    if (clone || voiceId === null || this.voice(voiceId)) return { text };
    throw new EngineError('voice_unknown');
  }

  open(settings: SpeakSettings, { clone, signal }: OpenOptions = {}): SpeechStream {
    this.check('', settings, clone);
    this.spoken.push(clone?.name ?? null);
    const texts: string[] = [];
    this.opened.push({ settings, clone, texts });
    const isSilent = this.onOpen?.(settings, clone) === 'silent';
    this.openStreams++;
    const stream = new OneChunkEach({ clone, isSilent, texts }, () => {
      this.openStreams--;
    });
    if (signal?.aborted) stream.close();
    signal?.addEventListener('abort', () => stream.close());
    return stream;
  }

  checkEnrolment(lang: string, hasTranscript: boolean): void {
    if (!this.#voices.some((voice) => voice.lang === lang)) {
      throw new EngineError('language_unspoken', { values: { lang } });
    }
    if (UNRECOGNISED.includes(lang) && !hasTranscript) {
      throw new EngineError('transcript_needed', { values: { lang, command: null } });
    }
  }

  async enrol(request: EnrolmentRequest, options: EnrolOptions = {}): Promise<VoiceReference> {
    this.enrolled.push(request);
    this.signals.push(options.signal);
    return this.behaviour ? this.behaviour(request, options) : referenceOf(request);
  }

  async enrolTake(request: AssistedRequest, options: EnrolOptions = {}): Promise<readonly MadeVoice[]> {
    this.takes.push(request);
    this.signals.push(options.signal);
    return this.takeBehaviour ? this.takeBehaviour(request, options) : madeOf(request);
  }

  async refine(request: RefinementRequest): Promise<RefinedVoice> {
    return this.refinement(request);
  }

  async suggest(): Promise<Suggestions> {
    return { suggestions: [], dropped: [] };
  }

  async phonemes(): Promise<string[]> {
    return [];
  }

  checkTranscription(): void {
    throw new EngineError('no_recogniser');
  }

  async transcribe(): Promise<Transcription> {
    throw new EngineError('no_recogniser');
  }

  stats() {
    return {
      activeStreams: this.openStreams,
      waitingStreams: 0,
      queuedSteps: 0,
      lanes: 1,
      underruns: 0,
      voiceCores: 0.1,
      busySeconds: 0,
      audioSeconds: 0,
    };
  }

  async close(): Promise<void> {}
}

/** Returns the reference that this engine learns: the recording itself. */
export function referenceOf({ audio, lang, transcript }: EnrolmentRequest): VoiceReference {
  return {
    lang,
    transcript: transcript ?? 'recognised words',
    markers: { slow: [], normal: [], fast: [] },
    codes: Uint8Array.from(audio),
    report: { seconds: 10 },
  };
}

interface StreamScript {
  readonly clone: ClonedVoice | undefined;
  /** Whether the stream has no audio and never ends by itself. */
  readonly isSilent: boolean;
  /** Records the texts that it gets. */
  readonly texts: string[];
}

/** Its audio is the recording that the voice was learned from. */
class OneChunkEach implements SpeechStream {
  readonly alignmentUnavailable = null;
  readonly pendingCharacters = 0;
  readonly #script: StreamScript;
  readonly #onClose: () => void;
  readonly #queue: SpeechChunk[] = [];
  #ended = false;
  #closed = false;
  #wake: (() => void) | null = null;

  constructor(script: StreamScript, onClose: () => void) {
    this.#script = script;
    this.#onClose = onClose;
  }

  push(sent: string | CheckedText, contextId: string | null): void {
    const text = typeof sent === 'string' ? sent : sent.text;
    this.#script.texts.push(text);
    if (!this.#script.isSilent) this.#add(text, contextId, false);
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
      else if (this.#ended && !this.#script.isSilent) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  #add(text: string, contextId: string | null, stop: boolean): void {
    const { clone } = this.#script;
    const audio = clone ? Uint8Array.from(clone.codes) : new TextEncoder().encode('built-in');
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
