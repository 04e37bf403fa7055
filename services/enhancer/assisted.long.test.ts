/** An assisted recording becomes a voice, with the enhancer as the process that the server runs. */
import { expect, test } from 'vitest';
import { createCloning } from '../../cloning/index.ts';
import { modelsFolder } from '../../engine/setup.ts';
import { testSpeech, testWav } from '../../engine/testing/speakers.ts';
import { EnhancerProcess } from '../../recordings/index.ts';
import { completeEngine } from '../../test/kit/server.ts';

const MAIN = new URL('./main.ts', import.meta.url);
const SCRIPT =
  'I would like to tell you about the weather in our small town. ' +
  'It rains a lot in autumn, and the wind blows from the sea. ' +
  'In winter we sit by the fire and read old books to each other. ' +
  'Would you believe that the lake was frozen until the end of March?';

/** One enhancer after the other, for one engine. */
let enhancer: EnhancerProcess;

test('the process cleans a take; killed or hanging it changes nothing but the report', async (context) => {
  const engine = await completeEngine({ modelsFolder: modelsFolder() });
  if (!engine) return context.skip('the default voice or the recogniser is not installed');
  const cloning = createCloning(engine, {
    externalEnhancer: {
      enhance: (sound, options) => enhancer.enhance(sound, options),
      close: async () => undefined,
    },
  });
  const audio = testWav(await testSpeech(SCRIPT));
  /** @param signal is sent to the process as soon as there is one */
  const enrolled = async (deadlineMs: number, signal: 'SIGKILL' | 'SIGSTOP' | null) => {
    enhancer = new EnhancerProcess({ module: MAIN, deadlineMs });
    const watch = setInterval(() => {
      if (signal === null || enhancer.pid === null) return;
      process.kill(enhancer.pid, signal);
      clearInterval(watch);
    }, 5);
    try {
      const request = { audio, lang: 'en', script: SCRIPT, fast: false, candidates: false };
      const [made] = await cloning.enrolTake(request);
      return made!;
    } finally {
      clearInterval(watch);
      await enhancer.close();
    }
  };
  try {
    const cleaned = await enrolled(150_000, null);
    expect(cleaned.report).toMatchObject({ enhancer: 'external', faults: [] });
    expect(cleaned.report).not.toHaveProperty('enhancer_reason');
    const { text, sentences } = cleaned.report;
    const killed = await enrolled(150_000, 'SIGKILL');
    const same = { enhancer: 'own', faults: [], text, sentences };
    expect(killed.report).toMatchObject({
      ...same,
      enhancer_reason: expect.stringMatching(/ended|reached/),
    });
    const hanging = await enrolled(2000, 'SIGSTOP');
    expect(hanging.report).toMatchObject({
      ...same,
      enhancer_reason: 'the enhancer did not finish within 2 s',
    });
    for (const { reference } of [killed, hanging]) {
      expect(reference.transcript).toBe(text);
      expect(reference.report.base).toBe(cleaned.reference.report.base);
      expect(reference.codes.length).toBeGreaterThan(10_000);
    }
  } finally {
    await cloning.close();
    await engine.close();
  }
}, 400_000);
