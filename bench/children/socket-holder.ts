/** Holds idle sockets to our server open. */
import { once } from 'node:events';
import { ParleySocket } from '../load/parley-socket.ts';

export interface HoldJob {
  readonly port: number;
  readonly key: string;
  readonly sockets: number;
  /** One source address has some 28,000 ports. Other loopback addresses have their own. */
  readonly localAddress: string | null;
}

export type HoldAnswer = { readonly open: number } | { readonly failed: string };

/** Concurrent connection attempts. */
const AT_A_TIME = 50;

async function hold({ port, key, sockets, localAddress }: HoldJob): Promise<number> {
  let left = sockets;
  const dial = async (): Promise<void> => {
    while (left > 0) {
      left--;
      await new ParleySocket(port, key, localAddress === null ? {} : { localAddress }).connect();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, dial));
  return sockets;
}

process.once('disconnect', () => process.exit());
const [job] = (await once(process, 'message')) as [HoldJob];
const answer: HoldAnswer = await hold(job).then(
  (open) => ({ open }),
  (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
);
process.send?.(answer);
