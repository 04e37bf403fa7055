import type { SpokenUtterance } from '../tts/spoken-utterance.ts';
import { currentSpeech, type Speech } from './livekit-framework.ts';

/** How long to wait for an interrupted speech to reach the history, in ms. That normally takes milliseconds. */
const SETTLE_MS = 500;

/** State of a speech until the framework has finished with it. */
interface OpenSpeech {
  readonly utterances: SpokenUtterance[];
  readonly done: Promise<void>;
}

/** The speeches the agent is giving or about to give, with the utterances synthesized for them. */
export class ActiveSpeeches {
  readonly #open = new Map<Speech, OpenSpeech>();
  readonly #kept = new WeakSet<Speech['handle']>();
  readonly #cut: (utterance: SpokenUtterance) => void;

  /** @param cut stops an utterance of an interrupted speech at once; the framework would stop it later */
  constructor(cut: (utterance: SpokenUtterance) => void) {
    this.#cut = cut;
  }

  add(speech: Speech): void {
    const { handle } = speech;
    const utterances: SpokenUtterance[] = [];
    const done = new Promise<void>((resolve) => handle.addDoneCallback(() => resolve()));
    this.#open.set(speech, { utterances, done });
    void done.then(() => this.#open.delete(speech));
    void handle.waitIfNotInterrupted([done]).then(() => {
      if (handle.interrupted) for (const utterance of utterances) this.#cut(utterance);
    });
  }

  /** Adds an utterance to the current speech; abandons it if there is none, or it is over or interrupted. */
  utteranceBegins(utterance: SpokenUtterance): void {
    const speech = currentSpeech();
    const open = speech && !speech.handle.interrupted && this.#open.get(speech);
    if (open) open.utterances.push(utterance);
    else utterance.abandon();
  }

  /**
   * The speech continues although the caller interrupts: its client was sent a tool call and will ask for the reply.
   */
  keep(handle: Speech['handle']): void {
    this.#kept.add(handle);
  }

  /**
   * Ends what was said for earlier turns. The framework continues speeches that wait for a tool, and would answer two
   * turns. Settles when the history holds the words that the caller heard of the interrupted speeches.
   */
  async turnBegins(): Promise<void> {
    const scheduled = [...this.#open].filter(([{ handle }]) => handle.scheduled);
    const cut = scheduled.filter(([{ handle }]) => handle.interrupted);
    for (const [{ handle }] of scheduled) {
      if (handle.allowInterruptions && !this.#kept.has(handle)) handle.interrupt();
    }
    if (cut.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SETTLE_MS);
    });
    await Promise.race([late, Promise.all(cut.map(([, { done }]) => done))]);
    clearTimeout(timer);
  }
}
