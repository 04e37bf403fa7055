/** Entry of the thread that reads and judges one answer: a second of work at most, which sockets must not wait for. */
import { parentPort, workerData } from 'node:worker_threads';
import { readWav, WavError } from '../../../media/wav.ts';
import { judge } from './plausibility.ts';
import type { JudgeOrder, JudgeReply } from './plausibility-protocol.ts';

const { original, answer } = workerData as JudgeOrder;

function verdict(): JudgeReply {
  try {
    const { sampleRate, channels } = readWav(answer);
    const [samples, ...others] = channels;
    if (samples === undefined || others.length > 0) {
      return { plausible: false, reason: 'has several channels' };
    }
    return judge(original, { samples, sampleRate });
  } catch (error) {
    if (!(error instanceof WavError || error instanceof RangeError)) throw error;
    return { plausible: false, reason: 'is no WAV file with 16-bit or float samples' };
  }
}

parentPort?.postMessage(verdict());
