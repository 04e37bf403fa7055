/** A real llama.cpp server, with a model whose answer is known. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../bench/processes/free-port.ts';
import { pythonEnvironment } from '../python/packages.ts';
import { bigramModel } from './bigram-model.ts';

const PROGRAM = join(import.meta.dirname, '../python/llama_server.py');

export class LlamaServer {
  readonly #process: ChildProcess;
  readonly #folder: string;
  /** For `LLM_BASE_URL`. */
  readonly url: string;

  /** @param answer to everything: words that all differ @throws Error when it does not start */
  static async start(answer: string): Promise<LlamaServer> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-llama-'));
    const model = join(folder, 'model.gguf');
    writeFileSync(model, bigramModel(answer));
    const port = await freePort();
    const child = spawn('python3', [PROGRAM, model, String(port)], {
      env: pythonEnvironment('llama'),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-4000);
    });
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null || child.signalCode !== null) {
      rmSync(folder, { recursive: true });
      throw new Error(`llama.cpp did not start: ${said}`);
    }
    return new LlamaServer(child, folder, `http://127.0.0.1:${port}/v1`);
  }

  private constructor(child: ChildProcess, folder: string, url: string) {
    this.#process = child;
    this.#folder = folder;
    this.url = url;
  }

  async close(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#process.stdin?.end();
    await exited;
    rmSync(this.#folder, { recursive: true });
  }
}
