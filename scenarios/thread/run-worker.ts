/** A thread that runs scenarios. What it is sent are permissions to call, in the order in which it asked. */
import { parentPort, workerData } from 'node:worker_threads';
import { DoorSpeech } from '../caller/door-speech.ts';
import { runReportOf } from '../report/report.ts';
import { callAll, prepare } from '../run-all.ts';
import type { FromThread, RunOrder } from './run-thread.ts';

const { scenarios, model, maxSaidMs, ...options } = workerData as RunOrder;
const waiting: (() => void)[] = [];
parentPort!.on('message', () => waiting.shift()?.());
const tell = (message: FromThread): void => parentPort!.postMessage(message);

try {
  const prepared = await prepare(scenarios, new DoorSpeech(options.place), {
    model,
    maxMs: maxSaidMs,
  });
  await callAll(prepared, {
    ...options,
    mayCall: () => {
      tell({ kind: 'asks' });
      return new Promise((resolve) => waiting.push(resolve));
    },
    onRun: (ran) =>
      tell({
        kind: 'ran',
        done: { scenario: scenarios.indexOf(ran.scenario), report: runReportOf(ran), sound: ran.sound },
      }),
  });
  tell({ kind: 'ended', reason: null });
} catch (error) {
  tell({ kind: 'ended', reason: error instanceof Error ? error.message : String(error) });
}
parentPort!.close();
