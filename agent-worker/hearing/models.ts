import { createRequire } from 'node:module';
import { inference, type ipc } from '@livekit/agents';

type LocalInference = typeof import('@livekit/local-inference');

/** Samples (mono, 16 kHz) that the voice activity model judges at a time: 32 ms. */
export const WINDOW_SAMPLES = 512;
export const WINDOW_MS = 32;

/** Input of the end-of-turn model: the last 1.2 s (mono, 16 kHz). More is not refused by it, but read in vain. */
const MAX_TURN_SAMPLES = 19_200;

/** Judges consecutive windows of one caller; remembers what it heard. */
export interface VoiceModel {
  /** @param window `WINDOW_SAMPLES` samples @returns how probably it is speech, 0 to 1 */
  predict(window: Int16Array): Promise<number>;
  reset(): void;
}

// The package is CommonJS and picks its add-on while it loads: `require` keeps that off the path of the server's start.
const require = createRequire(import.meta.url);
let library: LocalInference | undefined;
let preparing: Promise<void> | undefined;

function load(): LocalInference {
  library ??= require('@livekit/local-inference') as LocalInference;
  return library;
}

/**
 * Loads both models once for this process, some 140 MB: called where a process starts to take conversations, so that the
 * first of them does not wait. @throws Error where the add-on cannot run on this machine
 */
export function prepareHearing(): Promise<void> {
  preparing ??= prepare().catch((error: unknown) => {
    // The next caller may have more luck, or is told as well.
    preparing = undefined;
    throw error;
  });
  return preparing;
}

async function prepare(): Promise<void> {
  const models = load();
  models.initVad();
  models.initEot();
  // The first run of a model costs more than those that follow.
  await models.createVad().predict(new Int16Array(WINDOW_SAMPLES));
  await models.predict(new Int16Array(MAX_TURN_SAMPLES));
}

/** A voice activity model of its own for one caller. */
export function createVoiceModel(): VoiceModel {
  return load().createVad();
}

/**
 * The end-of-turn model has hardly ever heard digital silence: of callers whose line is silent between words it took two
 * ends in three for pauses. Noise of -61 dBFS makes them sound like everybody else (44 to 98 % of ends found).
 */
const FAINT_NOISE = 52;
/** Higher than the model's own (0.36), since with the noise it is surer of itself: pauses taken for ends stay at 53 %. */
const END_THRESHOLD = 0.45;

function withFaintNoise(sample: number): number {
  const noisy = sample + Math.round((Math.random() * 2 - 1) * FAINT_NOISE);
  return Math.min(32_767, Math.max(-32_768, noisy));
}

/** Runs the end-of-turn model in this process, on the thread pool; the framework would start a process for it. */
const executor: ipc.InferenceExecutor = {
  async doInference(_method: string, data: unknown): Promise<unknown> {
    const { pcm } = data as { readonly pcm: string };
    const bytes = Buffer.from(pcm, 'base64');
    const samples = new Int16Array(bytes.length >> 1);
    for (let i = 0; i < samples.length; i++) samples[i] = withFaintNoise(bytes.readInt16LE(2 * i));
    const startMs = performance.now();
    const probability = await load().predict(samples.subarray(-MAX_TURN_SAMPLES));
    return { probability, inferenceDurationMs: performance.now() - startMs };
  },
};

/** Tells from how a caller sounds whether the turn is over: on this machine, in this process. */
export function createTurnDetector(): inference.TurnDetector {
  return new inference.TurnDetector({ version: 'v1-mini', executor, unlikelyThreshold: END_THRESHOLD });
}
