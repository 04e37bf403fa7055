/** `npm run models -- list | pull [ID|all] | remove ID|all` */
import { ModelError } from '../models/errors.ts';
import { modelsFolder, voiceFolders } from '../models/folders.ts';
import { DEFAULT_MODELS } from '../models/manifest.ts';
import { listPiperVoices } from '../models/piper-voices.ts';
import { formatBytes, modelBytes, pullWithReport } from '../models/pull-report.ts';
import { ModelStore } from '../models/store.ts';

const USAGE = `Usage: npm run models -- COMMAND
  list               available models, and voices found in the voices folders
  pull [ID|all]      download a model (default: ${DEFAULT_MODELS.join(', ')}); resumes interrupted downloads
  remove ID|all      delete a downloaded model
Models folder: ${modelsFolder()} (set MODELS_DIR to change it)
`;

async function list(store: ModelStore): Promise<void> {
  const installed = new Set((await store.installed()).map((model) => model.id));
  for (const model of store.models) {
    const state = installed.has(model.id) ? 'installed' : 'not installed';
    process.stdout.write(
      `${model.id}  ${model.kind}  ${model.language}  ${formatBytes(modelBytes(model))}  ${state}\n`,
    );
    process.stdout.write(`    ${model.title}\n    licence: ${model.license}\n`);
    if (model.licenseNote !== null) process.stdout.write(`    note: ${model.licenseNote}\n`);
  }
  const voices = await listPiperVoices(voiceFolders());
  const own = voices.filter((voice) => !store.models.some((model) => model.id === voice.id));
  for (const voice of own) {
    const { languageCode, sampleRate } = voice.config;
    process.stdout.write(
      `${voice.id}  piper-voice  ${languageCode ?? 'und'}  ${sampleRate} Hz  ${voice.onnxPath}\n`,
    );
  }
}

function ids(store: ModelStore, argument: string): string[] {
  return argument === 'all' ? store.models.map((model) => model.id) : [store.model(argument).id];
}

async function main(args: readonly string[]): Promise<number> {
  const [command, argument] = args;
  const store = new ModelStore();
  const interrupt = new AbortController();
  const stop = () => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    if (command === 'list' && argument === undefined) {
      await list(store);
    } else if (command === 'pull' && args.length <= 2) {
      for (const id of argument === undefined ? DEFAULT_MODELS : ids(store, argument)) {
        await pullWithReport(store, id, process.stderr, interrupt.signal);
      }
    } else if (command === 'remove' && argument !== undefined && args.length === 2) {
      for (const id of ids(store, argument)) {
        process.stdout.write((await store.remove(id)) ? `${id} removed\n` : `${id} is not installed\n`);
      }
    } else {
      process.stderr.write(USAGE);
      return command === undefined || command === 'help' ? 0 : 2;
    }
    return 0;
  } catch (error) {
    if (interrupt.signal.aborted) {
      process.stderr.write('interrupted; run it again to resume\n');
      return 130;
    }
    if (!(error instanceof ModelError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

process.exitCode = await main(process.argv.slice(2));
