import { setTimeout as sleep } from 'node:timers/promises';
import { type CallControl, CallControlError, type PersonLine } from '../door.ts';

/** The key that takes the call. */
const YES = '1';
/** How often the announcement is played. Voicemail presses no key. */
const TIMES = 2;
/** How long they may take to press a key. */
const ANSWER_MS = 8000;

/**
 * Calls a third person, plays the announcement, and asks whether they take the call.
 * @param told audio of the announcement: mono, 24 kHz
 * @returns the line to the person, which is to be joined with the caller
 * @throws CallControlError when the person does not take the call
 */
export async function askPerson(
  callPerson: NonNullable<CallControl['callPerson']>,
  number: string,
  told: Promise<Int16Array>,
  answerMs = ANSWER_MS,
): Promise<PersonLine> {
  const [called, sound] = await Promise.allSettled([callPerson(number), told]);
  if (called.status === 'rejected') throw called.reason;
  const line = called.value;
  try {
    if (sound.status === 'rejected') throw sound.reason;
    for (let time = 1; time <= TIMES; time++) {
      const waited = line.say(sound.value).then(() => sleep(answerMs, undefined, { ref: false }));
      const key = await Promise.race([line.pressed, waited]);
      if (key === YES) return line;
      if (key !== undefined) throw new CallControlError('they declined');
    }
    throw new CallControlError('they did not say whether they take the call');
  } catch (error) {
    await line.close();
    throw error;
  }
}
