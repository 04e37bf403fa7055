import { prepareTurnDetector } from './endpointing/turn-detector.ts';
import { prepareVadModel } from './vad/vad-model.ts';

let preparing: Promise<void> | undefined;

/**
 * Loads the models of voice activity and endpointing once for this process, some 140 MB: called where a process starts
 * to take conversations, so that the first of them does not wait.
 * @throws Error where they cannot run on this machine
 */
export function prepareHearing(): Promise<void> {
  preparing ??= prepare().catch((error: unknown) => {
    // The next caller may have more luck, or is told as well.
    preparing = undefined;
    throw error;
  });
  return preparing;
}

async function prepare(): Promise<void> {
  await prepareVadModel();
  await prepareTurnDetector();
}
