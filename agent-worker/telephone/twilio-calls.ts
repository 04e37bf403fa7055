/**
 * Controls calls in progress at Twilio, by its REST API
 * (https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource).
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

/**
 * Has Twilio continue a call with other instructions, to connect it with somebody else. Its media stream then ends.
 * @param to a telephone number or a SIP address
 * @throws CallControlError
 */
export async function transferTwilioCall(
  { baseUrl, accountSid, authToken }: TwilioAccount,
  callSid: string,
  to: string,
): Promise<void> {
  if (!CALL_SID.test(callSid)) throw new CallControlError('the stream named no call');
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Calls/${callSid}.json`;
  let answer: Response;
  try {
    answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      body: new URLSearchParams({ Twiml: dialInstructions(to) }),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    await answer.body?.cancel();
  } catch {
    throw new CallControlError('the telephone service cannot be reached');
  }
  if (!answer.ok) throw new CallControlError(`the telephone service refused it (HTTP ${answer.status})`);
}

/** TwiML. A SIP address needs a noun of its own. */
function dialInstructions(to: string): string {
  const text = to.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const inner = /^sips?:/i.test(to) ? `<Sip>${text}</Sip>` : `<Number>${text}</Number>`;
  return `<Response><Dial>${inner}</Dial></Response>`;
}
