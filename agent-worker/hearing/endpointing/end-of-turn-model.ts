import { endOfTurnModelFile } from '../../../engine/setup.ts';
import { LocalEndOfTurn } from './local-end-of-turn.ts';
import { SmartTurn } from './smart-turn/smart-turn.ts';

/** Judges from the sound alone whether a caller's turn is over. */
export interface EndOfTurnModel {
  /** How much of the latest sound counts. */
  readonly inputMs: number;
  /** Silence after the words that the model wants to hear, in whole windows. */
  readonly askAfterMs: number;
  /**
   * How probably the turn is over.
   * @param windows the caller's latest audio in order, mono, 16 kHz
   * @returns 0 to 1
   * @throws Error when the model fails
   */
  probability(windows: readonly Int16Array[]): Promise<number>;
}

const local = new LocalEndOfTurn();
let current: EndOfTurnModel = local;

/** Smart Turn where it was installed when this process began to hear, and otherwise LiveKit's model. */
export const endOfTurnModel = (): EndOfTurnModel => current;

/**
 * Loads the model for this process.
 * @param warn told why an installed model is not used
 * @throws Error when none can run on this machine
 */
export async function prepareEndOfTurnModel(warn: (message: string) => void): Promise<void> {
  const file = endOfTurnModelFile();
  try {
    if (file !== null) current = await SmartTurn.load(file);
  } catch (error) {
    warn(`the end-of-turn model ${file} cannot be used, and LiveKit's takes its place: ${String(error)}`);
  }
  if (current === local) await local.prepare();
}
