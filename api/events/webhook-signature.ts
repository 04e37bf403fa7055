/** Signatures of webhooks, as in https://www.standardwebhooks.com. */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/**
 * The headers of a message.
 * @param secret from `newSecret`
 * @param id equal for all deliveries of an event
 */
export function signedHeaders(
  secret: string,
  { id, timestampMs, body }: { readonly id: string; readonly timestampMs: number; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(timestampMs / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
