/** Moves the pitch of voiced frames from one mean to another and scales its excursions; natural logarithms of Hz. */
export interface PitchMove {
  readonly from: number;
  readonly to: number;
  readonly slope: number;
}

/** Morph of a Kokoro base voice towards a speaker inside the model, which leaves little to convert. */
export interface VoiceMorph {
  /** Target of the style's acoustic half for texts of usual length: `MORPH_SIZE` values. */
  readonly timbre: Float32Array;
  readonly pitch: PitchMove;
  /** The filter behind the model (see `designEqualiser`); null for none. */
  readonly equaliser: Float32Array | null;
  /** Whether the output is also converted: more like the speaker, and a little less clear. */
  readonly isConverted: boolean;
}

export const MORPH_SIZE = 128;
