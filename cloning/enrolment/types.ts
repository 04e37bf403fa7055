/** Making a voice from a recording: what goes in, what comes out, and why it may be refused. */

export const MIN_SAMPLE_SECONDS = 6;
export const MAX_SAMPLE_SECONDS = 120;

export interface EnrolmentRequest {
  /** The file as uploaded; its format is found from its content. */
  readonly audio: Uint8Array;
  readonly lang: string;
  /** Text of the recording; with null it is recognised. */
  readonly transcript: string | null;
}

export interface Marker {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Word times of the reference at each speed a voice can speak with. */
export interface Markers {
  readonly slow: readonly Marker[];
  readonly normal: readonly Marker[];
  readonly fast: readonly Marker[];
}

/** Everything a voice needs to be spoken with: stored as one row, replaced as one. */
export interface VoiceReference {
  readonly lang: string;
  readonly transcript: string;
  readonly markers: Markers;
  /** The learned speaker, in the project's own format; lanes read it in place. */
  readonly codes: Uint8Array;
  /** Facts about the sample and the fit, for people to read: seconds used, confidence, level, base voice. */
  readonly report: Readonly<Record<string, string | number | boolean | null>>;
  /** What refining it goes on from (`Cloning.refine`), as text; null or absent where nothing is left to do. */
  readonly refinement?: string | null;
}

export interface EnrolOptions {
  readonly signal?: AbortSignal;
  /** The owner that waits for it, and whose share of the machine it takes. Default: background work. */
  readonly owner?: string;
  /**
   * Called with the current stage ("decode", "check", "transcribe", "align", "enhance", "score", "learn") and the
   * finished share of all work, 0 to 1.
   */
  readonly onProgress?: (stage: string, fraction: number) => void;
}
