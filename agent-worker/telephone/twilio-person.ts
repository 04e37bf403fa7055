/** Warm transfers at Twilio: it calls a person, plays the announcement, asks for a key, and joins both calls. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CallControlError, type PersonLine } from '../door.ts';
import { TAKES_CALL } from '../tools/warm-transfer.ts';
import {
  askInstructions,
  conferenceInstructions,
  createTwilioCall,
  endTwilioCall,
  redirectTwilioCall,
  type TwilioAccount,
  TwilioRefusal,
  twilioCallStatus,
} from './twilio-calls.ts';

const RING_SECONDS = 30;
const MAX_SECONDS = 4 * 3600;
const POLL_MS = 500;
/** A caller who is redirected is in the conference by then. */
const JOINED_MS = 5000;

/** Statuses of a call that is over. */
const OVER: Readonly<Record<string, string>> = {
  busy: 'they are busy or declined',
  'no-answer': 'nobody answered',
  canceled: 'nobody answered',
  failed: 'the telephone network refused it',
  completed: 'they did not say whether they take the call',
};

/** What a person is told, where Twilio finds it. */
export interface Announcement {
  /** Address of its sound. */
  readonly soundUrl: string;
  /** Address that is asked, with the key that was pressed, how the call goes on. */
  readonly keyUrl: string;
  /** Name of the conference in which the call goes on if they take it. */
  readonly conference: string;
  /** The key that was pressed; null for none so far. */
  key(): Promise<string | null>;
  /** It is not needed any more. */
  close(): Promise<void>;
}

export interface TwilioPersonOptions {
  readonly account: TwilioAccount;
  /** Number of the account that is shown to the person. */
  readonly from: string;
  /** @param sound mono, 24 kHz */
  readonly announce: (sound: Int16Array) => Promise<Announcement>;
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * Calls somebody and asks whether they take a call.
 * @param callSid the caller's call
 * @param told mono, 24 kHz
 * @param signal hangs up, unless they have been joined
 * @throws CallControlError when they do not take it
 */
export async function askByTwilio(
  { account, from, announce, log }: TwilioPersonOptions,
  callSid: string,
  to: string,
  told: Promise<Int16Array>,
  signal: AbortSignal,
): Promise<PersonLine> {
  const announcement = await announce(await told);
  const { conference } = announcement;
  let personSid: string | null = null;
  const hangUp = async (): Promise<void> => {
    if (personSid === null) return;
    await endTwilioCall(account, personSid).catch((err: unknown) =>
      log.warn({ err }, 'a person could not be hung up on'),
    );
  };
  try {
    personSid = await createTwilioCall(account, {
      to,
      from,
      instructions: askInstructions(announcement),
      ringSeconds: RING_SECONDS,
      maxSeconds: MAX_SECONDS,
    });
    await untilTaken(account, personSid, announcement, signal);
  } catch (error) {
    await hangUp();
    if (error instanceof CallControlError) throw error;
    if (error instanceof TwilioRefusal) throw new CallControlError(error.message);
    throw new CallControlError('the telephone service cannot be reached');
  } finally {
    await announcement.close();
  }
  const leave = (): void => void hangUp();
  signal.addEventListener('abort', leave);
  const sid = personSid;
  return {
    async join() {
      signal.removeEventListener('abort', leave);
      try {
        await redirectTwilioCall(account, callSid, conferenceInstructions(conference));
      } catch (error) {
        await hangUp();
        throw error;
      }
      void neverAlone(account, callSid, sid).catch((err: unknown) =>
        log.warn({ err }, 'it is not known whether both sides of a transfer were joined'),
      );
    },
  };
}

async function untilTaken(
  account: TwilioAccount,
  personSid: string,
  announcement: Announcement,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal.aborted) throw new CallControlError('the call is over');
    const status = await twilioCallStatus(account, personSid);
    const key = await announcement.key();
    if (key !== null && key !== TAKES_CALL) throw new CallControlError('they declined');
    const why = OVER[status];
    if (why !== undefined) throw new CallControlError(key === null ? why : 'they hung up');
    if (key !== null) return;
    await sleep(POLL_MS);
  }
}

/** Hangs up on the caller if the person had hung up before the caller was joined with them. */
async function neverAlone(account: TwilioAccount, callSid: string, personSid: string): Promise<void> {
  await sleep(JOINED_MS, undefined, { ref: false });
  const status = await twilioCallStatus(account, personSid);
  if (OVER[status] !== undefined) await endTwilioCall(account, callSid);
}
