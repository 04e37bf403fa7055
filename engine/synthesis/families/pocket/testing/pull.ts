import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HubFile } from '../../../../../model-files/model.ts';
import { POCKET_MODELS, pocketFileNames } from '../../../../../model-files/pocket-files.ts';
import { startPinnedHub } from '../../../../../test/kit/servers/pinned-hub.ts';
import { randomModelFiles } from '../testing-model.ts';

/**
 * Fetches a model of random weights into a folder as users do, from a hub that gives it to those who have accepted its
 * terms.
 */
export async function pull(id: string, folder: string): Promise<void> {
  const content = await randomModelFiles();
  const names = pocketFileNames(id);
  const { pinnedFiles = [], card } = POCKET_MODELS.find((model) => model.id === id)!;
  const at = ({ repository, revision, path }: HubFile): string => `${repository}/resolve/${revision}/${path}`;
  const files = pinnedFiles.map(({ name, pinned }) => {
    const kind = (['weights', 'tokenizer', 'voice'] as const).find((kind) => names[kind] === name)!;
    return { name: at(pinned), content: Buffer.from(content[kind]) };
  });
  files.push({ name: at(card!), content: Buffer.from('---\nlicense: cc-by-4.0\n---\n# Pocket TTS') });
  const token = 'hf_of_tests';
  await using hub = await startPinnedHub(files, { gate: { repository: 'kyutai/pocket-tts', token } });
  const command = join(import.meta.dirname, '../../../../cli/models.ts');
  const { HTTPS_PROXY: _https, HTTP_PROXY: _http, https_proxy: _s, http_proxy: _p, ...rest } = process.env;
  await promisify(execFile)(process.execPath, ['--import', 'tsx', command, 'pull', id, '--accept-license'], {
    env: { ...rest, MODELS_DIR: folder, DATA_DIR: folder, MODEL_HUB_URL: hub.url, HF_TOKEN: token },
  });
}
