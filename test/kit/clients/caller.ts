/** A simulated caller: sends audio in real time, and records everything it receives, in order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AGENT_SAMPLE_RATE, CALLER_SAMPLE_RATE } from '../../../agent-worker/audio-rates.ts';
import type { AgentMessage, Door } from '../../../agent-worker/door.ts';
import { until } from '../server.ts';

const FRAME = CALLER_SAMPLE_RATE / 50;
/** Allows for slow machines. */
const PATIENCE_MS = 60_000;

/** An event for the caller. Audio comes in frames; consecutive ones are counted together. */
export type CallerEvent =
  | { readonly kind: 'sound'; samples: number }
  | { readonly kind: 'flush' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'message'; readonly message: AgentMessage };

/** Sends frames of 20 ms in real time: speech, and otherwise soft noise. */
export class Microphone {
  readonly #hear: (frame: Int16Array) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #queue: { readonly samples: Int16Array; at: number; readonly done: () => void }[] = [];
  #dueMs = performance.now();
  #noise = 1;

  /** @param hear gets frames of 320 samples, mono, 16 kHz */
  constructor(hear: (frame: Int16Array) => void) {
    this.#hear = hear;
    this.#timer = setInterval(() => this.#tick(), 10);
  }

  /** Settles when the samples were sent to their end. */
  speak(samples: Int16Array): Promise<void> {
    return new Promise((done) => this.#queue.push({ samples, at: 0, done }));
  }

  close(): void {
    clearInterval(this.#timer);
    for (const { done } of this.#queue.splice(0)) done();
  }

  #tick(): void {
    for (; this.#dueMs <= performance.now(); this.#dueMs += 20) this.#hear(this.#frame());
  }

  #frame(): Int16Array {
    const frame = Int16Array.from({ length: FRAME }, () => {
      this.#noise = (Math.imul(this.#noise, 1_103_515_245) + 12_345) >>> 0;
      return (this.#noise >>> 28) - 8;
    });
    const said = this.#queue[0];
    if (!said) return frame;
    frame.set(said.samples.subarray(said.at, said.at + FRAME));
    said.at += FRAME;
    if (said.at < said.samples.length) return frame;
    this.#queue.shift();
    said.done();
    return frame;
  }
}

/** The caller's end of a conversation in this process. */
export class Caller implements Door {
  readonly leadMs = 120;
  readonly events: CallerEvent[] = [];

  play(frame: Int16Array): void {
    const last = this.events.at(-1);
    if (last?.kind === 'sound') last.samples += frame.length;
    else this.events.push({ kind: 'sound', samples: frame.length });
  }

  drop(): void {
    this.events.push({ kind: 'drop' });
  }

  flush(): void {
    this.events.push({ kind: 'flush' });
  }

  message(message: AgentMessage): void {
    this.events.push({ kind: 'message', message });
  }

  get messages(): AgentMessage[] {
    return this.events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
  }

  /** Types of the messages, and audio, in order. */
  get order(): string[] {
    const all = this.events.flatMap((event) => {
      if (event.kind === 'message') return [event.message.type];
      return event.kind === 'sound' ? ['sound'] : [];
    });
    return all.filter((type, i) => type !== 'sound' || all[i - 1] !== 'sound');
  }

  texts(type: 'user_transcript' | 'llm_response'): string[] {
    return this.messages.flatMap((message) => (message.type === type ? [message.text] : []));
  }

  /** Returns the duration of audio from an event on, in ms. */
  soundMs(from = 0): number {
    let samples = 0;
    for (const event of this.events.slice(from)) if (event.kind === 'sound') samples += event.samples;
    return (samples * 1000) / AGENT_SAMPLE_RATE;
  }

  count(type: AgentMessage['type']): number {
    return this.messages.filter((message) => message.type === type).length;
  }

  /** Number of completed utterances. */
  get finished(): number {
    return this.events.filter(({ kind }) => kind === 'flush').length;
  }

  /** Waits until this many utterances were heard to their end. A door gets audio before it plays it. */
  async hears(utterances: number): Promise<void> {
    await this.until(`${utterances} utterances were heard`, ({ finished }) => finished === utterances);
    await sleep(2 * this.leadMs);
  }

  until(what: string, condition: (caller: this) => boolean): Promise<void> {
    return until(what, () => condition(this), PATIENCE_MS);
  }
}
