import { prepareEndOfTurnModel } from './endpointing/end-of-turn-model.ts';
import { prepareVadModel } from './vad/vad-model.ts';

let preparing: Promise<void> | undefined;

/**
 * Loads the models for voice activity detection and endpointing once for this process, about 140 MB. Called before a
 * process accepts conversations, so that the first of them does not wait.
 * @throws Error when they cannot run on this machine
 */
export function prepareHearing(): Promise<void> {
  preparing ??= prepare().catch((error: unknown) => {
    // The next call tries again, or gets the error itself.
    preparing = undefined;
    throw error;
  });
  return preparing;
}

async function prepare(): Promise<void> {
  await prepareVadModel();
  await prepareEndOfTurnModel();
}
