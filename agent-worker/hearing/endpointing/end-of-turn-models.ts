/** The end-of-turn models, and which of them judges for this process. */
import { endOfTurnModelFile } from '../../../engine/setup.ts';
import type { EndOfTurnModel } from './end-of-turn-model.ts';
import { LocalEndOfTurn } from './local-end-of-turn.ts';
import { SmartTurn } from './smart-turn/smart-turn.ts';

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
