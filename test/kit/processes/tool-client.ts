/**
 * Uses an agent's tools like a conversation: connects to the MCP server at the given address and calls its first tool,
 * with 2 for every number. Fails if either fails.
 */
import type { llm } from '@livekit/agents';
import { AddressGuard } from '../../../agent-worker/address-guard/address-guard.ts';
import { parseAllowHosts } from '../../../agent-worker/address-guard/allowed-hosts.ts';
import { connectTools } from '../../../agent-worker/tools/toolbox.ts';
import type { ToolObserver } from '../../../agent-worker/tools/types.ts';

const address = process.argv.at(-1) ?? '';
const signal = new AbortController().signal;
const observer: ToolObserver = {
  serverFailed: (_server, reason) => fail(reason),
  toolDropped: (_server, tool, reason) => fail(`${tool}: ${reason}`),
  toolsChanged: () => undefined,
  callIsSlow: () => undefined,
  called: (tool, _tookMs, outcome) => (outcome === 'ok' ? undefined : fail(`${tool}: ${outcome}`)),
};

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

const guard = new AddressGuard({ allowHosts: parseAllowHosts('localhost,127.0.0.1') });
const toolbox = await connectTools({ servers: [address], guard, observer, signal });
const [tool] = toolbox.tools;
if (tool) {
  const { properties } = tool.parameters as { properties: Record<string, { type?: string }> };
  const numbers = Object.entries(properties).filter(([, { type }]) => type === 'number');
  const args = Object.fromEntries(numbers.map(([name]) => [name, 2]));
  const answer = await tool.execute(args, { abortSignal: signal } as llm.ToolOptions);
  process.stdout.write(`${String(answer)}\n`);
}
await toolbox.close();
