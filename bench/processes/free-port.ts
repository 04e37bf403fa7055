import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below those that operating systems give to connections, which could take one before its server does, and above
 * those that LiveKit SIP uses for audio.
 */
const FIRST = 20_500;
const LAST = 32_500;
const ATTEMPTS = 50;

/** Returns a port of the loopback interface that was free a moment ago. */
export async function freePort(kind: 'tcp' | 'udp' = 'tcp'): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Tests run in several processes, which do not know of each other's ports.
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(kind, port)) return port;
  }
  throw new Error('no free port');
}

async function isFree(kind: 'tcp' | 'udp', port: number): Promise<boolean> {
  const place = { port, host: '127.0.0.1', address: '127.0.0.1' };
  try {
    const taken = kind === 'udp' ? createSocket('udp4').bind(place) : createServer().listen(place);
    await once(taken, 'listening');
    taken.close();
    await once(taken, 'close');
    return true;
  } catch {
    return false;
  }
}
