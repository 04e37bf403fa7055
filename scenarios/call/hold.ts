/** Runs the call of a scenario: performs the caller's steps in real time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clip, durationMs, voicedBlocks } from '../caller/clip.ts';
import { BLOCK_MS } from '../caller/heard-sound.ts';
import type { CallerSounds } from '../caller/sounds.ts';
import type { Scenario } from '../file/scenario.ts';
import type { StepFields } from '../file/schema.ts';
import type { CallerModel, NextWords } from '../model/caller-model.ts';
import type { AgentCall } from './agent-call.ts';
import { type CallEvent, type CallerAction, type CallerEvent, inTime, stretchesOf } from './events.ts';

/** Upper bound of an agent's pauses between sentences. */
const FINISHED_MS = 900;
/** The same if the door does not tell whether more is to come. */
const FINISHED_UNTOLD_MS = 2000;
/** Time within which an answer is audible after its text has arrived. */
const SOUND_MS = 3000;
/** Longest time that a caller listens to one answer. */
const LONGEST_ANSWER_MS = 120_000;
const LOOK_MS = 10;
const PATIENCE_MS = 15_000;
/** Duration of a word, without the pauses between words and sentences. */
const WORD_MS = 330;
const AFTER_WORDS = 3;
const GOAL_TURNS = 10;
/** Shorter silences within the caller's speech do not count. */
const BREATH_MS = 200;

/** The call could not follow the scenario. */
export class CallStopped extends Error {
  /** Since the call began. */
  readonly atMs: number;

  constructor(atMs: number, message: string) {
    super(message);
    this.atMs = atMs;
  }
}

/** The actions of a caller, and the reason why they gave up; null if they did not. */
export interface Held {
  readonly done: readonly CallerEvent[];
  readonly stopped: CallStopped | null;
}

export interface HoldOptions {
  /** Whether the agent speaks first. */
  readonly greets: boolean;
  /** Says what callers with a goal say. */
  readonly model: Pick<CallerModel, 'next'> | null;
}

/** @returns when the call is over */
export async function hold(
  scenario: Scenario,
  sounds: CallerSounds,
  call: AgentCall,
  { greets, model }: HoldOptions,
): Promise<Held> {
  const { patience_ms: patienceMs = PATIENCE_MS, language = 'en' } = scenario.caller;
  const caller = new Caller(call, patienceMs, greets);
  let stopped: CallStopped | null = null;
  try {
    for (const [i, step] of scenario.steps.entries()) {
      if (call.isOver) {
        throw new CallStopped(call.nowMs, `the call was over before step ${i + 1} (${nameOf(step)})`);
      }
      if (step.goal === undefined) await caller.follow(step, sounds.clips.get(i));
      else {
        await caller.pursue(step.turns ?? GOAL_TURNS, {
          next: async (events) => model!.next(step.goal!, language, events),
          speak: sounds.speak,
        });
      }
    }
    const reason = scenario.expect.end_reason;
    await caller.end(reason !== undefined && reason !== 'caller_left');
  } catch (error) {
    if (!(error instanceof CallStopped)) throw error;
    stopped = error;
  } finally {
    await call.hangUp();
  }
  return { done: caller.done, stopped };
}

/** How a caller with a goal chooses words and speaks them. */
interface PursuitOptions {
  next(events: readonly CallEvent[]): Promise<NextWords>;
  speak(text: string): Promise<Clip>;
}

class Caller {
  readonly done: CallerEvent[] = [];
  readonly #call: AgentCall;
  readonly #patienceMs: number;
  /** The speech that the caller waits for. */
  #awaits: 'greeting' | 'answer' | null;
  /** Start and end of the caller's last speech. */
  #beganMs = 0;
  #sinceMs = 0;

  constructor(call: AgentCall, patienceMs: number, greets: boolean) {
    this.#call = call;
    this.#patienceMs = patienceMs;
    this.#awaits = greets ? 'greeting' : null;
  }

  async follow(step: StepFields, clip: Clip | undefined): Promise<void> {
    if (step.say !== undefined) {
      await this.#listen();
      await this.#speak('say', clip!);
    } else if (step.interrupt !== undefined) {
      await this.#hearWords(step.after_words ?? AFTER_WORDS);
      await this.#speak('interrupt', clip!);
    } else if (step.sound !== undefined) {
      await this.#hearWords(step.after_words ?? AFTER_WORDS);
      await this.#speak('sound', clip!);
    } else if (step.press !== undefined) {
      await this.#listen();
      this.#press(step.press);
    } else if (step.silence_ms !== undefined) {
      await this.#listen();
      await this.#wait(step.silence_ms);
    } else if (step.wait_for !== undefined) {
      await this.#listen();
    } else {
      await this.#call.hangUp();
    }
  }

  /** Talks until the goal is reached or the agent ends the call. */
  async pursue(turns: number, { next, speak }: PursuitOptions): Promise<void> {
    const call = this.#call;
    for (let turn = 0; turn < turns; turn++) {
      await this.#listen();
      if (call.isOver) return;
      const events = inTime([...call.events, ...this.done]);
      const { text, outcome } = await next(events).catch((error: unknown) => {
        throw new CallStopped(
          call.nowMs,
          `the model of the caller did not answer: ${(error as Error).message}`,
        );
      });
      if (text !== '' && !call.isOver) await this.#speak('say', await speak(text));
      if (outcome === 'reached') return;
      if (outcome === 'given up') throw new CallStopped(call.nowMs, `the caller gave the goal up: ${text}`);
      if (text === '') throw new CallStopped(call.nowMs, 'the model of the caller said nothing');
    }
    throw new CallStopped(call.nowMs, `the goal was not reached within "turns: ${turns}"`);
  }

