/** Limits of scenarios that the server runs. */
export const SCENARIO_LIMITS = {
  maxTextBytes: 64 * 1024,
  maxRepeat: 20,
  /** Calls of a run: its scenarios, each as often as it is repeated. */
  maxCalls: 50,
  /** Calls at the same time. */
  maxJobs: 4,
  maxRunMs: 30 * 60_000,
  /** Runs that wait, and also runs that have ended and are kept, of all owners. */
  maxRuns: 20,
  /** Failures of a run whose sound is kept, each up to 0.9 MB. */
  maxSounds: 10,
  /** How long a run is kept after its end. */
  keptMs: 3_600_000,
} as const;
