// matrix-probe.mjs REPORT: starts the server with the current Node.js, tests synthesis and recognition, stops the
// server, and writes the results as JSON. Uses dist/ and node_modules as they are.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { main, root, ScriptError } from './lib.mjs';

const START_MS = 180_000;
const STOP_MS = 30_000;
const SENTENCE = 'The weather is fine today, and tomorrow will be even better.';
/** Words of the sentence that every recogniser recognises. */
const HEARD = /weather.*tomorrow/is;

class Server {
  #child;
  #said = '';

  constructor(dataDir) {
    const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info' };
    this.#child = spawn(process.execPath, ['scripts/start.mjs', '--prebuilt'], { cwd: root, env });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on('data', (text) => {
        this.#said += text;
      });
    }
  }

  get said() {
    return this.#said;
  }

  /** @returns address and key, once the server listens */
  async started() {
    const deadlineMs = Date.now() + START_MS;
    for (;;) {
      const [, base] = /Parley listens on (http:\S+)/.exec(this.#said) ?? [];
      const [, key] = /shown only this once: {2}(\S+)/.exec(this.#said) ?? [];
      if (base && key) return { base, key };
      const { exitCode } = this.#child;
      if (exitCode !== null || Date.now() > deadlineMs) {
        throw new ScriptError(`the server did not start:\n${this.#said.slice(-3000)}`);
      }
      await sleep(50);
    }
  }

  async stop() {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    this.#child.kill('SIGTERM');
    const [code] = await once(this.#child, 'exit');
    clearTimeout(timer);
    return code;
  }
}

async function answerOf(response) {
  if (!response.ok)
    throw new ScriptError(`${response.url} answered ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

const speak = ({ base, key }, url, body, headers = {}) =>
  fetch(base + url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'x-api-key': key,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  }).then(answerOf);

/** @returns number of audio bytes that came over a WebSocket */
async function speakOnSocket({ base, key }) {
  const WebSocket = createRequire(path.join(root, 'package.json'))('ws');
  const socket = new WebSocket(`${base.replace('http', 'ws')}/speak/en?api_key=${key}`);
  let bytes = 0;
  socket.on('open', () => socket.send(JSON.stringify({ text: `${SENTENCE}<STOP>` })));
  socket.on('message', (message) => {
    const { data } = JSON.parse(message);
    bytes += Buffer.from(data.audio, 'base64').length;
    if (data.stop) socket.close();
  });
  await once(socket, 'close');
  return bytes;
}

async function listen({ base, key }, wav) {
  const form = new FormData();
  form.append('file', new Blob([wav]), 'sentence.wav');
  form.append('model', 'whisper-1');
  form.append('language', 'en');
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${base}/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
  return JSON.parse(await answerOf(answer)).text;
}

await main(async () => {
  const [report] = process.argv.slice(2);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-matrix-'));
  const row = { node: process.versions.node };
  const note = (more) => writeFileSync(report, JSON.stringify(Object.assign(row, more)));
  const server = new Server(dataDir);
  try {
    const at = await server.started();
    note({ http: server.said.includes('node:http') ? 'node:http, ws' : 'uWebSockets.js', started: 'yes' });
    const wav = await speak(at, '/sse/speak/en', { text: SENTENCE }, { accept: 'audio/wav' });
    const ogg = await speak(at, '/v1/audio/speech', {
      model: 'tts-1',
      voice: 'alloy',
      input: SENTENCE,
      response_format: 'opus',
    });
    // Bounds for speech of three seconds: the size of 16-bit samples at 24 kHz, and the smallest plausible compressed
    // size.
    const isSpeech = wav.length > 100_000 && ogg.subarray(0, 4).toString() === 'OggS' && ogg.length > 5000;
    if (!isSpeech || (await speakOnSocket(at)) < 100_000) throw new ScriptError('too little was spoken');
    note({ spoke: 'yes' });
    const text = await listen(at, wav);
    if (!HEARD.test(text)) throw new ScriptError(`it heard "${text}"`);
    note({ listened: 'yes' });
  } catch (error) {
    process.stderr.write(`${server.said.slice(-2000)}\n`);
    throw error;
  } finally {
    const code = await server.stop();
    if (code === 0) note({ stopped: 'yes' });
    rmSync(dataDir, { recursive: true, force: true });
  }
  if (row.stopped !== 'yes') throw new ScriptError('the server did not stop as it should');
});