  /** @param byAgent whether the agent is to end the call */
  async end(byAgent: boolean): Promise<void> {
    await this.#listen();
    if (byAgent && !(await this.#until(() => this.#call.isOver, this.#patienceMs))) {
      throw new CallStopped(this.#call.nowMs, 'the agent did not end the call');
    }
  }

  /** Waits until the agent has nothing left to say. */
  async #listen(): Promise<void> {
    const call = this.#call;
    await this.#answerBegins();
    if (!(await this.#until(() => call.isOver || this.#hasFinished(), LONGEST_ANSWER_MS))) {
      throw new CallStopped(call.nowMs, 'the agent did not finish its answer');
    }
  }

  /** Waits until the awaited speech begins. */
  async #answerBegins(): Promise<void> {
    if (this.#awaits === null) return;
    const call = this.#call;
    // An agent that is not interrupted still speaks when the caller has finished.
    const isHeard = () =>
      this.#awaits === 'greeting' ||
      !call.tellsEvents ||
      call.events.some(({ kind, atMs }) => kind === 'heard' && atMs >= this.#beganMs);
    const hasBegun = () => call.isOver || (call.heard.lastMs > this.#sinceMs && isHeard());
    if (!(await this.#until(hasBegun, this.#patienceMs))) {
      const last = this.done.at(-1);
      const what = last ? `"${last.text}" was not answered` : 'the agent did not greet';
      throw new CallStopped(call.nowMs, `${what} within ${this.#patienceMs} ms`);
    }
    this.#awaits = null;
  }

  /** Waits for a number of words of the agent's answer, or for all of it. */
  async #hearWords(count: number): Promise<void> {
    const call = this.#call;
    const fromMs = this.#sinceMs;
    await this.#answerBegins();
    const hasSaid = () => call.heard.voicedBetween(fromMs, call.nowMs) >= count * WORD_MS;
    await this.#until(() => call.isOver || hasSaid() || this.#hasFinished(), LONGEST_ANSWER_MS);
  }

  /** Each turn has one answer, whose text arrives when it is complete, mostly before its audio. */
  #hasFinished(): boolean {
    const { events, heard, nowMs, tellsEvents } = this.#call;
    if (!tellsEvents) return nowMs - heard.lastMs > FINISHED_UNTOLD_MS;
    let turns = 0;
    let answers = 0;
    let lastTextMs = 0;
    for (const event of events) {
      if (event.kind === 'heard') turns++;
      else if (event.kind === 'said' && event.isAnswer) {
        answers++;
        if (event.text !== '') lastTextMs = event.atMs;
      }
    }
    if (answers < turns) return false;
    return heard.lastMs > lastTextMs ? nowMs - heard.lastMs > FINISHED_MS : nowMs - lastTextMs > SOUND_MS;
  }

  async #speak(action: CallerAction, clip: Clip): Promise<void> {
    const said = this.#call.speak(clip);
    const spokenMs = durationMs(clip);
    // The microphone stops with the call.
    const isOver = this.#until(() => this.#call.isOver, spokenMs + LONGEST_ANSWER_MS);
    const times = (await Promise.race([said, isOver.then(() => null)])) ?? {
      fromMs: this.#call.nowMs - spokenMs,
      toMs: this.#call.nowMs,
    };
    this.#did(action, clip.name, times, voiceOf(clip, times.fromMs));
  }

  #press(keys: string): void {
    const atMs = this.#call.nowMs;
    this.#call.press(keys);
    this.#did('press', keys, { fromMs: atMs, toMs: atMs }, []);
  }

  #did(
    action: CallerAction,
    text: string,
    { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
    voice: CallerEvent['voice'],
  ): void {
    this.done.push({ kind: 'caller', action, atMs: fromMs, toMs, text, voice });
    if (action === 'sound') return;
    this.#awaits = 'answer';
    this.#beganMs = fromMs;
    this.#sinceMs = toMs;
  }

  async #wait(ms: number): Promise<void> {
    await this.#until(() => this.#call.isOver, ms);
  }

  /** @returns whether it became true in time */
  async #until(condition: () => boolean, withinMs: number): Promise<boolean> {
    const deadlineMs = this.#call.nowMs + withinMs;
    while (!condition()) {
      if (this.#call.nowMs > deadlineMs) return false;
      await sleep(LOOK_MS);
    }
    return true;
  }
}

function voiceOf({ samples }: Clip, fromMs: number): CallerEvent['voice'] {
  const blocks = voicedBlocks(samples).flatMap((isVoiced, i) => (isVoiced ? [fromMs + i * BLOCK_MS] : []));
  return stretchesOf(blocks, BLOCK_MS, BREATH_MS);
}

const nameOf = ({ after_words: _, turns: __, ...step }: StepFields): string =>
  Object.entries(step)
    .map(([action, value]) => `${action}: ${value}`)
    .join(', ');
