import { prepareEndOfTurnModel } from './endpointing/end-of-turn-models.ts';
import { prepareVadModel } from './vad/vad-model.ts';

let preparing: Promise<void> | undefined;

/**
 * Loads the models for voice activity detection and endpointing once for this process, about 140 MB. Called before a
 * process accepts conversations, so that the first of them does not wait.
 * @param warn called with each degradation
 * @throws Error when the models cannot run on this machine
 */
export function prepareHearing(warn: (message: string) => void = () => undefined): Promise<void> {
  preparing ??= prepare(warn).catch((error: unknown) => {
    // A later call tries again, or rejects with the error itself.
    preparing = undefined;
    throw error;
  });
  return preparing;
}

async function prepare(warn: (message: string) => void): Promise<void> {
  await prepareVadModel();
  await prepareEndOfTurnModel(warn);
}
