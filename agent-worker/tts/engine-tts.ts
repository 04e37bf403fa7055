import { type APIConnectOptions, tts } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import type {
  BilledSpeech,
  ClonedVoice,
  Engine,
  SpeakSettings,
  SpeechChunk,
  SpeechStream,
} from '../../engine/index.ts';
import type { Lexicon } from '../../engine/phonetics.ts';
import { decodePcm16ToInt16 } from '../../media/pcm.ts';
import { AGENT_FRAME_SAMPLES, AGENT_SAMPLE_RATE } from '../audio-rates.ts';
import { SpeakableText } from '../text-filters/speakable-text.ts';
import { WITHDRAWN } from '../text-filters/withdrawn.ts';
import { SpokenUtterance, userdataOf } from './spoken-utterance.ts';

/**
 * How much audio may be synthesized ahead: enough that a busy machine causes no gaps, little enough that an interrupted
 * answer has not been synthesized to its end.
 */
const AHEAD_MS = 2000;

/** A language, and its voice. */
export interface SpokenVoice {
  readonly lang: string;
  /** Null picks the default voice of the language. */
  readonly voiceId: string | null;
  readonly clone: ClonedVoice | undefined;
  readonly lexicon?: Lexicon | undefined;
}

export interface EngineTtsOptions {
  readonly engine: Pick<Engine, 'open'>;
  /** Settings of later speech: the language may change. */
  readonly voice: () => SpokenVoice;
  /** Owner of the speech. */
  readonly owner?: string;
  /** Called when an utterance begins. Call its `abandon` to stop it early. */
  readonly onUtterance: (utterance: SpokenUtterance) => void;
  /** Called when the audio of this utterance so far was not meant to be spoken. Another utterance replaces it. */
  readonly onWithdrawn: (utterance: SpokenUtterance) => void;
  /** Called with the synthesized speech, counted as for text-to-speech. */
  readonly onSpoken: (characters: number, audioMs: number) => void;
  /** A piece of text could not be spoken and was left out. */
  readonly onFailed: (error: unknown) => void;
}

/** The settings that agents speak with. */
export function settingsFor(lang: string, voiceId: string | null): SpeakSettings {
  return {
    lang,
    voiceId,
    use: 'conversation',
    speed: 1,
    samplingRate: AGENT_SAMPLE_RATE,
    encoding: 'pcm_linear',
    timestamps: true,
    ipaKey: null,
    temperature: null,
    topK: null,
  };
}

/** The engine as AgentSession's TTS: takes text as the model writes it, and returns audio with word timings. */
export class EngineTts extends tts.TTS {
  override label = 'parley.EngineTts';
  readonly #options: EngineTtsOptions;

  constructor(options: EngineTtsOptions) {
    super(AGENT_SAMPLE_RATE, 1, { streaming: true });
    this.#options = options;
  }

  override get model(): string {
    return this.#options.voice().voiceId ?? 'default';
  }

  override get provider(): string {
    return 'parley';
  }

  /** AgentSession does not use this, because it streams. */
  override synthesize(): tts.ChunkedStream {
    throw new Error('EngineTts streams: use stream()');
  }

