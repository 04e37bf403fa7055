import type { Identity } from '../credentials/authenticator.ts';
import type { CallRecord } from '../storage/calls.ts';

/** The identity of a call's owner. */
export function identityOf({
  ownerId,
  keyId,
  credentialExpiresAt,
}: Pick<CallRecord, 'ownerId' | 'keyId' | 'credentialExpiresAt'>): Identity {
  return {
    ownerId,
    keyId,
    expiresAtMs: credentialExpiresAt === null ? null : Date.parse(credentialExpiresAt),
  };
}
