// npm run matrix [-- --short | RELEASE...]: on each supported release of Node.js, a copy of this checkout with separate
// dependencies starts, speaks and recognises. --short selects the newest release other than the current one. All copies
// stay in the user's cache folder: the first run takes minutes for each, later ones half a minute.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  cacheFolder,
  main,
  npmCommand,
  RELEASES,
  root,
  run,
  ScriptError,
  say,
  seconds,
  withLock,
} from './lib.mjs';

const folder = path.join(cacheFolder(), 'matrix');

/** Folders that a copy creates itself, or does not need. */
const NOT_COPIED = /^(?:node_modules|data|test|docs)(?:\/|$)/;

/** Returns the Node.js program of a release, from the registry. */
async function nodeOf(release) {
  const isAppleSilicon = process.platform === 'darwin' && process.arch === 'arm64';
  const name = `${isAppleSilicon ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
  const home = path.join(folder, `node-${release}`);
  const program = path.join(home, 'node_modules', name, 'bin', 'node');
  if (existsSync(program)) return program;
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }');
  const [command, ...args] = npmCommand(['install', '--no-audit', '--no-fund', '--loglevel=error']);
  const code = await run(command, [...args, `${name}@${release}`], { cwd: home });
  if (code !== 0) throw new ScriptError(`Node.js ${release} could not be fetched`, code);
  return program;
}

/** Lists the files of a folder, relative to it. */
function filesIn(top) {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(top, path.join(entry.parentPath ?? entry.path, entry.name)));
}

/** Lists the files of this checkout, committed or not, and its build output, which is the same on every release. */
function ownFiles() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const dist = path.join(root, 'dist');
  const built = existsSync(dist) ? filesIn(dist).map((file) => path.join('dist', file)) : [];
  return [...listed.split('\0'), ...built].filter(
    (file) => file !== '' && !NOT_COPIED.test(file) && existsSync(path.join(root, file)),
  );
}

/** Updates a copy to this checkout. Modification times determine what to build. */
function copyTo(copy) {
  const files = ownFiles();
  const wanted = new Set(files);
  for (const file of files) {
    const [from, to] = [root, copy].map((top) => path.join(top, file));
    const [ours, theirs] = [from, to].map((name) => statSync(name, { throwIfNoEntry: false }));
    if (ours.size === theirs?.size && Math.abs(ours.mtimeMs - theirs.mtimeMs) < 1) continue;
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(from, to, { preserveTimestamps: true });
  }
  for (const name of existsSync(copy) ? readdirSync(copy) : []) {
    if (NOT_COPIED.test(name)) continue;
    const present = statSync(path.join(copy, name)).isDirectory()
      ? filesIn(path.join(copy, name)).map((file) => path.join(name, file))
      : [name];
    for (const file of present) if (!wanted.has(file)) rmSync(path.join(copy, file));
  }
}

/** @returns a row of the table */
async function tryOn(release) {
  const began = Date.now();
  const copy = path.join(folder, `parley-${release}`);
  const report = path.join(folder, `report-${release}.json`);
  const row = { node: release, http: '', started: 'no', spoke: 'no', listened: 'no', stopped: 'no' };
  try {
    const node = await nodeOf(release);
    mkdirSync(copy, { recursive: true });
    copyTo(copy);
    rmSync(report, { force: true });
    const env = {
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
      // Headers of the release are beside it. Those of npm belong to the Node.js that npm runs on.
      npm_config_nodedir: '',
    };
    for (const [script, ...args] of [['build'], ['matrix-probe', report]]) {
      const code = await run(node, [path.join('scripts', `${script}.mjs`), ...args], { cwd: copy, env });
      if (existsSync(report)) Object.assign(row, JSON.parse(readFileSync(report, 'utf8')));
      if (code !== 0) throw new ScriptError(`scripts/${script}.mjs failed on Node.js ${release}`);
    }
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
  return { ...row, in: seconds(began) };
}

function print(rows) {
  const columns = Object.keys(rows[0]);
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  for (const line of lines) {
    process.stdout.write(
      `${line
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}

await main(async () => {
  const args = process.argv.slice(2);
  const all = Object.keys(RELEASES);
  const isShort = args.includes('--short');
  const named = args.filter((arg) => arg !== '--short');
  const unknown = named.find((release) => !all.includes(release));
  if (unknown) throw new ScriptError(`"${unknown}" is not one of ${all.join(', ')}`, 2);
  const own = process.versions.node.split('.')[0];
  const chosen = isShort ? all.filter((release) => release !== own).slice(-1) : named.length ? named : all;
  const rows = [];
  await withLock(
    'matrix',
    async () => {
      for (const release of chosen) {
        say(`Node.js ${release}`);
        rows.push(await tryOn(release));
      }
    },
    folder,
  );
  print(rows);
});
