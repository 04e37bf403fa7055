/** Texts that the engine speaks, for tests and tools that listen to them. */
import { decodePcm16ToInt16, int16ToFloat } from '../../media/pcm.ts';
import { piperFolders } from '../../model-files/folders.ts';
import type { Engine } from '../engine.ts';
import { createEngine } from '../index.ts';
import { RECOGNITION_SAMPLE_RATE } from '../recognition/types.ts';
import type { SamplingRate } from '../types.ts';

/** Speaks English texts with the best voice of this machine; a recording of each, mono, 16 kHz. */
export async function speakForTest(...texts: readonly string[]): Promise<Float32Array[]> {
  const engine = await createEngine({ voiceFolders: { vits: piperFolders() }, lanes: 1 });
  try {
    const recordings: Float32Array[] = [];
    for (const text of texts) recordings.push(int16ToFloat(await say(engine, text, RECOGNITION_SAMPLE_RATE)));
    return recordings;
  } finally {
    await engine.close();
  }
}

/** How a text is said; by default in English, by its default voice. */
export interface Saying {
  readonly lang?: string;
  readonly voiceId?: string;
  readonly speed?: number;
}

/** Lets an engine say a text. @returns mono, 16 bit, at that rate */
export async function say(
  engine: Pick<Engine, 'open'>,
  text: string,
  samplingRate: SamplingRate,
  { lang = 'en', voiceId, speed = 1 }: Saying = {},
): Promise<Int16Array> {
  const stream = engine.open({
    lang,
    voiceId: voiceId ?? null,
    speed,
    samplingRate,
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
  return decodePcm16ToInt16(Buffer.concat(parts));
}
