import { fadeIn, fadeOut } from '../../media/fade.ts';
import { encodeMulaw } from '../../media/mulaw.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { createResamplerState, resample } from '../../media/resampler.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import type { RenderedWindow, RenderRequest } from './protocol.ts';

/** Below this (-50 dBFS) a sample next to a pause counts as natural silence, which the pause replaces. */
const SILENCE_LEVEL = 0.003;
/** Phrases begin and end near silence but not at zero; these fades prevent clicks where they meet digital silence. */
const FADE_IN_MS = 2;
const FADE_OUT_MS = 5;

/** Turns frames into encoded samples: synthesis, trimming next to pauses, resampling, encoding. */
export async function render(
  request: RenderRequest,
  synthesizer: Synthesizer,
  boost: boolean,
): Promise<RenderedWindow> {
  const { output, state, from, to, sampleRate } = request;
  let sound = await synthesizer.render(state, from, to, boost);
  const endedWith = state.engine === 'pocket' ? state.words : null;
  const isLast = request.last || endedWith !== null;
  const heard = (sample: number): boolean => Math.abs(sample) > SILENCE_LEVEL;
  const trimmedStartSamples = Math.max(0, Math.min(sound.findIndex(heard), request.trimStartSamples));
  const trimEnd = isLast ? request.trimEndSamples : 0;
  const end = Math.max(sound.findLastIndex(heard) + 1, sound.length - trimEnd);
  sound = sound.subarray(trimmedStartSamples, end);
  if (from === 0) fadeIn(sound, Math.round((sampleRate * FADE_IN_MS) / 1000));
  if (isLast) fadeOut(sound, Math.round((sampleRate * FADE_OUT_MS) / 1000));

  const before = output.resampler ?? createResamplerState(sampleRate, output.rate);
  const resampled = resample(before, sound, isLast);
  const audio =
    output.encoding === 'pcm_mulaw' ? encodeMulaw(resampled.output) : encodePcm16(resampled.output);
  return {
    audio,
    samples: resampled.output.length,
    trimmedStartSamples,
    endedWith,
    state,
    output: { ...output, resampler: resampled.state },
  };
}
