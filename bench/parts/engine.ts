/** Our engine in the process of the benchmark. */
import {
  type ClonedVoice,
  createEngine,
  type Engine,
  type EngineOptions,
  type Recogniser,
  type SamplingRate,
  type SpeakSettings,
  type StartedEngine,
} from '../../engine/index.ts';
import { DEFAULT_VOICE_ID } from '../../engine/synthesis/default-voice-id.ts';
import { PARLEY_RATE } from '../load/speaker.ts';
import type { Context } from './context.ts';

const SETTINGS: SpeakSettings = {
  lang: 'en',
  voiceId: DEFAULT_VOICE_ID,
  speed: 1,
  samplingRate: PARLEY_RATE,
  encoding: 'pcm_linear',
  timestamps: false,
  ipaKey: null,
  temperature: null,
  topK: null,
};

export interface EngineTiming {
  readonly firstAudioMs: number;
  readonly totalMs: number;
  readonly firstChunkMs: number;
  /** Duration of the audio without digital silence, which costs nothing. */
  readonly soundMs: number;
}

/** @param recogniser closed with the engine */
export async function startEngine(context: Context, recogniser?: Recogniser): Promise<StartedEngine> {
  const engine = await createEngine({
    voiceFolders: { vits: [context.voicesFolder] },
    ...(recogniser && { recogniser }),
    warn: (message, fields) => context.say(`${message} ${JSON.stringify(fields)}`),
  });
  if (engine.voice(DEFAULT_VOICE_ID)?.engine === 'vits') return engine;
  await engine.close();
  throw new Error('the engine has not loaded the voice that is to be measured');
}

/** Starts an engine with one lane and only the voices of these folders. */
export async function startOneLane(
  voiceFolders: EngineOptions['voiceFolders'],
  context: Context,
): Promise<Engine> {
  return await createEngine({
    voiceFolders,
    lanes: 1,
    warn: (message, fields) => context.say(`${message} ${JSON.stringify(fields)}`),
  });
}

export interface How {
  /** Default: the measured voice. */
  readonly voiceId?: string;
  /** Default: that of the server. */
  readonly rate?: SamplingRate;
  /** Speaks instead of the measured voice. */
  readonly clone?: ClonedVoice;
}

/** Speaks a text like a caller in the same process, and receives it to the end. */
export async function speak(
  engine: Engine,
  text: string,
  { voiceId = DEFAULT_VOICE_ID, rate: samplingRate = PARLEY_RATE, clone }: How = {},
): Promise<EngineTiming> {
  const stream = engine.open({ ...SETTINGS, voiceId, samplingRate }, clone && { clone });
  const beganMs = performance.now();
  stream.push(text, null);
  stream.end();
  let firstAudioMs: number | null = null;
  let firstChunkMs = 0;
  let soundSamples = 0;
  for await (const chunk of stream) {
    if (chunk.samples === 0) continue;
    if (firstAudioMs === null) {
      firstAudioMs = performance.now() - beganMs;
      firstChunkMs = (chunk.samples * 1000) / samplingRate;
    }
    if (chunk.audio.some((byte) => byte !== 0)) soundSamples += chunk.samples;
  }
  if (firstAudioMs === null) throw new Error('the engine spoke without a sound');
  return {
    firstAudioMs,
    firstChunkMs,
    totalMs: performance.now() - beganMs,
    soundMs: (soundSamples * 1000) / samplingRate,
  };
}
