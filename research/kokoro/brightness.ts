import { RealFft } from '../../media/fft.ts';
import type { Sound } from '../cloning/sound.ts';

const WINDOW = 1024;

/** Returns the spectral centroid of a sound's long-term amplitude spectrum, in Hz. */
export function brightnessHz({ samples, sampleRate }: Sound): number {
  const fft = new RealFft(WINDOW);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const power = new Float64Array(fft.bins);
  const hann = Float64Array.from(
    { length: WINDOW },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW),
  );
  for (let from = 0; from + WINDOW <= samples.length; from += WINDOW / 2) {
    fft.forward(
      hann.map((weight, i) => weight * (samples[from + i] ?? 0)),
      re,
      im,
    );
    for (let bin = 0; bin < fft.bins; bin++) power[bin]! += re[bin]! ** 2 + im[bin]! ** 2;
  }
  let sum = 0;
  let moment = 0;
  for (const [bin, value] of power.entries()) {
    const amplitude = Math.sqrt(value);
    sum += amplitude;
    moment += amplitude * ((bin * sampleRate) / WINDOW);
  }
  return moment / sum;
}
