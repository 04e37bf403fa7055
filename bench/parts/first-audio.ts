/** Measures the first-audio latency of one listener on a warm and otherwise idle server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../load/listener.ts';
import type { Speaker } from '../load/speaker.ts';
import { speakerFor } from '../load/target.ts';
import { ParleyServer } from '../processes/parley.ts';
import { PeerDriver, type PeerTiming } from '../processes/peer-driver.ts';
import type { FirstAudioFigures, FirstAudioRow, InProcess } from '../report/figures.ts';
import { median, type Summary, summary } from '../stats.ts';
import { SIZES, type Size } from '../texts.ts';
import type { Context } from './context.ts';
import { type EngineTiming, speak, startEngine } from './engine.ts';

/** Not counted: after it everything is loaded and has spoken. */
const WARM_UP = 'This sentence is not counted.';
const REPETITIONS = { full: 24, quick: 3 } as const;
/** Pause until threads that busy-wait for work, such as the peer's, are asleep, in ms. */
const REST_MS = 100;

type OverWire = Pick<FirstAudioRow, 'webSocket' | 'sse'>;

export async function measureFirstAudio(context: Context): Promise<FirstAudioFigures> {
  const inProcess = await measureInProcess(context);
  const overWire = await measureOverWire(context);
  return { rows: inProcess.map((row, index) => ({ ...row, ...(overWire[index] as OverWire) })) };
}

async function measureInProcess(context: Context): Promise<InProcess[]> {
  const engine = await startEngine(context);
  let driver: PeerDriver | null = null;
  try {
    driver = context.peer ? await PeerDriver.start(context.peer, [context.modelPath]) : null;
    return await inTurn((text) => speak(engine, text), driver, context);
  } finally {
    await driver?.close();
    await engine.close();
  }
}

/** Measures ours and the peer alternately, in process, so that other load on the machine affects both. */
export async function inTurn(
  ourSpeak: (text: string) => Promise<EngineTiming>,
  driver: PeerDriver | null,
  context: Context,
): Promise<InProcess[]> {
  const rows: InProcess[] = [];
  for (const { size, texts } of SIZES) {
    context.say(`first audio in process, ${size}`);
    const ours: EngineTiming[] = [];
    const peer: PeerTiming[] = [];
    await ourSpeak(WARM_UP);
    await driver?.speak(WARM_UP);
    for (const text of repeated(texts, context)) {
      await sleep(REST_MS);
      ours.push(await ourSpeak(text));
      await sleep(REST_MS);
      if (driver) peer.push(await driver.speak(text));
    }
    const ofPeer = (pick: (timing: PeerTiming) => number): number | null =>
      driver ? median(peer.map(pick)) : null;
    rows.push({
      size,
      ours: summary(ours.map((timing) => timing.firstAudioMs)),
      peer: driver ? summary(peer.map((timing) => timing.firstAudioMs)) : null,
      ourFirstChunkMs: median(ours.map((timing) => timing.firstChunkMs)),
      peerFirstChunkMs: ofPeer((timing) => timing.firstChunkMs),
      ourTotalMs: median(ours.map((timing) => timing.totalMs)),
      peerTotalMs: ofPeer((timing) => timing.totalMs),
    });
  }
  return rows;
}

async function measureOverWire(context: Context): Promise<OverWire[]> {
  const server = await ParleyServer.start();
  const speakers: Speaker[] = [];
  try {
    const { port, key } = server;
    const socket = speakerFor({ kind: 'parley-websocket', port, key });
    const sse = speakerFor({ kind: 'parley-sse', port, key });
    speakers.push(socket, sse);
    for (const speaker of speakers) await speaker.connect();
    const rows: OverWire[] = [];
    for (const { size, texts } of SIZES) {
      context.say(`first audio over WebSocket and SSE, ${size}`);
      await firstAudioMs(socket, WARM_UP);
      await firstAudioMs(sse, WARM_UP);
      const heard: Record<'webSocket' | 'sse', number[]> = { webSocket: [], sse: [] };
      for (const text of repeated(texts, context)) {
        await sleep(REST_MS);
        heard.webSocket.push(await firstAudioMs(socket, text));
        await sleep(REST_MS);
        heard.sse.push(await firstAudioMs(sse, text));
      }
      rows.push({ webSocket: summary(heard.webSocket), sse: summary(heard.sse) });
    }
    return rows;
  } finally {
    for (const speaker of speakers) speaker.close();
    await server.close();
  }
}

function repeated(texts: Size['texts'], { quick }: Context): string[] {
  const count = quick ? REPETITIONS.quick : REPETITIONS.full;
  return Array.from({ length: count }, (_, index) => texts[index % texts.length] ?? '');
}

/** Returns the time from the request to the first audio, over the network. */
async function firstAudioMs(speaker: Speaker, text: string): Promise<number> {
  const utterance = await listen(speaker, text, false, () => undefined);
  if (utterance.firstAudioMs === null) throw new Error(`the server was to speak and ${utterance.outcome}`);
  return utterance.firstAudioMs;
}

/** Measures the first-audio latency several times in succession. */
export async function firstAudioSummary(
  speaker: Speaker,
  texts: readonly string[],
  count: number,
): Promise<Summary> {
  const waits: number[] = [];
  for (let i = 0; i < count; i++) {
    await sleep(REST_MS);
    waits.push(await firstAudioMs(speaker, texts[i % texts.length] ?? ''));
  }
  return summary(waits);
}
