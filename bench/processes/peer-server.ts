import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorTail, exited, stop } from './children.ts';
import { freePort } from './free-port.ts';
import { Lines } from './lines.ts';
import { type Peer, startPeerFile } from './peer.ts';

/** Polling interval for a server that does not report when it listens. */
const LOOK_EVERY_MS = 100;

/** The peer behind HTTP on the loopback interface. Both kinds answer `POST /synthesize`. */
export class PeerServer {
  readonly #child: ChildProcess;
  readonly port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** Starts a minimal server that streams the package's output. */
  static async startStreaming(peer: Peer, modelPath: string): Promise<PeerServer> {
    const child = startPeerFile(peer, 'stream_server.py', [modelPath]);
    const lines = new Lines(child);
    const ended = exited(child, "the peer's streaming server", errorTail(child));
    const { port } = await Promise.race([lines.nextJson<{ port: number }>(), ended]);
    return new PeerServer(child, port);
  }

  /** Starts the package's own server, which sends a WAV file when all of it is computed. */
  static async startOwn(peer: Peer, modelPath: string): Promise<PeerServer> {
    const port = await freePort();
    const child = startPeerFile(peer, 'own_server.py', [modelPath, String(port)]);
    child.stdout?.resume();
    const ended = exited(child, "the peer's own server", errorTail(child));
    await Promise.race([untilListening(port, child), ended]).catch(async (error: unknown) => {
      await stop(child);
      throw error;
    });
    return new PeerServer(child, port);
  }

  close(): Promise<void> {
    return stop(this.#child);
  }
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const listens = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  const runs = (): boolean => child.exitCode === null && child.signalCode === null;
  while (runs() && !(await listens())) await sleep(LOOK_EVERY_MS);
}
