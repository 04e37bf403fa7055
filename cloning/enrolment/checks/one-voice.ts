/**
 * Tells simultaneous voices from a single one that creaks or echoes. Both seem to have two pitches now and then, but a
 * recogniser is sure of what a single voice says.
 */
import { RECOGNITION_SAMPLE_RATE, type Recogniser } from '../../../engine/recognition/types.ts';

/** One moment of 40 ms in ten seconds of speech. Most single voices have none. */
const OVERLAP_SHARE = 0.004;
/**
 * How sure the recogniser of English callers is of what two readers say at once, one up to 6 dB louder: at most 0.71.
 * Of single ones with such moments, because they creak or a room echoes, it is sure by 0.76 and more.
 */
const LEAST_CONFIDENCE = 0.72;
/** So much of a recording tells. */
const HEARD_SAMPLES = 12 * RECOGNITION_SAMPLE_RATE;

/**
 * Whether a single person may be speaking.
 * @param overlapShare of the recording (`SampleReport`)
 * @param samples of the same, as for recognisers
 * @param recogniser asked only where there may be two; one that does not tell how sure it is decides nothing
 * @throws what the recogniser throws
 */
export async function isOneVoice(
  overlapShare: number,
  samples: Float32Array,
  recogniser: Recogniser,
  { lang, signal }: { readonly lang: string; readonly signal: AbortSignal },
): Promise<boolean> {
  if (overlapShare <= OVERLAP_SHARE) return true;
  // Recognisers of callers tell how sure they are, those of files do not.
  const options = { lang, signal, isLive: true };
  const { confidence } = await recogniser.transcribe(samples.subarray(0, HEARD_SAMPLES), options);
  return confidence == null || confidence >= LEAST_CONFIDENCE;
}
