import { wordConfidences } from './confidence.ts';
import { type Evidence, weighEvidence } from './evidence.ts';
import { type FoundPath, findAlignment } from './frame-alignment.ts';
import { HOP_MS } from './signals.ts';
import { SILENCE } from './state-graph.ts';
import type { AlignedPhoneme, AlignedWord, Alignment, Rendition, TimeSpan } from './types.ts';

/**
 * Lowest confidence at which a recording is taken to say the transcript. Measured on recordings of people from 6 s on,
 * with the better of two renditions: 96 % of right transcripts reach it, and 4 to 6 % of wrong ones, all of which have
 * a third of their words replaced (18 to 25 % of such transcripts reach it). See research/alignment/README.md.
 */
export const MIN_CONFIDENCE = 0.5;

/**
 * Finds the time of each word of a rendition in a recording (forced alignment). Pure and synchronous; takes about a
 * thirtieth of the recording's duration.
 * @param samples mono, -1 to 1
 * @returns all words of the rendition in order, each within the recording; words that were not found have no length
 */
export function align(rendition: Rendition, samples: Float32Array, sampleRate: number): Alignment {
  const found = findAlignment(rendition, samples, sampleRate);
  return toAlignment(found, rendition, (samples.length * 1000) / sampleRate);
}

/**
 * The words of an alignment from `findAlignment`, in a recording of some duration.
 * @param evidence of that alignment, if it was computed before
 */
export function toAlignment(
  found: FoundPath | null,
  rendition: Rendition,
  durationMs: number,
  evidence: Evidence | null = found && weighEvidence(found.path, found.recording),
): Alignment {
  if (found === null || evidence === null) {
    const words = rendition.words.map(({ text }) => ({
      text,
      startMs: 0,
      endMs: 0,
      confidence: 0,
      phonemes: [],
      renderedMs: 0,
    }));
    return { words, confidence: 0 };
  }
  const times = phonemeTimes(found, rendition, durationMs);
  const { words: confidences, whole } = wordConfidences(found, rendition, evidence);
  let lastMs = 0;
  const words = wordPhonemes(rendition).map((indices, word): AlignedWord => {
    // Skipped phonemes have no length and stand at the end of the previous ones.
    lastMs = indices.map((index) => times[index]).find((time) => time)?.startMs ?? lastMs;
    const phonemes = indices.map((index): AlignedPhoneme => {
      const { startMs, endMs } = times[index] ?? { startMs: lastMs, endMs: lastMs };
      lastMs = endMs;
      return { ipa: rendition.phonemes[index]!.ipa, startMs, endMs };
    });
    return {
      text: rendition.words[word]!.text,
      startMs: phonemes[0]?.startMs ?? lastMs,
      endMs: lastMs,
      confidence: confidences[word] ?? 0,
      phonemes,
      renderedMs: indices.reduce((sum, index) => sum + lengthMs(rendition, index), 0),
    };
  });
  return { words, confidence: whole };
}

/** Indices of each word's phonemes. */
function wordPhonemes(rendition: Rendition): number[][] {
  const indices: number[][] = rendition.words.map(() => []);
  for (const [index, { ipa, word }] of rendition.phonemes.entries()) {
    if (ipa !== '') indices[word]?.push(index);
  }
  return indices;
}

function lengthMs({ phonemes, sampleRate }: Rendition, index: number): number {
  const { startSamples, endSamples } = phonemes[index]!;
  return ((endSamples - startSamples) * 1000) / sampleRate;
}

/** Times of all phonemes of the rendition; undefined for those that the path skipped. */
function phonemeTimes(
  { path, rendition: frames }: FoundPath,
  rendition: Rendition,
  durationMs: number,
): (TimeSpan | undefined)[] {
  const times: (TimeSpan | undefined)[] = rendition.phonemes.map(() => undefined);
  const { graph, states } = path;
  for (let t = 0; t < states.length; t++) {
    const frame = graph.frames[states[t]!]!;
    if (frame === SILENCE) continue;
    const phoneme = frames.phonemes[frame]!;
    // A frame covers the time around its centre.
    const endMs = Math.min(durationMs, (t + 0.5) * HOP_MS);
    const time = times[phoneme];
    times[phoneme] = { startMs: time?.startMs ?? Math.max(0, (t - 0.5) * HOP_MS), endMs };
  }
  return times;
}
