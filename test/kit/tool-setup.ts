/** What the tests of an agent's tools begin with: servers and toolboxes that go away with their test. */
import type { llm } from '@livekit/agents';
import { afterEach } from 'vitest';
import { AddressGuard } from '../../agent-worker/address-guard/address-guard.ts';
import { parseAllowHosts } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { type ConnectToolsOptions, connectTools } from '../../agent-worker/tools/toolbox.ts';
import type { Toolbox, ToolObserver } from '../../agent-worker/tools/types.ts';
import { TestMcpServer, type TestMcpServerOptions } from './servers/mcp-server.ts';

/** Keeps what an observer is told. */
export class SeenTools implements ToolObserver {
  readonly failed: string[] = [];
  /** Tools that were left out, by the names of their servers. */
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
  /** With a guard that allows this machine, unless another is given. */
  connect(
    servers: readonly (TestMcpServer | string)[],
    options?: Partial<ConnectToolsOptions>,
  ): Promise<{ toolbox: Toolbox; seen: SeenTools }>;
  /** Done after the test, the latest first. */
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

/** Calls as the framework does. @returns text, or the error that the model is told */
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
