import type { Recogniser } from '../../engine/index.ts';
import type { EndOfTurnModel } from '../hearing/endpointing/end-of-turn-model.ts';
import type { Endpointing } from '../hearing/endpointing/endpointing.ts';
import { TurnSound } from '../hearing/endpointing/turn-sound.ts';
import { CallerTranscriber } from '../hearing/recognition/caller-transcriber.ts';
import type { PartialTranscript } from '../hearing/recognition/partial-words.ts';
import type { VadWindow } from '../hearing/vad/audio-intake.ts';
import { WINDOW_MS } from '../hearing/vad/vad-model.ts';
import type { SpeechItem } from './speech-item.ts';

export interface DictationOptions {
  readonly recogniser: Recogniser;
  /** "" lets the recogniser detect it. */
  readonly lang: string;
  /** The names that may be said, as of the call. */
  readonly names: () => readonly string[];
  /** Null if turns end only when the client commits them. */
  readonly endpointing: Endpointing | null;
  readonly isBehind: () => boolean;
  /** Duration of the audio before this speech. */
  readonly sinceMs: number;
  /** @param beganMs position in the audio */
  readonly newItem: (beganMs: number) => SpeechItem;
  /** An item is complete. @param failure why it could not be transcribed; null on success */
  readonly onItem: (failure: string | null) => void;
}

/** Longer than in a conversation, where the caller waits for an answer. */
const DEADLINE_MS = 60_000;
/** A fixed silence ends a turn, without a judgement of the speech. */
const NO_MODEL: EndOfTurnModel = {
  inputMs: 0,
  askAfterMs: -1,
  judge: () => Promise.resolve({ over: 0, finished: null }),
};

/** Transcribes speech, one item for each turn. */
export class Dictation {
  readonly #options: DictationOptions;
  readonly #transcriber: CallerTranscriber;
  #item: SpeechItem | null = null;
  #texts: string[] = [];
  /** The lowest confidence; null if one is unknown. */
  #confidence: number | null = 1;
  #failure: string | null = null;
  #beganMs: number;
  #heardMs: number;
  #isCommitted = false;
  #done: () => void = () => undefined;

  constructor(options: DictationOptions) {
    this.#options = options;
    const { recogniser, lang, names, endpointing, isBehind, sinceMs } = options;
    this.#beganMs = sinceMs;
    this.#heardMs = sinceMs;
    const isFixed = endpointing === null || endpointing.minDelayMs === endpointing.maxDelayMs;
    this.#transcriber = new CallerTranscriber({
      recogniser,
      lang,
      names,
      isBehind,
      deadlineMs: DEADLINE_MS,
      ...(endpointing && { endpointing }),
      ...(isFixed && { turnSound: new TurnSound(NO_MODEL) }),
      observer: {
        speechBegan: () => undefined,
        speechConfirmed: () => endpointing && this.#begin().started(),
        recognised: () => undefined,
        dismissed: () => undefined,
        failed: (reason) => {
          this.#failure = reason;
          this.#begin();
        },
      },
      onPartial: (partial) => this.#hear(partial),
      onText: (text, confidence) => {
        this.#texts.push(text);
        const least = this.#confidence;
        this.#confidence = confidence === null || least === null ? null : Math.min(least, confidence);
        this.#begin().heard(this.#text);
      },
      onSettled: () => this.#settled(),
    });
  }

  /** Whether some speech is not part of a complete item yet. */
  get isPending(): boolean {
    return this.#item !== null || this.#transcriber.isPending || this.#transcriber.isSpeaking;
  }

  push(window: VadWindow): void {
    this.#heardMs = (window.index + 1) * WINDOW_MS;
    if (window.step.change === 'started') this.#beganMs = this.#heardMs - window.step.speechMs;
    this.#transcriber.push(window);
  }

  /** Ends the current item after the last speech. Settles when its words are known. */
  commit(): Promise<void> {
    const item = this.#begin();
    item.stopped(this.#heardMs);
    item.committed();
    this.#isCommitted = true;
    const done = new Promise<void>((resolve) => {
      this.#done = resolve;
    });
    this.#transcriber.finish();
    return done;
  }

  close(): void {
    this.#transcriber.close();
    this.#done();
  }

  get #text(): string {
    return this.#texts.join(' ');
  }

  #begin(): SpeechItem {
    this.#item ??= this.#options.newItem(this.#beganMs);
    return this.#item;
  }

  #hear({ stable }: PartialTranscript): void {
    if (stable !== '') this.#begin().heard([...this.#texts, stable].join(' '));
  }

  #settled(): void {
    if (this.#options.endpointing === null && !this.#isCommitted) return;
    const item = this.#item;
    const [text, confidence, failure] = [this.#text, this.#confidence, this.#failure];
    this.#item = null;
    this.#texts = [];
    this.#confidence = 1;
    this.#failure = null;
    if (item === null) return;
    if (!this.#isCommitted) {
      item.stopped(this.#heardMs);
      item.committed();
    }
    if (failure === null) item.completed(text, confidence, this.#heardMs);
    else item.failed(text, failure);
    this.#options.onItem(failure);
    this.#done();
  }
}
