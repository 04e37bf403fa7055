import { expect, test } from 'vitest';
import { NodeLibrary } from './node/node-port.ts';
import { openPorts } from './open-ports.ts';

function quietLog() {
  const lines: string[] = [];
  const write = (line: unknown): void => void lines.push(String(line));
  return { lines, log: { info: write, warn: write } as unknown as Parameters<typeof openPorts>[1] };
}

test('a configured library listens, and the log names its cost', async () => {
  const { lines, log } = quietLog();
  expect(await openPorts('node', log)).toBeInstanceOf(NodeLibrary);
  expect(lines).toEqual([expect.stringMatching(/node:http.*docs\/operations\.md/)]);
});

test('by default uWebSockets.js listens if it loads; otherwise node:http, and the log says why', async () => {
  const { lines, log } = quietLog();
  const library = await openPorts('auto', log);
  library.close();
  if (library instanceof NodeLibrary) {
    expect(lines).toEqual([expect.stringContaining(`Node.js ${process.versions.node}`)]);
    await expect(openPorts('uwebsockets', log)).rejects.toThrow(/HTTP_SERVER/);
  } else {
    expect(lines).toEqual([]);
  }
});
