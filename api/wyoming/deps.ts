import type { FrontDeps } from '../front/deps.ts';
import type { SpeakingDeps } from '../front/speaking.ts';
import type { Database } from '../storage/database.ts';

/** Dependencies of the Wyoming door. It owns nothing but its sockets. */
export type WyomingDeps = SpeakingDeps &
  Pick<FrontDeps, 'authenticator' | 'overload' | 'log' | 'audit'> & { readonly db: Database };
