/** Setup for tests of an agent's tools: servers and toolboxes that are closed with their test. */
import type { llm } from '@livekit/agents';
import { afterEach } from 'vitest';
import { AddressGuard } from '../../agent-worker/address-guard/address-guard.ts';
import { parseAllowHosts } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { type ConnectToolsOptions, connectTools } from '../../agent-worker/tools/toolbox.ts';
import type { Toolbox, ToolObserver } from '../../agent-worker/tools/types.ts';
import { TestMcpServer, type TestMcpServerOptions } from './servers/mcp-server.ts';

/** Records the notifications of an observer. */
export class SeenTools implements ToolObserver {
  readonly failed: string[] = [];
  /** Omitted tools, with the names of their servers. */
  readonly dropped: [string, string][] = [];
  changes = 0;
  readonly slow: string[] = [];
  readonly calls: [string, string][] = [];
  serverFailed(server: string, reason: string): void {
    this.failed.push(`${server}: ${reason}`);
  }
  toolDropped(_server: string, tool: string, reason: string): void {
    this.dropped.push([tool, reason]);
  }
  toolsChanged(): void {
    this.changes++;
  }
  callIsSlow(tool: string): void {
    this.slow.push(tool);
  }
  called(tool: string, _tookMs: number, outcome: string): void {
    this.calls.push([tool, outcome]);
  }
}

export interface ToolSetup {
  start(options?: TestMcpServerOptions): Promise<TestMcpServer>;
  /** Connects with a guard that allows this machine, unless another is given. */
  connect(
    servers: readonly (TestMcpServer | string)[],
    options?: Partial<ConnectToolsOptions>,
  ): Promise<{ toolbox: Toolbox; seen: SeenTools }>;
  /** Registers a clean-up after the test, run in reverse order. */
  after(cleanUp: () => Promise<unknown>): void;
}

/** Call it once, at the top of a file. */
export function toolSetup(): ToolSetup {
  const cleanUps: (() => Promise<unknown>)[] = [];
  const after = (cleanUp: () => Promise<unknown>) => void cleanUps.push(cleanUp);
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
  return {
    after,
    async start(options) {
      const server = await TestMcpServer.start(options);
      after(() => server.stop());
      return server;
    },
    async connect(servers, options = {}) {
      const seen = new SeenTools();
      const toolbox = await connectTools({
        servers: servers.map((server) => (typeof server === 'string' ? server : server.url)),
        guard: new AddressGuard({ allowHosts: parseAllowHosts('127.0.0.1') }),
        observer: seen,
        signal: new AbortController().signal,
        ...options,
      });
      after(() => toolbox.close());
      return { toolbox, seen };
    },
  };
}

/**
 * Calls a tool like the framework.
 * @returns the text, or the error that the model gets
 */
export async function call(
  toolbox: Toolbox,
  name: string,
  args: object = {},
  signal?: AbortSignal,
): Promise<unknown> {
  const tool = toolbox.tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const abortSignal = signal ?? new AbortController().signal;
  return tool.execute({ ...args }, { abortSignal } as llm.ToolOptions);
}
