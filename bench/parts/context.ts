import type { Peer } from '../processes/peer.ts';

/** What every part is given. */
export interface Context {
  /** Null when the peer cannot be measured here. */
  readonly peer: Peer | null;
  /** The voice file that everybody speaks with. */
  readonly modelPath: string;
  readonly configPath: string;
  readonly voicesFolder: string;
  readonly quick: boolean;
  /** Tells the person at the terminal how far it is. */
  readonly say: (line: string) => void;
}