  /** Speech for somebody outside of the conversation. @returns the whole audio: mono, 24 kHz @throws EngineError */
  async speech(text: string): Promise<Int16Array> {
    const stream = openSpeech(this.#options);
    stream.push(text, null);
    stream.end();
    const parts: Uint8Array[] = [];
    for await (const chunk of stream) {
      this.#options.onSpoken(chunk.billedCharacters, (chunk.samples * 1000) / AGENT_SAMPLE_RATE);
      parts.push(chunk.audio);
    }
    return decodePcm16ToInt16(Buffer.concat(parts));
  }

  override stream(options?: { connOptions?: APIConnectOptions }): tts.SynthesizeStream {
    return new EngineTtsStream(this, this.#options, options?.connOptions);
  }
}

function openSpeech(
  { engine, owner, voice }: EngineTtsOptions,
  options: { readonly signal?: AbortSignal; readonly onDiscarded?: (speech: BilledSpeech) => void } = {},
): SpeechStream {
  const { lang, voiceId, clone, lexicon } = voice();
  return engine.open(settingsFor(lang, voiceId), {
    isLive: true,
    ...options,
    ...(clone && { clone }),
    ...(lexicon && { lexicon }),
    ...(owner !== undefined && { owner }),
  });
}

class EngineTtsStream extends tts.SynthesizeStream {
  override label = 'parley.EngineTtsStream';
  readonly #options: EngineTtsOptions;
  #utterance = new SpokenUtterance();

  constructor(owner: EngineTts, options: EngineTtsOptions, connOptions?: APIConnectOptions) {
    super(owner, connOptions);
    this.#options = options;
    options.onUtterance(this.#utterance);
  }

  protected override async run(): Promise<void> {
    const stream = openSpeech(this.#options, {
      signal: this.abortSignal,
      onDiscarded: (speech) => this.#count(speech),
    });
    try {
      const read = this.#read(stream);
      // Text that arrives after an abandoned utterance has ended is ignored.
      await Promise.race([read, this.#write(stream)]);
      await read;
    } finally {
      stream.close();
    }
  }

  /** Carries text from the model to the engine. */
  async #write(stream: SpeechStream): Promise<void> {
    let speakable = new SpeakableText();
    const push = (text: string): void => {
      if (text === '') return;
      this.#utterance.addText(text);
      stream.push(text, null);
    };
    for await (const piece of this.input) {
      if (typeof piece !== 'string') continue;
      this.markStarted();
      const end = piece.lastIndexOf(WITHDRAWN);
      if (end >= 0) {
        speakable = new SpeakableText();
        stream.reset();
        this.#withdraw();
      }
      push(speakable.push(piece.slice(end + 1)));
    }
    push(speakable.flush());
    stream.end();
  }

  #withdraw(): void {
    const { onUtterance, onWithdrawn } = this.#options;
    const withdrawn = this.#utterance;
    this.#utterance = new SpokenUtterance();
    onUtterance(this.#utterance);
    onWithdrawn(withdrawn);
  }

  /** Carries audio from the engine to the session, in frames of 20 ms. */
  async #read(stream: SpeechStream): Promise<void> {
    const iterator = stream[Symbol.asyncIterator]();
    const put = (frame: AudioFrame, final: boolean) =>
      this.queue.put({ requestId: this.label, segmentId: this.label, frame, final });
    let utterance = this.#utterance;
    let framer = new Framer(utterance, put);
    let leadSamples: number | null = null;
    while (!this.#isOver) {
      const step = await this.#next(iterator);
      if (step === 'failed') continue;
      if (step.done) break;
      const chunk = step.value;
      if (utterance !== this.#utterance) {
        utterance = this.#utterance;
        framer = new Framer(utterance, put);
        leadSamples = null;
      }
      let samples = decodePcm16ToInt16(chunk.audio);
      if (leadSamples === null) {
        leadSamples = silentLead(samples);
        samples = samples.subarray(leadSamples);
      }
      if (chunk.alignment) utterance.addWords(chunk.alignment, (leadSamples * 1000) / AGENT_SAMPLE_RATE);
      this.#count(chunk);
      framer.write(samples);
      await utterance.untilTaken(AHEAD_MS, this.abortSignal);
    }
    if (!this.#isOver) framer.end();
  }

  #count({ billedCharacters, samples }: BilledSpeech): void {
    this.#options.onSpoken(billedCharacters, (samples * 1000) / AGENT_SAMPLE_RATE);
  }

  get #isOver(): boolean {
    return this.abortSignal.aborted || this.#utterance.isAbandoned;
  }

  /** When a piece cannot be spoken, only its words are lost; the rest of the answer is spoken. */
  async #next(
    iterator: AsyncIterator<SpeechChunk, undefined>,
  ): Promise<IteratorResult<SpeechChunk, undefined> | 'failed'> {
    try {
      return await iterator.next();
    } catch (error) {
      this.#options.onFailed(error);
      return 'failed';
    }
  }
}

/** Samples below this level (-57 dBFS) are inaudible. */
const AUDIBLE = 48;
/** Silence kept before the first audible sample, since sounds begin gradually: 5 ms. */
const ONSET_SAMPLES = AGENT_SAMPLE_RATE / 200;
/** Silence at the beginning of a voice's audio is at most this long (100 ms). Longer silence is intentional. */
const MAX_LEAD_SAMPLES = AGENT_SAMPLE_RATE / 10;

/** Returns how many samples of leading silence to skip, so that the listener need not wait for them. */
function silentLead(samples: Int16Array): number {
  const first = samples.findIndex((sample) => Math.abs(sample) >= AUDIBLE);
  return first > MAX_LEAD_SAMPLES ? 0 : Math.max(0, first - ONSET_SAMPLES);
}

/** Cuts audio into frames; the last one is padded with silence. */
class Framer {
  readonly #utterance: SpokenUtterance;
  readonly #put: (frame: AudioFrame, final: boolean) => void;
  #rest = new Int16Array(0);

  constructor(utterance: SpokenUtterance, put: (frame: AudioFrame, final: boolean) => void) {
    this.#utterance = utterance;
    this.#put = put;
  }

  write(samples: Int16Array): void {
    const all = new Int16Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    let at = 0;
    for (; at + AGENT_FRAME_SAMPLES <= all.length; at += AGENT_FRAME_SAMPLES) {
      this.#emit(all.slice(at, at + AGENT_FRAME_SAMPLES), false);
    }
    this.#rest = all.slice(at);
  }

  end(): void {
    if (this.#rest.length === 0) return;
    const last = new Int16Array(AGENT_FRAME_SAMPLES);
    last.set(this.#rest);
    this.#emit(last, true);
  }

  #emit(samples: Int16Array, final: boolean): void {
    this.#utterance.synthesizedSamples += samples.length;
    const frame = new AudioFrame(samples, AGENT_SAMPLE_RATE, 1, samples.length, userdataOf(this.#utterance));
    this.#put(frame, final);
  }
}
