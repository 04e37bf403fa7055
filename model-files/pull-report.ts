/** Fetches a model and shows the progress to a person or a log. */
import type { ModelCard } from './license.ts';
import { filesOf, type Model } from './model.ts';
import type { PullOptions, PullProgress } from './pull.ts';
import type { ModelStore } from './store.ts';

const BAR_WIDTH = 30;
const REDRAW_MS = 100;
/** In a log, one line per quarter is enough. */
const LOG_STEP = 0.25;

export interface Output {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

export function modelBytes(model: Model): number {
  return filesOf(model).reduce((sum, file) => sum + file.sizeBytes, 0);
}

/** The models to be fetched, with their sizes, and a note how to leave some out. */
export function pullPlan(models: readonly Model[]): string {
  const total = models.reduce((sum, model) => sum + modelBytes(model), 0);
  const sizes = models.map((model) => `${model.id} (${formatBytes(modelBytes(model))})`);
  return (
    `fetching ${formatBytes(total)}: ${sizes.join(', ')}; to leave one of them out, start with ` +
    `MODELS=default,-${models[0]?.id}, or with MODELS=none`
  );
}

export interface ReportOptions extends Pick<PullOptions, 'signal' | 'acceptLicense'> {
  /** Default: standard error. */
  readonly output?: Output;
}

/** Shows the licence, then fetches the model with a progress bar on a terminal and plain lines elsewhere. */
export async function pullWithReport(
  store: ModelStore,
  asked: string,
  { output = process.stderr, signal, acceptLicense }: ReportOptions = {},
): Promise<void> {
  const model = store.model(asked);
  const { id } = model;
  if (await store.isInstalled(id)) {
    output.write(`${id} is installed\n`);
    return;
  }
  output.write(`${id}: ${model.title}, ${formatBytes(modelBytes(model))}\n`);
  // A licence in a card is shown with the card.
  if (!model.card) output.write(`  licence: ${model.license}\n`);
  if (model.licenseNote !== null) output.write(`  note: ${model.licenseNote}\n`);
  const report = createReport(output);
  const accept = (card: ModelCard) => {
    output.write(`${indented(card.text)}\n  licence: ${card.license}\n`);
    return acceptLicense?.(card, model) ?? false;
  };
  try {
    const source = await store.pull(id, {
      onProgress: report.progress,
      acceptLicense: accept,
      ...(signal && { signal }),
    });
    report.clear();
    output.write(
      source === null ? `${id} was installed by another process\n` : `${id} installed from ${source}\n`,
    );
  } catch (error) {
    report.clear();
    throw error;
  }
}

/** Cards come from elsewhere: no control characters reach the terminal. */
function indented(card: string): string {
  const lines = card.trim().split(/\r?\n/);
  return lines.map((line) => `  | ${line.replace(/\p{Cc}/gu, ' ')}`.trimEnd()).join('\n');
}

function createReport(output: Output): { progress(progress: PullProgress): void; clear(): void } {
  let drawnAt = 0;
  let drawn = false;
  let logged = 0;

  const clear = () => {
    if (drawn) output.write('\r\x1b[K');
    drawn = false;
  };
  const line = (text: string) => {
    clear();
    output.write(`${text}\n`);
  };
  const bytes = (received: number, total: number) => {
    const share = total === 0 ? 1 : received / total;
    if (!output.isTTY) {
      if (share >= logged + LOG_STEP) {
        logged = Math.floor(share / LOG_STEP) * LOG_STEP;
        line(`  ${Math.round(share * 100)} % of ${formatBytes(total)}`);
      }
      return;
    }
    const now = Date.now();
    if (now - drawnAt < REDRAW_MS && received < total) return;
    drawnAt = now;
    drawn = true;
    const filled = Math.round(share * BAR_WIDTH);
    const bar = '#'.repeat(filled) + '.'.repeat(BAR_WIDTH - filled);
    output.write(`\r\x1b[K  [${bar}] ${Math.round(share * 100)} % of ${formatBytes(total)}`);
  };

  return {
    clear,
    progress: (progress) => {
      switch (progress.kind) {
        case 'waiting':
          return line('  another process is downloading it; waiting');
        case 'source':
          logged = 0;
          return line(`  from ${progress.source}`);
        case 'converting':
          return line('  converting');
        case 'source-failed':
          return line(`  failed: ${progress.error.message}`);
        case 'bytes':
          return bytes(progress.receivedBytes, progress.totalBytes);
      }
    },
  };
}
