/** The thread that runs Smart Turn. A run in the main thread would block all conversations of the process for 40 ms. */
import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ONE_THREAD } from '../../../../engine/setup.ts';
import { INPUT_BANDS, INPUT_FRAMES, smartTurnInput } from './smart-turn-input.ts';

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
  | { readonly type: 'judged'; readonly id: number; readonly probability: number }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };

const port = parentPort;
if (!port) throw new Error('Smart Turn runs in a worker thread');
const say = (message: SmartTurnMessage): void => port.postMessage(message);

const { modelFile } = workerData as SmartTurnSetup;
const session = await InferenceSession.create(modelFile, ONE_THREAD);
const [inputName = ''] = session.inputNames;
const [outputName = ''] = session.outputNames;

async function judge(samples: Float32Array): Promise<number> {
  const input = new Tensor('float32', smartTurnInput(samples), [1, INPUT_BANDS, INPUT_FRAMES]);
  const output = (await session.run({ [inputName]: input }))[outputName];
  const probability = Number(output?.data[0]);
  if (!(probability >= 0 && probability <= 1)) throw new Error(`a probability of ${probability}`);
  return probability;
}

port.on('message', async ({ id, samples }: SmartTurnQuestion) => {
  try {
    say({ type: 'judged', id, probability: await judge(samples) });
  } catch (error) {
    say({ type: 'failed', id, message: String(error) });
  }
});
// The first run is slower than the following ones.
await judge(new Float32Array(0));
say({ type: 'ready' });
