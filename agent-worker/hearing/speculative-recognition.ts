import { type AudioBuffer, asLanguageCode, mergeFrames, stt } from '@livekit/agents';
import type { Recogniser } from '../../engine/index.ts';
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';
import type { Ear } from './ear.ts';
import { Listener } from './listener.ts';
import type { HearingObserver } from './types.ts';

export interface SpeculativeRecognitionOptions {
  readonly ear: Ear;
  readonly recogniser: Recogniser;
  readonly lang: string;
  readonly observer: HearingObserver;
}

/**
 * Recognition as AgentSession takes it, from the ear that also tells of voice activity: speech is transcribed while the
 * caller is still pausing, so that the text is there, or nearly so, when the turn ends. Errors of the recogniser go to the
 * observer; the stream, and with it the session, goes on.
 */
export class SpeculativeRecognition extends stt.STT {
  override label = 'parley.SpeculativeRecognition';
  readonly #options: SpeculativeRecognitionOptions;
  readonly #listener: Listener;
  readonly #stopListening: () => void;
  #stream: TextStream | null = null;
  #onDecided: () => void = () => undefined;

  constructor(options: SpeculativeRecognitionOptions) {
    super({ streaming: true, interimResults: true });
    this.#options = options;
    const { ear, recogniser, lang, observer } = options;
    this.#listener = new Listener({
      recogniser,
      lang,
      observer,
      // A session that has just thrown away its stream wants no text of before.
      onText: (text) => this.#stream?.tell(stt.SpeechEventType.FINAL_TRANSCRIPT, text, lang),
      // An answer is thought of already; it is said when the turn has ended with these words.
      onGuess: (text) => this.#stream?.tell(stt.SpeechEventType.PREFLIGHT_TRANSCRIPT, text, lang),
      onDecided: () => this.#onDecided(),
    });
    this.#stopListening = ear.listen((window) => this.#listener.hear(window));
  }

  override get model(): string {
    return 'speculative';
  }

  override get provider(): string {
    return 'parley';
  }

  /** Whether there is speech of which it is not known yet what it says. */
  get isUndecided(): boolean {
    return this.#listener.isUndecided;
  }

  /** @param tell called whenever that has become known; one at a time */
  whenDecided(tell: () => void): void {
    this.#onDecided = tell;
  }

  /** Whether the caller can hear the agent now. */
  agentSpeaks(speaking: boolean): void {
    this.#listener.agentSpeaks(speaking);
  }

  /** The stream that is told the texts from now on. */
  override stream(): stt.SpeechStream {
    this.#stream = new TextStream(this);
    return this.#stream;
  }

  override async close(): Promise<void> {
    this.#stopListening();
    this.#listener.close();
    await super.close();
  }

  protected override async _recognize(frame: AudioBuffer): Promise<stt.SpeechEvent> {
    const { recogniser, lang } = this.#options;
    const { data } = Array.isArray(frame) ? mergeFrames(frame) : frame;
    const samples = Float32Array.from(data, (sample) => sample / 32768);
    const { text } = await recogniser.transcribe(samples, { lang });
    return transcript(stt.SpeechEventType.FINAL_TRANSCRIPT, text, lang);
  }
}

/** Gives the session its texts. The sound that the session sends is let go: the ear has it already. */
class TextStream extends stt.SpeechStream {
  override label = 'parley.TextStream';

  constructor(recognition: SpeculativeRecognition) {
    super(recognition, CALLER_SAMPLE_RATE);
  }

  tell(type: stt.SpeechEventType, text: string, lang: string): void {
    if (!this.queue.closed) this.queue.put(transcript(type, text, lang));
  }

  protected override async run(): Promise<void> {
    for await (const _ of this.input);
  }
}

function transcript(type: stt.SpeechEventType, text: string, lang: string): stt.SpeechEvent {
  const data = { text, language: asLanguageCode(lang), startTime: 0, endTime: 0, confidence: 1 };
  return { type, alternatives: [data] };
}
