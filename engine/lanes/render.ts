import { amplify } from '../../media/gain.ts';
import { encodeMulaw } from '../../media/mulaw.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { createResamplerState, resample } from '../../media/resampler.ts';
import { createTrimState, trimSilence } from '../../media/trim-silence.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import type { RenderedWindow, RenderRequest } from './protocol.ts';

/** Duration of a change of loudness. */
const GAIN_RAMP_MS = 20;

/** Turns frames into encoded samples: synthesis, trimming at the ends of the phrase, resampling, encoding. */
export async function render(
  request: RenderRequest,
  synthesizer: Synthesizer,
  boost: boolean,
): Promise<RenderedWindow> {
  const { output, state, from, to, sampleRate, gains, trim } = request;
  const window = await synthesizer.render(state, from, to, boost);
  const endedWith = synthesizer.endOf?.(state) ?? null;
  const isLast = request.last || endedWith !== null;
  const earlier = output.trim ?? createTrimState(sampleRate);
  const trimmed = trimSilence(earlier, window, trim, isLast);
  const { onset } = trimmed.state;
  // Trimmed first: soft words are not silence.
  if (gains && onset !== null) {
    const first = earlier.onset === null ? onset - trim.leadSamples : earlier.from;
    amplify(trimmed.sound, first, gains, Math.round((GAIN_RAMP_MS * sampleRate) / 1000));
  }
  const before = output.resampler ?? createResamplerState(sampleRate, output.rate);
  const resampled = resample(before, trimmed.sound, isLast);
  const audio =
    output.encoding === 'pcm_mulaw' ? encodeMulaw(resampled.output) : encodePcm16(resampled.output);
  return {
    audio,
    samples: resampled.output.length,
    onsetSamples: trimmed.state.onset,
    endedWith,
    state,
    output: { ...output, trim: trimmed.state, resampler: resampled.state },
  };
}
