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
  /** "" leaves it to the recogniser. */
  readonly lang: string;
  /** The names that may be said now. */
  readonly names: () => readonly string[];
  /** Null where turns end when they are committed, and not before. */
  readonly endpointing: Endpointing | null;
  readonly isBehind: () => boolean;
  /** Duration of the audio before it. */
  readonly sinceMs: number;
  /** @param beganMs in the audio */
  readonly newItem: (beganMs: number) => SpeechItem;
  /** An item is complete. @param failure why it was not understood; null where it was */
  readonly onItem: (failure: string | null) => void;
}

/** Longer than in a conversation, whose caller waits for an answer. */
const DEADLINE_MS = 60_000;
/** A fixed silence ends a turn, however the speech sounds. */
const NO_MODEL: EndOfTurnModel = { inputMs: 0, askAfterMs: -1, probability: () => Promise.resolve(0) };

/** Writes down what is said, one item for each turn. */
export class Dictation {
  readonly #options: DictationOptions;
  readonly #transcriber: CallerTranscriber;
  #item: SpeechItem | null = null;
  #texts: string[] = [];
  /** The least of them; null where one is not known. */
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

  /** Whether something was said that is no complete item yet. */
  get isPending(): boolean {
    return this.#item !== null || this.#transcriber.isPending || this.#transcriber.isSpeaking;
  }

  push(window: VadWindow): void {
    this.#heardMs = (window.index + 1) * WINDOW_MS;
    if (window.step.change === 'started') this.#beganMs = this.#heardMs - window.step.speechMs;
    this.#transcriber.push(window);
  }

  /** Ends the current item; no speech follows. Settles when its words are known. */
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
