import type { ClonedVoice } from '../../engine/enrolment/types.ts';
import type { Identity } from '../credentials/authenticator.ts';
import type { FrontDeps } from './deps.ts';

/** An open socket, and what it was opened with. */
export interface WatchedSocket {
  readonly data: { readonly identity: Identity; readonly clone: ClonedVoice | undefined };
  refuseFromNowOn(reason: string): void;
}

/**
 * Closes the sockets whose key was revoked, whose JWT has expired or whose voice was deleted since they were opened.
 * Looks up each key and each voice once, however many sockets share it.
 * @throws whatever the database does; the sockets stay open then
 */
export async function closeUnentitled(
  sessions: Iterable<WatchedSocket>,
  { authenticator, library }: Pick<FrontDeps, 'authenticator' | 'library'>,
): Promise<void> {
  const answers = new Map<string, Promise<boolean>>();
  const once = (question: string, ask: () => Promise<boolean>): Promise<boolean> => {
    const answer = answers.get(question) ?? ask();
    answers.set(question, answer);
    return answer;
  };
  const checks = Array.from(sessions, async (session) => {
    const { identity, clone } = session.data;
    const { ownerId, keyId, expiresAtMs } = identity;
    if (!(await once(`key ${keyId} ${expiresAtMs}`, () => authenticator.isStillValid(identity)))) {
      session.refuseFromNowOn('The credentials are no longer valid');
      return;
    }
    if (!clone) return;
    const exists = async (): Promise<boolean> => (await library.find(ownerId, clone.id)) !== undefined;
    if (!(await once(`voice ${ownerId} ${clone.id}`, exists))) {
      session.refuseFromNowOn('The voice was deleted');
    }
  });
  const failed = (await Promise.allSettled(checks)).find((check) => check.status === 'rejected');
  if (failed) throw failed.reason;
}
