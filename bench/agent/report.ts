import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { toMarkdown } from '../report/table.ts';
import { wrapMarkdown } from '../report/wrap.ts';
import type { AgentMachine, AgentReport } from './figures.ts';
import { RESPONSE_TITLE, responsePlot } from './response-plot.ts';
import { agentTables } from './tables.ts';

const FILES = { json: 'agent.json', markdown: 'agent.md', response: 'agent-response.svg' } as const;
const PACKAGES = [
  '@livekit/agents',
  '@livekit/rtc-node',
  '@livekit/local-inference',
  '@napi-rs/whisper',
  'onnxruntime-node',
];

const require = createRequire(import.meta.url);

export function agentMachine(): AgentMachine {
  const versions: Record<string, string> = { node: process.versions.node };
  for (const name of PACKAGES) versions[name] = installedVersion(name);
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${platform()} ${release()} ${arch()}`,
    versions,
  };
}

/** Some packages do not export their package.json, so it is searched for in node_modules. */
function installedVersion(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    const file = join(folder, name, 'package.json');
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  }
  return 'unknown';
}

/** Adds parts measured earlier, if the machine and the versions are the same. */
export function withEarlierParts(report: AgentReport, folder: string): AgentReport {
  const file = join(folder, FILES.json);
  if (!existsSync(file)) return report;
  const earlier = JSON.parse(readFileSync(file, 'utf8')) as AgentReport;
  const isSame =
    earlier.format === report.format && JSON.stringify(earlier.machine) === JSON.stringify(report.machine);
  return isSame ? { ...report, parts: { ...earlier.parts, ...report.parts } } : report;
}

/** @returns the paths written */
export function writeAgentReport(report: AgentReport, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const { response } = report.parts;
  const files = [
    [join(folder, FILES.json), `${JSON.stringify(report, null, 2)}\n`],
    ...(response ? [[join(folder, FILES.response), responsePlot(response.figures.turns)] as const] : []),
    [join(folder, FILES.markdown), wrapMarkdown(agentMarkdown(report))],
  ] as const;
  for (const [path, text] of files) writeFileSync(path, text);
  return files.map(([path]) => path);
}

function agentMarkdown(report: AgentReport): string {
  return [
    '# Agents: compared with a stock session',
    '',
    'Simulated callers talk to agents in rooms of a LiveKit server and on the WebSocket, all on one machine. The ' +
      'language model answers immediately, so that only our own latency is measured. The peer is `AgentSession` of ' +
      '`@livekit/agents` with its own VAD, its (local) end-of-turn model, its sentence splitting and its default ' +
      'settings, using the same engine, voice, recogniser and language model in the same process. Conversations ' +
      'alternate, so that other load on the machine affects both. `npm run bench:agent -- --write` measures again ' +
      'and writes this page.',
    '',
    ...machineLines(report.machine),
    '',
    ...(report.parts.response ? [`![${RESPONSE_TITLE}](${FILES.response})`, ''] : []),
    ...agentTables(report).map(toMarkdown),
  ].join('\n');
}

export function machineLines({ cpu, cores, memoryBytes, system, versions }: AgentMachine): string[] {
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `- Machine: ${cpu}, ${cores} cores, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${system}`,
    `- Versions: ${packages.join(', ')}`,
  ];
}
