/** Measurements of a call. */
import { type CallEvent, type CallerEvent, overlapMs, type Stretch, stretchesOf } from './events.ts';

/** Silences of the agent that are shorter belong to what it says. */
const AGENT_BREATH_MS = 300;
/** Silence after which the agent counts as stopped. */
const STOPPED_MS = 500;
/** Time after an interruption within which the agent must stop. */
const OBEYED_MS = 1500;
/** Length of the moment before an interruption in which voice shows that the agent was speaking. */
const JUST_NOW_MS = 600;
/** A transcript this soon after the caller's start belongs to their earlier speech. */
const BEFORE_MS = 150;
/** Time within which an agent resumes after a sound. */
const GOES_ON_MS = 3000;

export interface Answer {
  /** When the caller finished speaking. */
  readonly atMs: number;
  readonly afterMs: number;
}

export interface CutOff {
  readonly atMs: number;
  /** The caller's words, and the part that the agent had heard. */
  readonly said: string;
  readonly heard: string;
}

export interface Interruption {
  readonly atMs: number;
  /** Time until the agent was silent; null if it was not. */
  readonly afterMs: number | null;
  /** Whether the agent was speaking. */
  readonly isOne: boolean;
}

export interface Overlap {
  readonly atMs: number;
  readonly ms: number;
}

/** A sound that the caller made. */
export interface MadeSound {
  readonly atMs: number;
  readonly sound: string;
  /** The transcript; null if it was not taken for a turn. */
  readonly heard: string | null;
  readonly goesOn: boolean;
}

export interface Facts {
  readonly agentVoice: readonly Stretch[];
  readonly answers: readonly Answer[];
  readonly cutOffs: readonly CutOff[];
  readonly interruptions: readonly Interruption[];
  /** The longest time; null if they never spoke simultaneously. */
  readonly overlap: Overlap | null;
  readonly sounds: readonly MadeSound[];
}

/**
 * @param events in order
 * @param blocksMs when the agent's voice was heard, in blocks
 */
export function factsOf(events: readonly CallEvent[], blocksMs: readonly number[], blockMs: number): Facts {
  const agentVoice = stretchesOf(blocksMs, blockMs, AGENT_BREATH_MS);
  const done = events.filter((event) => event.kind === 'caller');
  const heard = events.filter((event) => event.kind === 'heard');
  const answers: Answer[] = [];
  const cutOffs: CutOff[] = [];
  const interruptions: Interruption[] = [];
  const sounds: MadeSound[] = [];
  for (const [i, event] of done.entries()) {
    const { action, atMs, toMs, text } = event;
    const nextMs = done[i + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    if (action === 'sound') {
      const turn = heard.find((each) => each.atMs > atMs && each.atMs < nextMs);
      const goesOn = blocksMs.some((ms) => ms > toMs && ms < Math.min(nextMs, toMs + GOES_ON_MS));
      sounds.push({ atMs, sound: text, heard: turn?.text ?? null, goesOn });
      continue;
    }
    const early = heard.filter((each) => each.atMs > atMs + BEFORE_MS && each.atMs < toMs);
    for (const turn of early) cutOffs.push({ atMs: turn.atMs, said: text, heard: turn.text });
    const answer = agentVoice.find(({ fromMs }) => fromMs > toMs && fromMs < nextMs);
    if (answer) answers.push({ atMs: toMs, afterMs: answer.fromMs - toMs });
    if (action === 'interrupt') interruptions.push(interruptionOf(event, blocksMs));
  }
  return { agentVoice, answers, cutOffs, interruptions, overlap: overlapOf(done, agentVoice), sounds };
}

function interruptionOf({ atMs, toMs }: CallerEvent, blocksMs: readonly number[]): Interruption {
  const isOne = blocksMs.some((ms) => ms > atMs - JUST_NOW_MS && ms <= atMs);
  let lastMs = atMs;
  for (const ms of blocksMs) {
    if (ms <= atMs) continue;
    if (ms - lastMs > STOPPED_MS) break;
    lastMs = ms;
  }
  return { atMs, afterMs: lastMs > toMs + OBEYED_MS ? null : lastMs - atMs, isOne };
}

/** The longest time for which both spoke simultaneously. Sounds such as a cough are not speech. */
function overlapOf(done: readonly CallerEvent[], agentVoice: readonly Stretch[]): Overlap | null {
  let longest: Overlap | null = null;
  for (const { voice, action } of done) {
    if (action === 'sound') continue;
    for (const ours of voice) {
      for (const theirs of agentVoice) {
        const ms = overlapMs(ours, theirs);
        if (ms > (longest?.ms ?? 0)) longest = { atMs: Math.max(ours.fromMs, theirs.fromMs), ms };
      }
    }
  }
  return longest;
}
