import type { Peer } from '../processes/peer.ts';

/** Input of every part. */
export interface Context {
  /** Null when the peer cannot be measured here. */
  readonly peer: Peer | null;
  /** The voice file that all sides use. */
  readonly modelPath: string;
  readonly configPath: string;
  readonly voicesFolder: string;
  readonly quick: boolean;
  /** Prints progress. */
  readonly say: (line: string) => void;
}
