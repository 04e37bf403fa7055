import { UsageError } from '../arguments.ts';
import { AGENT_PARTS, type AgentPart } from './figures.ts';

export interface AgentBenchOptions {
  readonly parts: readonly AgentPart[];
  readonly quick: boolean;
  /** Folder for the report; null prints it only. */
  readonly writeTo: string | null;
  /** Folder with recordings of questions. */
  readonly clips: string | null;
}

export const AGENT_USAGE = `Usage: npm run bench:agent -- [${AGENT_PARTS.join('|')}]... [--quick] [--write[=FOLDER]] [--clips FOLDER]

Holds conversations with simulated callers, in rooms of a LiveKit server and on the WebSocket, beside the
same components on a stock AgentSession; all parts unless some are named. Needs Go, once, to build the
LiveKit server.

  --clips FOLDER  asks with the FLAC and WAV files of a folder instead of our own voice
  --quick         few and short repetitions, to see that it works
  --write         also writes agent.json and agent.md (to bench/results); parts that were not measured
                  this time keep their figures from last time
  --help          shows this
`;

const DEFAULT_FOLDER = 'bench/results';

/**
 * @returns null when help was requested
 * @throws UsageError
 */
export function parseAgentOptions(args: readonly string[]): AgentBenchOptions | null {
  const parts = new Set<AgentPart>();
  let quick = false;
  let writeTo: string | null = null;
  let clips: string | null = null;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const part = AGENT_PARTS.find((name) => name === arg);
    const value = arg.includes('=') ? arg.slice(arg.indexOf('=') + 1) : '';
    if (part) parts.add(part);
    else if (arg === '--quick') quick = true;
    else if (arg === '--write') writeTo = DEFAULT_FOLDER;
    else if (arg.startsWith('--write=') && value !== '') writeTo = value;
    else if (arg.startsWith('--clips=') && value !== '') clips = value;
    else if (arg === '--clips' && rest[0] !== undefined) clips = rest.shift() ?? null;
    else if (arg === '--help' || arg === '-h') return null;
    else throw new UsageError(`unknown argument "${arg}"`);
  }
  return { parts: AGENT_PARTS.filter((name) => parts.size === 0 || parts.has(name)), quick, writeTo, clips };
}
