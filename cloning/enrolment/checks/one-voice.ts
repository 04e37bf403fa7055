/**
 * Distinguishes simultaneous voices from a single one that creaks or echoes. Both sometimes seem to have two pitches,
 * but recognisers are confident only about a single voice.
 */
import { RECOGNITION_SAMPLE_RATE, type Recogniser } from '../../../engine/recognition/types.ts';

/** One overlap of 40 ms in ten seconds of speech. Most single voices have none. */
const OVERLAP_SHARE = 0.004;
/**
 * Confidence of the English recogniser for callers: at most 0.71 for two simultaneous readers, one up to 6 dB louder;
 * at least 0.76 for single ones with such overlaps, from creaking or echoes.
 */
const LEAST_CONFIDENCE = 0.72;
/** Length of the part of a recording that is examined. */
const HEARD_SAMPLES = 12 * RECOGNITION_SAMPLE_RATE;

/**
 * Whether a single person may be speaking.
 * @param overlapShare of the recording (`SampleReport`)
 * @param samples of the recording, in the format of recognisers
 * @param recogniser used only if there may be two voices; without a confidence it decides nothing
 * @throws the errors of the recogniser
 */
export async function isOneVoice(
  overlapShare: number,
  samples: Float32Array,
  recogniser: Recogniser,
  { lang, signal }: { readonly lang: string; readonly signal: AbortSignal },
): Promise<boolean> {
  if (overlapShare <= OVERLAP_SHARE) return true;
  // Recognisers for callers provide a confidence, those for files do not.
  const options = { lang, signal, isLive: true };
  const { confidence } = await recogniser.transcribe(samples.subarray(0, HEARD_SAMPLES), options);
  return confidence == null || confidence >= LEAST_CONFIDENCE;
}
