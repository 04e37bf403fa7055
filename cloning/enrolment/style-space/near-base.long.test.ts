import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeCodes } from '../../../engine/conversion/codes.ts';
import { LanePool } from '../../../engine/lanes/pool.ts';
import { NoRecogniser } from '../../../engine/recognition/create-recogniser.ts';
import { type InstalledKokoro, readKokoroFolder } from '../../../engine/synthesis/families/kokoro/folder.ts';
import type { KokoroSource } from '../../../engine/synthesis/families/kokoro/source.ts';
import { kokoroVoices } from '../../../engine/synthesis/families/kokoro/voices.ts';
import { Catalog } from '../../../engine/voices/catalog.ts';
import { renderRendition } from '../../../engine/voices/rendition.ts';
import { encodePcm16 } from '../../../media/pcm.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { wavFile } from '../../../media/wav.ts';
import { kokoroFolder, modelsFolder } from '../../../model-files/folders.ts';
import { SPEAKER_ENCODER } from '../../../model-files/manifest.ts';
import { ModelStore } from '../../../model-files/store.ts';
import { Enroller } from '../enroller.ts';

const TEXT =
  'Seven green bottles stood quietly behind the cupboard, and nobody asked why. ' +
  'Later we drove to the harbour and watched the ships come home before dark.';
/** Like the recording of most microphones. */
const RECORDED_RATE = 44_100;
const RULE = { preference: 'auto', byLanguage: {}, naturalCost: { cores: 0.4, isMeasured: true } } as const;

const [encoderPath = ''] = new ModelStore().paths(SPEAKER_ENCODER).values();
const kokoro = await readKokoroFolder(kokoroFolder());
const isReady = kokoro !== null && existsSync(encoderPath);

let lanes: LanePool;
let wav: Buffer;
beforeAll(async () => {
  if (!isReady) return;
  lanes = new LanePool(1);
  await lanes.ready();
  const stylePath = (kokoro as InstalledKokoro).stylePaths.get('am_liam') ?? '';
  const { modelPath } = kokoro as InstalledKokoro;
  const source: KokoroSource = { engine: 'kokoro', modelPath, stylePath, espeakVoice: 'en-us' };
  const { samples, sampleRate } = await renderRendition(lanes, source, TEXT, 'en', {
    signal: new AbortController().signal,
    speed: 1,
  });
  const recorded = resampleAll(samples, sampleRate, RECORDED_RATE);
  wav = Buffer.from(wavFile({ sampleRate: RECORDED_RATE, encoding: 'pcm16' }, encodePcm16(recorded)));
});
afterAll(() => lanes?.close());

async function enrolled(folder: string | null) {
  const enroller = new Enroller({
    catalog: new Catalog([kokoroVoices(kokoro)], RULE),
    lanes,
    recogniser: new NoRecogniser('none is needed'),
    modelsFolder: folder,
    warn: (message, fields) => expect.unreachable(`${message} ${JSON.stringify(fields)}`),
  });
  try {
    const first = await enroller.enrol({ audio: wav, lang: 'en', transcript: TEXT });
    if (!first.refinement) return first;
    const refined = await enroller.refine({ lang: 'en', codes: first.codes, basis: first.refinement });
    return { codes: refined.codes, report: { ...first.report, ...refined.report } };
  } finally {
    await enroller.close();
  }
}

test.skipIf(!isReady && process.env.CI !== 'true')(
  'with Kokoro and a speaker encoder a voice begins from one that is moved towards the speaker',
  async () => {
    const { codes, report } = await enrolled(modelsFolder());
    // Some of Kokoro's voices are left out, among them the speaker's; a near base is found nevertheless.
    expect(report.base).toMatch(/^kokoro:[ab]m_/);
    expect(report.base).not.toContain('liam');
    expect(report.baseSimilarity).toBeGreaterThan(0.7);
    const { bases } = decodeCodes(codes);
    const [base] = bases;
    const median = Math.log(Number(report.medianF0Hz));
    expect(Math.abs((base?.morph?.pitch.to ?? 0) - median)).toBeLessThan(0.1);
    expect(base?.morph?.equaliser).toBeInstanceOf(Float32Array);
    // In other languages men's voices are used for a man, with the same morph.
    for (const own of [/^kokoro:em_/, /^kokoro:hm_/, /^kokoro:im_/, /^kokoro:pm_/]) {
      const relative = bases.find(({ key }) => own.test(key));
      expect(relative?.morph?.timbre, String(own)).toEqual(base?.morph?.timbre);
      expect(relative?.morph?.pitch.slope, String(own)).toBe(base?.morph?.pitch.slope);
    }
  },
);
