/** Finds the Piper voices in folders: every pair of `X.onnx` and `X.onnx.json` is one. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from './errors.ts';
import { acceptedCard } from './license.ts';
import { type PiperConfig, parsePiperConfig } from './piper-config.ts';

export interface PiperVoice {
  /** The file name without `.onnx`. */
  readonly id: string;
  readonly onnxPath: string;
  readonly configPath: string;
  readonly config: PiperConfig;
  /** The licence that its model card names, if the card lies beside it. */
  readonly license?: string;
}

export interface BrokenVoice {
  readonly id: string;
  readonly onnxPath: string;
  readonly reason: string;
}

export interface ListPiperVoicesOptions {
  /** Called for every pair that is left out. Default: one line on standard error. */
  readonly onBroken?: (voice: BrokenVoice) => void;
}

/** The largest known configurations (hundreds of speakers) stay under 100 kB. */
const MAX_CONFIG_BYTES = 4 * 1024 * 1024;

/**
 * Voices of all folders, in the order of the folders and by name within each. A voice in several folders is taken from
 * the first. Missing folders count as empty; a broken pair is reported and left out.
 */
export async function listPiperVoices(
  folders: readonly string[],
  options: ListPiperVoicesOptions = {},
): Promise<PiperVoice[]> {
  const onBroken = options.onBroken ?? reportBroken;
  const voices = new Map<string, PiperVoice>();
  for (const folder of folders) {
    for (const name of await onnxNames(folder)) {
      const id = name.slice(0, -'.onnx'.length);
      if (voices.has(id)) continue;
      const onnxPath = join(folder, name);
      const configPath = `${onnxPath}.json`;
      try {
        const config = await readPair(onnxPath, configPath);
        const card = await acceptedCard(join(folder, `${id}.MODEL_CARD`));
        voices.set(id, { id, onnxPath, configPath, config, ...(card && { license: card.license }) });
      } catch (error) {
        onBroken({ id, onnxPath, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  }
  return [...voices.values()];
}

async function onnxNames(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.onnx') && !name.startsWith('.')).sort();
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

async function readPair(onnxPath: string, configPath: string): Promise<PiperConfig> {
  const onnx = await stat(onnxPath);
  if (!onnx.isFile() || onnx.size === 0) throw new Error('the .onnx file is empty or not a file');
  let text: string;
  try {
    if ((await stat(configPath)).size > MAX_CONFIG_BYTES) throw new Error('the .onnx.json file is too large');
    text = await readFile(configPath, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') throw new Error('there is no .onnx.json file beside it');
    throw error;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`the .onnx.json file is not JSON (${(error as Error).message})`);
  }
  return parsePiperConfig(json);
}

function reportBroken(voice: BrokenVoice): void {
  process.stderr.write(`voice ${voice.id} is left out: ${voice.reason} (${voice.onnxPath})\n`);
}
