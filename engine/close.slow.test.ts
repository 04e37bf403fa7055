import { expect } from 'vitest';
import { piperFolders } from '../model-files/folders.ts';
import { createEngine, type SpeakSettings } from './index.ts';
import { testWithNeuralVoice } from './testing/neural-voice.ts';

const SETTINGS: SpeakSettings = {
  lang: 'en',
  voiceId: null,
  speed: 1,
  samplingRate: 24_000,
  encoding: 'pcm_linear',
  timestamps: false,
  ipaKey: null,
  temperature: null,
  topK: null,
};
const TEXT =
  'The ferry leaves at noon, and we still have time for breakfast, so we could walk along the harbour. ';

// A thread that is terminated while onnxruntime computes in it takes the whole process with it.
testWithNeuralVoice(
  'an engine that is closed while it speaks ends its streams and leaves the process alone',
  { timeout: 120_000 },
  async () => {
    for (let i = 0; i < 2; i++) {
      const engine = await createEngine({ voiceFolders: { vits: piperFolders() }, lanes: 2 });
      const endings = [0, 1, 2].map(async () => {
        const stream = engine.open(SETTINGS);
        stream.push(TEXT.repeat(8), null);
        stream.end();
        for await (const chunk of stream) expect(chunk.samples).toBeGreaterThan(0);
      });
      const outcomes = Promise.allSettled(endings);
      await new Promise((resolve) => setTimeout(resolve, 150 + 180 * i));
      await engine.close();
      for (const outcome of await outcomes)
        expect(outcome).toMatchObject({ reason: { kind: 'speech_closing' } });
    }
  },
);
