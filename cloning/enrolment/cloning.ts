/** The interface of cloning for its callers. */
import type { AssistedRequest, MadeVoice } from './assisted/types.ts';
import type { RefinedVoice, RefinementRequest } from './refinement.ts';
import type { EnrolmentRequest, EnrolOptions, VoiceReference } from './types.ts';

/** Learns voices from recordings. */
export interface Cloning {
  /**
   * Whether a recording in a language can be enrolled, before any of it is read.
   * @throws EngineError 422: no voice speaks the language, or it needs a transcript and has none
   */
  checkEnrolment(lang: string, hasTranscript: boolean): void;
  /**
   * Learns a speaker from a recording: decodes, checks, transcribes, aligns and fits it. Runs outside of the main
   * thread, for seconds. `refine` does what would take longer.
   * @throws EngineError; the signal's reason when aborted
   */
  enrol(request: EnrolmentRequest, options?: EnrolOptions): Promise<VoiceReference>;
  /**
   * Improves a voice whose reference has a `refinement`: searches for the nearest Kokoro voice, and adds voices of
   * other languages. Takes half a minute or more at low priority, one voice at a time.
   * @throws Error when a refinement failed just before; the signal's reason when aborted
   */
  refine(request: RefinementRequest, options?: Pick<EnrolOptions, 'signal'>): Promise<RefinedVoice>;
  /**
   * Learns a speaker from a read-through of a script: finds the best passage and cleans it. Takes up to a minute, most
   * of it spent waiting for the external enhancer, if there is one.
   * @returns the best voice, or with `candidates` one for each good passage, best first
   * @throws EngineError; the signal's reason when aborted
   */
  enrolTake(request: AssistedRequest, options?: EnrolOptions): Promise<readonly MadeVoice[]>;
  /** Ends all work. The engine has to be closed after it. */
  close(): Promise<void>;
}
