import { decodeCodes, encodeCodes, type VoicePrompt } from '../../engine/conversion/codes.ts';
import { familyOf } from '../../engine/synthesis/family-of.ts';
import type { SharedSound } from '../../engine/threads/shared-sound.ts';
import { resampleAll } from '../../media/resampler.ts';
import type { PromptedModel } from './worker-protocol.ts';

/** Longest prompt: a longer one costs memory and time for every listener. */
const MAX_SECONDS = 12;
/** A longer recording is cut at its quietest moment after this time. */
const MIN_SECONDS = 8;
const FRAME_SECONDS = 0.02;
/** Frames this far below the loudest are silence. */
const FLOOR_DB = 35;
const FADE_SECONDS = 0.02;
const PAUSE_SECONDS = 0.08;

/** Codes with a prompt for each of the models. */
export async function withPrompts(
  codes: Uint8Array,
  { samples, sampleRate }: SharedSound,
  models: readonly PromptedModel[],
): Promise<Uint8Array> {
  const prompts: VoicePrompt[] = [];
  for (const { engine, model, modelPath } of models) {
    const encoder = await familyOf({ engine }).promptEncoder?.(modelPath);
    if (!encoder) continue;
    try {
      const rate = encoder.sampleRate;
      const whole = rate === sampleRate ? samples : resampleAll(samples, sampleRate, rate);
      const prompt = endedOnPause(beginningOf(whole, rate), rate);
      const frames = Math.ceil(prompt.length / encoder.frameSamples);
      const padded = new Float32Array(frames * encoder.frameSamples);
      padded.set(prompt);
      prompts.push({ model, latents: await encoder.encode(padded) });
    } finally {
      await encoder.release();
    }
  }
  return encodeCodes({ ...decodeCodes(codes), prompts });
}

/** The start of a recording up to the length of a prompt, cut at a quiet moment. */
function beginningOf(samples: Float32Array, rate: number): Float32Array {
  if (samples.length <= MAX_SECONDS * rate) return samples;
  const frame = Math.round(FRAME_SECONDS * rate);
  let end = MAX_SECONDS * rate;
  let least = Number.POSITIVE_INFINITY;
  for (let at = MIN_SECONDS * rate; at + frame <= MAX_SECONDS * rate; at += frame) {
    const energy = energyOf(samples.subarray(at, at + frame));
    if (energy < least) [least, end] = [energy, at];
  }
  return samples.subarray(0, end);
}

/**
 * Ends a prompt with as much silence as the training prompts have: after a prompt that stops within a word the model
 * continues that word, and after a long silence it begins late (`end_on_pause` of the package pocket-tts 4.0.1).
 */
export function endedOnPause(samples: Float32Array, rate: number): Float32Array {
  const frame = Math.max(1, Math.floor(FRAME_SECONDS * rate));
  const count = Math.floor(samples.length / frame);
  if (count === 0) return samples;
  const levels = Array.from(
    { length: count },
    (_, i) => 10 * Math.log10(energyOf(samples.subarray(i * frame, (i + 1) * frame)) / frame + 1e-24),
  );
  const floor = Math.max(...levels) - FLOOR_DB;
  const end = (levels.findLastIndex((level) => level > floor) + 1) * frame;
  const fade = Math.min(Math.floor(FADE_SECONDS * rate), end);
  const ended = new Float32Array(end + Math.floor(PAUSE_SECONDS * rate));
  ended.set(samples.subarray(0, end));
  for (let i = 0; i < fade; i++) ended[end - fade + i]! *= 1 - i / Math.max(1, fade - 1);
  return ended;
}

function energyOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
}
