/** The end-of-turn models, and the one that this process uses. */
import type { EndOfTurnFamily, EndOfTurnModel } from './end-of-turn-model.ts';
import { LocalEndOfTurn } from './local-end-of-turn.ts';
import { SMART_TURN } from './smart-turn/smart-turn.ts';

/** The best first. The first whose model is installed is used. */
const FAMILIES: readonly EndOfTurnFamily[] = [SMART_TURN];
/** Used if none is installed: LiveKit's model, which comes with a package. */
const local = new LocalEndOfTurn();
let current: EndOfTurnModel = local;

/** The best model that was installed when this process first loaded one. */
export const endOfTurnModel = (): EndOfTurnModel => current;

/**
 * Loads the model for this process.
 * @param warn called with the reason why an installed model is not used
 * @throws Error when no model can run on this machine
 */
export async function prepareEndOfTurnModel(warn: (message: string) => void): Promise<void> {
  for (const family of FAMILIES) {
    const file = family.modelFile();
    if (file === null) continue;
    try {
      current = await family.load(file);
      return;
    } catch (error) {
      warn(`the end-of-turn model ${file} cannot be used, and another takes its place: ${String(error)}`);
    }
  }
  await local.prepare();
}
