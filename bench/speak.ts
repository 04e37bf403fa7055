/** Entry of `npm run bench:speak`: the cost and latency of our speech, compared with a peer and with a clone. */
import './processes/environment.ts';

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ModelStore, pullWithReport } from '../engine/setup.ts';
import { JOE_VOICE } from '../model-files/manifest.ts';
import { KIND_FOLDERS } from '../model-files/model.ts';
import { UsageError } from './arguments.ts';
import { type BenchOptions, parseOptions, USAGE } from './options.ts';
import { measureClone } from './parts/clone.ts';
import type { Context } from './parts/context.ts';
import { measureCpu } from './parts/cpu.ts';
import { measureFirstAudio } from './parts/first-audio.ts';
import { measureIdle } from './parts/idle.ts';
import { measureLoad } from './parts/load.ts';
import { measureHibari, measureKokoro } from './parts/packaged-voice.ts';
import { measureProfile } from './parts/profile.ts';
import { measureTake } from './parts/take.ts';
import { stopChildrenAtExit } from './processes/children.ts';
import { findPeer, PIPER_TTS } from './processes/peer.ts';
import {
  type PartFigures,
  type PartName,
  type PartResult,
  REPORT_FORMAT,
  type Report,
} from './report/figures.ts';
import { describeMachine } from './report/machine.ts';
import { toText } from './report/table.ts';
import { tablesOf } from './report/tables.ts';
import { machineLines, partsLost, withEarlier, writeReport } from './report/write.ts';

/** Above this share of the cores, other processes keep the machine busy and affect the results. */
const BUSY_SHARE = 0.25;

const MEASURES: { readonly [N in PartName]: (context: Context) => Promise<PartFigures[N]> } = {
  'first-audio': measureFirstAudio,
  profile: measureProfile,
  cpu: measureCpu,
  load: measureLoad,
  idle: measureIdle,
  clone: measureClone,
  take: measureTake,
  kokoro: measureKokoro,
  hibari: measureHibari,
};

const say = (line: string): void => {
  process.stderr.write(`bench: ${line}\n`);
};

async function bench(options: BenchOptions): Promise<void> {
  const startLoad = loadavg()[0] ?? 0;
  const store = new ModelStore();
  if (!(await store.isInstalled(JOE_VOICE))) await pullWithReport(store, JOE_VOICE);
  const { peer, missing } = await findPeer(PIPER_TTS, say);
  const machine = describeMachine(peer, missing);
  if (startLoad > machine.cores * BUSY_SHARE) {
    say(`the machine is busy (load average ${startLoad.toFixed(2)}): do not believe these figures`);
  }
  const paths = store.paths(JOE_VOICE);
  const context: Context = {
    peer,
    modelPath: paths.get(`${JOE_VOICE}.onnx`) ?? '',
    configPath: paths.get(`${JOE_VOICE}.onnx.json`) ?? '',
    voicesFolder: join(store.folder, KIND_FOLDERS['piper-voice']),
    quick: options.quick,
    say,
  };
  process.stdout.write(`${machineLines(machine).join('\n')}\n\n`);
  let report: Report = { format: REPORT_FORMAT, machine, parts: {} };
  const lost = options.writeTo === null ? [] : partsLost(report, options.parts, options.writeTo);
  if (lost.length > 0) {
    say(`the report there is of another machine or other versions; it will lose ${lost.join(', ')}`);
  }
  for (const name of options.parts) {
    const part = { [name]: await measure(name, context, startLoad) };
    for (const table of tablesOf({ ...report, parts: part })) process.stdout.write(`${toText(table)}\n`);
    report = { ...report, parts: { ...report.parts, ...part } };
    // After each part, so that hours of measurements survive a failure of the next.
    if (options.writeTo === null) continue;
    const written = writeReport(withEarlier(report, options.writeTo), options.writeTo);
    say(`written: ${written.join(', ')}`);
  }
}

async function measure<N extends PartName>(
  name: N,
  context: Context,
  loadAverage: number,
): Promise<PartResult<N>> {
  const began = new Date();
  const figures = await MEASURES[name](context);
  return {
    date: began.toISOString(),
    loadAverage,
    durationSeconds: (Date.now() - began.getTime()) / 1000,
    quick: context.quick,
    figures,
  };
}

stopChildrenAtExit();
try {
  const options = parseOptions(process.argv.slice(2));
  if (options) await bench(options);
  else process.stdout.write(USAGE);
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${USAGE}`);
  else say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(error instanceof UsageError ? 2 : 1);
}
