/** `npm run models -- list | search | pull | remove`: the models on this machine, and those it can fetch. */
import { parseArgs } from 'node:util';
import { askLicense, canAsk } from '../../model-files/ask-license.ts';
import { ModelError } from '../../model-files/errors.ts';
import { hubUrl, modelsFolder, piperFolders } from '../../model-files/folders.ts';
import type { ModelCard } from '../../model-files/license.ts';
import { DEFAULT_MODELS, MODELS } from '../../model-files/manifest.ts';
import type { Model } from '../../model-files/model.ts';
import { listPiperVoices } from '../../model-files/piper-voices.ts';
import { ALL_MODELS } from '../../model-files/public-models.ts';
import { formatBytes, modelBytes, pullWithReport } from '../../model-files/pull-report.ts';
import { type ModelFilter, searchModels } from '../../model-files/search.ts';
import { ModelStore } from '../../model-files/store.ts';
import { createRecogniser } from '../recognition/create-recogniser.ts';
import type { RecogniserInUse } from '../recognition/types.ts';
import { FAMILIES } from '../synthesis/families.ts';
import { optimizedFolder } from '../synthesis/optimized/optimized-files.ts';

const USAGE = `Usage: npm run models -- COMMAND

  list                   models of this server, and everything installed
  list --language CODE   everything there is for a language, such as de or pt-BR
  list --all             everything there is
  search WORD ...        models whose name, language or kind has all the words
  pull [NAME ...]        fetch models (default: ${DEFAULT_MODELS.join(', ')})
  remove NAME ...        delete models

A voice that was pulled can be used at once, also by a running server.
pull resumes interrupted downloads. The licence of a public voice is shown and has to be accepted once: on a terminal
by answering a question, elsewhere with --accept-license.

Models folder: ${modelsFolder()} (MODELS_DIR)
Hub:           ${hubUrl()} (MODEL_HUB_URL; HTTPS_PROXY is used)
`;

class UsageError extends Error {}

interface Command {
  readonly verb: string;
  readonly names: readonly string[];
  readonly filter: ModelFilter;
  readonly isAll: boolean;
  readonly isLicenseAccepted: boolean;
}

function readCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        language: { type: 'string', short: 'l' },
        all: { type: 'boolean' },
        'accept-license': { type: 'boolean' },
      },
    });
    const [verb = 'help', ...names] = positionals;
    const { language } = values;
    const query = verb === 'search' ? names.join(' ') : undefined;
    return {
      verb,
      names,
      filter: { ...(language && { language }), ...(query && { query }) },
      isAll: values.all ?? false,
      isLicenseAccepted: values['accept-license'] ?? false,
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The models to show; without a search, those of the manifest and the installed ones. */
async function list(store: ModelStore, { filter, isAll }: Command): Promise<void> {
  const installed = new Set(await store.installed());
  const isWide = isAll || filter.language !== undefined || filter.query !== undefined;
  const shown = searchModels(store.models, filter).filter(
    (model) => isWide || MODELS.includes(model) || installed.has(model),
  );
  const inUse = await recognisersInUse();
  for (const model of shown) {
    const card = model.card && installed.has(model) ? await store.acceptedCard(model.id) : null;
    show(model, installed.has(model), card?.license ?? (model.card ? null : model.license));
    for (const { use, lang, reason } of inUse.filter(({ id }) => id === model.id)) {
      const languages = lang === 'en' ? 'English' : 'all other languages';
      process.stdout.write(`    hears ${languages} in ${use}: ${reason}\n`);
    }
  }
  if (!isWide) {
    await listOwnVoices(store);
    process.stdout.write(
      `${store.models.length - shown.length} more: list --language CODE, search WORD, list --all\n`,
    );
  } else if (shown.length === 0) process.stdout.write('no model matches\n');
}

/** The uses of the local recognisers on a server, by the speeds that are known. */
async function recognisersInUse(): Promise<readonly RecogniserInUse[]> {
  const { RECOGNISER, STT_BASE_URL } = process.env;
  if (STT_BASE_URL) return [];
  const recogniser = await createRecogniser({ remote: null, local: RECOGNISER || null });
  await recogniser.close();
  return recogniser.inUse ?? [];
}

/** @param license null if it is in a model card, which is shown before the model is fetched */
function show(model: Model, isInstalled: boolean, license: string | null): void {
  const state = isInstalled ? '  installed' : '';
  process.stdout.write(
    `${model.id}  ${model.kind}  ${model.language}  ${formatBytes(modelBytes(model))}${state}\n`,
  );
  process.stdout.write(`    ${model.title}\n`);
  if (license !== null) process.stdout.write(`    licence: ${license}\n`);
  if (model.licenseNote !== null) process.stdout.write(`    note: ${model.licenseNote}\n`);
}

/** Voices in the voices folders that Parley has not downloaded. */
async function listOwnVoices(store: ModelStore): Promise<void> {
  for (const { id, config, onnxPath } of await listPiperVoices(piperFolders())) {
    if (store.models.some((model) => model.id === id)) continue;
    process.stdout.write(
      `${id}  piper-voice  ${config.languageCode ?? 'und'}  ${config.sampleRate} Hz  ${onnxPath}\n`,
    );
  }
}

async function pull(store: ModelStore, command: Command, signal: AbortSignal): Promise<void> {
  const names = command.names.length > 0 ? command.names : DEFAULT_MODELS;
  const ids = names.map((name) => store.model(name).id);
  const acceptLicense = command.isLicenseAccepted ? () => true : (card: ModelCard) => ask(card, signal);
  for (const id of ids) {
    await pullWithReport(store, id, { signal, acceptLicense });
    await rewrite(store, id);
  }
}

/** Writes the optimized files of a model whose optimization takes long, so that no listener waits for it. */
async function rewrite(store: ModelStore, id: string): Promise<void> {
  const { kind } = store.model(id);
  const family = FAMILIES.find(({ rewrittenAtOnce }) => rewrittenAtOnce?.kind === kind);
  const modelPath = store.paths(id).get(family?.rewrittenAtOnce?.fileOf(id) ?? '');
  if (!family || modelPath === undefined) return;
  process.stderr.write(`${id}: converting\n`);
  await optimizedFolder({ engine: family.name, modelPath });
}

/** Asks on the terminal, if there is one. */
function ask(card: ModelCard, signal: AbortSignal): Promise<boolean> | boolean {
  if (canAsk()) return askLicense(card, signal);
  process.stderr.write('  run it again with --accept-license to accept this licence\n');
  return false;
}

async function remove(store: ModelStore, names: readonly string[]): Promise<void> {
  for (const { id } of names.map((name) => store.model(name))) {
    process.stdout.write((await store.remove(id)) ? `${id} removed\n` : `${id} is not installed\n`);
  }
}

async function run(command: Command, signal: AbortSignal): Promise<void> {
  const { verb, names } = command;
  const store = new ModelStore({ models: ALL_MODELS });
  if (verb === 'list' && names.length === 0) return list(store, command);
  if (verb === 'search' && names.length > 0) return list(store, command);
  if (verb === 'pull') return pull(store, command, signal);
  if (verb === 'remove' && names.length > 0) return remove(store, names);
  throw new UsageError(verb === 'help' ? '' : `There is no command "${[verb, ...names].join(' ')}".`);
}

async function main(args: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    await run(readCommand(args), interrupt.signal);
    return 0;
  } catch (error) {
    if (interrupt.signal.aborted) {
      process.stderr.write('interrupted; run it again to resume\n');
      return 130;
    }
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${USAGE}`.trimStart());
      return error.message === '' ? 0 : 2;
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
