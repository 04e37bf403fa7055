import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import type { Peer } from '../processes/peer.ts';
import type { Machine } from './figures.ts';

const require = createRequire(import.meta.url);
/** Our dependencies, by the names they are imported by. */
const PACKAGES = ['onnxruntime-node', 'uWebSockets.js', '@echogarden/espeak-ng-emscripten'];

export function describeMachine(peer: Peer | null, peerMissing: string | null): Machine {
  const versions: Record<string, string> = { node: process.versions.node };
  for (const name of PACKAGES) versions[name] = installedVersion(name);
  for (const [name, version] of Object.entries(peer?.versions ?? {})) {
    versions[name === 'python' ? name : `${name} (Python)`] = version;
  }
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${platform()} ${release()} ${arch()}`,
    versions,
    peerMissing,
  };
}

/** Some packages do not export their package.json, so it is searched for in node_modules. */
function installedVersion(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      const text = readFileSync(`${folder}/${name}/package.json`, 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {
      // Continues in the parent folder.
    }
  }
  return 'unknown';
}
