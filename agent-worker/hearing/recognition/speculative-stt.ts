import { type AudioBuffer, asLanguageCode, mergeFrames, stt } from '@livekit/agents';
import type { Recogniser } from '../../../engine/index.ts';
import { CALLER_SAMPLE_RATE } from '../../audio-rates.ts';
import type { AnswerForm } from '../endpointing/answer-forms.ts';
import type { Endpointing } from '../endpointing/endpointing.ts';
import type { HearingObserver, SpeechScreen } from '../types.ts';
import type { AudioIntake } from '../vad/audio-intake.ts';
import type { LanguageFollowing } from './caller-language.ts';
import { CallerTranscriber, type PartialUtterance } from './caller-transcriber.ts';

export interface SpeculativeSttOptions {
  readonly intake: AudioIntake;
  readonly recogniser: Recogniser;
  readonly lang: string;
  /** Other languages that the caller may speak; null for none. */
  readonly following: LanguageFollowing | null;
  readonly endpointing: Endpointing;
  readonly observer: HearingObserver;
  /** Names that the caller may say, as of the call; the likeliest last. */
  readonly names?: () => readonly string[];
  /** Default: the session receives all words. */
  readonly screen?: SpeechScreen | null;
}

/**
 * Speech to text for AgentSession: speech is transcribed while the caller is still pausing, so the text is ready, or
 * nearly so, when the turn ends. The audio comes from the `AudioIntake`, not from the streams of the session. Errors of
 * the recogniser go to the observer; the stream, and with it the session, continues.
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
    const { intake, recogniser, lang, following, endpointing, observer, names, screen = null } = options;
    this.#transcriber = new CallerTranscriber({
      recogniser,
      lang,
      following,
      endpointing,
      observer,
      ...(names && { names }),
      isBehind: () => intake.isBehind,
      // A session that has just discarded its stream wants no earlier text.
      onText: (text, confidence) => {
        if (!screen?.heard(text)) this.#tell(stt.SpeechEventType.FINAL_TRANSCRIPT, text, confidence);
      },
      // Starts generating the answer early; it is spoken if the turn ends with these words.
      onGuess: (text, confidence) => {
        if (!screen?.isWithholding) this.#tell(stt.SpeechEventType.PREFLIGHT_TRANSCRIPT, text, confidence);
      },
      onSettled: () => {
        screen?.turnOver();
        this.#onSettled();
      },
      ...(observer.partial && { onPartial: (partial) => this.#partial(partial) }),
      // Unlikely words, too, may tell a machine.
      ...(screen && { onPass: (text) => screen.partial(text) }),
      wantsPartial: () => observer.partial !== undefined || (screen?.isOpen ?? false),
      isImpatient: () => screen?.isWithholding ?? false,
    });
    this.#stopListening = intake.onWindow((window) => {
      screen?.window(window);
      this.#transcriber.push(window);
    });
  }

  override get model(): string {
    return 'speculative';
  }

  override get provider(): string {
    return 'parley';
  }

  /** Whether there is speech whose words are not known yet. */
  get isPending(): boolean {
    return this.#transcriber.isPending;
  }

  /** How long the agent waits for those words before it resumes. */
  get patienceMs(): number {
    return this.#transcriber.patienceMs;
  }

  /** Whether the turn may continue although its words are known. */
  get isHolding(): boolean {
    return this.#transcriber.isHolding;
  }

  get continuesTurn(): boolean {
    return this.#transcriber.continuesTurn;
  }

  /** Whether the caller has certainly finished. */
  get isTurnCertain(): boolean {
    return this.#transcriber.isTurnCertain;
  }

  /** @param tell called whenever all words are known and the turn is over; only one callback at a time */
  onSettled(tell: () => void): void {
    this.#onSettled = tell;
  }

  /** Whether the caller can hear the agent now. @param leftMs what it had left to say when it fell silent */
  agentSpeaks(speaking: boolean, leftMs: number): void {
    this.#transcriber.agentSpeaks(speaking, leftMs);
  }

  /** @param text what the agent said last */
  agentSaid(text: string): void {
    this.#transcriber.agentSaid(text);
  }

  /** @param form of the caller's answers */
  expect(form: AnswerForm | null): void {
    this.#transcriber.expect(form);
  }

  /** Opens the stream that receives all later texts. */
  override stream(): stt.SpeechStream {
    this.#stream = new TranscriptOnlyStream(this);
    return this.#stream;
  }

  override async close(): Promise<void> {
    this.#stopListening();
    this.#transcriber.close();
    await super.close();
  }

  #partial({ text, stable, before }: PartialUtterance): void {
    const { observer, screen } = this.#options;
    // The session has all earlier texts.
    if (!screen?.isWithholding) this.#tell(stt.SpeechEventType.INTERIM_TRANSCRIPT, text);
    observer.partial?.({ text: joined(before, text), stable: joined(before, stable) });
  }

  #tell(type: stt.SpeechEventType, text: string, confidence: number | null = null): void {
    this.#stream?.tell(transcript(type, text, this.#transcriber.lang, confidence));
  }

  protected override async _recognize(frame: AudioBuffer): Promise<stt.SpeechEvent> {
    const { recogniser } = this.#options;
    const { lang } = this.#transcriber;
    const { data } = Array.isArray(frame) ? mergeFrames(frame) : frame;
    const samples = Float32Array.from(data, (sample) => sample / 32768);
    const { text, confidence } = await recogniser.transcribe(samples, { lang, isLive: true });
    return transcript(stt.SpeechEventType.FINAL_TRANSCRIPT, text, lang, confidence);
  }
}

/**
 * Delivers texts to the session, and discards the audio that the session writes to it: the doors feed the same audio to
 * the `AudioIntake`.
 */
class TranscriptOnlyStream extends stt.SpeechStream {
  override label = 'parley.TranscriptOnlyStream';

  constructor(recognition: SpeculativeStt) {
    super(recognition, CALLER_SAMPLE_RATE);
  }

  tell(event: stt.SpeechEvent): void {
    if (!this.queue.closed) this.queue.put(event);
  }

  /** Drains the input so that it does not pile up. */
  protected override async run(): Promise<void> {
    for await (const _ of this.input);
  }
}

/** Confidence that the session gets for a text whose recogniser reports none. Reported ones are lower. */
export const UNKNOWN_CONFIDENCE = 1;

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ');

function transcript(
  type: stt.SpeechEventType,
  text: string,
  lang: string,
  confidence: number | null = null,
): stt.SpeechEvent {
  const language = asLanguageCode(lang);
  const data = { text, language, startTime: 0, endTime: 0, confidence: confidence ?? UNKNOWN_CONFIDENCE };
  return { type, alternatives: [data] };
}
