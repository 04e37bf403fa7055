import type { ClonedVoice } from '../../engine/index.ts';
import type { Authenticator, Identity } from './authenticator.ts';

/** Interval at which open sockets are checked for whether they may stay open. */
export const WATCH_MS = 5000;

/** Something that stays open, such as a WebSocket, with the credentials and the voice that it was opened with. */
export interface Entitled {
  readonly data: { readonly identity: Identity; readonly clone: ClonedVoice | undefined };
  refuseFromNowOn(reason: string): void;
}

export interface EntitlementDeps {
  readonly authenticator: Pick<Authenticator, 'isStillValid'>;
  /** Finds cloned voices by id; undefined for those that were deleted. */
  readonly library: { find(ownerId: string, voiceId: string): Promise<object | undefined> };
}

/**
 * Closes everything whose key was revoked, whose JWT has expired or whose voice was deleted since it was opened. Looks
 * up each key and each voice once, however many connections share it.
 * @throws the database's error; connections that could not be checked stay open
 */
export async function closeUnentitled(
  open: Iterable<Entitled>,
  { authenticator, library }: EntitlementDeps,
): Promise<void> {
  const answers = new Map<string, Promise<boolean>>();
  const once = (question: string, ask: () => Promise<boolean>): Promise<boolean> => {
    const answer = answers.get(question) ?? ask();
    answers.set(question, answer);
    return answer;
  };
  const checks = Array.from(open, async (one) => {
    const { identity, clone } = one.data;
    const { ownerId, keyId, expiresAtMs } = identity;
    if (!(await once(`key ${keyId} ${expiresAtMs}`, () => authenticator.isStillValid(identity)))) {
      one.refuseFromNowOn('The credentials are no longer valid');
      return;
    }
    if (!clone) return;
    const exists = async (): Promise<boolean> => (await library.find(ownerId, clone.id)) !== undefined;
    if (!(await once(`voice ${ownerId} ${clone.id}`, exists))) {
      one.refuseFromNowOn('The voice was deleted');
    }
  });
  const failed = (await Promise.allSettled(checks)).find((check) => check.status === 'rejected');
  if (failed) throw failed.reason;
}
