/** What tests and tools of recognition share. */
import { createEngine } from '../engine.ts';
import { voiceFolders } from '../models/folders.ts';
import type { Engine } from '../speech/types.ts';
import { RECOGNITION_SAMPLE_RATE } from './types.ts';

/** Speaks English texts with the best voice of this machine; a recording of each, mono, 16 kHz. */
export async function speakForTest(...texts: readonly string[]): Promise<Float32Array[]> {
  const engine = await createEngine({ voiceFolders: voiceFolders(), lanes: 1 });
  try {
    const recordings: Float32Array[] = [];
    for (const text of texts) recordings.push(await speak(engine, text));
    return recordings;
  } finally {
    await engine.close();
  }
}

async function speak(engine: Engine, text: string): Promise<Float32Array> {
  const stream = engine.open({
    lang: 'en',
    voiceId: null,
    speed: 1,
    samplingRate: RECOGNITION_SAMPLE_RATE,
    encoding: 'pcm_linear',
    timestamps: false,
    ipaKey: null,
    temperature: null,
    topK: null,
  });
  stream.push(text, null);
  stream.end();
  const parts: Uint8Array[] = [];
  for await (const chunk of stream) parts.push(chunk.audio);
  const bytes = Buffer.concat(parts);
  return Float32Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(2 * i) / 32768);
}
