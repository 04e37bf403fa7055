/**
 * Makes calls at Twilio and controls those in progress, by its REST API
 * (https://www.twilio.com/docs/voice/api/call-resource).
 */
import { CallControlError } from '../door.ts';

export interface TwilioAccount {
  /** Base address of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
}

const CALL_SID = /^CA[0-9a-f]{32}$/;
const REQUEST_MS = 10_000;
/** How long somebody who is asked may take to press a key. */
const ANSWER_SECONDS = 8;
/** Calls of one number within the same few minutes. */
const LISTED = 20;
/** Twilio's times are whole seconds, by its own clock. */
const CLOCK_TOLERANCE_MS = 5000;

/** Twilio refused a request, so that nothing has changed. */
export class TwilioRefusal extends Error {
  override readonly name = 'TwilioRefusal';
  readonly status: number;
  /** Twilio's number of the error; null if it sent none. */
  readonly code: number | null;

  constructor(status: number, code: number | null) {
    super(`the telephone service refused it (HTTP ${status})`);
    this.status = status;
    this.code = code;
  }
}

/**
 * Transfers a call. Its media stream then ends.
 * @param to a telephone number or a SIP address
 * @throws CallControlError
 */
export function transferTwilioCall(account: TwilioAccount, callSid: string, to: string): Promise<void> {
  return redirectTwilioCall(account, callSid, dialInstructions(to));
}

/**
 * Gives a call other instructions. Its media stream then ends.
 * @param instructions TwiML
 * @throws CallControlError
 */
export async function redirectTwilioCall(
  account: TwilioAccount,
  callSid: string,
  instructions: string,
): Promise<void> {
  if (!CALL_SID.test(callSid)) throw new CallControlError('the stream named no call');
  try {
    await request(account, `Calls/${callSid}`, { Twiml: instructions });
  } catch (error) {
    if (error instanceof TwilioRefusal) throw new CallControlError(error.message);
    throw new CallControlError('the telephone service cannot be reached');
  }
}

/**
 * Has Twilio call a number.
 * @param call.instructions TwiML: what happens when it is answered
 * @param call.ringSeconds how long it rings
 * @returns the call's identifier
 * @throws TwilioRefusal; any other error leaves open whether the call was made
 */
export async function createTwilioCall(
  account: TwilioAccount,
  call: {
    readonly to: string;
    readonly from: string;
    readonly instructions: string;
    readonly ringSeconds: number;
    readonly maxSeconds: number;
  },
): Promise<string> {
  const { sid } = await request(account, 'Calls', {
    To: call.to,
    From: call.from,
    Twiml: call.instructions,
    Timeout: String(call.ringSeconds),
    TimeLimit: String(call.maxSeconds),
  });
  if (typeof sid !== 'string' || !CALL_SID.test(sid)) throw new Error('the answer names no call');
  return sid;
}

/** @throws TwilioRefusal, or another error when Twilio cannot be reached */
export async function twilioCallStatus(account: TwilioAccount, callSid: string): Promise<string> {
  const { status } = await request(account, `Calls/${callSid}`);
  return String(status);
}

/**
 * Finds calls that were made to a number since a time, newest first.
 * @returns their identifiers
 * @throws TwilioRefusal, or another error when Twilio cannot be reached
 */
export async function findTwilioCall(
  account: TwilioAccount,
  { to, from }: { readonly to: string; readonly from: string },
  sinceMs: number,
): Promise<string[]> {
  const query = new URLSearchParams({ To: to, From: from, PageSize: String(LISTED) });
  const { calls } = await request(account, 'Calls', undefined, query);
  if (!Array.isArray(calls)) throw new Error('the answer lists no calls');
  return (calls as { sid?: unknown; date_created?: unknown }[])
    .filter(({ date_created: at }) => Date.parse(String(at)) >= sinceMs - CLOCK_TOLERANCE_MS)
    .map(({ sid }) => String(sid))
    .filter((sid) => CALL_SID.test(sid));
}

/**
 * Hangs up a call, or stops calling.
 * @throws TwilioRefusal, or another error when Twilio cannot be reached
 */
export async function endTwilioCall(account: TwilioAccount, callSid: string): Promise<void> {
  await request(account, `Calls/${callSid}`, { Status: 'completed' });
}

async function request(
  { baseUrl, accountSid, authToken }: TwilioAccount,
  resource: string,
  form?: Readonly<Record<string, string>>,
  query?: URLSearchParams,
): Promise<Readonly<Record<string, unknown>>> {
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/${resource}.json`;
  const answer = await fetch(query ? `${url}?${query}` : url, {
    redirect: 'error',
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null;
  if (answer.ok) return body ?? {};
  if (answer.status >= 500) throw new Error(`HTTP ${answer.status}`);
  throw new TwilioRefusal(answer.status, typeof body?.code === 'number' ? body.code : null);
}

/** TwiML that ends a call. */
export const HANG_UP = '<Response><Hangup/></Response>';

/** TwiML that connects a call to a media stream. */
export const streamInstructions = (url: string): string =>
  `<Response><Connect><Stream url="${escaped(url)}"/></Connect></Response>`;

/** TwiML that plays a sound, waits for a key, does both once more, and then hangs up. */
export function askInstructions(asked: { readonly soundUrl: string; readonly keyUrl: string }): string {
  const play = `<Play>${escaped(asked.soundUrl)}</Play>`;
  const ask =
    `<Gather numDigits="1" timeout="${ANSWER_SECONDS}" method="GET" action="${escaped(asked.keyUrl)}">` +
    `${play}</Gather>`;
  return `<Response>${ask}${ask}</Response>`;
}

/** TwiML that joins all calls with the same name. When one side hangs up, the other is hung up on. */
export const conferenceInstructions = (name: string): string =>
  `<Response><Dial><Conference beep="false" endConferenceOnExit="true">${escaped(name)}</Conference></Dial></Response>`;

/** TwiML. A SIP address needs a noun of its own. */
function dialInstructions(to: string): string {
  const inner = /^sips?:/i.test(to) ? `<Sip>${escaped(to)}</Sip>` : `<Number>${escaped(to)}</Number>`;
  return `<Response><Dial>${inner}</Dial></Response>`;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
