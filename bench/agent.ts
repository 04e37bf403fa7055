/**
 * Entry of `npm run bench:agent`: response times, times until an interrupted agent is silent, and costs, compared with
 * a peer.
 */
import './processes/environment.ts';
import './agent/environment.ts';

import { loadavg } from 'node:os';
import { dispose } from '@livekit/rtc-node';
import { AgentHost } from './agent/agent-host.ts';
import { loadClips } from './agent/clips.ts';
import type { AgentFigures, AgentPart, AgentReport, Measured } from './agent/figures.ts';
import { InstantModel } from './agent/instant-model.ts';
import { LiveKit } from './agent/livekit.ts';
import { AGENT_USAGE, type AgentBenchOptions, parseAgentOptions } from './agent/options.ts';
import { measureCapacity } from './agent/parts/capacity.ts';
import type { AgentContext } from './agent/parts/context.ts';
import { measureEndpointing } from './agent/parts/endpointing.ts';
import { measureInterruption } from './agent/parts/interruption.ts';
import { measureResponse } from './agent/parts/response.ts';
import { measureSessions } from './agent/parts/sessions.ts';
import { agentMachine, machineLines, withEarlierParts, writeAgentReport } from './agent/report.ts';
import { agentTables } from './agent/tables.ts';
import { UsageError } from './arguments.ts';
import { stopChildrenAtExit } from './processes/children.ts';
import { toText } from './report/table.ts';

const MAX_RECORDINGS = 24;

const MEASURES: { readonly [P in AgentPart]: (context: AgentContext) => Promise<AgentFigures[P]> } = {
  response: measureResponse,
  interruption: measureInterruption,
  sessions: measureSessions,
  capacity: measureCapacity,
  endpointing: measureEndpointing,
};

const say = (line: string): void => {
  process.stderr.write(`bench: ${line}\n`);
};

async function bench({ parts, quick, writeTo, clips: folder }: AgentBenchOptions): Promise<void> {
  const machine = agentMachine();
  process.stdout.write(`${machineLines(machine).join('\n')}\n\n`);
  const clips = await loadClips({ folder, questions: MAX_RECORDINGS });
  const recordings =
    folder === null
      ? `${clips.questions.length} sentences in the engine's own voice`
      : `${clips.questions.length} recordings of people`;
  const livekit = await LiveKit.start();
  const model = await InstantModel.start();
  let report: AgentReport = { format: 1, machine, parts: {} };
  try {
    for (const name of parts) {
      // Each part has a process of its own, so that the memory of one does not affect another.
      const host = await AgentHost.start(livekit, model, { hasOwnLimit: name === 'capacity' });
      const context = { host, model, clips, recordings, quick, say };
      const part = { [name]: await measure(name, context).finally(() => host.close()) };
      for (const table of agentTables({ parts: part })) process.stdout.write(`${toText(table)}\n`);
      report = { ...report, parts: { ...report.parts, ...part } };
      if (writeTo === null) continue;
      report = withEarlierParts(report, writeTo);
      say(`written: ${writeAgentReport(report, writeTo).join(', ')}`);
    }
  } finally {
    model.close();
    await dispose();
    await livekit.close();
  }
}

async function measure<P extends AgentPart>(name: P, context: AgentContext): Promise<Measured<P>> {
  const began = new Date();
  const loadBefore = loadavg()[0] ?? 0;
  const figures = await MEASURES[name](context);
  return {
    date: began.toISOString(),
    loadBefore,
    loadAfter: loadavg()[0] ?? 0,
    seconds: (Date.now() - began.getTime()) / 1000,
    quick: context.quick,
    figures,
  };
}

stopChildrenAtExit();
try {
  const options = parseAgentOptions(process.argv.slice(2));
  if (options) await bench(options);
  else process.stdout.write(AGENT_USAGE);
  process.exit(0);
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${AGENT_USAGE}`);
  else say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(error instanceof UsageError ? 2 : 1);
}
