/** Lanes with the faults that real lanes have. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import type { EspeakSource } from '../synthesis/families/espeak/source.ts';
import type { VitsSource } from '../synthesis/families/vits/source.ts';
import type { BaseSource } from '../synthesis/voice-source.ts';
import { NEURAL_CONFIG, NEURAL_MODEL, testWithNeuralVoice } from '../testing/neural-voice.ts';
import { LanePool } from './pool.ts';
import type { PrepareRequest } from './protocol.ts';

const never = new AbortController().signal;
const folder = mkdtempSync(path.join(tmpdir(), 'parley-lanes-'));

function prepare(voice: BaseSource, text = 'Hello there.'): PrepareRequest {
  return {
    kind: 'prepare',
    voice,
    lang: 'en',
    ipaKey: null,
    source: text,
    segments: [{ kind: 'text', text, span: { start: 0, end: text.length } }],
    ending: '.',
    controls: { speed: 1, temperature: null, topK: null, seed: 1 },
    urgent: false,
  };
}

const espeak: EspeakSource = { engine: 'espeak', voice: 'en-us' };
const joe: VitsSource = { engine: 'vits', modelPath: NEURAL_MODEL, configPath: NEURAL_CONFIG, speaker: 0 };

let pool: LanePool;
afterEach(() => pool.close());

testWithNeuralVoice('a broken model fails its own steps only', async () => {
  pool = new LanePool(1);
  for (const [name, bytes] of [
    ['empty.onnx', ''],
    ['garbage.onnx', 'not a model at all'.repeat(1000)],
  ] as const) {
    const modelPath = path.join(folder, name);
    writeFileSync(modelPath, bytes);
    const broken: VitsSource = { ...joe, modelPath };
    await expect(pool.run(prepare(broken), 0, never)).rejects.toThrow(/./);
    await expect(pool.run(prepare(espeak), 0, never)).resolves.toMatchObject({ result: { rest: null } });
  }
});

testWithNeuralVoice('a lane that is given up inside onnxruntime takes nothing else with it', async () => {
  const text = 'This sentence is long enough to keep a lane busy for a while, and then some more. '.repeat(4);
  // Too short for any step.
  pool = new LanePool(1, { budget: { stepMs: 30, loadMs: 60_000 } });
  for (let i = 0; i < 3; i++) {
    await expect(pool.run(prepare(joe, text), 0, never)).rejects.toMatchObject({
      kind: 'synthesis_given_up',
    });
  }
  await pool.close();
  pool = new LanePool(1);
  await expect(pool.run(prepare(joe), 0, never)).resolves.toMatchObject({ result: { rest: null } });
});
