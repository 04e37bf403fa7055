/** What makes a voice better than what is learned while somebody waits: it needs no sound of the speaker any more. */
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
  /** Facts that have changed, to be merged into the report of the reference. */
  readonly report: Readonly<Record<string, string | number | boolean | null>>;
  /** What has changed, in words. */
  readonly change: string;
}

/**
 * What refining goes on from, as text to be stored: figures of the speaker's timbre and pitch.
 * @param wanted null where no voice of Kokoro is to be moved
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

/** @throws SyntaxError, TypeError for anything that `refinementBasis` did not make */
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
 * Adds what takes long to what was learned.
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
