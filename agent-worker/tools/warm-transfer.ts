import { setTimeout as sleep } from 'node:timers/promises';
import { CallControlError, type PersonLine } from '../door.ts';

/** The key that takes the call. */
export const TAKES_CALL = '1';
/** How often the announcement is played. Voicemail presses no key. */
const TIMES = 2;
/** How long they may take to press a key. */
const ANSWER_MS = 8000;

/** A call to somebody whose sound passes through this process. */
export interface SpokenLine extends PersonLine {
  /** The first key that they press; null when they hang up before. */
  readonly pressed: Promise<string | null>;
  /** Says something to them: mono, 24 kHz, 16 bit. Settles when it was said, or when they have hung up. */
  say(samples: Int16Array): Promise<void>;
  /** Hangs up. */
  close(): Promise<void>;
}

/**
 * Calls somebody, tells them what it is about, and asks whether they take the call.
 * @param call settles when they answer. @throws CallControlError when they do not
 * @param told the announcement: mono, 24 kHz
 * @returns the line to them, which is to be joined with the caller
 * @throws CallControlError when they do not take it
 */
export async function askPerson(
  call: Promise<SpokenLine>,
  told: Promise<Int16Array>,
  answerMs = ANSWER_MS,
): Promise<PersonLine> {
  const [called, sound] = await Promise.allSettled([call, told]);
  if (called.status === 'rejected') throw called.reason;
  const line = called.value;
  try {
    if (sound.status === 'rejected') throw sound.reason;
    for (let time = 1; time <= TIMES; time++) {
      const waited = line.say(sound.value).then(() => sleep(answerMs, undefined, { ref: false }));
      const key = await Promise.race([line.pressed, waited]);
      if (key === TAKES_CALL) return line;
      if (key !== undefined) throw new CallControlError('they declined');
    }
    throw new CallControlError('they did not say whether they take the call');
  } catch (error) {
    await line.close();
    throw error;
  }
}
