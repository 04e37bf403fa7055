/** The same recording gives the same voice under any load of the machine. */
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { LanePool } from '../../engine/lanes/pool.ts';
import { NoRecogniser } from '../../engine/recognition/create-recogniser.ts';
import { testSpeech, testWav } from '../../engine/testing/speakers.ts';
import { Catalog } from '../../engine/voices/catalog.ts';
import { modelsFolder } from '../../model-files/folders.ts';
import { Enroller } from './enroller.ts';

const SCRIPT =
  'The ferry leaves at noon, and we still have time for breakfast. We could walk along the harbour and watch the boats ' +
  'come in. Look, there is fog over the water, and the lighthouse has disappeared! Shall we ask the captain whether he ' +
  'will wait for us?';

/** Keeps the remaining processors busy. */
function loadMachine(): void {
  for (let i = 0; i < 2; i++) {
    const worker = new Worker('for (;;);', { eval: true });
    onTestFinished(async () => void (await worker.terminate()));
  }
}

test('a take gives the same candidates again, in another process of the engine and beside other work', async () => {
  const audio = testWav(await testSpeech(SCRIPT));
  const candidates = async () => {
    const lanes = new LanePool(2);
    await lanes.ready();
    const enroller = new Enroller({
      catalog: new Catalog([]),
      lanes,
      recogniser: new NoRecogniser('nobody listens'),
      modelsFolder: modelsFolder(),
      warn: () => undefined,
    });
    try {
      const request = { audio, lang: 'en', script: SCRIPT, fast: true, candidates: true };
      const made = await enroller.enrolTake(request);
      return made.map(({ report, reference }) => ({ report, reference }));
    } finally {
      await enroller.close();
      await lanes.close();
    }
  };
  const first = await candidates();
  loadMachine();
  const again = await candidates();
  expect(first.length).toBeGreaterThan(1);
  expect(again.map(({ report }) => report)).toEqual(first.map(({ report }) => report));
  expect(again.map(({ reference }) => Buffer.from(reference.codes).toString('base64'))).toEqual(
    first.map(({ reference }) => Buffer.from(reference.codes).toString('base64')),
  );
}, 300_000);
