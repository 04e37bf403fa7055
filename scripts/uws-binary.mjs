// Provides a binary of uWebSockets.js for releases of Node.js that the package in package.json does not support.
// Another republished build contains it, in an archive of 98 MB with binaries for every system. The matching one is
// kept in the user's cache folder. Without it the server listens with node:http (HTTP_SERVER).
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cacheFolder, npmCommand, root, say, seconds } from './lib.mjs';

const ARCHIVE = {
  name: 'uwebsockets',
  version: '3.0.6',
  integrity:
    'sha512-0Nw22DDOd1YGnJ8/IHYVCDHZXAVqLnjBxktl2bSjcJRVcgasb2Zs8WCRhL41IydraLLq001c6ycHdIS+rEcAxw==',
};
/** ABIs of Node.js 24 and 25. For others the archive has no binary, or the same as the installed package. */
const ABIS = ['137', '141'];
const LEAST_GLIBC = [2, 38];

/** Whether its binaries can load here. */
function isOfUse() {
  if (!ABIS.includes(process.versions.modules)) return false;
  if (process.platform !== 'linux') return true;
  const [major = 0, minor = 0] = (process.report?.getReport().header.glibcVersionRuntime ?? '')
    .split('.')
    .map(Number);
  return major > LEAST_GLIBC[0] || (major === LEAST_GLIBC[0] && minor >= LEAST_GLIBC[1]);
}

/** Adds the binary to those of the installed package, if there is one for this Node.js. Never throws. */
export function addUwsBinary() {
  const file = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
  const place = path.join(root, 'node_modules', 'uWebSockets.js', 'dist', 'bin', file);
  if (!isOfUse() || existsSync(place)) return;
  const kept = path.join(cacheFolder(), 'add-ons', `${ARCHIVE.name}-${ARCHIVE.version}`, file);
  try {
    if (!existsSync(kept)) fetchInto(kept, file);
    mkdirSync(path.dirname(place), { recursive: true });
    copyFileSync(kept, place);
    // In a separate process, because a binary that does not load may crash it.
    const { status, stderr } = spawnSync(process.execPath, ['-e', `require(${JSON.stringify(place)})`], {
      encoding: 'utf8',
    });
    if (status === 0) return;
    rmSync(place);
    throw new Error(/^Error: (.*)/m.exec(stderr)?.[1] ?? `exit code ${status}`);
  } catch (error) {
    say(`no uWebSockets.js for this Node.js (${error.message}): the server will listen with node:http`);
  }
}

function fetchInto(kept, file) {
  const began = Date.now();
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-uws-'));
  try {
    const [command, ...args] = npmCommand(['pack', `${ARCHIVE.name}@${ARCHIVE.version}`, '--loglevel=error']);
    const output = execFileSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const archive = path.join(folder, output.trim().split('\n').at(-1));
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (ARCHIVE.integrity !== `sha512-${digest}`) throw new Error(`${ARCHIVE.name} is not what was expected`);
    execFileSync('tar', ['-xzf', archive, `package/${file}`], { cwd: folder });
    mkdirSync(path.dirname(kept), { recursive: true });
    copyFileSync(path.join(folder, 'package', file), `${kept}.${process.pid}`);
    renameSync(`${kept}.${process.pid}`, kept);
    say(`uWebSockets.js for Node.js ${process.versions.node} fetched in ${seconds(began)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
