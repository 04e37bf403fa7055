/** Types of making a voice from a recording: inputs, results, and reasons for refusal. */

export const MIN_SAMPLE_SECONDS = 6;
export const MAX_SAMPLE_SECONDS = 120;

export interface EnrolmentRequest {
  /** The file as uploaded; its format is detected from its content. */
  readonly audio: Uint8Array;
  readonly lang: string;
  /** Text of the recording; null to recognise it. */
  readonly transcript: string | null;
}

export interface Marker {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Word times of the reference at each speed that a voice supports. */
export interface Markers {
  readonly slow: readonly Marker[];
  readonly normal: readonly Marker[];
  readonly fast: readonly Marker[];
}

/** All data with which a voice is spoken: stored and replaced as one row. */
export interface VoiceReference {
  readonly lang: string;
  readonly transcript: string;
  readonly markers: Markers;
  /** The learned speaker, in the project's own format; lanes read it in place. */
  readonly codes: Uint8Array;
  /** Measurements of the sample and the fit, for people: seconds used, confidence, level, base voice. */
  readonly report: Readonly<Record<string, string | number | boolean | null>>;
  /** The input of its refinement (`Cloning.refine`), as text; null or absent if nothing is left to do. */
  readonly refinement?: string | null;
}

export interface EnrolOptions {
  readonly signal?: AbortSignal;
  /** The owner that waits for it, whose share of the machine it uses. Default: background work. */
  readonly owner?: string;
  /**
   * Called with the current stage ("decode", "check", "transcribe", "align", "enhance", "score", "learn") and the
   * finished share of all work, 0 to 1.
   */
  readonly onProgress?: (stage: string, fraction: number) => void;
}
