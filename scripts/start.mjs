// Starts the server: installs, builds and fetches models if needed, then becomes the server. --prebuilt skips
// installing and building, for images that contain both. glibc reads MALLOC_ARENA_MAX before any of this runs, so the
// script restarts itself if it is not set.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { checkAddOns, install } from './install.mjs';
import { checkNode, main, root, run, ScriptError, say } from './lib.mjs';
import { importModule } from './run.mjs';

const USAGE = `Usage: npm start

Starts the server, after installing, building and fetching models where needed. It is configured with environment
variables (docs/settings.md): PORT=9000 npm start
`;

const importBuilt = (file) => import(pathToFileURL(path.join(root, 'dist', file)).href);

/** Consequences of a missing model, by kind. */
const WITHOUT = {
  recogniser: ['the English recogniser', 'recordings are not transcribed.'],
  'end-of-turn': ['the end-of-turn model', 'agents answer later, and more often too early.'],
  hibari: ['the light English voice', 'Kokoro or the built-in synthesizer speaks.'],
  kokoro: ['the natural voices of six languages', 'Piper voices and the built-in synthesizer speak.'],
  dictionary: ['the English dictionary', 'espeak-ng reads English for all voices.'],
  enhancer: ['the denoiser', 'recordings are cleaned by the built-in one.'],
  'speaker-encoder': ['the speaker encoder', 'cloned voices begin farther from the speaker.'],
};

/** Kinds that a running server detects without a restart. They are fetched while it already speaks. */
const FOUND_LATER = new Set(['piper-voice', 'dictionary', 'recogniser', 'speaker-encoder']);

/** A server starts even if one of its models is missing, so this prints a warning. */
async function pullWantedModels() {
  const { wantedModels } = await importBuilt('model-files/wanted.js');
  const { ModelStore } = await importBuilt('model-files/store.js');
  const store = new ModelStore();
  const ids = wanted(wantedModels);
  const missing = [];
  for (const id of ids) if (!(await store.isInstalled(id))) missing.push(id);
  if (missing.length === 0) return;
  const { pullPlan } = await importBuilt('model-files/pull-report.js');
  say(pullPlan(missing.map((id) => store.model(id))));
  // Models whose licence has to be accepted are not deferred, so that the question comes before the log begins.
  const mayWait = (id) => FOUND_LATER.has(store.model(id).kind) && !store.model(id).card;
  for (const id of missing.filter((one) => !mayWait(one))) await pull(store, id);
  const later = missing.filter(mayWait);
  // At least one voice must be available at once.
  if (!(await anyInstalled(store, ids, ['hibari', 'kokoro', 'piper-voice']))) {
    const voice = later.find((id) => store.model(id).kind === 'piper-voice');
    if (voice !== undefined) await pull(store, later.splice(later.indexOf(voice), 1)[0]);
  }
  if (later.length > 0) pullMeanwhile(store, later);
}

async function anyInstalled(store, ids, kinds) {
  for (const id of ids)
    if (kinds.includes(store.model(id).kind) && (await store.isInstalled(id))) return true;
  return false;
}

/** Fetches models in a separate process with the lowest CPU priority, which ends with the server. */
function pullMeanwhile(store, ids) {
  say(`the server starts now; ${ids.join(', ')} are fetched meanwhile`);
  const command = [path.join(root, 'dist/engine/cli/models.js'), 'pull', ...ids];
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  const end = () => child.kill();
  process.once('exit', end);
  child.once('close', async (code) => {
    process.off('exit', end);
    const left = [];
    for (const id of ids) if (!(await store.isInstalled(id))) left.push(id);
    if (left.length === 0) say(`fetched ${ids.join(', ')}`);
    else if (code !== null) {
      say(`WARNING: could not be fetched, and is missing: ${left.join(', ')}\n${said.trimEnd()}`);
      say(`WARNING: try again with: npm run models -- pull ${left.join(' ')}`);
    }
  });
}

/** The server itself reports an invalid list. */
function wanted(wantedModels) {
  try {
    return wantedModels(process.env.MODELS?.trim());
  } catch {
    return [];
  }
}

async function pull(store, id) {
  const { pullWithReport } = await importBuilt('model-files/pull-report.js');
  const { DEFAULT_MODELS } = await importBuilt('model-files/manifest.js');
  const interrupt = new AbortController();
  const stop = (signal) => interrupt.abort(signal);
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    const acceptLicense = (card) => mayAccept(card, interrupt.signal);
    await pullWithReport(store, id, { signal: interrupt.signal, acceptLicense });
  } catch (error) {
    if (interrupt.signal.aborted) process.exit(interrupt.signal.reason === 'SIGINT' ? 130 : 143);
    const { kind, title } = store.model(id);
    const [what, without] = (DEFAULT_MODELS.includes(id) && WITHOUT[kind]) || [
      title,
      'everything else works.',
    ];
    say('**********************************************************************');
    say(`WARNING: ${what} could not be fetched: ${error.message}`);
    say(`WARNING: starting without it; ${without}`);
    say(`WARNING: try again with: npm run models -- pull ${id}`);
    say('**********************************************************************');
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

/** Accepts by the setting, or asks at the terminal. */
async function mayAccept(card, signal) {
  const accepts = /^(true|1)$/i.test(process.env.ACCEPT_MODEL_LICENSES?.trim() ?? '');
  const { askLicense, canAsk } = await importBuilt('model-files/ask-license.js');
  if (!accepts && canAsk()) return askLicense(card, signal);
  if (!accepts) say('set ACCEPT_MODEL_LICENSES=true to accept the licences of the voices in MODELS');
  return accepts;
}

/**
 * By default glibc keeps freed memory in up to eight arenas per core, which short-lived threads fill, and puts ever
 * larger blocks into them, which leaves gaps: see "Memory" in docs/operations.md.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '4194304' };

/** Replaces this process. Node.js before 22.15 cannot do that, so a child process runs instead. */
async function restartWith(env) {
  const args = [...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, [process.execPath, ...args], { ...process.env, ...env });
  process.exitCode = await run(process.execPath, args, { env, cwd: process.cwd() });
}

await main(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(USAGE);
  const unknown = args.find((arg) => arg !== '--prebuilt');
  if (unknown !== undefined) throw new ScriptError(`unknown argument "${unknown}"\n\n${USAGE}`, 2);
  checkNode();
  if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined)
    return await restartWith(MALLOC);
  // Otherwise libraries print messages for their developers.
  process.env.NODE_ENV ??= 'production';
  if (args.includes('--prebuilt')) checkAddOns();
  else {
    await install();
    await build();
  }
  await pullWantedModels();
  await importModule('api/main', []);
});
