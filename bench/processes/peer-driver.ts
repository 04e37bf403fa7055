import type { ChildProcess } from 'node:child_process';
import { errorTail, exited, stop } from './children.ts';
import { Lines } from './lines.ts';
import { type Peer, startPeerFile } from './peer.ts';

/** The peer's measurements of one text, in ms on its own clock. */
export interface PeerTiming {
  readonly firstAudioMs: number;
  readonly totalMs: number;
  readonly firstChunkMs: number;
  readonly audioMs: number;
  readonly cpuSeconds: number;
}

/** The peer in process: one long-lived Python process with the voice loaded and warm. */
export class PeerDriver {
  readonly #child: ChildProcess;
  readonly #lines: Lines;
  readonly #ended: Promise<never>;

  private constructor(child: ChildProcess, lines: Lines, ended: Promise<never>) {
    this.#child = child;
    this.#lines = lines;
    this.#ended = ended;
  }

  /** @param files of the voice: the model, and other files that the package reads */
  static async start(peer: Peer, files: readonly string[]): Promise<PeerDriver> {
    const child = startPeerFile(peer, 'driver.py', [peer.package.speaker, ...files]);
    const lines = new Lines(child);
    const ended = exited(child, 'the peer', errorTail(child));
    await Promise.race([lines.nextJson(), ended]);
    return new PeerDriver(child, lines, ended);
  }

  speak(text: string): Promise<PeerTiming> {
    this.#child.stdin?.write(`${JSON.stringify({ text })}\n`);
    return Promise.race([this.#lines.nextJson<PeerTiming>(), this.#ended]);
  }

  close(): Promise<void> {
    return stop(this.#child);
  }
}
