import { type AudioBuffer, asLanguageCode, mergeFrames, stt } from '@livekit/agents';
import type { Recogniser } from '../../../engine/index.ts';
import { CALLER_SAMPLE_RATE } from '../../audio-rates.ts';
import type { HearingObserver } from '../types.ts';
import type { AudioIntake } from '../vad/audio-intake.ts';
import { CallerTranscriber } from './caller-transcriber.ts';

export interface SpeculativeSttOptions {
  readonly intake: AudioIntake;
  readonly recogniser: Recogniser;
  readonly lang: string;
  readonly observer: HearingObserver;
}

/**
 * Speech to text as AgentSession takes it: speech is transcribed while the caller is still pausing, so that the text is
 * there, or nearly so, when the turn ends. Its audio comes from the `AudioIntake`, not from its own streams. Errors of
 * the recogniser go to the observer; the stream, and with it the session, goes on.
 */
export class SpeculativeStt extends stt.STT {
  override label = 'parley.SpeculativeStt';
  readonly #options: SpeculativeSttOptions;
  readonly #transcriber: CallerTranscriber;
  readonly #stopListening: () => void;
  #stream: TranscriptOnlyStream | null = null;
  #onSettled: () => void = () => undefined;

  constructor(options: SpeculativeSttOptions) {
    super({ streaming: true, interimResults: true });
    this.#options = options;
    const { intake, recogniser, lang, observer } = options;
    this.#transcriber = new CallerTranscriber({
      recogniser,
      lang,
      observer,
      // A session that has just thrown away its stream wants no text of before.
      onText: (text) => this.#stream?.tell(stt.SpeechEventType.FINAL_TRANSCRIPT, text, lang),
      // The answer is generated already; it is said when the turn has ended with these words.
      onGuess: (text) => this.#stream?.tell(stt.SpeechEventType.PREFLIGHT_TRANSCRIPT, text, lang),
      onSettled: () => this.#onSettled(),
    });
    this.#stopListening = intake.onWindow((window) => this.#transcriber.push(window));
  }

  override get model(): string {
    return 'speculative';
  }

  override get provider(): string {
    return 'parley';
  }

  /** Whether there is speech of which it is not known yet what it says. */
  get isPending(): boolean {
    return this.#transcriber.isPending;
  }

  /** @param tell called whenever that has become known; one at a time */
  onSettled(tell: () => void): void {
    this.#onSettled = tell;
  }

  /** Whether the caller can hear the agent now. */
  agentSpeaks(speaking: boolean): void {
    this.#transcriber.agentSpeaks(speaking);
  }

  /** The stream that is told the texts from now on. */
  override stream(): stt.SpeechStream {
    this.#stream = new TranscriptOnlyStream(this);
    return this.#stream;
  }

  override async close(): Promise<void> {
    this.#stopListening();
    this.#transcriber.close();
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

/**
 * Gives the session its texts, and throws away the audio that the session writes to it: the same audio has come in
 * through the VAD stream (`IntakeVad`), and was cut into windows and judged there.
 */
class TranscriptOnlyStream extends stt.SpeechStream {
  override label = 'parley.TranscriptOnlyStream';

  constructor(recognition: SpeculativeStt) {
    super(recognition, CALLER_SAMPLE_RATE);
  }

  tell(type: stt.SpeechEventType, text: string, lang: string): void {
    if (!this.queue.closed) this.queue.put(transcript(type, text, lang));
  }

  /** Reads the input only to keep it from piling up. */
  protected override async run(): Promise<void> {
    for await (const _ of this.input);
  }
}

function transcript(type: stt.SpeechEventType, text: string, lang: string): stt.SpeechEvent {
  const data = { text, language: asLanguageCode(lang), startTime: 0, endTime: 0, confidence: 1 };
  return { type, alternatives: [data] };
}
