/**
 * Entry point of the thread that reads and checks one answer: at most a second of work, which must not block sockets.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { readWav, WavError } from '../../../media/wav.ts';
import { checkPlausibility, type Verdict } from './plausibility.ts';
import type { AnswerCheck } from './plausibility-protocol.ts';

const { original, answer } = workerData as AnswerCheck;

function verdict(): Verdict {
  try {
    const { sampleRate, channels } = readWav(answer);
    const [samples, ...others] = channels;
    if (samples === undefined || others.length > 0) {
      return { plausible: false, reason: 'has several channels' };
    }
    return checkPlausibility(original, { samples, sampleRate });
  } catch (error) {
    if (!(error instanceof WavError || error instanceof RangeError)) throw error;
    return { plausible: false, reason: 'is not a WAV file with 16-bit or float samples' };
  }
}

parentPort?.postMessage(verdict());
