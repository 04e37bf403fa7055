/** The thread that runs Smart Turn. A run in the main thread would block all conversations of the process for 25 ms. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SoundJudgement } from '../end-of-turn-model.ts';
import { probabilityOf, speechFeatures, trainedFinishedSpeech } from './finished-speech.ts';
import { SmartTurnNetwork } from './smart-turn-network.ts';

/** Start parameters of the thread. */
export interface SmartTurnSetup {
  readonly modelFile: string;
}

/** Sound to judge: mono, 16 kHz, -1 to 1. */
export interface SmartTurnQuestion {
  readonly id: number;
  readonly samples: Float32Array;
}

export type SmartTurnMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'judged'; readonly id: number; readonly judgement: SoundJudgement }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };

const port = parentPort;
if (!port) throw new Error('Smart Turn runs in a worker thread');
const say = (message: SmartTurnMessage): void => port.postMessage(message);

const { modelFile } = workerData as SmartTurnSetup;
const network = await SmartTurnNetwork.load(modelFile);
const finished = trainedFinishedSpeech();

async function judge(samples: Float32Array): Promise<SoundJudgement> {
  const found = await network.run(samples);
  return { over: found.published, finished: probabilityOf(finished, speechFeatures(found)) };
}

port.on('message', async ({ id, samples }: SmartTurnQuestion) => {
  try {
    say({ type: 'judged', id, judgement: await judge(samples) });
  } catch (error) {
    say({ type: 'failed', id, message: String(error) });
  }
});
// The first run is slower than the following ones.
await judge(new Float32Array(0));
say({ type: 'ready' });
