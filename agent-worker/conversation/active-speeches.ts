import type { SpokenUtterance } from '../tts/spoken-utterance.ts';
import { currentSpeech, type Speech } from './livekit-framework.ts';

/** An interrupted speech is in the history after some milliseconds; what happens to take longer is not waited for. */
const SETTLE_MS = 500;

/** What is kept of a speech until the framework has finished with it. */
interface OpenSpeech {
  readonly utterances: SpokenUtterance[];
  readonly done: Promise<void>;
}

/** What the agent is saying, or about to say, and what has been made of it. */
export class ActiveSpeeches {
  readonly #open = new Map<Speech, OpenSpeech>();
  readonly #cut: (utterance: SpokenUtterance) => void;

  /** @param cut ends what is being heard of an interrupted speech; the framework takes its time to notice */
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

  /** An utterance of the speech on whose behalf this is called; one that nobody wants any more costs nothing. */
  utteranceBegins(utterance: SpokenUtterance): void {
    const speech = currentSpeech();
    const open = speech && !speech.handle.interrupted && this.#open.get(speech);
    if (open) open.utterances.push(utterance);
    else utterance.abandon();
  }

  /** Settles when the history holds what was heard of the speeches that were interrupted. */
  async interruptedSettled(): Promise<void> {
    const cut = [...this.#open].filter(([{ handle }]) => handle.interrupted && handle.scheduled);
    if (cut.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SETTLE_MS);
    });
    await Promise.race([late, Promise.all(cut.map(([, { done }]) => done))]);
    clearTimeout(timer);
  }
}
