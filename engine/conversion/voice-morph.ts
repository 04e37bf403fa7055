/** Moves the pitch of voiced frames from one mean to another and scales its excursions; natural logarithms of Hz. */
export interface PitchMove {
  readonly from: number;
  readonly to: number;
  readonly slope: number;
}

/** How a base voice of Kokoro is moved towards a speaker inside the model, so that little is left to convert. */
export interface VoiceMorph {
  /** What the half of the styles that shapes the sound becomes for texts of usual length: `MORPH_SIZE` values. */
  readonly timbre: Float32Array;
  readonly pitch: PitchMove;
  /** The filter that comes after the model (see `designEqualiser`); null for none. */
  readonly equaliser: Float32Array | null;
  /** Whether what comes out is converted as well: nearer to the speaker, and a little less clear. */
  readonly isConverted: boolean;
}

export const MORPH_SIZE = 128;
