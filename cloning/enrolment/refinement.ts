/** Improves a voice beyond what is learned while a client waits. Needs no audio of the speaker. */
import type { EnrolmentPipeline } from './pipeline.ts';
import type { Wanted } from './style-space/near-base.ts';

/** A voice as it was first learned. */
export interface RefinementRequest {
  readonly lang: string;
  readonly codes: Uint8Array;
  /** `VoiceReference.refinement`. */
  readonly basis: string;
}

export interface RefinedVoice {
  readonly codes: Uint8Array;
  /** Changed facts, to be merged into the report of the reference. */
  readonly report: Readonly<Record<string, string | number | boolean | null>>;
  /** Names of what has changed. */
  readonly change: string;
}

/**
 * The input of a refinement as text to be stored: figures of the speaker's timbre and pitch.
 * @param wanted null if no Kokoro voice is to be morphed
 */
export function refinementBasis(wanted: Wanted | null): string {
  return JSON.stringify(
    wanted && {
      speaker: {
        embedding: [...wanted.speaker.embedding],
        pitch: wanted.speaker.pitch,
        spectrum: [...wanted.speaker.spectrum],
      },
      embedding: [...wanted.embedding],
      timbre: [...wanted.timbre],
    },
  );
}

/** @throws SyntaxError, TypeError for text that `refinementBasis` did not create */
function wantedIn(basis: string): Wanted | null {
  const stored = JSON.parse(basis);
  return (
    stored && {
      speaker: {
        embedding: Float32Array.from(stored.speaker.embedding),
        pitch: stored.speaker.pitch,
        spectrum: Float64Array.from(stored.speaker.spectrum),
      },
      embedding: Float32Array.from(stored.embedding),
      timbre: Float32Array.from(stored.timbre),
    }
  );
}

/**
 * Adds the slow parts of learning.
 * @throws Error when a voice cannot speak; the signal's reason when aborted
 */
export async function refineVoice(
  pipeline: EnrolmentPipeline,
  { lang, codes, basis }: RefinementRequest,
): Promise<RefinedVoice> {
  const wanted = wantedIn(basis);
  const near = wanted && (await pipeline.nearBase(wanted, lang));
  const completed = await pipeline.complete(codes, lang, near);
  const [base = null] = completed.keys;
  const likeness = near?.similarity ?? null;
  return {
    codes: completed.codes,
    report: { base, baseSimilarity: likeness, bases: completed.keys.length },
    change:
      near === null
        ? `Voices of other languages were added; ${completed.keys.length} in all`
        : `${base} was moved towards the speaker, with a likeness of ${likeness?.toFixed(2)}`,
  };
}
