/** Recordings without a transcript that are not speech of their language, transcribed by the local recogniser. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { LanePool } from '../../engine/lanes/pool.ts';
import { createRecogniser } from '../../engine/recognition/create-recogniser.ts';
import type { Recogniser } from '../../engine/recognition/types.ts';
import { testSpeech, testWav } from '../../engine/testing/speakers.ts';
import { Catalog } from '../../engine/voices/catalog.ts';
import { isLongForm } from '../../test/kit/long-form.ts';
import { Enroller } from './enroller.ts';

const recogniser: Recogniser = await createRecogniser({ remote: null });
const lacksEars = !recogniser.supports('en') && process.env.CI !== 'true';
let lanes: LanePool;
let enroller: Enroller;
beforeAll(async () => {
  lanes = new LanePool(1);
  await lanes.ready();
  enroller = new Enroller({
    catalog: new Catalog([]),
    lanes,
    recogniser,
    verifier: recogniser,
    warn: () => undefined,
  });
});
afterAll(async () => {
  await enroller.close();
  await Promise.all([lanes.close(), recogniser.close()]);
});

const enrol = (samples: Float32Array) =>
  enroller.enrol({ audio: testWav(samples), lang: 'en', transcript: null });

const GERMAN =
  'Die Fähre legt am Mittag ab, und wir haben noch Zeit für das Frühstück. Wir könnten am Hafen entlang gehen und den ' +
  'Booten zusehen.';

test.skipIf(lacksEars)(
  'what is said is learned, and the same played backwards is refused',
  async () => {
    const speech = await testSpeech();
    const { transcript, report } = await enrol(speech);
    expect(transcript).toMatch(/weather in our small town/i);
    expect(report.recognised).toBe(true);
    await expect(enrol(speech.toReversed())).rejects.toMatchObject({ status: 400, field: 'voice_file' });
  },
  120_000,
);

if (isLongForm)
  test.skipIf(lacksEars)(
    'half a minute that is joined of sentences is learned, and the same played backwards is refused',
    async () => {
      const sentences = [
        'What ails you, that you must recite your verses now, seeing that we are tired out with walking?',
        'Then said the eunuch: who was it that repeated the poem, and my lady heard him?',
        'By my word, replied the fireman, I tell you the truth, for I have not slept at all.',
        'She called to mind her father and her mother and her brother, and the home that they had left.',
        'He who recited the first time has recited a second time, and I heard him close by.',
      ];
      const pause = new Float32Array(0.6 * 16_000);
      const pieces = await Promise.all(sentences.map((sentence) => testSpeech(sentence)));
      const joined = Float32Array.from(pieces.flatMap((piece) => [...piece, ...pause]));
      expect(joined.length / 16_000).toBeGreaterThan(22);
      const { report } = await enrol(joined);
      expect(report.learnedSeconds).toBeLessThanOrEqual(12);
      await expect(enrol(joined.toReversed())).rejects.toMatchObject({ status: 400, field: 'voice_file' });
    },
    120_000,
  );

test.skipIf(lacksEars)(
  'another language is refused',
  async () => {
    const refusal = enrol(await testSpeech(GERMAN, { voice: 'de' }));
    await expect(refusal).rejects.toMatchObject({ status: 400, field: 'voice_file' });
  },
  120_000,
);

test.skipIf(lacksEars)(
  'two people at once are refused, as loud as each other and one half as loud',
  async () => {
    const man = await testSpeech();
    const woman = await testSpeech(
      'Tomorrow the children go to the museum by bus. They have never been there.',
      {
        voice: 'en-us+f3',
      },
    );
    for (const gain of [1, 0.5]) {
      const both = man.map((sample, i) => 0.6 * (sample + gain * woman[i % woman.length]!));
      await expect(enrol(both)).rejects.toMatchObject({ status: 400, field: 'voice_file' });
    }
  },
  120_000,
);
