/** Kokoro inside our engine and in the package that streams the same published graph, in turn on one thread each. */
import { setTimeout as sleep } from 'node:timers/promises';
import { KOKORO_MODEL } from '../../engine/models/kokoro-files.ts';
import { readKokoroFolder } from '../../engine/models/kokoro-folder.ts';
import { kokoroFolder, ModelStore, pullWithReport } from '../../engine/setup.ts';
import { findPeer, KOKORO_ONNX } from '../processes/peer.ts';
import { PeerDriver } from '../processes/peer-driver.ts';
import type { KokoroFigures } from '../report/figures.ts';
import { median } from '../stats.ts';
import { PARAGRAPHS } from '../texts.ts';
import type { Context } from './context.ts';
import { costOfPeer, costOfSpeaking, REST_MS } from './cost.ts';
import { speak, startKokoro } from './engine.ts';
import { inTurn } from './first-audio.ts';

const STYLE = 'af_heart';
const VOICE = `kokoro-${STYLE}`;
const COST_ROUNDS = { full: 4, quick: 1 } as const;

export async function measureKokoro(context: Context): Promise<KokoroFigures> {
  const store = new ModelStore();
  if (!(await store.isInstalled(KOKORO_MODEL.id))) await pullWithReport(store, KOKORO_MODEL.id);
  const folder = kokoroFolder();
  const files = await readKokoroFolder(folder);
  const stylePath = files?.stylePaths.get(STYLE);
  if (!files || !stylePath) throw new Error(`the files of ${VOICE} are not installed`);
  const { peer } = await findPeer(KOKORO_ONNX, context.say);
  const engine = await startKokoro(folder, context);
  let driver: PeerDriver | null = null;
  try {
    driver = peer && (await PeerDriver.start(peer, [files.modelPath, stylePath]));
    const rows = await inTurn((text) => speak(engine, text, { voiceId: VOICE }), driver, context);
    const costs = { ours: [] as number[], peer: [] as number[] };
    const rounds = context.quick ? COST_ROUNDS.quick : COST_ROUNDS.full;
    for (let round = 1; round <= rounds; round++) {
      context.say(`CPU time of Kokoro, round ${round} of ${rounds}`);
      await sleep(REST_MS);
      costs.ours.push(await costOfSpeaking(engine, PARAGRAPHS, { voiceId: VOICE }));
      await sleep(REST_MS);
      if (driver) costs.peer.push(await costOfPeer(driver, PARAGRAPHS));
    }
    return {
      voice: VOICE,
      rows,
      cpu: { ours: median(costs.ours), peer: driver && median(costs.peer), repetitions: rounds },
      versions: peer?.versions ?? null,
    };
  } finally {
    await driver?.close();
    await engine.close();
  }
}
