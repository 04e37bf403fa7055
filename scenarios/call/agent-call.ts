/** A call with an agent: a microphone and a loudspeaker on one clock, at any door. */
import { blockLevels, CALLER_RATE, type Clip } from '../caller/clip.ts';
import { BLOCK_MS, HeardSound, VOICE_LEVEL } from '../caller/heard-sound.ts';
import { Microphone } from '../caller/microphone.ts';
import type { DoorName } from '../file/schema.ts';
import type { Door, DoorListener, NewEvent, Place } from './doors/door.ts';
import { openDoor } from './doors/index.ts';
import type { AgentEvent } from './events.ts';
import { TwoSides } from './two-sides.ts';

const BLOCK = (CALLER_RATE * BLOCK_MS) / 1000;

/** The agent that is called, and the way to it. */
export interface Called {
  readonly place: Place;
  readonly agentId: string;
  readonly door: DoorName;
}

/** One call. Times are in ms since it began. */
export class AgentCall implements DoorListener {
  readonly events: AgentEvent[] = [];
  readonly sides = new TwoSides();
  /** Sorted by the time since the call began. */
  readonly heard = new HeardSound();
  readonly #beganMs = performance.now();
  #door: Door | null = null;
  #microphone: Microphone | null = null;
  /** Time until which there is audio to play. */
  #playsUntilMs = 0;
  #isOver = false;
  #hasHungUp = false;

  private constructor() {}

  /**
   * @param noise background sound of the microphone
   * @throws Refused
   */
  static async open({ place, agentId, door }: Called, noise?: Int16Array): Promise<AgentCall> {
    const call = new AgentCall();
    call.#begin(await openDoor[door](place, agentId, call), noise);
    return call;
  }

  #begin(door: Door, noise: Int16Array | undefined): void {
    this.#door = door;
    if (this.#isOver) return;
    let sentMs = this.nowMs;
    const send = (frame: Int16Array): void => {
      this.sides.said(frame, sentMs);
      sentMs += door.frameMs;
      door.send(frame);
    };
    const { frameMs, queuedMs } = door;
    this.#microphone = new Microphone({ frameMs, send, ...(queuedMs && { queuedMs }) }, noise);
  }

  /** Time since the call began. */
  get nowMs(): number {
    return performance.now() - this.#beganMs;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether events of the call arrive during it. */
  get tellsEvents(): boolean {
    return this.#door?.recall === undefined;
  }

  /** Converts a time of `performance.now()`. */
  since(atMs: number): number {
    return atMs - this.#beganMs;
  }

  /** Settles when it was spoken. @returns its start and end */
  async speak(clip: Clip): Promise<{ readonly fromMs: number; readonly toMs: number }> {
    const { firstMs, lastMs } = await this.#microphone!.speak(clip);
    return { fromMs: this.since(firstMs), toMs: this.since(lastMs) };
  }

  press(keys: string): void {
    this.#door?.press(keys);
  }

  async hangUp(): Promise<void> {
    this.#hasHungUp ||= !this.#isOver;
    await this.#door?.hangUp();
  }

  /** Adds what the door did not tell during the call, which is over. */
  async recall(): Promise<void> {
    try {
      this.events.push(...((await this.#door?.recall?.()) ?? []));
    } catch (error) {
      this.happened({ kind: 'error', text: (error as Error).message });
    }
  }

  play(samples: Int16Array): void {
    const fromMs = Math.max(this.nowMs, this.#playsUntilMs);
    for (const [i, level] of blockLevels(samples, BLOCK).entries()) {
      if (level >= VOICE_LEVEL) this.heard.voiced(fromMs + i * BLOCK_MS);
    }
    this.sides.heard(samples, fromMs);
    this.#playsUntilMs = fromMs + (samples.length * 1000) / CALLER_RATE;
  }

  stop(): void {
    const atMs = this.nowMs;
    this.heard.forgetAfter(atMs);
    this.sides.dropAfter(atMs);
    this.#playsUntilMs = atMs;
  }

  happened(event: NewEvent): void {
    this.events.push({ ...event, atMs: this.nowMs });
  }

  ended(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#microphone?.close();
    // Discards audio that has not been played yet.
    this.stop();
    this.events.push({
      kind: 'end',
      atMs: this.nowMs,
      reason: this.#hasHungUp ? 'caller_left' : reason,
    });
  }
}
